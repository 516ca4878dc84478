"""What a report knows about a study as a whole, by the id of the question."""

from __future__ import annotations

from pydantic import JsonValue

from rut_exports.report.methods import describe_methods
from rut_exports.report.model import Report, Section


def know_study(section: Section, report: Report) -> dict[str, JsonValue]:
    """Return the values that the report holds; what is not among them is a blank."""
    if not section.flow.judgements:
        return {"instrument": _instrument(section), "system.sources": _sources(section)}
    return {
        "instrument": _instrument(section),
        **_sample(section),
        **_design(section, report),
        **_results(section, report),
    }


def _instrument(section: Section) -> JsonValue:
    return {
        "rubric": section.rubric_id,
        "title": section.title,
        "version": section.rubric_version,
        "sha256": section.rubric_hash,
        "guidelines": section.guideline_version,
        "about": section.subject,
        "criteria": [item.id for item in section.criteria],
        "instructions": section.instructions,
    }


def _sources(section: Section) -> JsonValue:
    return [row.source for row in section.sources if row.counted]


def _sample(section: Section) -> dict[str, JsonValue]:
    people = [row for row in section.raters if row.judgements]
    found: dict[str, JsonValue] = {
        "system.sources": _sources(section),
        "sample.per_source": {row.source: row.rated for row in section.sources if row.counted},
        "raters.number": len(people),
    }
    if len(people) > 1:
        found["title"] = f"agreement between {len(people)} raters"
    return found


def _design(section: Section, report: Report) -> dict[str, JsonValue]:
    flow, seen = section.flow, section.conditions
    found: dict[str, JsonValue] = {
        "design.medium": f"rut-tui {report.version} in a terminal".replace("  ", " "),
        "design.shown": "Before: the instructions. With each dialogue: what the judged seat was "
        "told, the transcript as that seat saw it, and for each criterion its statement, its "
        "failure modes with definitions and examples, and the possible answers.",
        "design.blinding": {
            "hidden": ["source", "outcome", "reward", "model", "cost", "others' verdicts"],
            "judgements": flow.judgements,
            "source_not_hidden": seen.identity_shown,
            "outcome_not_hidden": seen.outcome_shown,
            "after_reveal_left_out": flow.after_reveal,
            "own_dialogues": sum(row.own_dialogues for row in section.raters),
        },
        "design.order": "Each rater's own, drawn at random.",
        "design.independence": "Each rater alone; the verdicts of others are not shown.",
    }
    if seen.judged_from or seen.timed:
        found["design.times"] = {
            "from": seen.judged_from or None,
            "to": seen.judged_to or None,
            "active_seconds": {row.rater: row.active_seconds for row in section.raters},
        }
    if section.planted is not None:
        found["design.check_details"] = {
            "planted_faults_that_fired": section.planted.fired,
            "caught": {
                row.rater: {"of": row.caught.n, "caught": row.caught.successes}
                for row in section.planted.rows
                if row.mode == "all"
            },
        }
    return found


def _results(section: Section, report: Report) -> dict[str, JsonValue]:
    flow, seen = section.flow, section.conditions
    return {
        "analysis": describe_methods(section, report),
        "counts": {
            "dialogues": flow.counted,
            "rated": flow.rated,
            "tasks": seen.tasks,
            "domains": list(seen.domains),
            "judgements": flow.judgements,
            "dialogues_by_number_of_raters": list(seen.raters_per_dialogue),
            "skips": sum(row.skipped for row in section.raters),
        },
        "left_out": {
            "dialogues_unlinked": flow.unlinked,
            "dialogues_practice": flow.practice,
            "dialogues_without_contract": flow.without_contract,
            "judgements_by_models": flow.by_models,
            "judgements_after_reveal": flow.after_reveal,
            "judgements_on_other_versions": flow.other_versions,
            "judgements_on_other_dialogues": flow.not_counted_dialogues,
            "judgements_withdrawn": flow.withdrawn,
        },
        "details": "rut report --format csv writes every judgement and every number; rut report "
        "--format bundle writes the data from which these are made again.",
    }
