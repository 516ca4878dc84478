"""Petrel Mobile: the account behind a line, and the phone in the customer's hand."""

from __future__ import annotations

from environment.billing import Billing
from environment.customers import Customers
from environment.lines import Lines
from environment.plans import Plans
from environment.switches import Switches


class PetrelMobile(Customers, Lines, Plans, Billing, Switches):
    """The operator's desk and one customer's phone.

    What the phone can do follows from both sides at once: a barred line leaves it without
    service, a switch on the phone leaves the best line without data. The desk's tools keep the
    books in order; they do not know the policy, because a person at the desk must decide.
    """

    def __init__(self) -> None:
        self.customers = {}
        self.lines = {}
        self.plans = {}
        self.top_ups = {}
        self.bills = {}
        self.incidents = {}
        self.payment_requests = {}
        self.handovers = []
        self.tariff = {}
        self.phone = {}
        self.surroundings = {}
