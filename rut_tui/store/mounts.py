"""Is a file on a network file system? A write-ahead log needs memory that one machine shares."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

MOUNT_TABLE = Path("/proc/self/mounts")

# File system types, as the mount table names them, that are shared between machines; then those
# of user space, named `fuse.sshfs` and so on.
_SHARED = """
nfs nfs3 nfs4 cifs smb smb2 smb3 smbfs ncpfs afs auristorfs coda ceph lustre gpfs beegfs glusterfs
pvfs2 orangefs gfs2 ocfs2 davfs davfs2 webdav acfs panfs drvfs
"""
_SHARED_FUSE = """
sshfs glusterfs cephfs ceph-fuse s3fs gcsfuse goofys mountpoint-s3 rclone davfs davfs2 juicefs
seaweedfs smbnetfs curlftpfs gvfsd-fuse moosefs mfs lizardfs beegfs dfs hdfs
"""
_NETWORK = frozenset(_SHARED.split())
_NETWORK_FUSE = frozenset(_SHARED_FUSE.split())
# 9p is a network protocol, but sandboxes also use it (over descriptors) for the local disk.
_NETWORK_9P = frozenset({"trans=tcp", "trans=virtio", "trans=rdma", "trans=unix", "trans=xen"})
_OCTAL = re.compile(r"\\([0-7]{3})")


def find_network_type(path: Path, mount_table: str) -> str:
    """Return the type of the network file system that holds a path, or "" if it is a local one.

    Args:
        path: An absolute path without symbolic links; it need not exist.
        mount_table: Lines as in Linux's `/proc/self/mounts`: device, mount point, type, options.
            Of two file systems mounted over each other the later one counts.
    """
    best, found = -1, ""
    target = PurePosixPath(path)
    for line in mount_table.splitlines():
        fields = line.split(" ")
        if len(fields) < 4:
            continue
        point = PurePosixPath(_unescape(fields[1]))
        if target.is_relative_to(point) and len(point.parts) >= best:
            best = len(point.parts)
            found = fields[2] if _is_network(fields[2], fields[3].split(",")) else ""
    return found


def read_mount_table(table: Path = MOUNT_TABLE) -> str:
    """Return the mount table of this machine, or "" where there is none to read (macOS)."""
    try:
        return table.read_text("utf-8", "surrogateescape")
    except OSError:
        return ""


def _is_network(kind: str, options: list[str]) -> bool:
    if kind == "9p":
        if any(option.startswith("aname=drvfs") for option in options):
            return True
        return not _NETWORK_9P.isdisjoint(options)
    if kind.startswith("fuse."):
        return kind.removeprefix("fuse.") in _NETWORK_FUSE
    return kind in _NETWORK


def _unescape(text: str) -> str:
    """Undo the escapes of the mount table: a space in a path stands there as backslash 040."""
    return _OCTAL.sub(lambda match: chr(int(match.group(1), 8)), text)
