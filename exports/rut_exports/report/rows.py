"""The rows of a report's tables, by column name."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.agreement.result import Agreement, Coefficient
from rut_annotations.rubric import Rubric
from rut_exports.bundle import Bundle
from rut_exports.report.fidelity.rows import fidelity_rows
from rut_exports.report.model import RaterCount, Section
from rut_exports.report.sorting import Entry, sort_judgements

Row = dict[str, object]

COEFFICIENT_COLUMNS = (
    "criterion level not_applicable_as coefficient metric category value reason standard_error "
    "low high interval_level method rule interval_reason n n_units n_pairable n_raters n_pairs "
    "n_ratings n_not_applicable n_cannot_tell n_skipped n_missing clusters replicates degenerate "
    "seed warnings"
)


def agreement_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each criterion, generic ones first."""
    for where, item in _measured(section):
        yield _agreement(section, item, where)


def report_coefficients(section: Section) -> Iterator[Row]:
    """Yield a row for each coefficient of each criterion, generic ones first."""
    for where, item in _measured(section):
        head = {**_head(section), **where}
        yield from ({**head, **row} for row in coefficient_rows(item))


def _measured(section: Section) -> Iterator[tuple[dict[str, str], Agreement]]:
    """Yield each criterion's agreement with where it belongs."""
    for item in section.agreement:
        yield {"scope": "generic", "domain": "", "task_id": ""}, item
    for own in section.task_agreement:
        yield {"scope": "task", "domain": own.domain, "task_id": own.task_id}, own.measured


def _agreement(section: Section, item: Agreement, where: dict[str, str]) -> Row:
    made = item.alpha.interval
    return {
        **_head(section),
        **where,
        "criterion": item.criterion,
        "not_applicable_as": item.treatment,
        "n_units": item.n_units,
        "n_pairable": item.n_pairable,
        "n_raters": item.n_raters,
        "n_pairs": item.n_pairs,
        "n_ratings": item.n_ratings,
        "n_met": item.prevalence.get("met", 0),
        "n_not_met": item.prevalence.get("not_met", 0),
        "n_not_applicable": item.n_not_applicable,
        "n_cannot_tell": item.n_cannot_tell,
        "n_missing": item.n_missing,
        **_estimate("percent", item.percent),
        **_estimate("alpha", item.alpha),
        "alpha_interval_reason": item.alpha.interval_reason,
        "metric": item.alpha.metric,
        "level": made.level if made else None,
        "resampled": section.resampled,
        "clusters": item.n_clusters,
        "replicates": made.replicates if made else None,
        "degenerate": made.degenerate if made else None,
        "seed": made.seed if made else None,
        "cautions": item.warnings,
    }


def _estimate(name: str, found: Coefficient) -> Row:
    limits = found.interval
    return {
        name: found.value,
        f"{name}_low": limits.low if limits else None,
        f"{name}_high": limits.high if limits else None,
        f"{name}_reason": found.reason,
    }


def coefficient_rows(measured: Agreement) -> Iterator[Row]:
    """Yield a row for each coefficient of a criterion, those of single categories last."""
    for item in (*measured.coefficients, *measured.specific):
        yield _coefficient(measured, item)


def _coefficient(measured: Agreement, item: Coefficient) -> Row:
    made = item.interval
    return {
        "criterion": measured.criterion,
        "level": measured.level,
        "not_applicable_as": measured.treatment,
        "coefficient": item.name,
        "metric": item.metric,
        "category": item.category,
        "value": item.value,
        "reason": item.reason,
        "standard_error": item.standard_error,
        "low": made.low if made else None,
        "high": made.high if made else None,
        "interval_level": made.level if made else None,
        "method": made.method if made else None,
        "rule": made.rule if made else None,
        "interval_reason": item.interval_reason,
        "n": item.n,
        "n_units": measured.n_units,
        "n_pairable": measured.n_pairable,
        "n_raters": measured.n_raters,
        "n_pairs": measured.n_pairs,
        "n_ratings": measured.n_ratings,
        "n_not_applicable": measured.n_not_applicable,
        "n_cannot_tell": measured.n_cannot_tell,
        "n_skipped": measured.n_skipped,
        "n_missing": measured.n_missing,
        "clusters": measured.n_clusters,
        "replicates": made.replicates if made else None,
        "degenerate": made.degenerate if made else None,
        "seed": made.seed if made else None,
        "warnings": item.warnings,
    }


def ufs_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each score: people's on generic criteria, on tasks' own, then models'."""
    people = ((score, "human") for score in (*section.ufs, *section.task_ufs))
    models = ((score, "model") for score in section.model_ufs)
    for score, role in (*people, *models):
        yield {
            **_head(section),
            **score.model_dump(exclude={"ufs", "lower", "upper", "causes"}),
            "role": role,
            "n": score.ufs.n,
            "ufs": score.ufs.value,
            "low": score.ufs.low,
            "high": score.ufs.high,
            "lower_bound": score.lower,
            "upper_bound": score.upper,
            "cannot_tell": score.causes.get("cannot_tell", 0),
            "missing": score.causes.get("missing", 0),
            "no_majority": score.causes.get("tie", 0),
            "one_rater": score.causes.get("one_rater", 0),
        }


def repeat_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each rater who looked again, criterion by criterion."""
    for found in section.repeats:
        for item in found.measured.raters:
            share, kappa = item.agreement, item.kappa
            yield {
                **_head(section),
                "scope": found.scope,
                "criterion": found.criterion,
                "rater": item.rater,
                "role": item.role,
                "units": item.units,
                "pairs": item.pairs,
                "agreement": share.value,
                "low": share.interval.low if share.interval else None,
                "high": share.interval.high if share.interval else None,
                "method": share.interval.method if share.interval else None,
                "reason": share.reason,
                "interval_reason": share.interval_reason,
                "kappa": kappa.value,
                "kappa_low": kappa.interval.low if kappa.interval else None,
                "kappa_high": kappa.interval.high if kappa.interval else None,
                "kappa_reason": kappa.reason,
            }


def mode_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each failure mode that was found."""
    for found in section.modes:
        yield {
            **_head(section),
            **found.model_dump(exclude={"effects"}),
            "helped": found.effects.get("helped", 0),
            "hindered": found.effects.get("hindered", 0),
            "neither": found.effects.get("neither", 0),
        }


def number_rows(section: Section) -> Iterator[Row]:
    """Yield a row for every number about the users beside their scores."""
    yield from ({**_head(section), **row} for row in fidelity_rows(section.fidelity))


def planted_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each rater and planted fault."""
    for found in section.planted.rows if section.planted is not None else ():
        yield {
            **_head(section),
            "rater": found.rater,
            "mode": found.mode,
            "family": found.family,
            "judged": found.caught.n,
            "flagged": found.flagged.successes,
            "caught": found.caught.successes,
            "share": found.caught.value,
            "low": found.caught.low,
            "high": found.caught.high,
            "named": found.named if found.mode != "none" else None,
            "located": found.located if found.mode != "none" else None,
        }


def disagreement_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each side of each disagreement."""
    for found in section.disagreements:
        for side in found.opinions:
            yield {
                **_head(section),
                **found.model_dump(exclude={"opinions"}),
                **side.model_dump(),
            }


def count_rows(section: Section) -> Iterator[Row]:
    """Yield one count a row: the account of the data, then by source, then by rater."""
    groups = [("flow", "", section.flow.model_dump())]
    groups += [
        ("source", item.source, item.model_dump(exclude={"source"})) for item in section.sources
    ]
    groups += [
        ("rater" if item.role == "human" else item.role, item.rater, _work(item))
        for item in (*section.raters, *section.other_raters)
    ]
    for group, name, counts in groups:
        for count, value in counts.items():
            yield {**_head(section), "group": group, "name": name, "count": count, "value": value}


def _work(item: RaterCount) -> dict[str, object]:
    return item.model_dump(exclude={"rater", "role"})


def judgement_rows(bundle: Bundle, rubric: Rubric) -> Iterator[Row]:
    """Yield the judgements of a report on the rubric, one a row: those that stand apart last."""
    found = sort_judgements(bundle, rubric)
    for entry in (*found.entries, *found.aside):
        yield _judgement(entry)


def _judgement(entry: Entry) -> Row:
    judgement, dialogue = entry.judgement, entry.dialogue
    spans = (f"{span.turn}:{span.start}-{span.end}" for span in judgement.spans)
    return {
        **judgement.model_dump(exclude={"id", "blind", "spans", "rubric_id", "criterion_id"}),
        **judgement.blind.model_dump(),
        "rubric": judgement.rubric_id,
        "criterion": judgement.criterion_id,
        "pass": judgement.pass_number,
        "imported_from": judgement.source.file if judgement.source else "",
        "imported_sha256": judgement.source.file_hash if judgement.source else "",
        "family": entry.criterion.family,
        "spans": tuple(spans),
        "source": dialogue.source,
        "domain": dialogue.domain,
        "task_id": dialogue.task_id,
        "link": dialogue.link,
        "code": dialogue.codes.get(judgement.rater, ""),
    }


def _head(section: Section) -> Row:
    return {"rubric": section.rubric_id, "rubric_version": section.rubric_version}
