"""All deviations by the slug of their failure mode."""

from __future__ import annotations

from rut_domains.faults import UsageFault
from rut_domains.lexicon import Lexicon
from rut_domains.task import Task
from rut_tui.play.scripted.planted import disclosure, groundedness, information, pursuit
from rut_tui.play.scripted.planted.deviation import Deviation, Ground

DEVIATIONS: dict[str, Deviation] = {
    deviation.slug: deviation
    for room in (groundedness, disclosure, pursuit, information)
    for deviation in room.DEVIATIONS
}


def why_impossible(task: Task, lexicon: Lexicon, slug: str) -> str:
    """Return why a fault can never occur in a task; empty if it can.

    Raises:
        UsageFault: There is no such failure mode.
    """
    deviation = DEVIATIONS.get(slug)
    if deviation is None:
        raise UsageFault(
            f"there is no failure mode {slug!r}", hint="'rut play --faults' lists them."
        )
    tools = bool(lexicon.directions) and task.user_tools != ()
    return deviation.obstacle(Ground(task.contract, tools))


def find_deviation(task: Task, lexicon: Lexicon, slug: str) -> Deviation:
    """Return the deviation of a failure mode.

    Raises:
        UsageFault: There is no such mode, or it cannot occur in the task, with the reason.
    """
    reason = why_impossible(task, lexicon, slug)
    if reason:
        raise UsageFault(
            f"the fault {slug!r} cannot occur in {task.id!r}: {reason}",
            hint="Choose another fault or task; 'rut play --faults' lists the faults.",
        )
    return DEVIATIONS[slug]
