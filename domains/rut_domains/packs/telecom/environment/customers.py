"""Finding the customer who is on the line, and handing the conversation over."""

from __future__ import annotations

from typing import Literal

from rut_env import read, write

from environment.dates import read_date
from environment.records import Record, Records, digits, done, refused, today


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


class Customers(Records):
    """Tools that find customers and pass them on."""

    @read
    def find_customer(self, phone_number: str, service_code: str) -> Record:
        """Find the account of a phone number and check it with the five-digit service code.

        Args:
            phone_number: The number of a Petrel line, for example 0551-204-471.
            service_code: Five digits that the customer chose, for example 12345.
        """
        wanted = digits(phone_number)
        for line in self.lines.values():
            customer = self.customers[line["customer_id"]]
            if digits(line["number"]) != wanted:
                continue
            if digits(service_code) == customer["service_code"]:
                return done({"line_id": line["line_id"], **self._account(customer)})
            return refused("the service code does not match this number")
        return refused("no Petrel line has this number")

    @read
    def find_customer_by_name(self, full_name: str, date_of_birth: str) -> Record:
        """Find the account of a person who does not know the service code.

        Args:
            full_name: First and last name.
            date_of_birth: For example 1984-05-17.
        """
        wanted = (_plain(full_name), read_date(date_of_birth))
        if not wanted[1]:
            return refused("this is no date; write it like 1984-05-17")
        for customer in self.customers.values():
            if (_plain(customer["name"]), customer["date_of_birth"]) == wanted:
                return done(self._account(customer))
        return refused("no account has this name with this date of birth")

    @write
    def transfer_to_human(
        self, line_id: str, queue: Literal["accounts", "fraud", "network"]
    ) -> Record:
        """Hand the conversation over to a colleague.

        Args:
            line_id: The line that it is about.
            queue: Account changes, suspected fraud, or network faults.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        self.handovers.append({"line_id": line["line_id"], "queue": queue, "on": today()})
        return done({"message": "A colleague takes over in this window in a few minutes."})

    def _account(self, customer: Record) -> Record:
        own = [
            line for line in self.lines.values() if line["customer_id"] == customer["customer_id"]
        ]
        return {
            "customer_id": customer["customer_id"],
            "name": customer["name"],
            "town": customer["address"]["town"],
            "lines": [
                {
                    "line_id": line["line_id"],
                    "number": line["number"],
                    "label": line["label"],
                    "status": line["status"],
                }
                for line in own
            ],
        }
