"""The world of this pack: its state, and the tools that look at it or change it.

State is every public attribute; it must be plain JSON. A tool is a public method with type hints
and a docstring; it answers {"success": True, "data": ...} or {"success": False, "error": ...}.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from rut_env import read, write

RENEWAL = timedelta(days=7)


class ToolLibrary:
    """Members and their loans."""

    def __init__(self) -> None:
        self.members: dict[str, dict[str, Any]] = {}
        self.loans: dict[str, dict[str, Any]] = {}

    @read
    def find_member(self, email: str) -> dict[str, Any]:
        """Find a member by e-mail address.

        Args:
            email: The whole address.
        """
        for member in self.members.values():
            if member["email"] == email.strip().casefold():
                return {"success": True, "data": member}
        return {"success": False, "error": "no member has this e-mail address"}

    @read
    def get_loan(self, loan_id: str) -> dict[str, Any]:
        """Show a loan: tool, day due, renewals, and whether somebody has reserved the tool.

        Args:
            loan_id: The loan number, for example L-104.
        """
        loan = self.loans.get(loan_id)
        if loan is None:
            return {"success": False, "error": f"there is no loan {loan_id!r}"}
        return {"success": True, "data": loan}

    @write
    def renew_loan(self, loan_id: str) -> dict[str, Any]:
        """Renew a loan for seven days from the day it is due.

        Args:
            loan_id: The loan number.
        """
        loan = self.loans.get(loan_id)
        if loan is None:
            return {"success": False, "error": f"there is no loan {loan_id!r}"}
        loan["due"] = (date.fromisoformat(loan["due"]) + RENEWAL).isoformat()
        loan["renewals"] += 1
        return {"success": True, "data": loan}
