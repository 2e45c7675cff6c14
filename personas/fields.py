"""Plain data read field by field, where whatever is wrong is said at once: whoever wrote it mends it in one go.

A reading never stops at the first fault. What is wrong is kept, a value of the right kind stands in for it, and `end`
raises everything together; so what was built of a reading is worth nothing before its end. A field that is lacking is
told with its object and not once more.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

LONGEST_LINE: Final = 240
LONGEST_SHOWN: Final = 120  # characters of a wrong value that are repeated
MOST_TOLD: Final = 50  # faults of one sheet
LONGEST_SLUG: Final = 40
SLUG: Final = re.compile(rf"[a-z0-9_]{{1,{LONGEST_SLUG}}}")
UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")  # PostgreSQL's JSON refuses both
LACKING: Final = object()


class SheetError(ValueError):
    """A sheet that cannot be read; each complaint says which field, what was wanted and what came."""

    def __init__(self, *complaints: str) -> None:
        super().__init__("; ".join(complaints))
        self.complaints: Final = complaints


def shown(data: object) -> str:
    """A wrong value as a complaint repeats it, of long ones the beginning."""
    text = repr(data)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class Reading:
    """One sheet as it is read, with what was wrong so far."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._untold = 0

    def refuse(self, complaint: str) -> None:
        """Keeps a complaint, or counts it when there are too many for anybody to read."""
        if len(self._told) < MOST_TOLD:
            self._told.append(complaint)
        else:
            self._untold += 1

    @property
    def told(self) -> tuple[str, ...]:
        """What was wrong so far, as far as it is told."""
        return tuple(self._told)

    def end(self) -> None:
        """Raises SheetError when anything was wrong."""
        if self._told:
            raise SheetError(*self._told, *([f"{self._untold} more of the kind"] if self._untold else []))

    def fields(
        self, data: object, where: str, needed: Sequence[str] = (), more: Sequence[str] = ()
    ) -> Mapping[str, object]:
        """An object with the fields that are needed or known, LACKING for those that are not there."""
        if not isinstance(data, Mapping):
            self._wrong(data, f"{where} must be an object")
            return dict.fromkeys(needed, LACKING)
        if missing := [field for field in needed if field not in data]:
            self.refuse(f"{where} lacks {', '.join(missing)}")
        if strange := [field for field in data if field not in needed and field not in more]:
            self.refuse(f"{where} knows {', '.join((*needed, *more))}; not {', '.join(map(shown, strange))}")
        return dict.fromkeys(missing, LACKING) | dict(data)

    def items(self, data: object, where: str) -> Sequence[object]:
        if not isinstance(data, list | tuple):
            self._wrong(data, f"{where} must be a list")
            return ()
        return data

    def text(self, data: object, where: str, longest: int = LONGEST_LINE) -> str:
        if not isinstance(data, str) or not data.strip() or len(data) > longest:
            self._wrong(data, f"{where} must be a text of 1 to {longest} characters")
            return ""
        if UNSTORABLE.search(data):
            self._wrong(data, f"{where} must be a text without null characters and lone surrogates")
            return ""
        return data

    def texts(self, data: object, where: str, at_least: int = 0) -> tuple[str, ...]:
        items = self.items(data, where)
        if isinstance(data, list | tuple) and len(items) < at_least:
            self.refuse(f"{where} must hold at least {at_least}, not {len(items)}")
        return tuple(self.text(item, f"{where}[{index}]") for index, item in enumerate(items))

    def slug(self, data: object, where: str) -> str:
        if not isinstance(data, str) or not SLUG.fullmatch(data):
            self._wrong(data, f"{where} must be 1 to {LONGEST_SLUG} of a-z, 0-9 and _")
            return ""
        return data

    def choice(self, data: object, where: str, among: Sequence[str]) -> str:
        if not isinstance(data, str) or data not in among:
            self._wrong(data, f"{where} must be one of {', '.join(among)}")
            return ""
        return data

    def _wrong(self, data: object, wanted: str) -> None:
        if data is not LACKING:
            self.refuse(f"{wanted}, not {shown(data)}")
