"""A small contract and lexicon of our own for tests of the scripted user."""

from __future__ import annotations

from rut_domains.contract import Contract, Fact, Goal, Limit, Rule, Unknown, UserCheck
from rut_domains.lexicon import Concept, Direction, Lexicon
from rut_domains.task import Task

LEXICON = Lexicon(
    concepts=(Concept(name="order_number", phrases=("order number",), pattern=r"\bK-\d{4}\b"),),
    directions=(
        Direction(
            tool="read_lamp",
            heard_as=("lamp show", "look at the lamp", "what colour is the lamp"),
            says=("The lamp is {data.light}.", "It shows {data.light}."),
        ),
        Direction(
            tool="press_reset",
            heard_as=("press reset", "reset the box"),
            says=("I pressed it.", "Pressed."),
        ),
        Direction(tool="open_lid", heard_as=("open the lid",), says=("It is open.",)),
    ),
)

EXCHANGE = Contract(
    reason="The kettle is too small.",
    opening=("Hello, I'd like to exchange something.", "Hi, can I exchange an item?"),
    facts=(
        Fact(id="order", text="Your order is K-2041.", value="K-2041", about="order_number"),
        Fact(
            id="email",
            text="Your e-mail is mira@example.org.",
            value="mira@example.org",
            about="email",
        ),
        Fact(id="postcode", text="Your postcode is 40213.", value="40213", about="postcode"),
        Fact(id="colour", text="You want the blue one.", value="blue", about="colour"),
    ),
    unknowns=(
        Unknown(id="receipt", text="You do not know when you bought it.", about="order_date"),
    ),
    goals=(
        Goal(
            id="exchange",
            text="Exchange the small kettle for the blue one.",
            says=("I'd like to exchange my kettle for a blue one.",),
            done_as=("exchange is booked", "kettle exchanged"),
        ),
        Goal(
            id="return",
            text="Return the kettle, if the exchange costs more than 10 dollars.",
            after="dear",
            says=("Then I'd like to return it.",),
            done_as=("return is booked",),
        ),
    ),
    rules=(
        Rule(
            id="dear",
            when="If the exchange costs more than 10 dollars",
            then="ask to return the kettle",
            over=Limit(heard_as=("fee",), at_most=10),
            says=("That's too dear. Then I'd like to return it.",),
            answer="decline",
        ),
    ),
)

REPAIR = Contract(
    opening=("Hello, my box does not work.",),
    facts=(Fact(id="name", text="Your name is Ada Lind.", value="Ada Lind", about="name"),),
    goals=(
        Goal(
            id="works",
            text="Have the box working again.",
            says=("I want my box to work again.",),
            done_as=("works again",),
            user_check=UserCheck(tool="read_lamp", path="data.light", equals="green"),
        ),
    ),
)


def task_of(contract: Contract) -> Task:
    return Task(id="fixture", title="Fixture", domain="shop", contract=contract)
