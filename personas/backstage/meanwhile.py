"""Pages of rows that go with what they were made from, so that nobody writes over what another has written meanwhile.

Law: who is refused for that loses nothing of what was typed. It is said what is otherwise by now, at each field; what
was not touched stands there as it is now, and the page is made from that, so that a second press writes what it shows.
What only others have touched beside what is saved here is no conflict: a row is compared by the fields of its page.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

from django import forms
from django.http import QueryDict

MADE_FROM: Final = "made_from"
LONGEST_SHOWN: Final = 300  # characters of what another wrote
MEANWHILE: Final = (
    "Somebody has changed this since the page was made ({fields}), and nothing is saved yet. What you typed is still "
    "here, and what you had left alone is as it is now: look at it again, and save."
)
Rows = tuple[str, Iterable[Any]]  # what they are called, and what stands in them


class MadeFrom:
    """A form of a row that is there already, with a mark of what it was made from. A form that says no such thing, from
    a page of before there were marks, is taken as it comes."""

    beside: Callable[[], Mapping[str, Rows]]  # rows of others that are written on the same page, by what they are
    # Any: what comes after this is a ModelForm, and a mixin of one cannot say so.
    fields: Any
    data: Any
    get_initial_for_field: Any
    add_prefix: Any
    add_error: Any

    def clean(self) -> Any:
        """Refuses what was made from something else than is there by now."""
        cleaned = super().clean()  # type: ignore[misc]  # a form's
        was, now = _read(self.data.get(MADE_FROM, "")), self._marks()
        others = [name for name in now if name in was and was[name] != now[name]]
        if conflicts := [name for name in others if name not in self.fields or self._is_otherwise(name)]:
            named = [str(self.fields[name].label or name) if name in self.fields else name for name in conflicts]
            self._renew([name for name in conflicts if name in self.fields], was)
            self.add_error(None, MEANWHILE.format(fields=", ".join(named)))
        return cleaned

    @property
    def made_from(self) -> str:
        """What the page is made from: of each field a mark of what stands in it now."""
        return json.dumps(self._marks())

    def _marks(self) -> dict[str, str]:
        own = {name: _mark(self._now(name)) for name, field in self.fields.items() if not field.disabled}
        return own | {told: _mark(list(rows)) for told, rows in type(self).beside().values()}

    def _now(self, name: str) -> Any:
        field = self.fields[name]
        return field.prepare_value(self.get_initial_for_field(field, name))

    def _sent(self, name: str) -> Any:
        return self.fields[name].widget.value_from_datadict(self.data, {}, self.add_prefix(name))

    def _is_otherwise(self, name: str) -> bool:
        """Whether what was sent is something else than is there by now."""
        field = self.fields[name]
        return bool(field.has_changed(self.get_initial_for_field(field, name), self._sent(name)))

    def _renew(self, names: Iterable[str], was: Mapping[str, str]) -> None:
        """Has the form say what is there by now where nothing else was typed, and what another wrote where something
        was."""
        for name in names:
            if _mark(self._sent(name)) == was[name]:
                self.data = _saying(self.data, self.add_prefix(name), self._now(name))
            else:
                told = _text(self._now(name))
                shown = told if len(told) <= LONGEST_SHOWN else f"{told[:LONGEST_SHOWN]}…"
                self.add_error(name, f"Somebody else wrote here meanwhile: {shown or 'nothing'}")


def made_from(form: type[forms.BaseForm], beside: Callable[[], Mapping[str, Rows]]) -> Any:  # Any: a form with a mark
    """The same form with a mark of what it was made from."""
    return type(form.__name__, (MadeFrom, form), {"beside": staticmethod(beside)})


def _text(value: Any) -> str:
    """A value as it stands in a field, from the row or from a browser alike."""
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(sorted(map(_text, value)))
    return str(value).replace("\r\n", "\n").strip()


def _mark(value: Any) -> str:
    return sha256(_text(value).encode()).hexdigest()[:16]


def _read(sent: str) -> dict[str, str]:
    """The marks that a page came with; none where it has none that can be read."""
    try:
        marks = json.loads(sent)
    except ValueError:
        return {}
    return {str(name): str(mark) for name, mark in marks.items()} if isinstance(marks, dict) else {}


def _saying(sent: Any, name: str, value: Any) -> QueryDict:
    """What was sent, with a field that says something else."""
    said = sent.copy()
    if value is None or value is False:
        said.pop(name, None)
    else:
        said.setlist(name, list(map(str, value)) if isinstance(value, list | tuple) else [str(value)])
    return said
