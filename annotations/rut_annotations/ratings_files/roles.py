"""Who a rater is: a person, a model, an adjudicator, a gold standard."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from rut_annotations.ratings_files.columns import IntArray
from rut_annotations.ratings_files.ledger import Ledger, name_some, quote
from rut_annotations.ratings_files.options import Options

# What others call the roles. Only people's rows enter human numbers.
ROLES = {
    "human": ("human", "person", "people", "annotator", "rater", "coder", "expert", "crowd"),
    "model": ("model", "llm", "ai", "machine", "auto", "automatic", "prediction", "scorer"),
    "adjudicated": ("adjudicated", "adjudicator", "adjudication", "curator", "consensus", "final"),
    "gold": ("gold", "gold_standard", "ground_truth", "reference"),
    "training": ("training",),
    "calibration": ("calibration", "pilot"),
}
_BY_NAME = {name: role for role, names in ROLES.items() for name in names}
# Names of raters that say what they are; a person may be called Claude, but not claude-3.
_STANDARDS = {
    "curation_user": "adjudicated",
    "adjudicator": "adjudicated",
    "adjudicated": "adjudicated",
    "consensus": "adjudicated",
    "gold": "gold",
    "gold_standard": "gold",
    "ground_truth": "gold",
    "llm": "model",
    "model": "model",
}
_MODEL = re.compile(
    r"(gpt|claude|gemini|llama|mistral|mixtral|qwen|deepseek|llm|model)[-_ .:/]?[a-z]*[-_ .:]?\d.*",
    re.IGNORECASE | re.ASCII,
)


def name_roles(
    column: tuple[list[str], IntArray] | None,
    raters: tuple[str, ...],
    rater: IntArray,
    options: Options,
    ledger: Ledger,
) -> tuple[tuple[str, ...], IntArray]:
    """Return the names of the roles that occur, sorted, and the role of each row.

    Args:
        column: The different texts of the column of roles and each row's, or None without one.
        raters: The names of the raters.
        rater: The rater of each row.
        options: `roles` names the role of a rater and stands over all else.
        ledger: Is told what was taken for what.
    """
    by_rater = [_said_role(name, options, ledger) for name in raters]
    if column is None:
        by_rater = [
            said or guessed
            for said, guessed in zip(by_rater, _guess_roles(raters, by_rater, ledger), strict=True)
        ]
    if strange := [name for name in options.roles if name not in raters]:
        raise ledger.fault(
            f"there is no rater {quote(strange[0])} to give a role to",
            f"The raters are {name_some(raters)}.",
        )
    if column is None:
        texts, codes = ["human"], np.zeros(len(rater), dtype=np.int32)
    else:
        texts, codes = [_canonical(text, ledger) for text in column[0]], column[1]
    names = sorted({*texts, *(role for role in by_rater if role)})
    place = {name: index for index, name in enumerate(names)}
    role = np.fromiter((place[text] for text in texts), np.int32, len(texts))[codes]
    own = np.fromiter((place[name] if name else -1 for name in by_rater), np.int32, len(by_rater))
    role = np.where(own[rater] >= 0, own[rater], role)
    used, inverse = np.unique(role, return_inverse=True)
    return tuple(names[index] for index in used), inverse.astype(np.int32).reshape(-1)


def find_role(text: str) -> str:
    """Return the role that a word means, or "" for an unknown word."""
    return _BY_NAME.get(_plain(text), "")


def role_in_name(name: str) -> str:
    """Return the role that the name of a rater says, such as "model" for gpt-4, else ""."""
    return _STANDARDS.get(name.casefold(), "model" if _MODEL.fullmatch(name) else "")


def _said_role(name: str, options: Options, ledger: Ledger) -> str:
    return _canonical(options.roles[name], ledger) if name in options.roles else ""


def _guess_roles(raters: Sequence[str], said: Sequence[str], ledger: Ledger) -> list[str]:
    """Return the role that the name of each rater says, else ""."""
    roles = [role_in_name(name) for name in raters]
    found: dict[str, list[str]] = {}
    for name, role, known in zip(raters, roles, said, strict=True):
        if role and not known:
            found.setdefault(role, []).append(name)
    for role, names in found.items():
        ledger.note(
            f"{name_some(names)}: taken for role {role} by the name, so no human number counts "
            f"them; if this is a person, say so (--role-of {quote(names[0] + '=human')})."
        )
    return roles


def _canonical(text: str, ledger: Ledger) -> str:
    plain = _plain(text)
    if not plain:
        ledger.note("a blank role is taken for human.")
        return "human"
    if plain in _BY_NAME:
        return _BY_NAME[plain]
    ledger.note(f"role {quote(plain)} is not known: its rows enter no human number.")
    return plain


def _plain(text: str) -> str:
    return text.strip().casefold().replace(" ", "_").replace("-", "_")
