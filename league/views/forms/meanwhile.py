"""Forms that go with what they were made from (`on`), so that nobody writes over what another has written meanwhile.
Law: who is refused for that loses nothing of what was typed: it is said what was done meanwhile, and the form is made
from what is so now, so that a second press writes it on top.
"""

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.urls import reverse

from league.access.rights import May
from league.models import Act, Season, Series
from league.queries.upkeep.history import ActTold, acts_of, acts_told

MOST_TOLD = 8  # acts, the latest
SOMEBODY = "somebody"  # to whom the record of acts is shut: an account's name is half a login


class MadeFromForm(forms.Form):
    """A form with a mark of what it was made from, and the number of the latest act then."""

    on = forms.CharField(widget=forms.HiddenInput, required=False)
    since = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    def make_from(self, mark: str) -> None:
        """Says what it is made from."""
        newest = Act.objects.order_by("-id").values_list("id", flat=True).first() or 0
        self.initial.update(on=mark, since=newest)

    def renew(self, now: "MadeFromForm") -> None:
        """Has it be made from what another, that nobody has filled in, was made from."""
        for name in ("on", "since"):
            self.say(name, now.initial[name])

    def say(self, name: str, value: Any) -> None:
        """Has a field that was sent say something else."""
        sent = self.data.copy() if isinstance(self.data, QueryDict) else QueryDict(mutable=True)
        sent.setlist(name, list(map(str, value)) if isinstance(value, list) else ["" if value is None else str(value)])
        self.data = sent


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What was done to a season or a series since a form was made from it, the latest first; what it is called by now,
    and where it is."""

    name: str
    url: str
    acts: tuple[ActTold, ...]


def meanwhile_of(form: MadeFromForm, user: Any, *, of: Season | Series) -> Meanwhile:  # Any: as the rights have it
    """What was done to it since a form was made from it; of a form that does not say when, the latest act."""
    since, acts = form.cleaned_data.get("since"), acts_of(of).order_by("-id")
    found = acts_told(list(acts[:1] if since is None else acts.filter(id__gt=since)[:MOST_TOLD]))
    if not May(user)["look_at_acts"]:
        found = tuple(replace(each, who=SOMEBODY) for each in found)
    now = type(of).objects.get(pk=of.pk)
    return Meanwhile(now.name, reverse("season" if isinstance(now, Season) else "series", args=[now.slug]), found)
