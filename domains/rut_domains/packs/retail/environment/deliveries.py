"""Orders on their way: showing, cancelling, sending elsewhere, paying otherwise."""

from __future__ import annotations

from typing import Literal

from rut_env import read, write

from environment.records import Record, Records, done, money, refused


class Deliveries(Records):
    """Tools on an order before it arrives."""

    @read
    def get_order(self, order_id: str) -> Record:
        """Show an order: status, dates, address, items, payment and refunds.

        Args:
            order_id: The order number, for example MK-1234.
        """
        order = self._order(order_id)
        return done(order) if order else self._no_order(order_id)

    @write
    def cancel_order(
        self,
        order_id: str,
        reason: Literal["changed_mind", "ordered_by_mistake", "takes_too_long"],
    ) -> Record:
        """Cancel a whole order that is still being processed, and pay the total back.

        Args:
            order_id: The order number.
            reason: Why the customer cancels.
        """
        order = self._order(order_id)
        if order is None:
            return self._no_order(order_id)
        if order["status"] != "processing":
            return refused(
                f"the order is {order['status']}; only a processing one can be cancelled"
            )
        order["status"] = "cancelled"
        order["cancel_reason"] = reason
        for line in order["items"]:
            line["state"] = "cancelled"
            self._restock(line)
        refund = self._pay_back(order, order["total"] - order["unpaid"], "original_payment")
        return done({"order_id": order["order_id"], "status": "cancelled", "refund": refund})

    @write
    def change_shipping_address(
        self, order_id: str, street: str, town: str, postcode: str
    ) -> Record:
        """Send an order to another address.

        Args:
            order_id: The order number.
            street: House number and street.
            town: Town or city.
            postcode: The postcode, for example QN4 8LD.
        """
        order = self._order(order_id)
        if order is None:
            return self._no_order(order_id)
        if order["status"] not in ("processing", "shipped"):
            return refused(f"the order is {order['status']}; its address is settled")
        address = {"street": street.strip(), "town": town.strip(), "postcode": postcode.strip()}
        if not all(address.values()):
            return refused("street, town and postcode must not be empty")
        order["ship_to"] = address
        return done({"order_id": order["order_id"], "ship_to": address})

    @write
    def change_payment_method(self, order_id: str, payment_method_id: str) -> Record:
        """Have an order that is still being processed paid in another way on the account.

        Args:
            order_id: The order number.
            payment_method_id: A payment method of the same customer, for example PM-501.
        """
        order = self._order(order_id)
        if order is None:
            return self._no_order(order_id)
        if order["status"] != "processing":
            return refused(f"the order is {order['status']}; its payment is settled")
        new = self._method(order["customer_id"], payment_method_id)
        if new is None:
            return refused(f"the customer has no payment method {payment_method_id!r}")
        if payment_method_id == order["payment_method_id"]:
            return refused("the order is already paid that way")
        old = self._method(order["customer_id"], order["payment_method_id"])
        if old is not None and old["kind"] == "gift_card":
            old["balance"] = money(old["balance"] + order["total"] - order["unpaid"])
        order["unpaid"] = self._charge(new, order["total"])
        order["payment_method_id"] = payment_method_id
        return done(
            {
                "order_id": order["order_id"],
                "payment_method": new,
                "total": order["total"],
                "unpaid": order["unpaid"],
            }
        )

    def _charge(self, method: Record, amount: float) -> float:
        """Take the money and return what is missing: a gift card gives no more than it holds."""
        if method["kind"] != "gift_card":
            return 0.0
        taken = min(method["balance"], amount)
        method["balance"] = money(method["balance"] - taken)
        return money(amount - taken)

    def _restock(self, line: Record) -> None:
        found = self._variant(line["variant_id"])
        if found is not None:
            found[1]["stock"] += line["quantity"]
