"""Run all benchmarks, or those named on the command line, and print one line each."""

from __future__ import annotations

import sys

from benchmarks import agreement, importing, rating, reading, reporting, startup, storing, working

ROOMS = {
    "startup": startup.measure,
    "storing": storing.measure,
    "working": working.measure,
    "rating": rating.measure,
    "importing": importing.measure,
    "agreement": agreement.measure,
    "reading": reading.measure,
    "reporting": reporting.measure,
}


def main() -> int:
    """Measure and print; the exit code is 0 whatever comes out."""
    chosen = sys.argv[1:] or list(ROOMS)
    print(f"{'':48} {'ratio':>7} {'goal':>9}   {'ours':>12} {'theirs':>12}")
    for name in chosen:
        for found in ROOMS[name]():
            goal = f"{'>=' if found.at_least else '<='} {found.goal:g}"
            mark = "" if found.reached else "   MISSED"
            print(
                f"{found.name:48} {found.ratio:7.2f} {goal:>9}   {found.a:>12} {found.b:>12}{mark}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
