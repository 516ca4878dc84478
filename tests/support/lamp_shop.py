"""A small shop with a task, for tests of the scripted agent: no pack, no child process."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from rut_domains.contract import Contract
from rut_domains.lexicon import Concept, Lexicon
from rut_domains.task import Refusal, Slot, Step, Task
from rut_domains.tool import ToolSpec
from tests.support.agent_table import Table

ORDERS: dict[str, dict[str, Any]] = {
    "W-1023": {
        "order_id": "W-1023",
        "customer_id": "C-17",
        "status": "delivered",
        "items": [
            {"item_id": "I-700", "name": "Desk lamp", "colour": "blue", "price": 39.5},
            {"item_id": "I-701", "name": "Floor rug", "colour": "grey", "price": 80.0},
        ],
    },
    "W-1032": {
        "order_id": "W-1032",
        "customer_id": "C-17",
        "status": "shipped",
        "items": [{"item_id": "I-710", "name": "Wall clock", "colour": "red", "price": 25.0}],
    },
}
VARIANTS = [
    {"item_id": "I-700", "name": "Desk lamp", "colour": "blue", "price": 39.5, "stock": 3},
    {"item_id": "I-702", "name": "Desk lamp", "colour": "green", "price": 39.5, "stock": 2},
    {"item_id": "I-703", "name": "Desk lamp", "colour": "yellow", "price": 34.0, "stock": 0},
]
CUSTOMERS = {"anna.berg@example.com": {"customer_id": "C-17", "name": "Anna Berg"}}
LEXICON = Lexicon(
    concepts=(
        Concept(name="order_number", phrases=("order number", "which order"), pattern=r"W-\d{4}"),
        Concept(name="email", phrases=("email",), pattern=r"[\w.+-]+@[\w.-]+\w"),
    )
)


class Shop:
    """The world: plain dictionaries."""

    def __init__(self) -> None:
        self.orders = copy.deepcopy(ORDERS)
        self.exchanged: list[dict[str, Any]] = []
        self.handed_over = False

    def __call__(self, seat: str, tool: str, arguments: Mapping[str, Any], seq: int) -> Any:
        if not hasattr(self, tool):
            return {"success": True, "data": {}}
        try:
            return {"success": True, "data": getattr(self, tool)(**arguments)}
        except (KeyError, ValueError) as error:
            return {"success": False, "error": str(error).strip("'\"")}

    def find_customer(self, email: str) -> Any:
        if email.lower() not in CUSTOMERS:
            raise KeyError("no customer has this address")
        return CUSTOMERS[email.lower()]

    def list_orders(self, customer_id: str) -> Any:
        return [order for order in self.orders.values() if order["customer_id"] == customer_id]

    def get_order(self, order_id: str) -> Any:
        if order_id not in self.orders:
            raise KeyError(f"there is no order {order_id}")
        return self.orders[order_id]

    def find_variants(self, item_id: str) -> Any:
        return VARIANTS if item_id == "I-700" else []

    def exchange_item(self, order_id: str, item_id: str, new_item_id: str, reason: str) -> Any:
        order = self.get_order(order_id)
        if order["status"] != "delivered":
            raise ValueError("this order has not been delivered yet")
        if item_id not in [item["item_id"] for item in order["items"]]:
            raise ValueError("this item is not in the order")
        variant = next((v for v in VARIANTS if v["item_id"] == new_item_id), None)
        if variant is None or not variant["stock"]:
            raise ValueError("that variant is out of stock")
        made = {"order_id": order_id, "item_id": item_id, "new": new_item_id, "reason": reason}
        self.exchanged.append(made)
        return {**made, "label": "L-5"}

    def cancel_order(self, order_id: str) -> Any:
        raise ValueError("delivered orders cannot be cancelled")

    def transfer_to_human(self) -> Any:
        self.handed_over = True
        return {"queue": "desk"}


def _tool(name: str, description: str, writes: bool, /, **parameters: Any) -> ToolSpec:
    return ToolSpec(
        name=name,
        description=description,
        writes=writes,
        parameters={
            "type": "object",
            "properties": parameters,
            "required": list(parameters),
            "additionalProperties": False,
        },
    )


_TEXT = {"type": "string"}
REASONS = ["damaged", "wrong_colour", "not_as_expected"]
TOOLS = (
    _tool("find_customer", "Find a customer.", False, email=_TEXT),
    _tool("list_orders", "List orders.", False, customer_id=_TEXT),
    _tool("get_order", "Show an order.", False, order_id=_TEXT),
    _tool("find_variants", "Show variants of an item.", False, item_id=_TEXT),
    _tool(
        "exchange_item",
        "Exchange an item.",
        True,
        order_id={"type": "string", "description": "The order number."},
        item_id={"type": "string", "description": "The item that comes back."},
        new_item_id={"type": "string", "description": "The item wanted instead."},
        reason={"type": "string", "enum": REASONS, "description": "Why it is exchanged."},
    ),
    _tool("cancel_order", "Cancel an order.", True, order_id=_TEXT),
    _tool("transfer_to_human", "Hand over.", True),
)
STEPS = (
    Step(
        tool="find_customer",
        arguments={"email": "anna.berg@example.com"},
        slots={"email": Slot(ask=("Which e-mail address do you use?", "Your e-mail, please?"))},
    ),
    Step(
        tool="get_order",
        arguments={"order_id": "W-1023"},
        slots={"order_id": Slot(ask=("Which order is it?", "What is the order number?"))},
    ),
    Step(tool="find_variants", arguments={"item_id": "I-700"}),
    Step(
        tool="exchange_item",
        arguments={
            "order_id": "W-1023",
            "item_id": "I-700",
            "new_item_id": "I-702",
            "reason": "wrong_colour",
        },
        slots={
            "item_id": Slot(ask=("Which item is it?",), said=("lamp",)),
            "new_item_id": Slot(ask=("Which colour would you like?",), said=("green",)),
            "reason": Slot(
                ask=("Why do you want to exchange it?",),
                said=("colour", "does not match", "wrong shade"),
            ),
        },
        confirm=(
            "I would exchange the blue lamp of {order_id} for the green one. Shall I?",
            "The green lamp instead of the blue one, order {order_id}: is that right?",
        ),
        done=("Done, the green lamp is on its way; the label is {result.data.label}.",),
    ),
)
REFUSAL = Refusal(
    heard_as=("money back", "refund lamp"),
    says=("I am sorry, lamps are exchanged, not refunded.", "A refund is not possible for lamps."),
)


def make_task(
    *, steps: tuple[Step, ...] = STEPS, refusals: tuple[Refusal, ...] = (REFUSAL,)
) -> Task:
    """Return the exchange of a blue lamp for a green one, or another oracle in the same shop."""
    return Task(
        id="lamp",
        title="A lamp in another colour",
        domain="shop",
        contract=Contract(),
        oracle=steps,
        refusals=refusals,
    )


def open_shop(
    *,
    task: Task | None = None,
    seed: int = 0,
    policy: str = "",
    tools: tuple[ToolSpec, ...] = TOOLS,
    greeting: str = "Hello, how can I help?",
) -> tuple[Table, Shop]:
    """Return a table in the shop, and the shop."""
    shop = Shop()
    table = Table(
        task=task or make_task(),
        lexicon=LEXICON,
        world=shop,
        tools=tools,
        policy=policy,
        now="2027-03-16T09:30:00+00:00",
        seed=seed,
        greeting=greeting,
    )
    return table, shop
