"""The words of tau2's files: stop tokens, ends, roles, and the keys that its records have."""

from __future__ import annotations

from typing import Any

from rut_domains.dialogue import Actor, EndReason, SeatName

SEAT_OF: dict[str, SeatName] = {"user": "user", "assistant": "agent"}
ROLE_OF: dict[SeatName, str] = {"user": "user", "agent": "assistant"}

TOKENS: dict[str, EndReason] = {
    "###STOP###": "satisfied",
    "###TRANSFER###": "transferred",
    "###OUT-OF-SCOPE###": "out_of_scope",
}
TOKEN_OF: dict[EndReason, str] = {reason: token for token, reason in TOKENS.items()}

# termination_reason -> (who ended the dialogue, our word for it)
ENDS: dict[str, tuple[Actor, EndReason]] = {
    "agent_stop": ("agent", "quit"),
    "max_steps": ("engine", "step_limit"),
    "timeout": ("engine", "time_limit"),
    "too_many_errors": ("engine", "too_many_errors"),
    "agent_error": ("engine", "counterpart_error"),
    "user_error": ("engine", "counterpart_error"),
    "infrastructure_error": ("engine", "infrastructure_error"),
    "context_window_exceeded": ("engine", "context_overflow"),
    "unexpected_error": ("engine", "infrastructure_error"),
}
ENDED_AS: dict[EndReason, str] = {
    "satisfied": "user_stop",
    "transferred": "user_stop",
    "out_of_scope": "user_stop",
    "abandoned": "user_stop",
    "quit": "agent_stop",
    "step_limit": "max_steps",
    "too_many_errors": "too_many_errors",
    "time_limit": "timeout",
    "context_overflow": "context_window_exceeded",
    "counterpart_error": "agent_error",
    "infrastructure_error": "infrastructure_error",
    "other": "unexpected_error",
}

# Message keys with the value that says nothing. Other values, and other keys, are kept.
MESSAGE_DEFAULTS: dict[str, Any] = {
    "cost": None,
    "usage": None,
    "raw_data": None,
    "generation_time_seconds": None,
    "context_truncation": None,
    "is_audio": False,
    "audio_format": None,
    "audio_content": None,
    "audio_path": None,
    "audio_script_gold": None,
    "speech_effects": None,
    "source_effects": None,
    "channel_effects": None,
    "turn_taking_action": None,
    "utterance_ids": None,
    "chunk_id": None,
    "is_final_chunk": True,
    "source": None,
    "contains_speech": True,
}
MESSAGE_MAPPED = frozenset(
    {"role", "content", "tool_calls", "id", "requestor", "error", "turn_idx", "timestamp"}
)
MESSAGE_KEYS = MESSAGE_MAPPED | MESSAGE_DEFAULTS.keys()
CALL_KEYS = frozenset({"id", "name", "arguments", "requestor"})
SIMULATION_KEYS = frozenset(
    {
        "id",
        "task_id",
        "timestamp",
        "start_time",
        "end_time",
        "duration",
        "termination_reason",
        "agent_cost",
        "user_cost",
        "agent_usage",
        "reward_info",
        "messages",
        "ticks",
        "trial",
        "seed",
        "mode",
        "speech_environment",
        "review",
        "user_only_review",
        "info",
        "auth_classification",
        "hallucination_retries_used",
        "hallucination_check",
        "provider_session_id",
        "policy",
        "effect_timeline",
        "rut",
    }
)
RESULT_KEYS = frozenset(
    {"timestamp", "info", "tasks", "simulations", "simulation_index", "format_version"}
)
TASK_KEYS = frozenset(
    {
        "id",
        "description",
        "user_scenario",
        "ticket",
        "initial_state",
        "evaluation_criteria",
        "issues",
        "required_documents",
        "user_tools",
        "annotations",
    }
)
SCENARIO_KEYS = frozenset({"persona", "instructions"})
SCENARIO_FIELDS = {
    "reason_for_call": "reason",
    "known_info": "known",
    "unknown_info": "unknown",
    "task_instructions": "instructions",
}
