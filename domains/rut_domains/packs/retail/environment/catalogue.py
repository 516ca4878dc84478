"""Looking up what the shop sells."""

from __future__ import annotations

from rut_env import read

from environment.records import Record, Records, done, refused


class Catalogue(Records):
    """Tools that search and show products."""

    @read
    def search_products(self, words: str) -> Record:
        """Search products by words from name, category or description; all words must occur.

        Args:
            words: One or more words, for example "wool throw".
        """
        wanted = words.casefold().split()
        if not wanted:
            return refused("give at least one word")
        found = [
            {
                "product_id": product["product_id"],
                "name": product["name"],
                "category": product["category"],
                "from_price": min(each["price"] for each in product["variants"].values()),
            }
            for product in self.products.values()
            if all(word in self._text_of(product) for word in wanted)
        ]
        return done(found)

    @read
    def get_product(self, product_id: str) -> Record:
        """Show a product with all its variants: options, price and stock.

        Args:
            product_id: The product's id, for example P-101.
        """
        product = self.products.get(product_id)
        return done(product) if product else refused(f"there is no product {product_id!r}")

    def _text_of(self, product: Record) -> str:
        parts = (product["name"], product["category"], product["description"])
        return " ".join(parts).casefold()
