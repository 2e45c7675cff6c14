"""The states of a season and their change. Law: a change is a conditional UPDATE on the state that must still hold, so
two clicks are one change, one refusal.
"""

from collections.abc import Sequence

from games.directing.verbs import Verb
from league.models import Season
from league.seasons.making.checking import WrongSeason


def move(*, season: Season, before: Sequence[str], after: str, verb: str, **fields: object) -> None:
    """Changes a season's status if it still is one of `before`, else raises WrongSeason."""
    moved = Season.objects.filter(pk=season.pk, status__in=before).update(status=after, **fields)
    if not moved and not Season.objects.filter(pk=season.pk).exists():
        raise WrongSeason("status", f"{season.slug} has been deleted.")
    season.refresh_from_db()
    if not moved:
        *others, last = before
        kinds = f"{', '.join(others)} or {last}" if others else last
        article = "an" if kinds.startswith("a") else "a"
        raise WrongSeason(
            "status", f"only {article} {kinds} season can be {verb}, and {season.slug} is {season.status}."
        )


def reason_given(reason: str) -> str:
    """A reason without what stands around it. Raises WrongSeason where it is none."""
    if not (said := Verb.reason_in(reason)):
        raise WrongSeason("reason", f"{Verb.want_of_reason}.")
    return said
