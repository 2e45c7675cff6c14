"""The form of a token: what it is for, what it may do of what its account may, and for how long."""

from datetime import timedelta
from typing import Any, Final

from django import forms

from league.access.accounts import USUAL_LIFE, scopes_for
from league.models import Token, User

FOR_GOOD: Final = "0"
LIVES: Final = (
    ("7", "a week"),
    ("30", "30 days"),
    ("90", "90 days"),
    ("365", "a year"),
    (FOR_GOOD, "for good: until it is revoked"),
)


class TokenForm(forms.Form):
    """A token that somebody makes for themselves."""

    name = forms.CharField(label="What it is for", max_length=80)
    scopes = forms.MultipleChoiceField(label="What it may do", widget=forms.CheckboxSelectMultiple)
    days = forms.ChoiceField(label="It lasts", choices=LIVES, initial=str(USUAL_LIFE.days))

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data, initial={"scopes": [Token.Scope.READ]})
        offered = scopes_for(user)
        self.fields["scopes"].choices = [  # type: ignore[attr-defined]  # of the field of this name
            (scope.value, scope.label) for scope in Token.Scope if scope.value in offered
        ]

    @property
    def lasts(self) -> timedelta | None:
        """For how long, when it is valid; None for good."""
        days = self.cleaned_data["days"]
        return None if days == FOR_GOOD else timedelta(days=int(days))
