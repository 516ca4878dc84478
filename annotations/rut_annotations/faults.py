"""The errors of this package."""

from __future__ import annotations

from rut_domains.faults import InputFault, UsageFault


class RubricFault(InputFault):
    """A rubric that breaks its format, or does not fit the task it is used with."""


class JudgementFault(InputFault):
    """A judgement that says too little, too much or something that its criterion does not allow."""


class BlindFault(UsageFault):
    """A dialogue that cannot be shown to a rater. Its text names nothing but the blind code."""


class RatingsFault(InputFault):
    """Ratings that contradict each other."""


class RatingsFileFault(RatingsFault):
    """A file of ratings that cannot be read as what it claims to be, or that says too little."""
