from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rut_domains.faults import InputFault
from tests.support.foreign import kinds, only, outline, read_path, read_value
from tests.support.recorded import (
    answered,
    call,
    said,
    tau2_results,
    tau2_simulation,
    tau2_task,
    write_json,
)


def test_header_briefing_and_recorded_data(tmp_path: Path) -> None:
    simulation = tau2_simulation(agent_cost=0.2, user_cost=0.1, review={"summary": "fine"})
    [dialogue], report = read_value(tmp_path, tau2_results([simulation], mood="good"))
    assert (dialogue.domain, dialogue.task_id, dialogue.link) == ("tau2-library", "0", "linked")
    assert dialogue.user.model_dump() == {"kind": "model", "name": "model-u"}
    assert dialogue.agent.name == "model-a"
    assert dialogue.created_at == "2026-01-01T09:00:00+00:00"
    assert dialogue.seed == 7
    assert (dialogue.origin.system, dialogue.origin.source_id) == ("tau2", "s0")
    assert dialogue.origin.file == "file.json"
    contract = dialogue.briefing.contract
    assert contract is not None
    assert contract.reason == "You want to renew book 0."
    assert contract.known == "You are Ada Poe."
    assert contract.unknown == "You do not know the due date."
    assert contract.instructions == "Refuse fees."
    assert contract.guidelines == "Rules for users."
    assert contract.extra == {"domain": "library"}
    assert dialogue.briefing.policy == "Be kind."
    assert [tool.name for tool in dialogue.briefing.agent_tools] == ["renew"]
    recorded = dialogue.recorded
    assert recorded["reward"] == 1.0
    assert recorded["costs"] == {"user": 0.1, "agent": 0.2}
    assert recorded["models"] == {"user": "model-u", "agent": "model-a"}
    assert recorded["simulation"]["review"] == {"summary": "fine"}
    assert recorded["task"] == tau2_task()
    assert recorded["file"] == {"timestamp": "2026-01-01T10:00:00"}
    assert report.file == {"timestamp": "2026-01-01T10:00:00", "mood": "good"}
    assert report.kept == {"file.mood": 1}
    assert (report.dialogues, report.checkable, report.mislinked) == (1, 1, 0)


def test_nothing_of_the_file_is_lost(tmp_path: Path) -> None:
    """Every text of the file stands somewhere in the dialogue, or in the report of the import."""
    simulation = tau2_simulation(extra_key={"deep": ["canary-simulation"]}, policy="canary-policy")
    simulation["messages"][2]["raw_data"] = {"id": "canary-raw"}
    simulation["messages"][2]["tool_calls"][0]["type"] = "canary-call"
    simulation["reward_info"]["info"] = {"note": "canary-reward"}
    task = tau2_task(notes="canary-task")
    results = tau2_results([simulation], [task], file_key="canary-file")
    results["info"]["llm_judge"] = "canary-info"
    [dialogue], report = read_value(tmp_path, results)
    text = dialogue.model_dump_json() + report.model_dump_json()
    for word in ("simulation", "policy", "raw", "call", "reward", "task", "file", "info"):
        assert f"canary-{word}" in text


@pytest.mark.parametrize(
    "order", [("tasks", "info", "simulations"), ("simulations", "info", "tasks")]
)
def test_the_order_of_the_members_does_not_matter(order: tuple[str, ...], tmp_path: Path) -> None:
    results = tau2_results()
    [expected], _ = read_value(tmp_path, results)
    [dialogue], report = read_value(tmp_path, {key: results[key] for key in order})
    assert dialogue.id == expected.id
    assert dialogue.briefing == expected.briefing
    assert report.dialogues == 1


def test_a_file_without_head_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    [dialogue], report = read_value(tmp_path, {"simulations": [tau2_simulation()]})
    assert dialogue.domain == "tau2-unknown"
    assert dialogue.link == "unlinked"
    assert dialogue.briefing.contract is None
    assert kinds(report) == ["task_missing"]


def test_ids_do_not_depend_on_layout_or_provider_data(tmp_path: Path) -> None:
    plain = tau2_simulation()
    rich = tau2_simulation(review={"summary": "x"})
    for message in rich["messages"]:
        message["cost"] = 0.1
    [one], _ = read_value(tmp_path, tau2_results([plain]))
    [other], _ = read_value(tmp_path, tau2_results([rich], timestamp="later"))
    assert one.id == other.id
    [trial], _ = read_value(tmp_path, tau2_results([tau2_simulation(trial=1)]))
    assert trial.id != one.id


def test_ids_with_markup_slashes_and_newlines_are_only_names(tmp_path: Path) -> None:
    name = "[mms]a|b/../c\n[PERSONA:Hard]"
    task = tau2_task(name)
    [dialogue], report = read_value(tmp_path, tau2_results([tau2_simulation(name, name)], [task]))
    assert dialogue.task_id == name
    assert dialogue.origin.source_id == name
    assert kinds(report) == []


def test_two_dialogues_with_one_id_both_survive(tmp_path: Path) -> None:
    other = tau2_simulation(messages=[said("user", "Another ###STOP###")])
    dialogues, report = read_value(tmp_path, tau2_results([tau2_simulation(), other]))
    assert len({dialogue.id for dialogue in dialogues}) == 2
    assert len({dialogue.origin.source_id for dialogue in dialogues}) == 2
    assert only(report, "duplicate_id").dialogue == dialogues[1].id
    assert dialogues[1].recorded["simulation"]["id"] == "s0"


def test_the_same_dialogue_twice_is_kept_once(tmp_path: Path) -> None:
    dialogues, report = read_value(tmp_path, tau2_results([tau2_simulation()] * 2))
    assert len(dialogues) == 1
    assert kinds(report) == ["duplicate_dialogue"]


def test_a_task_given_twice_counts_once(tmp_path: Path) -> None:
    tasks = [tau2_task(), tau2_task(ticket="other")]
    [dialogue], report = read_value(tmp_path, tau2_results(tasks=tasks))
    assert kinds(report) == ["duplicate_task"]
    assert dialogue.recorded["task"] == tasks[0]


def test_a_task_without_scenario_gives_no_contract(tmp_path: Path) -> None:
    [dialogue], report = read_value(tmp_path, tau2_results(tasks=[tau2_task(user_scenario=None)]))
    assert dialogue.briefing.contract is None
    assert kinds(report) == ["contract_missing"]


@pytest.mark.parametrize("scenario", ["Renew a book.", {"instructions": "Renew a book."}])
def test_a_scenario_in_prose(scenario: Any, tmp_path: Path) -> None:
    tasks = [tau2_task(user_scenario=scenario)]
    [dialogue], _ = read_value(tmp_path, tau2_results(tasks=tasks))
    contract = dialogue.briefing.contract
    assert contract is not None
    assert contract.instructions == "Renew a book."


def test_misspelt_keys_of_a_scenario_are_kept_but_not_told(tmp_path: Path) -> None:
    scenario = {"persoca": "curt", "instructions": {"reason_for_call": "x", "knwon_info": "secret"}}
    [dialogue], _ = read_value(tmp_path, tau2_results(tasks=[tau2_task(user_scenario=scenario)]))
    contract = dialogue.briefing.contract
    assert contract is not None
    assert contract.extra == {"persoca": "curt", "knwon_info": "secret"}
    assert "secret" not in contract.text()


class TestGuidelines:
    TALK = (
        said("user", None, tool_calls=[call("look", requestor="user")]),
        answered("3", requestor="user"),
        said("user", "###STOP###"),
    )

    def put(self, folder: Path) -> None:
        (folder / "tau2" / "user_simulator").mkdir(parents=True)
        rules = folder / "tau2" / "user_simulator"
        (rules / "simulation_guidelines.md").write_text("Rules for users.\n")
        (rules / "simulation_guidelines_tools.md").write_text("Rules for users with tools.\n")

    def guidelines(self, folder: Path, results: Any) -> tuple[str, list[str]]:
        path = write_json(folder / "simulations" / "run.json", results)
        [dialogue], report = read_path(path)
        assert dialogue.briefing.contract is not None
        return dialogue.briefing.contract.guidelines, kinds(report)

    def test_a_user_with_calls_gets_those_with_tools(self, tmp_path: Path) -> None:
        self.put(tmp_path)
        results = tau2_results([tau2_simulation(messages=self.TALK)])
        assert self.guidelines(tmp_path, results) == (
            "Rules for users with tools.",
            ["guidelines_mismatch"],
        )

    def test_without_anything_better_the_recorded_ones_are_used(self, tmp_path: Path) -> None:
        results = tau2_results([tau2_simulation(messages=self.TALK)])
        assert self.guidelines(tmp_path, results) == ("Rules for users.", ["guidelines_mismatch"])

    def test_a_silent_user_of_a_domain_with_user_tools_gets_them_too(self, tmp_path: Path) -> None:
        self.put(tmp_path)
        state = {"initialization_actions": [{"env_type": "user", "func_name": "f"}]}
        results = tau2_results(tasks=[tau2_task(initial_state=state)])
        assert self.guidelines(tmp_path, results) == ("Rules for users with tools.", [])

    def test_a_task_can_take_the_tools_away(self, tmp_path: Path) -> None:
        self.put(tmp_path)
        tasks = [tau2_task(user_tools=[]), tau2_task("1", user_tools=["look"])]
        assert self.guidelines(tmp_path, tau2_results(tasks=tasks)) == ("Rules for users.", [])

    def test_the_recorded_text_wins_for_users_without_tools(self, tmp_path: Path) -> None:
        self.put(tmp_path)
        results = tau2_results()
        results["info"]["user_info"]["global_simulation_guidelines"] = "Older rules."
        assert self.guidelines(tmp_path, results) == ("Older rules.", [])


class TestLinks:
    """The simulation names task 0, the checked actions are those of task 1."""

    RESULTS = tau2_results(
        [tau2_simulation(task_id="1") | {"task_id": "0"}], [tau2_task("0"), tau2_task("1")]
    )

    def test_a_mislinked_dialogue_shows_no_other_tasks_contract(self, tmp_path: Path) -> None:
        [dialogue], report = read_value(tmp_path, self.RESULTS)
        assert (dialogue.link, dialogue.task_id) == ("unlinked", "0")
        assert dialogue.briefing.contract is None
        assert dialogue.task_hash == ""
        assert (report.checkable, report.mislinked, report.unlinked) == (1, 1, 1)
        finding = only(report, "mislinked")
        assert "'0'" in finding.text
        assert "'1'" in finding.text

    def test_relink_takes_the_task_really_played(self, tmp_path: Path) -> None:
        [dialogue], report = read_value(tmp_path, self.RESULTS, "relink")
        assert (dialogue.link, dialogue.task_id) == ("relinked", "1")
        assert dialogue.briefing.contract is not None
        assert "book 1" in dialogue.briefing.contract.reason
        assert (report.mislinked, report.unlinked) == (1, 0)

    def test_accept_takes_the_task_as_named(self, tmp_path: Path) -> None:
        [dialogue], _ = read_value(tmp_path, self.RESULTS, "accept")
        assert (dialogue.link, dialogue.task_id) == ("accepted", "0")
        assert dialogue.briefing.contract is not None
        assert "book 0" in dialogue.briefing.contract.reason

    def test_the_id_is_the_same_however_it_is_linked(self, tmp_path: Path) -> None:
        ids = {
            read_value(tmp_path, self.RESULTS, choice)[0][0].id
            for choice in ("keep", "relink", "accept")
        }
        assert len(ids) == 1

    def test_without_a_candidate_relink_leaves_it_unlinked(self, tmp_path: Path) -> None:
        simulation = tau2_simulation(task_id="9") | {"task_id": "0"}
        [dialogue], report = read_value(tmp_path, tau2_results([simulation]), "relink")
        assert dialogue.link == "unlinked"
        assert report.mislinked == 1

    def test_what_cannot_be_checked_is_linked_as_named_and_counted(self, tmp_path: Path) -> None:
        silent = [
            tau2_simulation("s1", reward_info=None),
            tau2_simulation("s2", reward_info={"reward": 0.0, "action_checks": []}),
        ]
        dialogues, report = read_value(tmp_path, tau2_results(silent))
        assert [dialogue.link for dialogue in dialogues] == ["linked"] * 2
        assert (report.dialogues, report.checkable, report.uncheckable) == (2, 0, 2)
        assert kinds(report) == []
        wrong = tau2_simulation("s3", "1") | {"task_id": "0"}
        tasks = [tau2_task("0"), tau2_task("1")]
        dialogues, report = read_value(tmp_path, tau2_results([*silent, wrong], tasks))
        assert [dialogue.link for dialogue in dialogues] == ["linked", "linked", "unlinked"]
        assert (report.checkable, report.mislinked, report.uncheckable) == (1, 1, 2)


class TestFolders:
    def put(self, folder: Path, *simulations: Any, **changes: Any) -> Path:
        results = tau2_results(**changes)
        results.pop("simulations")
        write_json(folder / "results.json", results)
        for simulation in simulations:
            write_json(folder / "simulations" / f"{simulation['id']}.json", simulation)
        return folder

    def test_a_run_in_a_folder(self, tmp_path: Path) -> None:
        run = self.put(tmp_path / "run", tau2_simulation("a"), tau2_simulation("b", trial=1))
        dialogues, report = read_path(run)
        assert [dialogue.origin.source_id for dialogue in dialogues] == ["a", "b"]
        assert dialogues[0].origin.file == "run"
        assert kinds(report) == []
        assert read_path(run / "results.json")[0][0].id == dialogues[0].id

    def test_index_and_files_are_compared(self, tmp_path: Path) -> None:
        index = [{"id": "a"}, {"id": "gone"}]
        run = self.put(tmp_path, tau2_simulation("a"), tau2_simulation("b"), simulation_index=index)
        _, report = read_path(run)
        assert [(f.kind, f.source) for f in report.findings] == [
            ("index_mismatch", "gone"),
            ("index_mismatch", "b"),
        ]

    def test_a_broken_part_names_its_file(self, tmp_path: Path) -> None:
        run = self.put(tmp_path, tau2_simulation("a"))
        (run / "simulations" / "a.json").write_text('{"id": "a",')
        with pytest.raises(InputFault) as caught:
            read_path(run)
        assert "a.json:1:" in caught.value.place

    def test_one_simulation_alone_points_to_its_folder(self, tmp_path: Path) -> None:
        run = self.put(tmp_path / "run", tau2_simulation("a"))
        with pytest.raises(InputFault) as caught:
            read_path(run / "simulations" / "a.json")
        assert str(run) in caught.value.hint


class TestVoice:
    def tick(self, **parts: Any) -> dict[str, Any]:
        empty = {"agent_tool_calls": [], "user_tool_calls": [], "agent_tool_results": []}
        return {"tick_id": 0, "timestamp": "2026-01-01T10:00:00", **empty, **parts}

    def chunk(self, text: str | None, *utterances: str, **more: Any) -> dict[str, Any]:
        return {"content": text, "utterance_ids": list(utterances), **more}

    def test_ticks_are_joined_to_messages(self, tmp_path: Path) -> None:
        ticks = [
            self.tick(agent_chunk=self.chunk("Hel", "u1"), user_chunk=self.chunk(None)),
            self.tick(agent_chunk=self.chunk("lo.", "u1")),
            self.tick(agent_chunk=self.chunk("Go on.", "u2")),
            self.tick(user_chunk=self.chunk("Renew it.", "u3")),
            self.tick(agent_tool_calls=[call("renew")], agent_tool_results=[answered("ok")]),
            self.tick(agent_chunk=self.chunk("Done.", "u4")),
            self.tick(user_chunk=self.chunk("###STOP###", "u5")),
        ]
        simulation = tau2_simulation(messages=None, ticks=ticks, mode="full_duplex")
        [dialogue], report = read_value(tmp_path, tau2_results([simulation]))
        assert outline(dialogue.events) == [
            ("says", "agent", "Hello. Go on.", "agent+user"),
            ("says", "user", "Renew it.", "agent+user"),
            ("calls", "agent", "renew", "agent"),
            ("result", "renew", "ok", "agent"),
            ("says", "agent", "Done.", "agent+user"),
            ("stop", "user", "satisfied", "agent+user"),
        ]
        assert kinds(report) == ["voice_flattened"]
        assert dialogue.recorded["simulation"]["ticks"] == ticks

    def test_sound_is_no_text(self, tmp_path: Path) -> None:
        script = '<message uuid="u1">Hi there</message>'
        chunk = self.chunk("UklGRg==", "u1", is_audio=True, audio_script_gold=script)
        simulation = tau2_simulation(messages=None, ticks=[self.tick(agent_chunk=chunk)])
        [dialogue], _ = read_value(tmp_path, tau2_results([simulation]))
        assert outline(dialogue.events)[0][2] == "Hi there"

    def test_a_run_without_words_is_refused_with_the_reason(self, tmp_path: Path) -> None:
        silent = tau2_simulation("v", messages=None, ticks=[self.tick(agent_chunk={})] * 9)
        dialogues, report = read_value(tmp_path, tau2_results([silent, tau2_simulation("t")]))
        assert [dialogue.origin.source_id for dialogue in dialogues] == ["t"]
        assert only(report, "voice_without_text").source == "v"
        assert report.dialogues == 1


@pytest.mark.parametrize(
    ("results", "place"),
    [
        ({"info": {}, "tasks": {}, "simulations": []}, ""),
        ({"info": [], "tasks": [], "simulations": []}, ""),
        ({"info": {}, "tasks": [1], "simulations": []}, "tasks[0]"),
        ({"info": {}, "tasks": [], "simulations": {}}, ""),
        ({"info": {}, "tasks": [], "simulations": [3]}, "simulations[0]"),
        ({"simulations": [tau2_simulation(), {"id": "x"}]}, "simulations[1]"),
        ({"simulations": [tau2_simulation(messages="x")]}, "simulations[0]"),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(
    results: Any, place: str, tmp_path: Path
) -> None:
    with pytest.raises(InputFault) as caught:
        read_value(tmp_path, results)
    assert "file.json:1:" in caught.value.place
    assert place in caught.value.place


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    text = json.dumps(tau2_results())
    for length in range(1, len(text), 97):
        path = tmp_path / "cut.json"
        path.write_text(text[:length])
        with pytest.raises(InputFault):
            read_path(path)
