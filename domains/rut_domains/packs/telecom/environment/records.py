"""What all tools share: the books, the phone, and how a tool answers."""

from __future__ import annotations

from typing import Any

from rut_env import now

from environment.radio import data_left, find_line, measure

Record = dict[str, Any]


def done(data: Any) -> Record:
    """Answer that a call worked."""
    return {"success": True, "data": data}


def refused(error: str) -> Record:
    """Answer that a call did not work, and why."""
    return {"success": False, "error": error}


def today() -> str:
    """Return the date, ISO 8601."""
    return now().date().isoformat()


def money(amount: float) -> float:
    """Round to cents; an amount of minus nothing is nothing."""
    return round(amount, 2) + 0.0


def digits(text: str) -> str:
    """Return the digits of a number that people write in many ways."""
    return "".join(character for character in text if character.isdigit())


class Records:
    """The operator's books by id, and the phone in the customer's hand."""

    customers: dict[str, Record]
    lines: dict[str, Record]
    plans: dict[str, Record]
    top_ups: dict[str, Record]
    bills: dict[str, Record]
    incidents: dict[str, Record]
    payment_requests: dict[str, Record]
    handovers: list[Record]
    tariff: dict[str, float]
    phone: Record
    surroundings: Record

    def _line(self, line_id: str) -> Record | None:
        return self.lines.get(line_id.strip().upper())

    def _no_line(self, line_id: str) -> Record:
        return refused(f"there is no line {line_id!r}; line ids look like L-2041")

    def _bill(self, bill_id: str) -> Record | None:
        return self.bills.get(bill_id.strip().upper())

    def _no_bill(self, bill_id: str) -> Record:
        return refused(f"there is no bill {bill_id!r}; bill ids look like B-7103")

    def _plan(self, line: Record) -> Record:
        return self.plans[line["plan_id"]]

    def _left(self, line: Record) -> float | None:
        """Return the gigabytes left at home, or None where the plan has no limit."""
        return data_left(line, self._plan(line))

    def _charge(self, line: Record, text: str, amount: float) -> Record:
        """Put an amount on the line's next bill."""
        charge = {"text": text, "amount": money(amount), "on": today()}
        line["charges"].append(charge)
        return charge

    def _own_line(self) -> Record | None:
        """Return the line whose SIM is in the phone, if the network knows that SIM."""
        return find_line(self.phone, self.lines)

    def _connection(self) -> Record:
        """Work out what the phone can do right now."""
        return measure(self.phone, self.lines, self.plans, self.surroundings)

    def _settle(self) -> Record:
        """Let the phone take note of what has changed around it."""
        self.phone["connection"] = self._connection()
        return self.phone["connection"]

    def _attach(self) -> Record:
        """Let the phone look for its network and fetch the line's profile from it."""
        line = self._own_line()
        if line is not None and self._connection()["network"] != "none":
            self.phone["registered_profile"] = line["profile"]
        return self._settle()
