"""Finding the customer who is on the line, and handing the conversation over."""

from __future__ import annotations

from rut_env import read, write

from environment.records import Record, Records, done, refused, today


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


class Customers(Records):
    """Tools that find and show customers."""

    @read
    def find_customer_by_email(self, email: str) -> Record:
        """Find the customer account of an e-mail address.

        Args:
            email: The whole address, for example someone@example.com.
        """
        for customer in self.customers.values():
            if _plain(customer["email"]) == _plain(email):
                return done({"customer_id": customer["customer_id"], "name": customer["name"]})
        return refused("no account has this e-mail address")

    @read
    def find_customer_by_name(self, name: str, postcode: str) -> Record:
        """Find the customer account of a full name together with the postcode on the account.

        Args:
            name: First and last name.
            postcode: The postcode, for example QN4 8LD.
        """
        wanted = (_plain(name), _plain(postcode).replace(" ", ""))
        for customer in self.customers.values():
            code = _plain(customer["address"]["postcode"]).replace(" ", "")
            if (_plain(customer["name"]), code) == wanted:
                return done({"customer_id": customer["customer_id"], "name": customer["name"]})
        return refused("no account has this name with this postcode")

    @read
    def get_customer(self, customer_id: str) -> Record:
        """Show an account: address, Kettle Club membership, payment methods and vouchers.

        Args:
            customer_id: The account's id, for example C-3001.
        """
        customer = self.customers.get(customer_id)
        return done(customer) if customer else refused(f"there is no customer {customer_id!r}")

    @read
    def list_orders(self, customer_id: str) -> Record:
        """List a customer's orders, the newest first: number, date, status, items and total.

        Args:
            customer_id: The account's id, for example C-3001.
        """
        if customer_id not in self.customers:
            return refused(f"there is no customer {customer_id!r}")
        own = [order for order in self.orders.values() if order["customer_id"] == customer_id]
        own.sort(key=lambda order: (order["placed_on"], order["order_id"]), reverse=True)
        return done(
            [
                {
                    "order_id": order["order_id"],
                    "placed_on": order["placed_on"],
                    "status": order["status"],
                    "items": [f"{line['quantity']} x {line['name']}" for line in order["items"]],
                    "total": order["total"],
                }
                for order in own
            ]
        )

    @write
    def transfer_to_human(self, order_id: str | None = None) -> Record:
        """Hand the conversation over to a colleague of the service team.

        Args:
            order_id: The order that it is about, if there is one.
        """
        order = None if order_id is None else self._order(order_id)
        if order_id is not None and order is None:
            return self._no_order(order_id)
        self.handovers.append({"order_id": order and order["order_id"], "on": today()})
        return done({"message": "A colleague takes over in this window in a few minutes."})
