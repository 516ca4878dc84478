"""How the numbers were made, in sentences that can stand in a paper as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rut_annotations.agreement.result import Coefficient
from rut_exports.report import coefficients, wording
from rut_exports.report.model import Report, Section, SourceCount
from rut_exports.report.wording import count

# What only the lead of a study can say; brackets, so that it cannot be overlooked in a paper.
SAMPLING = "[How they were sampled, and from what: to be filled in.]"
PEOPLE = "[Who the raters are and how they were trained: to be filled in.]"
ORIGINS: Mapping[str, str] = {
    "krippendorff_alpha": "Krippendorff, 2011",
    "gwet_ac1": "Gwet, 2008",
    "gwet_ac2": "Gwet, 2008",
    "brennan_prediger": "Brennan and Prediger, 1981",
    "fleiss_kappa": "Fleiss, 1971",
    "conger_kappa": "Conger, 1980",
    "cohen_kappa": "Cohen, 1960",
    "scott_pi": "Scott, 1955",
    "light_kappa": "Light, 1971",
    "specific_agreement": "Cicchetti and Feinstein, 1990",
}
_MADE_BY: Mapping[str, str] = {
    "bca_cluster_bootstrap": "the bias-corrected and accelerated bootstrap (Efron, 1987)",
    "percentile_cluster_bootstrap": "percentiles of the bootstrap (Efron, 1979)",
    "jackknife": "the delete-one jackknife (Tukey, 1958) for fewer than 15 clusters, where the "
    "bootstrap is too narrow (Hughes, 2022)",
    "wilson_effective_n": "for shares, Wilson's interval (Wilson, 1927) with the effective number "
    "of things (Kish, 1965)",
    "clopper_pearson": "the exact interval of Clopper and Pearson (1934) over clusters, for "
    "shares of 0 and 1",
}


def describe_methods(section: Section, report: Report) -> str:
    """Return the methods paragraph of one rubric."""
    if not section.flow.judgements:
        return "Nobody has judged anything yet."
    return " ".join(
        (
            *_material(section),
            *_people(section),
            *_question(section),
            *_measures(section),
            *_intervals(section, report),
            *_fidelity(section),
            *_tests(section, report),
        )
    )


def describe_tests(section: Section) -> tuple[str, ...]:
    """Say which numbers are tests, and how each is corrected; empty where none is."""
    return tuple(_said_tests(section))


def _said_tests(section: Section) -> Iterator[str]:
    tables = section.fidelity.agents if section.fidelity else ()
    decided = [
        verdict for table in tables for row in table.axes for verdict in row.verdicts.values()
    ]
    if decided:
        yield (
            f"{count(len(decided), 'decision')} on equivalence with people within "
            f"{wording.number(decided[0].margin, 2)} by two one-sided tests (Schuirmann, 1987), "
            "each by itself and not corrected for the others."
        )
    judges = section.judge.judges if section.judge else ()
    tried = sum(item.alt_test is not None for judge in judges for item in judge.criteria)
    if tried:
        yield (
            f"{count(tried, 'alternative annotator test')} of a model on a criterion (Calderon et "
            "al., 2025), corrected among its people after Benjamini and Yekutieli (2001), and not "
            "for the other criteria."
        )


def _material(section: Section) -> Iterator[str]:
    flow, seen = section.flow, section.conditions
    sources = [row for row in section.sources if row.rated]
    yield (
        f"Of {count(flow.counted, 'dialogue')} of {count(seen.tasks, 'task')} "
        f"({_domains(seen.domains)}), {flow.rated} {_were(flow.rated)} judged; by source: "
        f"{series([_source(row) for row in sources])}. {SAMPLING}"
    )
    lost = [
        (flow.unlinked, "not linked to the task played"),
        (flow.practice, "played for practice"),
        (flow.without_contract, "without a contract"),
    ]
    if any(number for number, _ in lost):
        yield f"Not counted were dialogues {_parts(lost)}."


def _people(section: Section) -> Iterator[str]:
    flow, seen = section.flow, section.conditions
    people = [row for row in section.raters if row.judgements]
    spread = [
        (number, f"by {count(raters, 'rater')}")
        for raters, number in enumerate(seen.raters_per_dialogue)
        if raters
    ]
    yield f"{count(len(people), 'rater').capitalize()} made {count(flow.judgements, 'judgement')}"
    if seen.judged_from:
        yield f"from {seen.judged_from} to {seen.judged_to}"
    yield f"({_parts(spread, 'dialogue')}). {PEOPLE}"
    if flow.judgements > flow.imported:
        yield (
            f"Raters read the transcript and the {_brief(section)}; source, outcome, reward, "
            "model, cost and the verdicts of others were hidden from them."
        )
        for shown, what in not_blind(section):
            yield f"The {what} was not hidden for {count(shown, 'judgement')}."
        yield "Each rater had an order of their own, drawn at random."
    if flow.imported:
        yield wording.imported_words(flow)
    if own := sum(row.own_dialogues for row in people):
        yield f"In {count(own, 'case')} a rater had played in the dialogue."


def not_blind(section: Section) -> Iterator[tuple[int, str]]:
    """Yield how many judgements made here knew what; of imported ones that is not known."""
    seen, imported = section.conditions, section.flow.imported
    for shown, what in ((seen.identity_shown, "source"), (seen.outcome_shown, "outcome")):
        if shown > imported:
            yield shown - imported, what


def _question(section: Section) -> Iterator[str]:
    yield (
        f'The rubric was "{section.title}" ({section.rubric_id}, version {section.rubric_version}, '
        f"SHA-256 {section.rubric_hash[:16]}, guidelines {section.guideline_version}) with "
        f"{count(len(section.criteria), 'criterion', 'criteria')}, each a statement about the "
        f"{section.subject} to be marked met, not met, not applicable or cannot tell."
    )
    if section.task_agreement or section.task_ufs:
        yield "Criteria of single tasks were asked beside these and are reported apart."
    yield (
        f"Not applicable counts as {wording.treatment_words(section)}; cannot tell is counted and "
        "left out."
    )


def _measures(section: Section) -> Iterator[str]:
    names = {item.name: item for measured in section.agreement for item in measured.coefficients}
    if not names:
        return
    reached = sorted({item.n_raters for item in section.agreement})
    yield (
        "Agreement was measured on each criterion apart, never pooled, between "
        f"{' or '.join(str(number) for number in reached)} raters a criterion: as "
        f"{series([_cited(item) for item in names.values()])}"
        + (
            f", and agreement on each verdict ({ORIGINS['specific_agreement']})."
            if any(measured.specific for measured in section.agreement)
            else "."
        )
    )
    yield (
        "A coefficient that the data do not define, such as one with a single verdict throughout, "
        "is reported as undefined with its reason, and not as 0 or 1; none is given for fewer than "
        "two dialogues with two raters."
    )


def _intervals(section: Section, report: Report) -> Iterator[str]:
    level = wording.number(100 * report.level, 0)
    found = [
        item.interval
        for measured in section.agreement
        for item in (*measured.coefficients, *measured.specific)
        if item.interval is not None
    ]
    used = {item.method for item in found}
    made = [words for method, words in _MADE_BY.items() if method in used]
    if not made:
        return
    yield (
        f"Intervals at {level}% take raters as fixed and resample "
        f"{wording.resampled_words(section)}; by rule they are {'; '.join(made)}."
    )
    if any(item.replicates for item in found):
        yield (
            f"All criteria and coefficients share the same {report.replicates} resamples (seed "
            f"{report.seed}); resamples without a value were left out and counted."
        )
    else:
        yield f"Other numbers draw {report.replicates} resamples (seed {report.seed})."


def _fidelity(section: Section) -> Iterator[str]:
    if not section.ufs:
        return
    yield (
        "The User Fidelity Score is the share of dialogues in which every applicable criterion is "
        "met (UserProxyBench, 2026), by each rater and by majority (more than half of those who "
        "judged the dialogue, at least two), with Wilson's interval (Wilson, 1927); dialogues that "
        "a missing or open verdict leaves unsettled are left out and make the bounds."
    )


def _tests(section: Section, report: Report) -> Iterator[str]:
    told = describe_tests(section)
    yield from told
    if told:
        yield "All other intervals describe and are not corrected."
    else:
        yield "All intervals describe; no hypothesis is tested and nothing is corrected for."
    tool = f"rut-tui {report.version}" if report.version else "rut-tui"
    yield (
        f"All numbers were computed with {tool} from the data with SHA-256 "
        f"{report.bundle_hash[:16]}, and can be made again from them."
    )


def _cited(item: Coefficient) -> str:
    origin = ORIGINS.get(item.name)
    name = coefficients.NAMES.get(item.name, item.name)
    return f"{name} ({origin})" if origin else name


def _source(row: SourceCount) -> str:
    return f'"{row.source}" ({row.rated})'


def _brief(section: Section) -> str:
    return "policy" if section.subject == "agent" else "contract"


def _domains(names: Sequence[str]) -> str:
    return f"domain {names[0]}" if len(names) == 1 else f"domains {series(names)}"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _parts(parts: Sequence[tuple[int, str]], one: str = "") -> str:
    """Write counts with what they are of: `3 dialogues by 2 raters and 1 by 1 rater`."""
    kept = [(number, words) for number, words in parts if number]
    made = [
        f"{count(number, one)} {words}" if one and place == 0 else f"{number} {words}"
        for place, (number, words) in enumerate(kept)
    ]
    return series(made) if one else series([f"{words} ({number})" for number, words in kept])


def series(items: Sequence[str]) -> str:
    """Write a list as in a sentence: `a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
