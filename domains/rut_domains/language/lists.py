"""Word lists by which clauses and their moods are told apart."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


PRONOUN_SUBJECTS = word_set(
    "i you we he she it they this that these those there here everything all"
)
WH_WORDS = word_set("what which who whom whose where when why how")
AUXILIARIES = word_set(
    "am is are was were be been has have had do does did will would shall should can could may "
    "might must need needs"
)
SUBORDINATORS = word_set(
    "if once after before when while until unless whether because since although though whereas"
)
# Words that may stand before the real start of a clause.
OPENERS = word_set(
    "and but or so then also please just now next finally first second third lastly still "
    "however plus otherwise instead afterwards additionally again okay well unfortunately sadly "
    "sorry thanks yes no sure great perfect alternatively actually maybe perhaps only"
)
# Verbs that a request starts with. Those that are as often nouns (order, name, email, address,
# return, exchange, refund, charge, number, call) are left out: they would cut lists.
IMPERATIVES = word_set(
    "tell give let send share provide confirm verify type enter spell state specify describe "
    "explain wait hold connect disconnect reboot restart install uninstall grant allow make take "
    "put report pick choose say use keep turn switch toggle go open tap press select disable "
    "enable remove reinsert insert eject reset set try look read see run supply submit list "
    "indicate mention reply respond remind help pull find grab dig check note leave swipe scroll "
    "navigate click unlock plug unplug activate deactivate close clear update move thank "
    "welcome bear mind hang approve decline reject download retry"
)

# Verbs of looking something up: "I have checked" completes nothing, "I can't find" refuses nothing.
LOOKUPS = word_set(
    "check look find locate see verify view review read note notice understand hear receive get "
    "pull search try attempt confirm retrieve access identify validate authenticate match "
    "recognise recognize tell say mention ask list look_up consult reach think spot learn"
)
IRREGULAR_PARTICIPLES = word_set(
    "done made sent set put gone taken given paid chosen swapped withdrawn begun bought held kept "
    "left lost found got gotten seen told written shut cut reset undone overridden rebooked built "
    "brought shown known heard read"
)
IRREGULAR_PASTS = word_set(
    "did made sent set put took gave paid chose withdrew began bought held kept got went shut cut "
    "reset found saw told wrote brought"
)
FINISHED = word_set(
    "done complete completed set ready active confirmed finished sorted through finalised "
    "finalized live updated placed processed cancelled canceled booked issued successful "
    "effective arranged registered submitted scheduled executed fixed resolved restored approved "
    "settled activated wrapped"
)
FUTURE = word_set(
    "will would shall should can could may might must going about let want need able to"
)
ADVERBS = word_set(
    "just now already also successfully all since fully duly indeed gladly been both gone "
    "ahead and then officially finally today happily personally us everything it that this"
)
CONDITIONS = word_set("if once unless until before whether when after while")
