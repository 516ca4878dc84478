"""The agent's side of the telecom pack: accounts, plans, bills, SIMs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.telecom import OWN, load_telecom, open_desk

TELECOM = load_telecom()


@pytest.mark.parametrize("number", ["0551-204-471", "0551204471", "0551 204 471", " (0551) 204471"])
def test_a_number_is_found_however_it_is_written(number: str) -> None:
    with open_desk(TELECOM) as desk:
        found = desk.agent("find_customer", phone_number=number, service_code="52817")
    assert (found["customer_id"], found["line_id"]) == ("C-1041", OWN)
    assert "service_code" not in found
    assert "date_of_birth" not in found


def test_a_number_without_its_code_opens_nothing() -> None:
    with open_desk(TELECOM) as desk:
        wrong = {"phone_number": "0551-204-471", "service_code": "30964"}
        assert "does not match" in desk.refusal("agent", "find_customer", **wrong)
        none = {"phone_number": "0551-000-000", "service_code": "52817"}
        assert "no Petrel line" in desk.refusal("agent", "find_customer", **none)
        empty = {"phone_number": "", "service_code": ""}
        desk.refusal("agent", "find_customer", **empty)


@pytest.mark.parametrize(
    "born",
    ["1947-02-13", "13 February 1947", "13 feb 1947", "Feb 13, 1947", "13.2.1947", "13/02/1947"],
)
def test_a_person_is_found_by_name_and_date_of_birth(born: str) -> None:
    with open_desk(TELECOM) as desk:
        found = desk.agent("find_customer_by_name", full_name="anselm  ROTH", date_of_birth=born)
    assert found["customer_id"] == "C-1053"


@pytest.mark.parametrize("born", ["", "1947", "13 Nonsense 1947", "1947-13-02", "1947-02-30", "²"])
def test_what_is_no_date_is_refused(born: str) -> None:
    with open_desk(TELECOM) as desk:
        arguments = {"full_name": "Anselm Roth", "date_of_birth": born}
        assert "no date" in desk.refusal("agent", "find_customer_by_name", **arguments)


def test_a_wrong_date_of_birth_finds_nobody() -> None:
    with open_desk(TELECOM) as desk:
        arguments = {"full_name": "Anselm Roth", "date_of_birth": "1947-02-14"}
        assert "no account" in desk.refusal("agent", "find_customer_by_name", **arguments)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_line", {"line_id": "L-1"}),
        ("list_top_ups", {"line_id": "L-1"}),
        ("add_top_up", {"line_id": "L-1", "top_up_id": "data_5"}),
        ("add_top_up", {"line_id": OWN, "top_up_id": "data_50"}),
        ("change_plan", {"line_id": "L-1", "plan_id": "gannet", "start": "today"}),
        ("change_plan", {"line_id": OWN, "plan_id": "dodo", "start": "today"}),
        ("change_plan", {"line_id": OWN, "plan_id": "guillemot", "start": "today"}),
        ("change_plan", {"line_id": OWN, "plan_id": "tern", "start": "today"}),
        ("change_plan", {"line_id": OWN, "plan_id": "gannet", "start": "yesterday"}),
        ("enable_roaming", {"line_id": "L-1"}),
        ("disable_roaming", {"line_id": "L-1"}),
        ("suspend_line", {"line_id": "L-1", "reason": "lost"}),
        ("suspend_line", {"line_id": "L-2052", "reason": "lost"}),
        ("suspend_line", {"line_id": OWN, "reason": "unpaid"}),
        ("resume_line", {"line_id": "L-1"}),
        ("resume_line", {"line_id": OWN}),
        ("refresh_provisioning", {"line_id": "L-1"}),
        ("replace_sim", {"line_id": "L-1", "kind": "card"}),
        ("replace_sim", {"line_id": OWN, "kind": "esim"}),
        ("replace_sim", {"line_id": OWN, "kind": "esim", "eid": "123"}),
        ("list_bills", {"customer_id": "C-1"}),
        ("get_bill", {"bill_id": "B-1"}),
        ("send_payment_request", {"bill_id": "B-1"}),
        ("send_payment_request", {"bill_id": "B-7101"}),
        ("credit_bill", {"bill_id": "B-1", "amount": 1.0, "reason": "outage"}),
        ("credit_bill", {"bill_id": "B-7101", "amount": 1.0, "reason": "outage"}),
        ("credit_bill", {"bill_id": "B-7114", "amount": 0.0, "reason": "outage"}),
        ("credit_bill", {"bill_id": "B-7114", "amount": 28.46, "reason": "outage"}),
        ("transfer_to_human", {"line_id": "L-1", "queue": "network"}),
        ("transfer_to_human", {"line_id": OWN, "queue": "anybody"}),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    tool: str, arguments: dict[str, Any]
) -> None:
    with open_desk(TELECOM) as desk:
        assert desk.refusal("agent", tool, **arguments)


def test_ids_are_read_loosely() -> None:
    with open_desk(TELECOM) as desk:
        assert desk.agent("get_line", line_id=" l-2041 ")["number"] == "0551-204-471"
        assert desk.agent("get_bill", bill_id="b-7101")["bill_id"] == "B-7101"


def test_top_ups_depend_on_the_plan() -> None:
    with open_desk(TELECOM) as desk:
        assert set(desk.agent("list_top_ups", line_id=OWN)) == {
            *("data_2", "data_5", "data_10", "data_25", "world_1", "world_4")
        }
        # Puffin, a tablet, a plan without limit.
        assert "data_25" not in desk.agent("list_top_ups", line_id="L-2042")
        assert "world_1" not in desk.agent("list_top_ups", line_id="L-2043")
        assert set(desk.agent("list_top_ups", line_id="L-2053")) == {"world_1", "world_4"}


def test_a_top_up_is_charged() -> None:
    with open_desk(TELECOM) as desk:
        left = desk.agent("get_line", line_id=OWN)["data_left_gb"]
        desk.agent("add_top_up", line_id=OWN, top_up_id="data_5")
        line = desk.agent("get_line", line_id=OWN)
    assert line["data_left_gb"] == pytest.approx(left + 5)
    assert line["charges"] == [{"text": "Data top-up 5 GB", "amount": 9.0, "on": "2027-04-21"}]


def test_a_change_of_plan_costs_today_and_is_free_from_the_next_bill() -> None:
    with open_desk(TELECOM) as desk:
        later = desk.agent("change_plan", line_id=OWN, plan_id="gannet", start="next_bill")
        assert later["fee"] == 0.0
        assert (desk.line["plan_id"], desk.line["next_plan_id"]) == ("tern", "gannet")
        today = desk.agent("change_plan", line_id=OWN, plan_id="gannet", start="today")
        assert today["fee"] == desk.agent("list_plans")["change_today_fee"] == 8.0
        assert (desk.line["plan_id"], desk.line["next_plan_id"]) == ("gannet", "")
        assert [charge["amount"] for charge in desk.line["charges"]] == [8.0]


def test_a_barred_line_takes_neither_plan_nor_top_up() -> None:
    with open_desk(TELECOM) as desk:
        line = "L-2052"
        desk.refusal("agent", "add_top_up", line_id=line, top_up_id="data_5")
        desk.refusal("agent", "change_plan", line_id=line, plan_id="tern", start="today")


def test_a_line_barred_for_a_debt_is_resumed_only_once_it_is_paid() -> None:
    paid = {"B-7123": {"status": "settled", "settled_on": "2027-04-20"}}
    with open_desk(TELECOM) as desk:
        assert "B-7123" in desk.refusal("agent", "resume_line", line_id="L-2052")
    with open_desk(TELECOM, bills=paid) as desk:
        # The bill of March is open as well, but not overdue.
        desk.agent("resume_line", line_id="L-2052")
        assert desk.state["lines"]["L-2052"]["status"] == "active"


def test_a_credit_lowers_the_bill() -> None:
    with open_desk(TELECOM) as desk:
        got = desk.agent("credit_bill", bill_id="B-7114", amount=3.0, reason="outage")
        assert got["total"] == 25.45
        assert desk.agent("get_bill", bill_id="B-7114")["total"] == 25.45
        request = desk.agent("send_payment_request", bill_id="B-7114")
        assert request["amount"] == 25.45


def test_bills_come_newest_first() -> None:
    with open_desk(TELECOM) as desk:
        bills = desk.agent("list_bills", customer_id="C-1050")
    assert [(bill["period"], bill["status"]) for bill in bills] == [
        ("March 2027", "open"),
        ("February 2027", "overdue"),
    ]


def test_incidents_are_found_by_town() -> None:
    with open_desk(TELECOM) as desk:
        assert [each["kind"] for each in desk.agent("get_network_incidents", area=" tarnford")] == [
            "works"
        ]
        assert desk.agent("get_network_incidents", area="Rossbeg") == []


def test_a_card_costs_and_an_esim_does_not() -> None:
    with open_desk(TELECOM) as desk:
        assert desk.agent("replace_sim", line_id=OWN, kind="esim", eid="3104470012")["fee"] == 0
        assert desk.line["charges"] == []
        desk.agent("replace_sim", line_id=OWN, kind="card")
        assert [charge["amount"] for charge in desk.line["charges"]] == [5.0]
        assert desk.line["sim_order"]["kind"] == "card"


def test_a_handover_is_noted_with_its_day() -> None:
    with open_desk(TELECOM) as desk:
        desk.agent("transfer_to_human", line_id=OWN, queue="accounts")
        assert desk.state["handovers"] == [
            {"line_id": OWN, "queue": "accounts", "on": "2027-04-21"}
        ]
