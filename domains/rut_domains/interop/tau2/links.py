"""Whether a simulation really played the task that it names.

The reward of a simulation lists the actions that were checked, with the ids that the played task
gives them. So a simulation whose checked actions are not those of the task it names was filed
under the wrong id: rating it against that task's contract would be nonsense.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rut_domains.frozen import Frozen
from rut_domains.interop.tau2.scenario import Record, action_ids


class LinkCheck(Frozen):
    """The result for one simulation.

    `unchecked`: it names no actions, or nothing can be compared. `right`, `partial`: all or some
    of the actions are those of the task. `wrong`: none is; `played` is then the task that they
    belong to, or empty if no task or more than one would do.
    """

    state: Literal["unchecked", "right", "partial", "wrong"]
    played: str = ""
    text: str = ""


class Links:
    """The tasks of a file, by the actions that they expect."""

    def __init__(self, tasks: Mapping[str, Record]) -> None:
        self._actions = {task_id: frozenset(action_ids(task)) for task_id, task in tasks.items()}
        self._owners: dict[str, set[str]] = {}
        for task_id, actions in self._actions.items():
            for action in actions:
                self._owners.setdefault(action, set()).add(task_id)

    def check(self, task_id: str, reward_info: Any) -> LinkCheck:
        """Compare the checked actions of a simulation with those of the task that it names."""
        checked = _checked_actions(reward_info)
        if not checked:
            return LinkCheck(state="unchecked")
        own = self._actions.get(task_id, frozenset())
        if own == set(checked):
            return LinkCheck(state="right")
        exact = self._exact(checked)
        common = [action for action in checked if action in own]
        if not exact and len(common) == len(checked):
            return LinkCheck(state="right")
        if not exact and common:
            return LinkCheck(
                state="partial", text=f"{len(common)} of {len(checked)} checked actions are known"
            )
        played = self._owner(checked) or self._prefix(checked)
        if played == task_id or (not own and not played):
            return LinkCheck(state="right" if played else "unchecked")
        named = f"those of task {played!r}" if played else "of no single task of the file"
        return LinkCheck(
            state="wrong",
            played=played,
            text=f"task_id is {task_id!r}, the checked actions ({checked[0]!r}, ...) are {named}",
        )

    def _owner(self, checked: tuple[str, ...]) -> str:
        """Return the one task that expects exactly these actions, or all of these and more."""
        owners = self._exact(checked) or self._owning(checked)
        return next(iter(owners)) if len(owners) == 1 else ""

    def _owning(self, checked: tuple[str, ...]) -> set[str]:
        return set.intersection(*(self._owners.get(action, set()) for action in checked))

    def _exact(self, checked: tuple[str, ...]) -> set[str]:
        wanted = frozenset(checked)
        return {task for task in self._owning(checked) if self._actions[task] == wanted}

    def _prefix(self, checked: tuple[str, ...]) -> str:
        """Return the one task whose id is the prefix of all these action ids."""
        prefixes = {action.rpartition("_")[0] for action in checked}
        prefix = next(iter(prefixes)) if len(prefixes) == 1 else ""
        return prefix if prefix in self._actions else ""


def _checked_actions(reward_info: Any) -> tuple[str, ...]:
    if not isinstance(reward_info, Mapping):
        return ()
    checks = reward_info.get("action_checks")
    if not isinstance(checks, list):
        return ()
    actions = (check.get("action") for check in checks if isinstance(check, Mapping))
    return tuple(
        action["action_id"]
        for action in actions
        if isinstance(action, Mapping) and isinstance(action.get("action_id"), str)
    )
