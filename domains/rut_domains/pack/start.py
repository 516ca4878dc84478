"""The state that a task starts from."""

from __future__ import annotations

import copy
from typing import Any

from rut_domains.pack.manifest import Pack
from rut_domains.task import Task


def start_state(pack: Pack, task: Task) -> dict[str, Any]:
    """Return the pack's state with the task's own merged over it (RFC 7386: null deletes)."""
    merged = merge_patch(pack.state, task.state)
    assert isinstance(merged, dict)
    return merged


def merge_patch(target: Any, patch: Any) -> Any:
    """Apply a JSON merge patch (RFC 7386, Hoffman and Snell, 2014); neither value is changed."""
    if not isinstance(patch, dict):
        return copy.deepcopy(patch)
    merged = copy.deepcopy(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), value)
    return merged
