"""Files as older versions of the program left them: that version's layout and rows it wrote.

An entry of `FILLINGS` is never changed once its version is released. A new version adds one.
"""

from __future__ import annotations

from pathlib import Path

from rut_tui.store.migrations import bring_up_to_date
from rut_tui.store.opening import connect_writing

_CONTRACT = "cc36f4d6dc0344c8c1f74c197e826ebcfae5ae2f16377672752840542ec4aa21"
_POLICY = "8c294dd9b20a079e703dc38d191f91cb812cde51a894b85ad2e25791325c993e"
_TASK = "9564184ef48e7a63de1ea5a1d480f0398f4e7551024c7549df0e184e7d1d1814"
_CONTRACT_BODY = (
    '{"expects":"satisfied","extra":{},"facts":[],"goals":[],"guidelines":"","instructions":"",'
    '"known":"","opening":[],"persona":"%s","reason":"","rules":[],"unknown":"","unknowns":[]}'
)
_TASK_BODY = (
    '{"assertions":[],"budget":{"errors":10,"seconds":3600.0,"steps":60},"contract":'
    + _CONTRACT_BODY % ""
    + ',"criteria":[],"domain":"retail","ends":["satisfied"],"extra":{},"forbidden":[],'
    '"greeting":"","id":"t-old","now":"","oracle":[],"order":[],"playable":"","refusals":[],'
    '"state":{},"tags":[],"title":"Old","user_tools":null}'
)
_DOCUMENT = "INSERT INTO documents (hash, kind, body) VALUES ('%s', '%s', '%s')"
_EVENT = (
    "INSERT INTO events (dialogue_id, seq, at, actor, kind, visible_to, payload) "
    "VALUES ('old-0001', %d, '2026-01-01T00:00:00+00:00', '%s', '%s', '%s', '%s')"
)
_LINK = (
    "INSERT INTO dialogue_links (dialogue_id, number, at, link, task_id, task_hash, "
    "contract_hash, reason) VALUES ('old-0001', %d, '', '%s', '%s', '', %s, '')"
)
_JUDGEMENT = (
    "INSERT INTO judgements (id, dialogue_id, rater, rater_kind, rubric_id, rubric_version, "
    "rubric_hash, guideline_version, criterion_id, criterion_hash, scope, verdict, mode, "
    "secondary_modes, evidence, spans, effect, confidence, comment, blind, shown_at, "
    "first_key_at, submitted_at, active_s, idle_s, revision) VALUES ('%s', 'old-0001', 'r1', "
    "'human', 'rub', '1', 'rubhash', '1', 'grounded', 'crithash', 'generic', '%s', %s, '[]', "
    "'%s', '[]', %s, 2, '', '{\"identity_hidden\":true}', '', '', '', 1.5, 0.0, %d)"
)

_IMPORTED_JUDGEMENT = (
    "INSERT INTO judgements (id, dialogue_id, rater, rater_kind, rubric_id, rubric_version, "
    "rubric_hash, guideline_version, criterion_id, criterion_hash, scope, verdict, mode, "
    "secondary_modes, evidence, spans, effect, confidence, comment, blind, shown_at, "
    "first_key_at, submitted_at, active_s, idle_s, revision, pass_number, source) VALUES ('%s', "
    "'old-0001', '%s', '%s', 'rub', '1', 'rubhash', '1', 'grounded', 'crithash', 'generic', "
    "'not_met', NULL, '[]', '[]', '[]', NULL, NULL, '', "
    "'{\"identity_hidden\":false,\"outcome_hidden\":false}', '', '', '', 0.0, 0.0, 1, %d, "
    '\'{"file":"verdicts.csv","file_hash":"csvhash"}\')'
)

FILLINGS: dict[int, tuple[str, ...]] = {
    1: (
        _DOCUMENT % (_CONTRACT, "contract", _CONTRACT_BODY % "Ada"),
        _DOCUMENT % (_POLICY, "policy", '"Be kind."'),
        _DOCUMENT % (_TASK, "task", _TASK_BODY),
        "INSERT INTO dialogues (id, domain, user_kind, user_name, agent_kind, agent_name, seed, "
        "created_at, added_at, origin_system, origin_source_id, origin_file, origin_file_hash, "
        "parent_id, parent_seq, policy_hash, agent_tools_hash, user_tools_hash, recorded) VALUES "
        "('old-0001', 'retail', 'human', 'ada', 'scripted', 'scripted-agent', 7, "
        "'2026-01-01T00:00:00+00:00', '', 'rut', '', '', '', NULL, NULL, "
        f"'{_POLICY}', NULL, NULL, '{{}}')",
        _LINK % (0, "unlinked", "task-a", "NULL"),
        _LINK % (1, "relinked", "task-b", f"'{_CONTRACT}'"),
        _EVENT % (0, "user", "message", "agent,user", '{"text":"Where is it?"}'),
        _EVENT
        % (1, "agent", "tool_call", "agent", '{"call_id":"c1","name":"find","arguments":{}}'),
        _EVENT
        % (
            *(2, "environment", "tool_result", "agent"),
            '{"call_id":"c1","name":"find","content":{"success":true},"error":false,'
            '"crashed":false,"state_hash":"h"}',
        ),
        _EVENT
        % (
            *(3, "user", "stop", "agent,user"),
            '{"reason":"satisfied","detail":"","original":""}',
        ),
        _EVENT % (4, "engine", "outcome", "", '{"data":{"success":true}}'),
        _JUDGEMENT % ("j1", "not_met", "'invented'", "[1]", "'helped'", 1),
        _JUDGEMENT % ("j2", "met", "NULL", "[]", "NULL", 2),
        "INSERT INTO rating_marks (rater, rubric_id, dialogue_id, mark, reason, at) "
        "VALUES ('r1', 'rub', 'old-0001', 'skip', 'later', '')",
        "INSERT INTO orders (rater, rubric_id, position, dialogue_id, code, seed) "
        "VALUES ('r1', 'rub', 0, 'old-0001', 'K7Q', 3)",
        "INSERT INTO imports (file_hash, name, format, at, added, known, report) "
        "VALUES ('filehash', 'run.json', 'tau2', '', 1, 0, '{}')",
        "INSERT INTO drafts (key, text, at) VALUES ('key', 'half a sen', '')",
    ),
}
FILLINGS[2] = (
    *FILLINGS[1],
    _IMPORTED_JUDGEMENT % ("j3", "bee", "human", 1),
    _IMPORTED_JUDGEMENT % ("j4", "bee", "human", 2),
    _IMPORTED_JUDGEMENT % ("j5", "judge-1", "model", 1),
)


def make_old_file(path: Path, version: int) -> None:
    """Make a file of that version with rows in every table."""
    connection = connect_writing(path, exists=False)
    bring_up_to_date(connection, path, 0, upto=version)
    with connection.immediate():
        for statement in FILLINGS[version]:
            connection.write(statement)
    connection.close()
