"""User Fidelity Score: the share of dialogues in which every applicable criterion is met.

For one dialogue, U = AND over the applicable criteria of "met" (UserProxyBench, 2026), once every
criterion has a verdict:

- any *cannot tell* or missing verdict, or among several raters any criterion without a majority:
  unresolved. The dialogue is left out of the score, is counted, and makes the difference between
  the lower bound (all unresolved are 0) and the upper one (all are 1). Where a *not met* stands
  beside the open verdict, the dialogue can only come out as 0: these are counted apart, so that a
  reader sees how far the upper bound is from what can still happen;
- else any *not met*: 0;
- else every criterion *not applicable*: undefined, counted apart;
- else 1.

Generic and task-specific criteria make two scores that are never mixed: a ballot holds one scope.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from pydantic import FiniteFloat

from rut_annotations.estimation.proportion import Proportion, wilson
from rut_annotations.judgement import Verdict
from rut_annotations.rubric import Scope
from rut_domains.frozen import Frozen

Resolution = Literal["faithful", "unfaithful", "unresolved", "undefined"]
Cause = Literal["cannot_tell", "missing", "tie", "one_rater"]
Open = Literal["missing", "tie"]


class Ballot(Frozen):
    """What the raters said about one dialogue in one scope.

    `criteria` are all that were asked; `verdicts` has a row for each rater who answered any of
    them. `task` is the task that was played.
    """

    dialogue_id: str
    source: str
    task: str
    criteria: tuple[str, ...]
    verdicts: dict[str, dict[str, Verdict]]


class Score(Frozen):
    """UFS of one source, by one rater or by majority.

    `ufs` is faithful / (faithful + unfaithful), with Wilson's interval, which takes dialogues as
    independent; `n_tasks` says how many tasks they come from. `lower` and `upper` bound it over
    the unresolved. `causes` counts unresolved dialogues by cause; one may have several.
    `unresolved_not_met` counts those among them that hold a *not met* already.
    """

    scope: Scope
    source: str
    by: Literal["rater", "majority"]
    rater: str = ""
    n_rated: int
    n_tasks: int
    faithful: int
    unfaithful: int
    unresolved: int
    unresolved_not_met: int
    undefined: int
    causes: dict[Cause, int]
    ufs: Proportion
    lower: FiniteFloat | None
    upper: FiniteFloat | None


class Resolved(NamedTuple):
    """What the verdicts on one dialogue come to, why they stay open, and if any is *not met*."""

    resolution: Resolution
    causes: frozenset[Cause] = frozenset()
    not_met: bool = False


def resolve(verdicts: Iterable[Verdict | Open]) -> Resolved:
    """Return what the verdicts on one dialogue's criteria come to."""
    found = set(verdicts)
    failed = "not_met" in found
    causes: dict[Verdict | Open, Cause] = {
        "cannot_tell": "cannot_tell",
        "missing": "missing",
        "tie": "tie",
    }
    if still_open := frozenset(causes[value] for value in found if value in causes):
        return Resolved("unresolved", still_open, failed)
    if failed:
        return Resolved("unfaithful", not_met=True)
    return Resolved("faithful" if "met" in found else "undefined")


def flag(resolution: Resolution) -> bool | None:
    """Return U as a table of outcomes holds it: null for what is unresolved or undefined."""
    return {"faithful": True, "unfaithful": False}.get(resolution)


def majority(votes: Sequence[Verdict | Open]) -> Verdict | Open:
    """Return the verdict that more than half of the raters gave.

    Without one it is "missing" if an answer that is missing could still make a majority, else
    "tie". *Cannot tell* by most is the verdict *cannot tell*.
    """
    given: Counter[Verdict] = Counter(vote for vote in votes if vote != "missing" and vote != "tie")
    best, times = given.most_common(1)[0] if given else ("met", 0)
    if times * 2 > len(votes):
        return best
    missing = len(votes) - given.total()
    return "missing" if (times + missing) * 2 > len(votes) else "tie"


def resolve_for_rater(ballot: Ballot, rater: str) -> Resolved:
    """Return what one rater's verdicts come to."""
    given = ballot.verdicts[rater]
    return resolve(given.get(criterion, "missing") for criterion in ballot.criteria)


def resolve_by_majority(ballot: Ballot) -> Resolved:
    """Return what the majority verdicts, taken criterion by criterion, come to.

    The majority is one of those who answered anything about the dialogue. One rater alone is no
    majority: the dialogue stays unresolved.
    """
    raters = list(ballot.verdicts)
    if len(raters) < 2:
        failed = any("not_met" in given.values() for given in ballot.verdicts.values())
        return Resolved("unresolved", frozenset({"one_rater"}), failed)
    return resolve(
        majority([ballot.verdicts[rater].get(criterion, "missing") for rater in raters])
        for criterion in ballot.criteria
    )


def score_sources(ballots: Iterable[Ballot], scope: Scope) -> tuple[Score, ...]:
    """Score each source by each rater, then by majority where there are two raters or more.

    Args:
        ballots: One a dialogue, all of `scope`; those without criteria or raters do not count.
        scope: Generic or task-specific.
    """
    kept = [ballot for ballot in ballots if ballot.criteria and ballot.verdicts]
    raters = sorted({rater for ballot in kept for rater in ballot.verdicts})
    scores: list[Score] = []
    for source in sorted({ballot.source for ballot in kept}):
        own = [ballot for ballot in kept if ballot.source == source]
        for rater in raters:
            rated = [ballot for ballot in own if rater in ballot.verdicts]
            if rated:
                found = [resolve_for_rater(ballot, rater) for ballot in rated]
                scores.append(_score(rated, found, scope, source, rater))
        if len(raters) > 1:
            found = [resolve_by_majority(ballot) for ballot in own]
            scores.append(_score(own, found, scope, source, ""))
    return tuple(scores)


def _score(
    ballots: Sequence[Ballot],
    found: Sequence[Resolved],
    scope: Scope,
    source: str,
    rater: str,
) -> Score:
    count: Mapping[Resolution, int] = Counter(each.resolution for each in found)
    causes: Counter[Cause] = Counter(cause for each in found for cause in each.causes)
    faithful, unfaithful = count["faithful"], count["unfaithful"]
    unresolved = count["unresolved"]
    whole = faithful + unfaithful + unresolved
    return Score(
        scope=scope,
        source=source,
        by="rater" if rater else "majority",
        rater=rater,
        n_rated=len(ballots),
        n_tasks=len({ballot.task for ballot in ballots}),
        faithful=faithful,
        unfaithful=unfaithful,
        unresolved=unresolved,
        unresolved_not_met=sum(each.resolution == "unresolved" and each.not_met for each in found),
        undefined=count["undefined"],
        causes=dict(sorted(causes.items())),
        ufs=wilson(faithful, faithful + unfaithful),
        lower=faithful / whole if whole else None,
        upper=(faithful + unresolved) / whole if whole else None,
    )
