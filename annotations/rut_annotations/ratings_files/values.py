"""The cells of one criterion: which are answers, on which scale, and what stands for none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rut_annotations.agreement.ratings import Status
from rut_annotations.agreement.scale import NUMERIC, Level, Scale, set_label
from rut_annotations.ratings_files.declared import ORDERS, PAIRS, Declared
from rut_annotations.ratings_files.ledger import Ledger, count, name_some, quote
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.tokens import (
    STATUS_WORDS,
    Decimal,
    certain_status,
    doubtful_status,
    is_infinite,
    is_padded,
    to_label,
    to_number,
    to_set,
)

# Whole numbers that span no more than this are taken for the steps of an ordinal scale.
_ORDINAL_SPAN = 10
# Whole numbers below this are written without a decimal point.
_EXACT = 1e15
# So many labels that they look like free text.
_MANY_LABELS = 100


class CriterionValues:
    """Reads the different cells of one criterion.

    Args:
        name: The criterion.
        counts: How often each different cell occurs; a `Status` where the format itself says
            that there is no answer.
        line_of: Gives the first line where a cell stands.
        options: What a person said about the file.
        decimal: The decimal mark.
        ledger: Where decisions are told.
    """

    def __init__(
        self,
        name: str,
        counts: Mapping[str | Status, int],
        line_of: Callable[[str], int],
        options: Options,
        decimal: Decimal,
        ledger: Ledger,
    ) -> None:
        self._name = name
        # The most common first, so that nothing depends on the order of the file.
        self._counts = dict(sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))))
        self._line_of = line_of
        self._options = options
        self._decimal = decimal
        self._ledger = ledger
        self._declared = _declared_for(name, options.scales)
        self.statuses: dict[str | Status, Status] = {
            cell: cell for cell in self._counts if isinstance(cell, Status)
        }
        self._plain = {cell: cell.strip() for cell in self._counts if not isinstance(cell, Status)}
        self.labels: dict[str, str] = {}

    def read(self) -> Scale:
        """Sort the cells into `labels` and `statuses` and return the scale.

        Raises:
            RatingsFileFault: The cells fit no scale, or not the declared one.
        """
        self._sort_statuses()
        tokens = {cell: token for cell, token in self._plain.items() if cell not in self.statuses}
        if self._declared is not None:
            scale = self._read_declared(self._declared, tokens)
        else:
            scale = self._guess(tokens)
        self._tell(scale)
        return scale

    def _sort_statuses(self) -> None:
        categories = set(self._declared.categories) if self._declared else set()
        doubtful: dict[str, Status] = {}
        firm: list[str] = []
        for cell, token in self._plain.items():
            if token in categories:
                continue
            if (status := certain_status(token, self._options)) is not None:
                self.statuses[cell] = status
                if token:
                    self._tell_status(cell, status)
            elif (status := doubtful_status(token, self._options)) is not None:
                doubtful[cell] = status
            else:
                firm.append(token)
        if doubtful:
            self._settle_doubtful(doubtful, firm, bool(categories))

    def _settle_doubtful(self, doubtful: Mapping[str, Status], firm: list[str], told: bool) -> None:
        numeric = self._declared is not None and self._declared.level in NUMERIC
        clear = told or numeric or not firm or self._is_clear(firm)
        for cell, status in doubtful.items():
            if clear:
                self.statuses[cell] = status
                self._tell_status(cell, status)
                continue
            self._ledger.note(
                f"{self._of()}{quote(cell)} ({self._cells(cell)}) is kept as a label; if it means "
                f"{STATUS_WORDS[status]}, say so (--{STATUS_WORDS[status].replace(' ', '-')})."
            )

    def _is_clear(self, firm: list[str]) -> bool:
        folded = {token.casefold() for token in firm}
        return any(folded <= set(pair) for pair in PAIRS) or all(
            to_number(token, self._decimal) is not None for token in firm
        )

    def _tell_status(self, cell: str, status: Status) -> None:
        word = STATUS_WORDS[status]
        other = ""
        if status is Status.NOT_APPLICABLE and cell.strip() == "NA":
            other = "; R writes NA for missing: if it does here, say --missing NA"
        self._ledger.note(
            f"{self._of()}{quote(cell)} ({self._cells(cell)}) is taken as {word}{other}."
        )

    def _guess(self, tokens: Mapping[str, str]) -> Scale:
        if not tokens:
            return Scale("nominal", (), declared=False, why="no value was given")
        numbers = {cell: to_number(token, self._decimal) for cell, token in tokens.items()}
        known = {cell: number for cell, number in numbers.items() if number is not None}
        words = {cell: token for cell, token in tokens.items() if numbers[cell] is None}
        if not words:
            return self._guess_numbers(known)
        if known:
            self._refuse_mixture(known, words)
        elif all(to_set(token) is not None for token in words.values()):
            return self._read_sets(words, split=False, declared=False)
        return self._guess_words(tokens)

    def _refuse_mixture(self, known: Mapping[str, float], words: Mapping[str, str]) -> None:
        """Accept codes such as "007" among numbers; refuse all else."""
        padded = [cell for cell, token in words.items() if is_padded(token)]
        if len(padded) == len(words):
            self._ledger.note(
                f"{self._of()}{quote(padded[0])} would lose its zeros as a number: all values "
                "are taken as labels."
            )
            return
        self._refuse_infinite(words)
        odd: Sequence[str] = [cell for cell in words if cell not in padded]
        if sum(self._counts[cell] for cell in odd) > sum(self._counts[cell] for cell in known):
            odd = list(known)
        raise self._ledger.fault(
            f"{self._of()}numbers and words stand in one column, such as {name_some(odd)} "
            f"({self._cells(odd[0])})",
            "Declare --scale nominal if all are labels, or say what the odd ones mean, such as "
            f"--missing {quote(odd[0])}.",
            self._line_of(odd[0]),
        )

    def _refuse_infinite(self, tokens: Mapping[str, str]) -> None:
        for cell, token in tokens.items():
            if is_infinite(token):
                raise self._ledger.fault(
                    f"{self._of()}{quote(token)} is no number to calculate with",
                    "Mend the value, or say that it means no answer: "
                    f"--missing {quote(token)}; or declare --scale nominal.",
                    self._line_of(cell),
                )

    def _guess_numbers(self, known: Mapping[str, float]) -> Scale:
        self._label_numbers(known)
        values = sorted(set(known.values()))
        whole = all(value == int(value) for value in values)
        low, high = values[0], values[-1]
        if whole and low >= 0 and high <= 1:
            return Scale("binary", ("0", "1"), declared=False, why="all values are 0 or 1")
        if whole and high - low <= _ORDINAL_SPAN and max(-low, high) < _EXACT:
            steps = tuple(str(step) for step in range(int(low), int(high) + 1))
            why = f"whole numbers from {steps[0]} to {steps[-1]}"
            if len(values) < len(steps):
                why += f"; {name_some(s for s in steps if float(s) not in values)} never occurs"
            return Scale("ordinal", steps, declared=False, why=why)
        kind = "whole numbers" if whole else "numbers with decimals"
        why = f"{kind} from {to_label(low)} to {to_label(high)}"
        return Scale("interval", tuple(map(to_label, values)), declared=False, why=why)

    def _label_numbers(self, known: Mapping[str, float]) -> None:
        spelled: dict[str, str] = {}
        for cell, number in known.items():
            label = to_label(number + 0.0)
            token = self._plain[cell]
            first = spelled.setdefault(label, token)
            if first != token:
                self._ledger.note(
                    f"{self._of()}{quote(first)} and {quote(token)} are one number and count as "
                    "one value."
                )
            self.labels[cell] = label

    def _guess_words(self, tokens: Mapping[str, str]) -> Scale:
        folded = {token.casefold() for token in tokens.values()}
        for pair in PAIRS:
            if folded <= set(pair):
                return self._fold("binary", pair, tokens, "a pair of opposites")
        for order in ORDERS:
            if folded <= set(order):
                return self._fold("ordinal", order, tokens, "words of a known order")
        self.labels.update(tokens)
        self._warn_of_case()
        found = tuple(sorted(set(tokens.values())))
        if len(found) > _MANY_LABELS:
            self._ledger.note(
                f"{self._of()}{len(found):,} different labels occur: if this is free text, "
                "agreement on it means little; name the right column (--value)."
            )
        return Scale("nominal", found, declared=False, why="labels without a known order")

    def _fold(
        self,
        level: Level,
        names: Sequence[str],
        tokens: Mapping[str, str],
        why: str,
    ) -> Scale:
        """Take words that differ in case alone as one, in the spelling that is most common."""
        spelling: dict[str, str] = {}
        for cell, token in tokens.items():
            first = spelling.setdefault(token.casefold(), token)
            if first != token:
                self._ledger.note(
                    f"{self._of()}{quote(first)} and {quote(token)} count as one value."
                )
            self.labels[cell] = first
        categories = tuple(spelling.get(name, name) for name in names)
        if absent := [name for name in names if name not in spelling]:
            why += f"; {name_some(absent)} never occurs"
        return Scale(level, categories, declared=False, why=why)

    def _warn_of_case(self) -> None:
        seen: dict[str, str] = {}
        for label in self.labels.values():
            other = seen.setdefault(label.casefold(), label)
            if other != label:
                self._ledger.note(
                    f"{self._of()}{quote(other)} and {quote(label)} differ in case alone and count "
                    "as two labels."
                )

    def _read_sets(self, tokens: Mapping[str, str], *, split: bool, declared: bool) -> Scale:
        for cell, token in tokens.items():
            members = to_set(token, split=split)
            self.labels[cell] = set_label(members if members is not None else [token])
        found = tuple(sorted(set(self.labels.values())))
        return Scale("set", found, declared, "declared" if declared else "every value is a list")

    def _read_declared(self, declared: Declared, tokens: Mapping[str, str]) -> Scale:
        if declared.level == "set":
            return self._read_sets(tokens, split=True, declared=True)
        if declared.categories:
            return self._map_to(declared, tokens)
        numbers = {cell: to_number(token, self._decimal) for cell, token in tokens.items()}
        known = {cell: number for cell, number in numbers.items() if number is not None}
        if declared.level in NUMERIC or (declared.level == "ordinal" and known):
            return self._declared_numbers(declared, tokens, known)
        if declared.level == "ordinal":
            return self._declared_order(tokens)
        return self._declared_labels(declared, tokens, known)

    def _declared_numbers(
        self, declared: Declared, tokens: Mapping[str, str], known: Mapping[str, float]
    ) -> Scale:
        self._refuse_infinite(tokens)
        if words := [cell for cell in tokens if cell not in known]:
            self._refuse_unknown(words, f"no number, but the scale is {declared.level}")
        if declared.level == "ratio" and (below := [cell for cell in known if known[cell] < 0]):
            self._refuse_unknown(below, "below zero, but the scale is ratio")
        self._label_numbers(known)
        values = tuple(map(to_label, sorted(set(known.values()))))
        why = "declared; the categories are those that occur"
        return Scale(declared.level, values, declared=True, why=why)

    def _declared_order(self, tokens: Mapping[str, str]) -> Scale:
        folded = {token.casefold() for token in tokens.values()}
        for order in ORDERS:
            if folded <= set(order):
                return self._fold("ordinal", order, tokens, "words of a known order")
        raise self._ledger.fault(
            f"{self._of()}the order of {name_some(sorted(set(tokens.values())))} is not known",
            "Declare it, such as --scale 'ordinal:low<middle<high'.",
        )

    def _declared_labels(
        self, declared: Declared, tokens: Mapping[str, str], known: Mapping[str, float]
    ) -> Scale:
        if tokens and len(known) == len(tokens):
            self._label_numbers(known)
        else:
            self.labels.update(tokens)
            self._warn_of_case()
        found = sorted(set(self.labels.values()))
        if declared.level == "binary" and len(found) > 2:
            raise self._ledger.fault(
                f"{self._of()}{count(len(found), 'value')} occur, but the scale is binary: "
                f"{name_some(found)}",
                "Declare --scale nominal, or say which of them mean no answer.",
            )
        why = "declared; the categories are those that occur"
        return Scale(declared.level, tuple(found), declared=True, why=why)

    def _map_to(self, declared: Declared, tokens: Mapping[str, str]) -> Scale:
        """Find each cell among the declared categories: as written, as a number, by its case."""
        exact = {name: name for name in declared.categories}
        numbers = {
            number: name for name in declared.categories if (number := to_number(name)) is not None
        }
        folded: dict[str, list[str]] = {}
        for name in declared.categories:
            folded.setdefault(name.casefold(), []).append(name)
        strange: list[str] = []
        for cell, token in tokens.items():
            number = to_number(token, self._decimal)
            alike = folded.get(token.casefold(), [])
            label = exact.get(token) or (None if number is None else numbers.get(number))
            if label is None and len(alike) == 1:
                label = alike[0]
                self._ledger.note(f"{self._of()}{quote(token)} is taken as {quote(label)}.")
            if label is None:
                strange.append(cell)
            else:
                self.labels[cell] = label
        if strange:
            self._refuse_unknown(strange, f"not in the scale {', '.join(declared.categories)}")
        return Scale(declared.level, declared.categories, declared=True, why="declared")

    def _refuse_unknown(self, cells: Sequence[str], why: str) -> None:
        raise self._ledger.fault(
            f"{self._of()}{name_some(cells)} ({self._cells(cells[0])}): {why}",
            "Mend the scale or the values, or say what they mean: "
            f"--missing {quote(cells[0])}, --not-applicable {quote(cells[0])}.",
            self._line_of(cells[0]),
        )

    def _tell(self, scale: Scale) -> None:
        listed = "" if scale.level in (*NUMERIC, "set") else " of " + name_some(scale.categories)
        guessed = scale.why if scale.declared else f"guessed: {scale.why}"
        self._ledger.take(
            f"scale of {quote(self._name)}",
            scale.level + (listed if scale.categories else ""),
            guessed,
        )

    def _of(self) -> str:
        return f"criterion {quote(self._name)}: "

    def _cells(self, cell: str) -> str:
        return count(self._counts[cell], "cell")


def _declared_for(name: str, scales: Sequence[Declared]) -> Declared | None:
    general = next((scale for scale in scales if scale.criterion is None), None)
    return next((scale for scale in scales if scale.criterion == name), general)
