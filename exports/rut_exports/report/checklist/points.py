"""The points of the checklist: number, what is asked, and who has to answer.

They gather what the literature on agreement asks of a report: Hayes and Krippendorff (2007),
Kottner et al. (2011, GRRAS), van der Lee et al. (2019), Belz and Thomson (2024, HEDS 3.0), Zapf
et al. (2016), and Calderon et al. (2025) on models as raters.
"""

from __future__ import annotations

from dataclasses import dataclass

from rut_exports.report.checklist.model import Asks


@dataclass(frozen=True)
class Point:
    """One thing that a reader asks of an agreement study."""

    number: int
    title: str
    asks: Asks


POINTS: tuple[Point, ...] = (
    Point(1, "Kind of agreement, date, program and data", "report"),
    Point(2, "What is judged, how it was sampled, and why so much of it", "lead"),
    Point(3, "The rubric as raters read it, with version and hash", "report"),
    Point(4, "Level of measurement of each criterion, and why", "report"),
    Point(5, "Raters for each dialogue, planned and reached", "report"),
    Point(6, "Independence and blinding", "report"),
    Point(7, "Order of the dialogues, and what position did", "report"),
    Point(8, "Who the raters are, and how they were trained", "both"),
    Point(9, "What was left out, by which rule", "both"),
    Point(10, "Counts by criterion and by rater", "report"),
    Point(11, "Agreement on each criterion, with interval and companion", "report"),
    Point(12, "How often each verdict was given, and agreement on each", "report"),
    Point(13, "Not applicable, taken in three ways", "report"),
    Point(14, "Raters in pairs, without each in turn, and their bias", "report"),
    Point(15, "Scales with an order, sets, and free text", "report"),
    Point(16, "Agreement on the evidence", "report"),
    Point(17, "Adjudicated verdicts apart", "report"),
    Point(18, "Models as raters apart from people", "report"),
    Point(19, "Time, haste, and second looks", "report"),
    Point(20, "Tests, corrections and thresholds", "report"),
    Point(21, "Numbers that do not exist, and why", "report"),
    Point(22, "Ethics and personal data", "both"),
    Point(23, "The data, and how to make every number again", "report"),
)
