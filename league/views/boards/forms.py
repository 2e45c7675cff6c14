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
    game = forms.CharField(label="Game", max_length=12, required=False, help_text="Its id, or leave it empty.")
    player = forms.CharField(label="Player", max_length=130, required=False, help_text="Its id, or leave it empty.")
    reason = forms.CharField(label="Why", max_length=200, required=False, help_text="For the record of acts.")

    def __init__(self, data: Any = None, *, verb: Managed, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        for name in set(self.fields) - {"reason", *verb.takes}:
            del self.fields[name]
        self.fields["reason"].required = verb.wants
        if verb.wants:
            self.fields["reason"].help_text = "Everybody sees it beside the board, and at the game or the player."

    @property
    def given(self) -> Given:
        """What was said, when it is valid."""
        return Given(**self.cleaned_data)
