from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.faults import MissingFault, PackFault, UsageFault
from rut_tui.settings import Settings
from rut_tui.work import domains
from tests.support.packs import TASK, change, make_pack


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "packs").mkdir()
    return Settings(
        db=tmp_path / "db.sqlite", packs=(tmp_path / "packs",), config=tmp_path / "config"
    )


def test_a_task_named_by_pack_and_id_is_found(settings: Settings) -> None:
    pack, task = domains.find_task(settings, "retail", "late-chairs")
    assert (pack.name, task.id) == ("retail", "late-chairs")


def test_a_pack_may_be_named_by_its_folder(settings: Settings, tmp_path: Path) -> None:
    made = make_pack(tmp_path / "elsewhere")
    assert domains.open_pack(settings, str(made)).name == "library"


def test_what_is_left_open_is_drawn_by_the_seed(settings: Settings) -> None:
    first = [domains.choose_task(settings, None, None, seed) for seed in range(12)]
    second = [domains.choose_task(settings, None, None, seed) for seed in range(12)]
    names = [(pack.name, task.id) for pack, task in first]
    assert names == [(pack.name, task.id) for pack, task in second]
    assert len(set(names)) > 3
    assert {pack.name for pack, _ in (domains.choose_task(settings, "retail", None, 1),)} == {
        "retail"
    }


def test_a_task_alone_is_enough_where_only_one_pack_has_it(settings: Settings) -> None:
    pack, task = domains.choose_task(settings, None, "late-chairs", 0)
    assert (pack.name, task.id) == ("retail", "late-chairs")
    make_pack(settings.packs[0], "one")
    make_pack(settings.packs[0], "two")
    with pytest.raises(UsageFault, match="one, two"):
        domains.choose_task(settings, None, "renew-sander", 0)
    with pytest.raises(UsageFault, match="no task 'nope'"):
        domains.choose_task(settings, None, "nope", 0)
    with pytest.raises(UsageFault, match="no task 'nope'"):
        domains.choose_task(settings, "retail", "nope", 0)


def test_a_task_that_can_only_be_read_is_never_drawn(settings: Settings) -> None:
    made = make_pack(settings.packs[0])
    change(made, TASK, "tags:", "playable: its world is not here\ntags:")
    assert "library" not in [pack.name for pack in domains.playable_packs(settings)]
    with pytest.raises(UsageFault, match="its world is not here"):
        domains.choose_task(settings, "library", "renew-sander", 0)
    with pytest.raises(UsageFault, match="no task of 'library' can be played"):
        domains.choose_task(settings, "library", None, 0)


def test_a_broken_pack_is_a_fault_only_where_it_is_named(settings: Settings) -> None:
    made = make_pack(settings.packs[0])
    (made / "policy.md").unlink()
    assert domains.choose_task(settings, None, None, 3)[0].name != "library"
    with pytest.raises(PackFault):
        domains.choose_task(settings, "library", None, 0)


def test_a_new_pack_passes_the_check_untouched(settings: Settings) -> None:
    made = domains.make(settings, "bakery", settings.packs[0])
    assert made == settings.packs[0] / "bakery"
    report = domains.check(settings, "bakery")
    assert (report.ok, report.findings) == (True, ())


def test_a_new_pack_needs_no_consent_even_where_nothing_keeps_it_in(settings: Settings) -> None:
    bare = settings.model_copy(update={"sandbox": "none"})
    made = domains.make(bare, "bakery", settings.packs[0])
    assert domains.check(bare, "bakery").ok
    change(made, "environment.py", "days=7", "days=8")
    with pytest.raises(UsageFault, match="brings code of its own"):
        domains.check(bare, "bakery")
    assert not domains.check(bare, "bakery", trust=True).ok


def test_a_name_that_is_taken_is_refused(settings: Settings) -> None:
    with pytest.raises(UsageFault, match="already"):
        domains.make(settings, "retail", settings.packs[0])
    assert list(settings.packs[0].iterdir()) == []


def test_a_pack_whose_consent_cannot_be_kept_is_not_left_behind(
    settings: Settings, tmp_path: Path
) -> None:
    settings.config.write_text("a file where the folder should be")
    with pytest.raises(MissingFault, match="consent"):
        domains.make(settings, "bakery", tmp_path / "new" / "domains")
    assert not (tmp_path / "new").exists()
