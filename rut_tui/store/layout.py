"""Layout 1 of the file, as migration 1 makes it. A released layout is never edited: add another."""

from __future__ import annotations

_TABLES = """
-- Contracts, policies, tool lists and imported tasks: each once, by the SHA-256 of its JSON.
CREATE TABLE documents (
    hash TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('contract', 'policy', 'tools', 'task')),
    body TEXT NOT NULL
);
CREATE INDEX documents_tasks ON documents (kind) WHERE kind = 'task';

-- What holds for a dialogue from its first event on; `number` is the order of arrival.
-- Integers of other systems (seed, parent_seq) have no type: one beyond 64 bits stays text.
CREATE TABLE dialogues (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    domain TEXT NOT NULL,
    user_kind TEXT NOT NULL,
    user_name TEXT NOT NULL,
    agent_kind TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    seed NOT NULL,
    created_at TEXT NOT NULL,
    added_at TEXT NOT NULL,
    origin_system TEXT NOT NULL,
    origin_source_id TEXT NOT NULL,
    origin_file TEXT NOT NULL,
    origin_file_hash TEXT NOT NULL,
    parent_id TEXT,
    parent_seq,
    policy_hash TEXT REFERENCES documents (hash),
    agent_tools_hash TEXT REFERENCES documents (hash),
    user_tools_hash TEXT REFERENCES documents (hash),
    recorded TEXT NOT NULL
);
CREATE INDEX dialogues_time ON dialogues (created_at);
CREATE INDEX dialogues_origin
    ON dialogues (origin_file_hash, origin_source_id, origin_system) WHERE origin_file_hash <> '';

-- Which task a dialogue belongs to and whether that is sure; the last row counts.
CREATE TABLE dialogue_links (
    dialogue_id TEXT NOT NULL REFERENCES dialogues (id),
    number INTEGER NOT NULL CHECK (number >= 0),
    at TEXT NOT NULL,
    link TEXT NOT NULL CHECK (link IN ('linked', 'unlinked', 'relinked', 'accepted')),
    task_id TEXT NOT NULL,
    task_hash TEXT NOT NULL,
    contract_hash TEXT REFERENCES documents (hash),
    reason TEXT NOT NULL,
    PRIMARY KEY (dialogue_id, number)
) WITHOUT ROWID;

-- The log. `visible_to` is '', 'user', 'agent' or 'agent,user'; `payload` holds the other fields.
CREATE TABLE events (
    dialogue_id TEXT NOT NULL REFERENCES dialogues (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    at TEXT,
    actor TEXT NOT NULL CHECK (actor IN ('user', 'agent', 'engine', 'environment')),
    kind TEXT NOT NULL,
    visible_to TEXT NOT NULL CHECK (visible_to IN ('', 'user', 'agent', 'agent,user')),
    payload TEXT NOT NULL,
    PRIMARY KEY (dialogue_id, seq)
);
CREATE INDEX events_stops ON events (dialogue_id) WHERE kind = 'stop';
CREATE INDEX events_outcomes ON events (dialogue_id, seq) WHERE kind = 'outcome';
CREATE INDEX events_faults ON events (dialogue_id, seq) WHERE kind = 'planted_fault';

-- One row a revision; `verdict` NULL withdraws what was said before.
CREATE TABLE judgements (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    dialogue_id TEXT NOT NULL REFERENCES dialogues (id),
    rater TEXT NOT NULL CHECK (rater <> ''),
    rater_kind TEXT NOT NULL,
    rubric_id TEXT NOT NULL,
    rubric_version TEXT NOT NULL,
    rubric_hash TEXT NOT NULL,
    guideline_version TEXT NOT NULL,
    criterion_id TEXT NOT NULL,
    criterion_hash TEXT NOT NULL,
    scope TEXT NOT NULL,
    verdict TEXT CHECK (verdict IN ('met', 'not_met', 'not_applicable', 'cannot_tell')),
    mode TEXT,
    secondary_modes TEXT NOT NULL,
    evidence TEXT NOT NULL,
    spans TEXT NOT NULL,
    effect TEXT,
    confidence INTEGER,
    comment TEXT NOT NULL,
    blind TEXT NOT NULL,
    shown_at TEXT NOT NULL,
    first_key_at TEXT NOT NULL,
    submitted_at TEXT NOT NULL,
    active_s REAL NOT NULL,
    idle_s REAL NOT NULL,
    revision INTEGER NOT NULL CHECK (revision >= 1),
    UNIQUE (id, criterion_id, revision)
);
CREATE UNIQUE INDEX judgements_chain ON judgements (
    rubric_hash, rater, dialogue_id, criterion_id,
    rater_kind, rubric_id, scope, criterion_hash, revision
);
CREATE INDEX judgements_dialogue ON judgements (dialogue_id);

-- A rater put a dialogue off or marked it; the last row of each pair counts.
CREATE TABLE rating_marks (
    number INTEGER PRIMARY KEY,
    rater TEXT NOT NULL CHECK (rater <> ''),
    rubric_id TEXT NOT NULL,
    dialogue_id TEXT NOT NULL REFERENCES dialogues (id),
    mark TEXT NOT NULL CHECK (mark IN ('skip', 'unskip', 'flag', 'unflag')),
    reason TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX rating_marks_rater ON rating_marks (rater, rubric_id, dialogue_id);

-- In which order a rater is shown the dialogues, and under which blind code.
CREATE TABLE orders (
    rater TEXT NOT NULL CHECK (rater <> ''),
    rubric_id TEXT NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    dialogue_id TEXT NOT NULL REFERENCES dialogues (id),
    code TEXT NOT NULL,
    seed NOT NULL,
    PRIMARY KEY (rater, rubric_id, position),
    UNIQUE (rater, rubric_id, dialogue_id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX orders_codes ON orders (rater, rubric_id, code) WHERE code <> '';

CREATE TABLE imports (
    number INTEGER PRIMARY KEY,
    file_hash TEXT NOT NULL,
    name TEXT NOT NULL,
    format TEXT NOT NULL,
    at TEXT NOT NULL,
    added INTEGER NOT NULL,
    known INTEGER NOT NULL,
    report TEXT NOT NULL
);
CREATE INDEX imports_file ON imports (file_hash);

-- What somebody has typed and not handed in: the only table whose rows change.
CREATE TABLE drafts (
    key TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL,
    at TEXT NOT NULL
) WITHOUT ROWID;
"""

_VIEWS = """
CREATE VIEW current_links AS
SELECT * FROM dialogue_links AS l
WHERE number = (SELECT max(number) FROM dialogue_links AS m WHERE m.dialogue_id = l.dialogue_id);

CREATE VIEW current_judgements AS
SELECT * FROM judgements AS j
WHERE revision = (
    SELECT max(k.revision) FROM judgements AS k
    WHERE k.rubric_hash = j.rubric_hash AND k.rater = j.rater AND k.dialogue_id = j.dialogue_id
    AND k.criterion_id = j.criterion_id AND k.rater_kind = j.rater_kind
    AND k.rubric_id = j.rubric_id AND k.scope = j.scope AND k.criterion_hash = j.criterion_hash
);
"""

_APPEND_ONLY = (
    "documents",
    "dialogues",
    "dialogue_links",
    "events",
    "judgements",
    "rating_marks",
    "orders",
    "imports",
)

_TRIGGERS = "\n".join(
    f"""
CREATE TRIGGER {table}_refuse_{change} BEFORE {change} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;
"""
    for table in _APPEND_ONLY
    for change in ("update", "delete")
)

LAYOUT_1 = _TABLES + _VIEWS + _TRIGGERS
