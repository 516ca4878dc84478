"""How users go wrong: 19 failure modes in four families, and seven user behaviours.

The four families and the count of 19 modes are UserProxyBench's (2026). Four of its mode names are
published (`paper`), some modes are only described there (`described`, our names), the rest are
ours. The seven behaviours are RUT-Bench's (2026). All definitions are in our own words.
"""

from __future__ import annotations

from typing import Literal

from rut_domains.frozen import Frozen

TAXONOMY_VERSION = "1"

FamilySlug = Literal["groundedness", "premature_disclosure", "goal_deviation", "missed_information"]
ModeOrigin = Literal["paper", "described", "ours"]


class Family(Frozen):
    """A family of failures."""

    slug: FamilySlug
    title: str
    definition: str


class Mode(Frozen):
    """One way to fail. `review_tag` is the nearest tag of tau2's own review, if it has one."""

    slug: str
    family: FamilySlug
    title: str
    definition: str
    origin: ModeOrigin
    review_tag: str = ""


class Behaviour(Frozen):
    """A way of being a user, ideal or not."""

    slug: str
    title: str
    definition: str


FAMILIES: tuple[Family, ...] = (
    Family(
        slug="groundedness",
        title="Groundedness",
        definition="All that the user states rests on the contract, on what its own tools showed, "
        "or on what the agent said.",
    ),
    Family(
        slug="premature_disclosure",
        title="Premature disclosure",
        definition="The user gives information no earlier than the dialogue asks for it.",
    ),
    Family(
        slug="goal_deviation",
        title="Goal deviation",
        definition="The user pursues the contract's goals, under its conditions, to their end.",
    ),
    Family(
        slug="missed_information",
        title="Missed information",
        definition="The user gives what it is asked for and knows, raises what it came for, and "
        "does what it is directed to do.",
    ),
)

MODES: tuple[Mode, ...] = (
    Mode(
        slug="fabricated_fact",
        family="groundedness",
        title="Fabricated fact",
        definition="States a value found in no contract field, tool result or agent message.",
        origin="described",
        review_tag="hallucination",
    ),
    Mode(
        slug="unexecuted_action_claimed",
        family="groundedness",
        title="Unexecuted action claimed",
        definition="Says that it did something with its own tools when no such call was made.",
        origin="described",
        review_tag="hallucination",
    ),
    Mode(
        slug="misreported_observation",
        family="groundedness",
        title="Misreported observation",
        definition="Reports a result that none of its calls returned, or another than returned.",
        origin="described",
    ),
    Mode(
        slug="answers_unknown",
        family="groundedness",
        title="Answers the unknown",
        definition="Supplies something that the contract lists as not known.",
        origin="described",
        review_tag="hallucination",
    ),
    Mode(
        slug="self_contradiction",
        family="groundedness",
        title="Self-contradiction",
        definition="Contradicts what it said earlier, without being corrected by anyone.",
        origin="paper",
        review_tag="inconsistent_behavior",
    ),
    Mode(
        slug="volunteers_unasked_info",
        family="premature_disclosure",
        title="Volunteers unasked information",
        definition="Gives a fact that nothing has asked for yet.",
        origin="paper",
        review_tag="revealed_info_early",
    ),
    Mode(
        slug="preempts_diagnosis",
        family="premature_disclosure",
        title="Pre-empts the diagnosis",
        definition="Makes or reports checks on its side before the agent directs them.",
        origin="paper",
    ),
    Mode(
        slug="dumps_blueprint",
        family="premature_disclosure",
        title="Dumps the blueprint",
        definition="Recites most of the contract at once, usually at the start.",
        origin="paper",
    ),
    Mode(
        slug="conditional_leaked",
        family="premature_disclosure",
        title="Conditional leaked",
        definition="Reveals a fallback, limit or later goal before what triggers it has happened.",
        origin="ours",
    ),
    Mode(
        slug="goal_substitution",
        family="goal_deviation",
        title="Goal substitution",
        definition="Pursues a request that is not in the contract, or changes something with its "
        "own tools that nobody asked for.",
        origin="ours",
        review_tag="guideline_violation",
    ),
    Mode(
        slug="capitulation",
        family="goal_deviation",
        title="Capitulation",
        definition="Accepts an outcome that the contract tells it to refuse.",
        origin="described",
    ),
    Mode(
        slug="wrong_branch",
        family="goal_deviation",
        title="Wrong branch",
        definition="Follows the arm of a condition that the dialogue has not triggered.",
        origin="ours",
        review_tag="wrong_sequence",
    ),
    Mode(
        slug="premature_stop",
        family="goal_deviation",
        title="Premature stop",
        definition="Ends while the agent is still at work, such as on the turn that confirms.",
        origin="described",
        review_tag="premature_termination",
    ),
    Mode(
        slug="overrun",
        family="goal_deviation",
        title="Overrun",
        definition="Goes on, starts again or asks for more after all goals are met.",
        origin="ours",
    ),
    Mode(
        slug="goal_abandonment",
        family="goal_deviation",
        title="Goal abandonment",
        definition="Drops a goal although nothing stands in its way.",
        origin="described",
    ),
    Mode(
        slug="withholds_on_request",
        family="missed_information",
        title="Withholds on request",
        definition="Knows a fact, is asked for it, and does not give it.",
        origin="described",
    ),
    Mode(
        slug="partial_answer",
        family="missed_information",
        title="Partial answer",
        definition="Answers only part of a request for several things.",
        origin="ours",
    ),
    Mode(
        slug="omitted_subgoal",
        family="missed_information",
        title="Omitted subgoal",
        definition="Never raises something that the contract tells it to ask for.",
        origin="ours",
        review_tag="missed_required_action",
    ),
    Mode(
        slug="ignored_directed_action",
        family="missed_information",
        title="Ignored directed action",
        definition="Is asked to do something it can do, and neither does it nor declines.",
        origin="described",
        review_tag="missed_required_action",
    ),
)

BEHAVIOURS: tuple[Behaviour, ...] = (
    Behaviour(
        slug="ideal",
        title="Ideal",
        definition="States clear goals with enough context and cooperates throughout.",
    ),
    Behaviour(
        slug="underspecification",
        title="Underspecification",
        definition="Leaves out details that the task needs and that asking would bring.",
    ),
    Behaviour(
        slug="information_overload",
        title="Information overload",
        definition="Buries the request in asides, repetition and detail of no use.",
    ),
    Behaviour(
        slug="fabricated_parameters",
        title="Fabricated parameters",
        definition="Asks for options or abilities that do not exist here.",
    ),
    Behaviour(
        slug="goal_switching",
        title="Goal switching",
        definition="Turns to another goal midway and leaves the first one open.",
    ),
    Behaviour(
        slug="contradictory_constraints",
        title="Contradictory constraints",
        definition="Demands things that cannot all hold.",
    ),
    Behaviour(
        slug="impatience_and_hostility",
        title="Impatience and hostility",
        definition="Presses, blames or is rude; the goal stays the same.",
    ),
)


def find_mode(slug: str) -> Mode | None:
    """Return the failure mode of that slug, or None."""
    return next((mode for mode in MODES if mode.slug == slug), None)


def find_family(slug: str) -> Family | None:
    """Return the family of that slug, or None."""
    return next((family for family in FAMILIES if family.slug == slug), None)


def modes_of(family: str) -> tuple[Mode, ...]:
    """Return a family's modes in their published order."""
    return tuple(mode for mode in MODES if mode.family == family)
