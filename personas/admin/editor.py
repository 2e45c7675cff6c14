"""A sheet as a form: each of its parts a field of its own, with its help and its bounds from the table of parts.

What is a list is written a line each; what is by a name (guidance, relationships, lines) as "name: text", a line each.
So a sheet is edited without a word of JSON, with the keyboard and without JavaScript.
"""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from personas.fields import SheetError
from personas.models import Persona
from personas.parts import FEWEST_WORDS, MOST_WORDS, PARTS, Part
from personas.rows.typed import Mistyped, put, read_from, shown_of
from personas.sheet import TEMPERS, accept_by_hand, dump

TEMPER_TOLD: Final = "How players of the house play it, and speak."


class WrittenField(forms.CharField):
    """A text as it is kept: browsers end lines otherwise."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return text.replace("\r\n", "\n") if isinstance(text, str) else text


def help_of(part: Part) -> str:
    """What is said below a part's field."""
    if part.form == "text":
        return f"{part.help} At most {part.longest} characters."
    how = "Each on a line of its own" if part.form == "list" else "“Name: text”, each on a line of its own"
    number = f"{part.fewest} to {part.most}" if part.fewest else f"at most {part.most}"
    return f"{part.help} {how}, {number}, each of at most {part.longest} characters."


def field_of(part: Part) -> WrittenField:
    """The field of a part."""
    told = {"data-told": part.form} if part.is_told else {}
    rows = max(3, part.longest // 100) if part.form == "text" else 4
    widget = UnfoldAdminTextareaWidget(attrs={"rows": rows, **told})
    is_needed = part.form == "text" or part.fewest > 0
    return WrittenField(label=part.title, help_text=help_of(part), widget=widget, required=is_needed)


FIELDS: Final = {part.field: field_of(part) for part in PARTS}
PartsForm: Any = type("PartsForm", (forms.Form,), dict(FIELDS))


class PersonaForm(forms.ModelForm, PartsForm):
    """A persona, its sheet by parts. When it is valid `made` is the sheet, as it is stored."""

    temper = forms.ChoiceField(choices=[(each, each) for each in TEMPERS], widget=UnfoldAdminSelectWidget)

    class Meta:
        model = Persona
        fields = ["slug", "name"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.made: dict[str, Any] = {}
        for part in PARTS:
            if part.field in self.fields:
                self.initial[part.field] = shown_of(part, self.instance.sheet)
        self.initial["temper"] = self.instance.sheet.get("temper")
        if "temper" in self.fields:
            self.fields["temper"].help_text = TEMPER_TOLD

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        slug, name = (cleaned.get(field) or getattr(self.instance, field) for field in ("slug", "name"))
        data: dict[str, Any] = {"slug": slug, "name": name, "temper": cleaned.get("temper")}
        for part in PARTS:
            try:
                put(part, read_from(part, cleaned.get(part.field) or ""), data)
            except Mistyped as complaint:
                self.add_error(part.field, str(complaint))
        if not self.errors:
            self.read(data, slug=slug, name=name)
        return cleaned

    def read(self, data: dict[str, Any], *, slug: str, name: str) -> None:
        """Reads the sheet; whatever is wrong is told at its field."""
        try:
            self.made = dump(accept_by_hand(data, slug=slug, name=name))
        except SheetError as error:
            for complaint in error.complaints:
                self.add_error(_field_of(complaint, self.fields), complaint)


def _field_of(complaint: str, fields: Mapping[str, Any]) -> str | None:
    """The field that a complaint is about; None for one about the whole."""
    path = complaint.partition(" ")[0]
    for part in PARTS:
        if path == part.path or path.startswith((f"{part.path}.", f"{part.path}[")):
            return part.field
    return path if path in fields else None


def words_told() -> str:
    """How long a sheet is to be, for its page."""
    return (
        f"{FEWEST_WORDS} to {MOST_WORDS} words in all of what models are told: all but what players of the house word "
        "their speeches from."
    )
