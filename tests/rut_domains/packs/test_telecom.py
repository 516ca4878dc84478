from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest

from rut_domains.environment import Environment
from rut_domains.outcomes import score, value_at
from rut_domains.outcomes.assertions import holds
from rut_domains.pack import Pack, start_state
from rut_domains.pack.check import check_pack
from rut_domains.pack.oracle import replay_oracle
from rut_domains.task import Task
from tests.support.telecom import load_telecom

TELECOM = load_telecom()
TASKS = list(TELECOM.tasks.values())
NEEDS_USER = "dual-control"
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)


def open_task(task: Task) -> Environment:
    return Environment.open(TELECOM.environment, start_state(TELECOM, task), now=TELECOM.now)


def missed(task: Task, initial: dict[str, Any], final: dict[str, Any]) -> list[str]:
    return [each.path for each in task.assertions if not holds(each, initial, final)]


def test_the_pack_passes_its_check() -> None:
    report = check_pack(TELECOM)
    assert report.ok
    assert report.replayed == len(TASKS)
    # The EID is asked of nobody's memory: the phone shows it.
    assert {finding.task for finding in report.findings} <= {"esim-for-the-new-phone"}
    assert {finding.rule for finding in report.findings} <= {"question-unheard"}


def test_it_is_a_world_and_not_a_toy() -> None:
    state = TELECOM.state
    assert len(state["customers"]) >= 12
    assert len(state["lines"]) >= 15
    assert len(state["bills"]) >= 30
    assert len(state["plans"]) >= 5
    with open_task(TASKS[0]) as environment:
        assert len(environment.agent_tools) >= 12
        assert len(environment.user_tools) >= 14
        tools = (*environment.agent_tools, *environment.user_tools)
    for tool in tools:
        assert tool.writes is not None, tool.name
        assert tool.description
        for name, schema in tool.parameters["properties"].items():
            assert schema.get("description"), f"{tool.name}.{name}"


def test_half_of_the_tasks_need_the_phone() -> None:
    assert len(TASKS) >= 10
    assert sum(NEEDS_USER in task.tags for task in TASKS) * 2 >= len(TASKS)


def test_the_tasks_cover_what_users_do() -> None:
    tags = Counter(tag for task in TASKS for tag in task.tags)
    assert {
        "execution",
        "forbidden",
        "conditional",
        "asked-only",
        "unknowns",
        "transfer",
        "account-and-phone",
        "reported",
        "several-goals",
    } <= set(tags)


@each_task
def test_the_oracle_wins_and_nothing_else_changes(task: Task) -> None:
    run, again = replay_oracle(TELECOM, task), replay_oracle(TELECOM, task)
    assert [result.error for result in run.results] == [False] * len(task.oracle)
    assert run == again
    got = score(task, (), run.initial, run.final, run.agent_tools, expected_state=run.final)
    assert (got.success, got.collateral_free) == (True, True), got.reasons


@each_task
def test_no_task_is_won_at_the_start(task: Task) -> None:
    initial = start_state(TELECOM, task)
    assert missed(task, initial, initial)


@each_task
def test_the_agent_alone_wins_just_where_no_phone_is_needed(task: Task) -> None:
    with open_task(task) as environment:
        initial = environment.state()
        for tick, step in enumerate(task.oracle):
            if step.by == "agent":
                environment.call("agent", step.tool, step.arguments, tick=tick)
        left = missed(task, initial, environment.state())
    assert bool(left) == (NEEDS_USER in task.tags), left


@each_task
def test_each_step_on_the_phone_that_changes_it_is_needed(task: Task) -> None:
    with open_task(task) as environment:
        writes = {tool.name for tool in environment.user_tools if tool.writes}
    for left_out, step in enumerate(task.oracle):
        if step.by != "user" or step.tool not in writes:
            continue
        # Without Wi-Fi switched off the test measures nothing of use, but no harm is done.
        if step.tool == "set_wifi":
            continue
        with open_task(task) as environment:
            initial = environment.state()
            for tick, other in enumerate(task.oracle):
                if tick != left_out:
                    environment.call(other.by, other.tool, other.arguments, tick=tick)
            assert missed(task, initial, environment.state()), step.tool


@each_task
def test_looking_changes_nothing_and_the_phone_is_up_to_date(task: Task) -> None:
    with open_task(task) as environment:
        before = environment.state()
        for tool in environment.user_tools:
            if tool.writes is False:
                arguments = {"app": "camera"} if "app" in tool.parameters["properties"] else {}
                assert not environment.call("user", tool.name, arguments).error
        assert environment.state() == before
        # A switch put where it stands already makes the phone work out its connection anew.
        saver = before["phone"]["data_saver"]
        environment.call("user", "set_data_saver", {"on": saver})
        assert environment.state() == before


def test_the_books_are_in_order() -> None:
    state = TELECOM.state
    customers, lines, plans = state["customers"], state["lines"], state["plans"]
    assert len({line["number"] for line in lines.values()}) == len(lines)
    assert len({line["sim"]["iccid"] for line in lines.values()}) == len(lines)
    assert {line["customer_id"] for line in lines.values()} == set(customers)
    for key, customer in customers.items():
        assert customer["customer_id"] == key
        assert re.fullmatch(r"\d{5}", customer["service_code"])
        assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", customer["date_of_birth"])
        assert customer["email"].split("@")[1] in {"example.com", "example.net", "example.org"}
    for key, line in lines.items():
        assert line["line_id"] == key
        assert re.fullmatch(r"0551-\d{3}-\d{3}", line["number"])
        assert line["plan_id"] in plans
        assert (line["status"] == "suspended") == bool(line["barred_for"])
    for key, bill in state["bills"].items():
        line = lines[bill["line_id"]]
        assert (bill["bill_id"], bill["customer_id"]) == (key, line["customer_id"])
        assert bill["total"] == pytest.approx(sum(item["amount"] for item in bill["items"]))
        assert (bill["status"] == "settled") == bool(bill["settled_on"])
        due = date.fromisoformat(bill["issued"]) + timedelta(days=bill["days_to_pay"])
        past = due < date.fromisoformat(TELECOM.now[:10])
        assert (bill["status"] == "overdue") == (past and not bill["settled_on"])


@each_task
def test_the_phone_belongs_to_who_is_told_to_hold_it(task: Task) -> None:
    state = start_state(TELECOM, task)
    owner = state["customers"][state["phone"]["customer_id"]]
    assert owner["name"] in task.contract.persona
    facts = {fact.id: fact.value for fact in task.contract.facts}
    assert facts["name"] == owner["name"]
    assert facts["born"] == owner["date_of_birth"]
    assert facts.get("code", owner["service_code"]) == owner["service_code"]
    numbers = [
        line["number"]
        for line in state["lines"].values()
        if line["customer_id"] == owner["customer_id"]
    ]
    assert facts["number"] in numbers


def test_the_policy_can_be_read_in_a_narrow_terminal() -> None:
    lines = TELECOM.policy.splitlines()
    assert len(lines) <= 120
    assert max(map(len, lines)) <= 80


def test_the_policy_names_only_tools_that_there_are() -> None:
    with open_task(TASKS[0]) as environment:
        tools = {tool.name for tool in environment.agent_tools}
    columns = {*TELECOM.state["lines"]["L-2041"], *TELECOM.state["bills"]["B-7101"]}
    values = {"network", "fraud", "accounts", "settled", "overdue"}
    assert set(re.findall(r"`(\w+)`", TELECOM.policy)) <= tools | columns | values


def variants(pack: Pack) -> list[tuple[str, dict[str, Any]]]:
    """Return all calls that the user can make, but for those with free text."""
    with open_task(TASKS[0]) as environment:
        tools = environment.user_tools
    found: list[tuple[str, dict[str, Any]]] = []
    for tool in tools:
        calls: list[dict[str, Any]] = [{}]
        for name, schema in tool.parameters["properties"].items():
            values = [True, False] if schema.get("type") == "boolean" else schema["enum"]
            calls = [{**call, name: value} for call in calls for value in values]
        found.extend((tool.name, call) for call in calls)
    return found


def test_every_call_on_the_phone_has_words() -> None:
    directions = {
        (each.tool, str(sorted(each.arguments.items()))): each
        for each in TELECOM.lexicon.directions
    }
    with open_task(TELECOM.tasks["pictures-to-the-grandson"]) as environment:
        for tool, arguments in variants(TELECOM):
            result = environment.call("user", tool, arguments)
            direction = directions.get((tool, str(sorted(arguments.items()))))
            if direction is None:
                # No app has every permission: what cannot be granted needs no words.
                assert (tool, result.error) == ("grant_app_permission", True), arguments
                continue
            assert len(direction.heard_as) >= 6, tool
            assert len(direction.says) >= 3, tool
            if not result.error:
                assert value_at(result.content, "data.screen")
            assert all("{data.screen}" in text for text in direction.says)
