"""How the numbers were made, in sentences for a paper, and what they cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report import wording
from rut_exports.report.document import Block, Bullets, Heading, Paragraph
from rut_exports.report.model import Report, Section


def method_page(report: Report) -> Iterator[Block]:
    """Return the methods paragraph and the limits."""
    rated = [section for section in report.sections if section.flow.judgements]
    if not rated:
        return
    yield Heading("Methods")
    for section in rated:
        yield Paragraph(_methods(section, report))
    yield Heading("Limits")
    yield Bullets(_LIMITS)


def _methods(section: Section, report: Report) -> str:
    flow, raters = section.flow, len(section.raters)
    tool = f"rut-tui {report.version}" if report.version else "rut-tui"
    reached = [str(item.n_raters) for item in section.agreement]
    return (
        f"{flow.rated} dialogues were judged by {raters} rater{'' if raters == 1 else 's'} against "
        f"{len(section.criteria)} criteria of the rubric {section.rubric_id} "
        f"(version {section.rubric_version}), with {tool}. Each criterion was marked met, not met, "
        "not applicable or cannot tell. Raters saw the transcript and the contract, and not "
        "outcome, reward, model, cost or timing; each had an order of their own, drawn at random. "
        f"Agreement was measured for each criterion apart (raters by criterion: "
        f"{', '.join(reached) or 'none'}) as percent agreement and Krippendorff's nominal alpha; "
        f"not applicable counted as {wording.treatment_words(section)}. Intervals at "
        f"{wording.number(100 * report.level, 0)}% resample "
        f"{wording.resampled_words(section)} ({report.replicates} times, seed {report.seed}), "
        "with raters as fixed. Descriptive intervals are not corrected for multiplicity."
        + (f" {wording.imported_words(flow)}" if flow.imported else "")
    )


_LIMITS = (
    "Players were given their goals: what people do with goals of their own may differ.",
    "The numbers are about these raters, these tasks and the counterpart that was played against.",
    "A score says whether contracts were kept, not whether a simulation is like people.",
    "Dialogues from other sources were played elsewhere; only what their files record was seen.",
)
