"""The shelves that all tools share, and how a tool answers."""

from __future__ import annotations

from typing import Any

from rut_env import now

Record = dict[str, Any]


def done(data: Any) -> Record:
    """Answer that a call worked."""
    return {"success": True, "data": data}


def refused(error: str) -> Record:
    """Answer that a call did not work, and why."""
    return {"success": False, "error": error}


def today() -> str:
    """Return the shop's date, ISO 8601."""
    return now().date().isoformat()


def money(amount: float) -> float:
    """Round to pennies; an amount of minus nothing is nothing."""
    return round(amount, 2) + 0.0


class Records:
    """What the shop has on file, by id."""

    customers: dict[str, Record]
    products: dict[str, Record]
    orders: dict[str, Record]
    handovers: list[Record]

    def _order(self, order_id: str) -> Record | None:
        return self.orders.get(order_id.strip().upper())

    def _no_order(self, order_id: str) -> Record:
        return refused(f"there is no order {order_id!r}; order numbers look like MK-1234")

    def _line(self, order: Record, variant_id: str) -> Record | None:
        return next((line for line in order["items"] if line["variant_id"] == variant_id), None)

    def _variant(self, variant_id: str) -> tuple[Record, Record] | None:
        for product in self.products.values():
            if variant_id in product["variants"]:
                return product, product["variants"][variant_id]
        return None

    def _pay_back(self, order: Record, amount: float, to: str, fee: float = 0.0) -> Record:
        refund = {"amount": money(amount), "fee": money(fee), "to": to, "on": today()}
        order["refunds"].append(refund)
        method = self._method(order["customer_id"], order["payment_method_id"])
        if to == "original_payment" and method is not None and method["kind"] == "gift_card":
            method["balance"] = money(method["balance"] + amount)
        return refund

    def _method(self, customer_id: str, payment_method_id: str) -> Record | None:
        customer = self.customers.get(customer_id, {})
        method: Record | None = customer.get("payment_methods", {}).get(payment_method_id)
        return method
