"""Layout 2 of the file, as migration 2 makes it: judgements know their pass and their file."""

from __future__ import annotations

LAYOUT_2 = """
ALTER TABLE judgements ADD COLUMN
    pass_number INTEGER NOT NULL DEFAULT 1 CHECK (pass_number >= 1);
-- The file that a judgement was imported from, as JSON; null for one that was made here.
ALTER TABLE judgements ADD COLUMN source TEXT NOT NULL DEFAULT 'null';

DROP INDEX judgements_chain;
CREATE UNIQUE INDEX judgements_chain ON judgements (
    rubric_hash, rater, dialogue_id, criterion_id,
    rater_kind, rubric_id, scope, criterion_hash, pass_number, revision
);

DROP VIEW current_judgements;
CREATE VIEW current_judgements AS
SELECT * FROM judgements AS j
WHERE revision = (
    SELECT max(k.revision) FROM judgements AS k
    WHERE k.rubric_hash = j.rubric_hash AND k.rater = j.rater AND k.dialogue_id = j.dialogue_id
    AND k.criterion_id = j.criterion_id AND k.rater_kind = j.rater_kind
    AND k.rubric_id = j.rubric_id AND k.scope = j.scope AND k.criterion_hash = j.criterion_hash
    AND k.pass_number = j.pass_number
);
"""
