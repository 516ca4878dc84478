"""How a tau2 simulation ended: from its token if the user gave one, else from its own word."""

from __future__ import annotations

from rut_domains.interop.tau2.words import ENDS, TOKENS
from rut_domains.interop.transcript import Transcript


def record_end(
    transcript: Transcript, *, token: str, word: str, at: str | None, place: str
) -> None:
    """Put the end into a transcript.

    Args:
        transcript: The dialogue read so far.
        token: The stop token of the last user message, or "".
        word: The termination reason of the file, or "".
        at: The time of the last message.
        place: Where the reason stands, for findings.
    """
    if token:
        if word not in ("", "user_stop"):
            said = f"the last user message holds {token}, the file says {word!r}"
            transcript.find("end_disagrees", said, place)
        transcript.end("user", TOKENS[token], original=word or token, at=at, place=place)
    elif word == "user_stop":
        transcript.find("end_without_token", "user_stop without a stop token", place)
        transcript.end("user", "other", original=word, at=at, place=place)
    elif word in ENDS:
        actor, reason = ENDS[word]
        transcript.end(actor, reason, original=word, at=at, place=place)
    else:
        detail = "" if word else "the file names no end"
        transcript.end("engine", "other", detail=detail, original=word, at=at, place=place)
