"""Orders that have arrived: fees, returns, exchanges, vouchers."""

from __future__ import annotations

from typing import Literal

from rut_env import read, write

from environment.records import Record, Records, done, money, refused

PARCEL_FEE = 4.50
BULKY_FEE = 19.00
LARGEST_VOUCHER = 25.00

RefundTo = Literal["original_payment", "gift_card"]


class Aftersales(Records):
    """Tools on an order after it arrived."""

    @read
    def quote_return(self, order_id: str, variant_ids: list[str], refund_to: RefundTo) -> Record:
        """Work out the return fee and the refund for items of a delivered order; change nothing.

        Args:
            order_id: The order number.
            variant_ids: The items, by variant id, for example ["V-1011"].
            refund_to: The original payment, or a new gift card.
        """
        order = self._order(order_id)
        if order is None:
            return self._no_order(order_id)
        problem = self._not_returnable(order, variant_ids)
        return refused(problem) if problem else done(self._quote(order, variant_ids, refund_to))

    @write
    def return_items(self, order_id: str, variant_ids: list[str], refund_to: RefundTo) -> Record:
        """Take items of a delivered order back and refund them, less the return fee.

        Args:
            order_id: The order number.
            variant_ids: The items, by variant id, for example ["V-1011"].
            refund_to: The original payment, or a new gift card (then there is no fee).
        """
        order = self._order(order_id)
        if order is None:
            return self._no_order(order_id)
        problem = self._not_returnable(order, variant_ids)
        if problem:
            return refused(problem)
        quote = self._quote(order, variant_ids, refund_to)
        for line in order["items"]:
            if line["variant_id"] in variant_ids:
                line["state"] = "returned"
        if all(line["state"] == "returned" for line in order["items"]):
            order["status"] = "returned"
        self._pay_back(order, quote["refund"], refund_to, quote["fee"])
        label = f"LABEL-{order['order_id']}"
        return done({"order_id": order["order_id"], **quote, "label": label})

    @write
    def exchange_item(
        self, order_id: str, variant_id: str, new_variant_id: str, payment_method_id: str
    ) -> Record:
        """Swap one item of a delivered order for another variant that is in stock.

        Args:
            order_id: The order number.
            variant_id: The item that comes back.
            new_variant_id: The variant that is sent out instead.
            payment_method_id: Where a difference in price is paid or refunded.
        """
        order = self._order(order_id)
        if order is None:
            return self._no_order(order_id)
        problem = self._not_returnable(order, [variant_id])
        new = self._variant(new_variant_id)
        if problem or new is None:
            return refused(problem or f"there is no variant {new_variant_id!r}")
        line = self._line(order, variant_id) or {}
        if new[1]["stock"] < line["quantity"]:
            return refused(f"{new_variant_id} is not in stock")
        if self._method(order["customer_id"], payment_method_id) is None:
            return refused(f"the customer has no payment method {payment_method_id!r}")
        new[1]["stock"] -= line["quantity"]
        difference = money((new[1]["price"] - line["price"]) * line["quantity"])
        line["state"] = "exchanged"
        line["replacement"] = {
            "variant_id": new_variant_id,
            "options": new[1]["options"],
            "difference": difference,
            "payment_method_id": payment_method_id,
        }
        label = f"LABEL-{order['order_id']}"
        return done({"order_id": order["order_id"], "item": line, "label": label})

    @write
    def give_voucher(self, order_id: str, amount: float) -> Record:
        """Put a goodwill voucher for the next order on the customer's account.

        Args:
            order_id: The order that it makes up for.
            amount: Pounds, at most 25.
        """
        order = self._order(order_id)
        if order is None:
            return self._no_order(order_id)
        if order["voucher"] is not None:
            return refused("this order already has a voucher")
        if not 0 < amount <= LARGEST_VOUCHER:
            return refused(f"the amount must lie between 0 and {LARGEST_VOUCHER:.0f} pounds")
        voucher = {"code": f"THANKS-{order['order_id']}", "amount": money(amount)}
        order["voucher"] = voucher
        self.customers[order["customer_id"]]["vouchers"].append(dict(voucher))
        return done(voucher)

    def _not_returnable(self, order: Record, variant_ids: list[str]) -> str:
        if order["status"] != "delivered":
            return f"the order is {order['status']}, not delivered"
        if not variant_ids or len(set(variant_ids)) < len(variant_ids):
            return "name each item once, and at least one"
        for variant_id in variant_ids:
            line = self._line(order, variant_id)
            if line is None:
                return f"there is no item {variant_id!r} in this order"
            if line["state"] != "kept":
                return f"item {variant_id} is already {line['state']}"
        return ""

    def _quote(self, order: Record, variant_ids: list[str], refund_to: RefundTo) -> Record:
        lines = [line for line in order["items"] if line["variant_id"] in variant_ids]
        value = money(sum(line["price"] * line["quantity"] for line in lines))
        fee = 0.0 if refund_to == "gift_card" else self._fee(order, lines)
        return {
            "items": [line["name"] for line in lines],
            "value": value,
            "fee": fee,
            "refund": money(max(value - fee, 0.0)),
            "refund_to": refund_to,
        }

    def _fee(self, order: Record, lines: list[Record]) -> float:
        bulky = [line for line in lines if self.products[line["product_id"]]["bulky"]]
        parcel = len(bulky) < len(lines)
        club = self.customers[order["customer_id"]]["kettle_club"]
        return money(BULKY_FEE * len(bulky) + (PARCEL_FEE if parcel and not club else 0.0))
