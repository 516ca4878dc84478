"""Where in a file something is wrong, told so that a person finds it."""

from __future__ import annotations

from rut_domains.faults import InputFault

MEND = "Mend the file, or write it again from its source."


def place_fault(fault: InputFault, at: str) -> InputFault:
    """Return a fault about a record as one about a file.

    Args:
        fault: What is wrong, placed inside the record.
        at: Where the record begins: file, line and column.
    """
    return InputFault(
        fault.title, hint=fault.hint or MEND, place=f"{at} {fault.place}" if fault.place else at
    )
