"""The order desk of Moss & Kettle: what an agent can look up and change."""

from __future__ import annotations

from environment.aftersales import Aftersales
from environment.catalogue import Catalogue
from environment.customers import Customers
from environment.deliveries import Deliveries


class MossAndKettle(Customers, Catalogue, Deliveries, Aftersales):
    """The shop: customers, products, orders, and the calls handed over to colleagues.

    The tools keep the books in order. They do not know the policy: they will take back an outlet
    item or send a parcel elsewhere after it has left, because a person at the desk must decide.
    """

    def __init__(self) -> None:
        self.customers = {}
        self.products = {}
        self.orders = {}
        self.handovers = []
