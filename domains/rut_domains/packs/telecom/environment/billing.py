"""Bills: showing them, having them paid, crediting them."""

from __future__ import annotations

from typing import Literal

from rut_env import read, write

from environment.records import Record, Records, done, money, refused, today


class Billing(Records):
    """Tools on a customer's bills."""

    @read
    def list_bills(self, customer_id: str) -> Record:
        """List a customer's bills, the newest first: period, line, date, total and status.

        Args:
            customer_id: The account's id, for example C-1041.
        """
        if customer_id not in self.customers:
            return refused(f"there is no customer {customer_id!r}")
        own = [bill for bill in self.bills.values() if bill["customer_id"] == customer_id]
        own.sort(key=lambda bill: (bill["issued"], bill["bill_id"]), reverse=True)
        shown = ("bill_id", "line_id", "period", "issued", "days_to_pay", "total", "status")
        return done([{name: bill[name] for name in shown} for bill in own])

    @read
    def get_bill(self, bill_id: str) -> Record:
        """Show a bill with all its items.

        Args:
            bill_id: The bill's id, for example B-7103.
        """
        bill = self._bill(bill_id)
        return done(bill) if bill else self._no_bill(bill_id)

    @write
    def send_payment_request(self, bill_id: str) -> Record:
        """Ask for the payment of a bill on the customer's phone, where it must be approved.

        Args:
            bill_id: The bill's id.
        """
        bill = self._bill(bill_id)
        if bill is None:
            return self._no_bill(bill_id)
        if bill["status"] == "settled":
            return refused("this bill is paid already")
        waiting = [
            request["bill_id"]
            for request in self.payment_requests.values()
            if request["customer_id"] == bill["customer_id"] and request["status"] == "waiting"
        ]
        if waiting:
            return refused(f"a payment request for bill {waiting[0]} is still waiting")
        request = {
            "request_id": f"PR-{len(self.payment_requests) + 1}",
            "customer_id": bill["customer_id"],
            "bill_id": bill["bill_id"],
            "amount": bill["total"],
            "status": "waiting",
        }
        self.payment_requests[request["request_id"]] = request
        return done(request)

    @write
    def credit_bill(
        self, bill_id: str, amount: float, reason: Literal["outage", "late_fee", "goodwill"]
    ) -> Record:
        """Take an amount off an unpaid bill.

        Args:
            bill_id: The bill's id.
            amount: Euros, more than 0 and at most the bill's total.
            reason: What the credit makes up for.
        """
        bill = self._bill(bill_id)
        if bill is None:
            return self._no_bill(bill_id)
        if bill["status"] == "settled":
            return refused("this bill is paid already")
        if not 0 < amount <= bill["total"]:
            return refused(f"the amount must lie between 0 and {bill['total']:.2f} euros")
        credit = {"amount": money(amount), "reason": reason, "on": today()}
        bill["credits"].append(credit)
        bill["total"] = money(bill["total"] - amount)
        return done({"bill_id": bill["bill_id"], "total": bill["total"], "credit": credit})
