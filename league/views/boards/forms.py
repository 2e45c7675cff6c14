"""What is asked before something is done to a board."""

from typing import Any

from django import forms

from league.boards.verbs import Given, Managed
from league.models import Board
from league.models.boards import MOST_MINIMUM


class BoardForm(forms.Form):
    """What is said with a verb that is done to a board: why, and what it takes besides."""

    minimum = forms.IntegerField(label="Games at least", min_value=0, max_value=MOST_MINIMUM)
    order = forms.ChoiceField(label="In order by", choices=Board.Order.choices)
    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")

    def __init__(self, data: Any = None, *, verb: Managed, initial: Any = None, most: int | None = None) -> None:
        super().__init__(data, initial=initial)
        for name in set(self.fields) - {"reason", *verb.takes}:
            del self.fields[name]
        self.fields["reason"].required = verb.wants
        if most is not None and "minimum" in self.fields:
            self.fields["minimum"].help_text = f"The season has {most:,}: with more than that nobody can be ranked."

    @property
    def given(self) -> Given:
        """What was said, when it is valid."""
        return Given(**self.cleaned_data)


class ChoosingForm(forms.Form):
    """Why what was chosen from a list is taken off a board, or given back; whether `is_any` was chosen is asked here,
    too."""

    reason = forms.CharField(
        label="Why", max_length=200, help_text="Everybody sees it beside the board, and at the game or the player."
    )

    def __init__(self, data: Any = None, *, is_any: bool) -> None:
        super().__init__(data)
        self._is_any = is_any

    def clean(self) -> dict[str, Any]:
        """Nothing is done to nothing."""
        if not self._is_any:
            self.add_error(None, "Nothing is chosen: tick a game or a player.")
        return self.cleaned_data
