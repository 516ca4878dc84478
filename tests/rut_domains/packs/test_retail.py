from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from rut_domains.environment import Environment
from rut_domains.outcomes import score
from rut_domains.pack import BUILTIN, Pack, load_pack, start_state
from rut_domains.pack.check import check_pack
from rut_domains.pack.oracle import replay_oracle

STATUSES = {"processing", "shipped", "delivered", "returned", "cancelled"}


@pytest.fixture(scope="module")
def retail() -> Pack:
    return load_pack(BUILTIN / "retail")


def call(pack: Pack, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call one tool in a fresh environment."""
    with Environment.open(pack.environment, pack.state, now=pack.now) as environment:
        content = environment.call("agent", tool, arguments).content
    assert isinstance(content, dict)
    return content


def test_the_pack_passes_its_check_without_a_finding(retail: Pack) -> None:
    report = check_pack(retail)
    assert report.findings == ()
    assert report.replayed == len(retail.tasks)


def test_it_is_a_world_and_not_a_toy(retail: Pack) -> None:
    assert len(retail.state["customers"]) >= 20
    assert len(retail.state["products"]) >= 25
    assert len(retail.state["orders"]) >= 40
    assert len(retail.tasks) >= 10
    assert {order["status"] for order in retail.state["orders"].values()} == STATUSES


def test_the_tasks_cover_what_users_do(retail: Pack) -> None:
    tags = Counter(tag for task in retail.tasks.values() for tag in task.tags)
    wanted = {
        "execution",
        "forbidden",
        "conditional",
        "unknowns",
        "transfer",
        "several-goals",
        "correction",
        "identification",
        "asked-only",
    }
    assert wanted <= set(tags)
    assert tags["execution"] >= 3


def test_the_books_are_in_order(retail: Pack) -> None:
    customers, products = retail.state["customers"], retail.state["products"]
    variants = {
        key: (product, variant)
        for product in products.values()
        for key, variant in product["variants"].items()
    }
    for number, order in retail.state["orders"].items():
        customer = customers[order["customer_id"]]
        assert order["order_id"] == number
        assert order["payment_method_id"] in customer["payment_methods"]
        arrived = order["status"] in ("delivered", "returned")
        assert (order["delivered_on"] is not None) == arrived
        states = {line["state"] for line in order["items"]}
        if order["status"] in ("returned", "cancelled"):
            assert states == {order["status"]}
            paid_back = sum(refund["amount"] for refund in order["refunds"])
            assert 0 < paid_back <= order["total"]
        placed, promised = order["placed_on"], order["promised_by"]
        assert date.fromisoformat(placed) < date.fromisoformat(promised)
        assert date.fromisoformat(placed) <= date(2027, 3, 16)
        total = sum(line["price"] * line["quantity"] for line in order["items"])
        assert order["total"] == pytest.approx(total + order["delivery_charge"])
        for line in order["items"]:
            product, variant = variants[line["variant_id"]]
            assert (line["product_id"], line["name"]) == (product["product_id"], product["name"])
            assert line["options"] == variant["options"]
            share = 0.6 if line["outlet"] else 1.0
            assert line["price"] == pytest.approx(variant["price"] * share)


def test_no_address_can_be_a_real_one(retail: Pack) -> None:
    for customer in retail.state["customers"].values():
        assert customer["email"].split("@")[1] in {"example.com", "example.net", "example.org"}
        # No postcode of the United Kingdom begins with Q, V or X.
        assert customer["address"]["postcode"][0] in "QVX"


def test_the_policy_can_be_read_in_a_narrow_terminal(retail: Pack) -> None:
    assert max(map(len, retail.policy.splitlines())) <= 80
    assert len(retail.policy.split()) < 800


def test_the_tools_are_described_for_people(retail: Pack) -> None:
    with Environment.open(retail.environment, retail.state, now=retail.now) as environment:
        tools = environment.agent_tools
        assert environment.user_tools == ()
    assert len(tools) >= 12
    assert all(tool.writes is not None for tool in tools)
    for tool in tools:
        assert tool.description
        for name, schema in tool.parameters["properties"].items():
            assert schema.get("description"), f"{tool.name}.{name}"


def test_a_played_oracle_is_a_success(retail: Pack) -> None:
    for task in retail.tasks.values():
        run = replay_oracle(retail, task)
        got = score(task, (), run.initial, run.final, run.agent_tools, expected_state=run.final)
        assert (got.success, got.collateral_free) == (True, True), task.id


def test_customers_are_found_by_mail_or_by_name_and_postcode(retail: Pack) -> None:
    assert call(retail, "find_customer_by_email", email=" Ines.Harper@EXAMPLE.com")["data"] == {
        "customer_id": "C-3001",
        "name": "Ines Harper",
    }
    # Two customers bear this name: the postcode tells them apart.
    found = call(retail, "find_customer_by_name", name="ines harper", postcode="vp48sn")
    assert found["data"]["customer_id"] == "C-3019"
    assert not call(retail, "find_customer_by_name", name="Ines", postcode="VP4 8SN")["success"]


@pytest.mark.parametrize(
    ("order", "variants", "to", "fee", "refund"),
    [
        ("MK-4061", ["V-1112"], "original_payment", 4.5, 69.5),  # a parcel
        ("MK-3989", ["V-2011"], "original_payment", 19.0, 210.0),  # bulky
        ("MK-3989", ["V-2011", "V-2091"], "original_payment", 23.5, 225.0),  # both
        ("MK-3989", ["V-2011"], "gift_card", 0.0, 229.0),
        ("MK-3815", ["V-2021"], "original_payment", 0.0, 184.0),  # a member of the club
        ("MK-4050", ["V-1121"], "original_payment", 19.0, 51.8),  # outlet price: 70.80
    ],
)
def test_return_fees(
    retail: Pack, order: str, variants: list[str], to: str, fee: float, refund: float
) -> None:
    quote = call(retail, "quote_return", order_id=order, variant_ids=variants, refund_to=to)["data"]
    assert (quote["fee"], quote["refund"]) == (fee, refund)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("cancel_order", {"order_id": "MK-4091", "reason": "changed_mind"}, "shipped"),
        ("cancel_order", {"order_id": "MK-9999", "reason": "changed_mind"}, "no order"),
        ("cancel_order", {"order_id": "MK-4127", "reason": "bored"}, "reason"),
        (
            "return_items",
            {"order_id": "MK-4127", "variant_ids": ["V-1111"], "refund_to": "gift_card"},
            "processing",
        ),
        (
            "return_items",
            {"order_id": "MK-4061", "variant_ids": ["V-9"], "refund_to": "gift_card"},
            "no item",
        ),
        (
            "return_items",
            {"order_id": "MK-4061", "variant_ids": [], "refund_to": "gift_card"},
            "at least one",
        ),
        (
            "exchange_item",
            {
                "order_id": "MK-3977",
                "variant_id": "V-2043",
                "new_variant_id": "V-2046",
                "payment_method_id": "PM-521",
            },
            "not in stock",
        ),
        (
            "change_payment_method",
            {"order_id": "MK-4133", "payment_method_id": "PM-507"},
            "already",
        ),
        ("change_payment_method", {"order_id": "MK-4133", "payment_method_id": "PM-501"}, "no pay"),
        ("give_voucher", {"order_id": "MK-3951", "amount": 26}, "between"),
        ("give_voucher", {"order_id": "MK-3951", "amount": float(0)}, "between"),
        ("transfer_to_human", {"order_id": "nothing"}, "no order"),
        ("get_product", {"product_id": "P-0"}, "no product"),
        ("search_products", {"words": "  "}, "at least one word"),
    ],
)
def test_a_call_that_cannot_be_says_why(
    retail: Pack, tool: str, arguments: dict[str, Any], words: str
) -> None:
    answer = call(retail, tool, **arguments)
    assert answer["success"] is False
    assert words in answer["error"]


def test_what_the_policy_forbids_the_tools_allow(retail: Pack) -> None:
    """An agent must be able to break the policy, or nothing would be measured."""
    late = {"order_id": "MK-3802", "variant_ids": ["V-1031"], "refund_to": "gift_card"}
    assert call(retail, "return_items", **late)["success"]
    small = {"order_id": "MK-4124", "payment_method_id": "PM-511"}
    assert call(retail, "change_payment_method", **small)["success"]


def test_a_handover_may_be_about_an_order_or_not(retail: Pack) -> None:
    with Environment.open(retail.environment, retail.state, now=retail.now) as environment:
        environment.call("agent", "transfer_to_human", {"order_id": "mk-4071"})
        environment.call("agent", "transfer_to_human", {})
        assert environment.state()["handovers"] == [
            {"order_id": "MK-4071", "on": "2027-03-16"},
            {"order_id": None, "on": "2027-03-16"},
        ]


def test_a_gift_card_gives_no_more_than_it_holds(retail: Pack) -> None:
    def order_and_balance(environment: Environment) -> tuple[float, float]:
        state = environment.state()
        methods = state["customers"]["C-3008"]["payment_methods"]
        return state["orders"]["MK-4124"]["unpaid"], methods["PM-511"]["balance"]

    start = start_state(retail, retail.tasks["gift-card-too-small"])
    with Environment.open(retail.environment, start, now=retail.now) as environment:
        assert order_and_balance(environment) == (0.0, 25.0)
        for method, expected in (("PM-511", (37.0, 0.0)), ("PM-510", (0.0, 25.0))):
            moves = {"order_id": "MK-4124", "payment_method_id": method}
            environment.call("agent", "change_payment_method", moves)
            assert order_and_balance(environment) == expected


def test_a_cancelled_order_gives_back_what_was_paid(retail: Pack) -> None:
    with Environment.open(retail.environment, retail.state, now=retail.now) as environment:
        moves = {"order_id": "MK-4124", "payment_method_id": "PM-511"}
        environment.call("agent", "change_payment_method", moves)
        wish = {"order_id": "MK-4124", "reason": "changed_mind"}
        refund = environment.call("agent", "cancel_order", wish).content["data"]["refund"]
        assert refund == {"amount": 25.0, "fee": 0.0, "to": "original_payment", "on": "2027-03-16"}
        methods = environment.state()["customers"]["C-3008"]["payment_methods"]
        assert methods["PM-511"]["balance"] == 25.0


def test_no_module_is_too_long() -> None:
    folder: Path = BUILTIN / "retail" / "environment"
    assert all(len(path.read_text().splitlines()) < 400 for path in folder.glob("*.py"))
