"""Which paths lie on a network file system, given a mount table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.faults import ExitCode
from rut_tui.store import Store, StoreFault
from rut_tui.store.mounts import find_network_type, read_mount_table
from rut_tui.store.opening import refuse_network

TABLE = """\
/dev/vda / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
server:/export /home nfs4 rw,vers=4.2 0 0
/dev/sdb /home/ada/local xfs rw 0 0
//nas/team /mnt/team\\040share cifs rw 0 0
ada@host:/data /home/ada/local/remote fuse.sshfs rw 0 0
portal /run/user/1/doc fuse.portal rw 0 0
C:\\134 /mnt/c 9p rw,aname=drvfs;path=C:\\134,trans=fd 0 0
none /sandbox 9p rw,trans=fd,rfdno=4 0 0
host /vm 9p rw,trans=virtio 0 0
/dev/sdc /over ext4 rw 0 0
server:/x /over nfs rw 0 0
server:/y /back nfs rw 0 0
/dev/sdd /back ext4 rw 0 0
short line
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/rut.sqlite", ""),
        ("/home/ada/rut.sqlite", "nfs4"),
        ("/home", "nfs4"),
        ("/homework/rut.sqlite", ""),
        ("/home/ada/local/rut.sqlite", ""),
        ("/home/ada/local/remote/rut.sqlite", "fuse.sshfs"),
        ("/mnt/team share/rut.sqlite", "cifs"),
        ("/mnt/team/rut.sqlite", ""),
        ("/run/user/1/doc/rut.sqlite", ""),
        ("/mnt/c/Users/ada/rut.sqlite", "9p"),
        ("/sandbox/rut.sqlite", ""),
        ("/vm/rut.sqlite", "9p"),
        ("/over/rut.sqlite", "nfs"),
        ("/back/rut.sqlite", ""),
    ],
)
def test_the_nearest_and_latest_mount_decides(path: str, kind: str) -> None:
    assert find_network_type(Path(path), TABLE) == kind


def test_without_a_mount_table_nothing_is_refused() -> None:
    assert find_network_type(Path("/home/ada/rut.sqlite"), "") == ""


def test_a_machine_without_a_mount_table_has_an_empty_one(tmp_path: Path) -> None:
    assert read_mount_table(tmp_path / "none") == ""


def test_a_network_folder_is_refused_with_a_way_out(tmp_path: Path) -> None:
    table = f"/dev/vda / ext4 rw 0 0\nserver:/x {tmp_path} nfs rw 0 0\n"
    for name in ("rut.sqlite", "folder/rut.sqlite"):
        with pytest.raises(StoreFault, match="network file system \\(nfs\\)") as caught:
            refuse_network(tmp_path / name, table)
        assert caught.value.exit_code == ExitCode.BAD_INPUT
        assert "--db" in caught.value.hint
    refuse_network(tmp_path.parent / "rut.sqlite", table)


def test_a_link_into_a_network_folder_is_refused_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    table = f"/dev/vda / ext4 rw 0 0\nserver:/x {shared} nfs rw 0 0\n"
    monkeypatch.setattr("rut_tui.store.opening.read_mount_table", lambda: table)
    (tmp_path / "folder").symlink_to(shared)
    (tmp_path / "file.sqlite").symlink_to(shared / "rut.sqlite")
    for name in ("folder/rut.sqlite", "file.sqlite"):
        with pytest.raises(StoreFault, match="network file system"):
            Store.open(tmp_path / name)
    assert list(shared.iterdir()) == []
