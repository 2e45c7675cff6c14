"""The buttons of a season's page, in groups: what keeps it going, what corrects its results, what comes of it besides,
and apart and last what ends it. Each says in a sentence what it does."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from django.urls import reverse
from django.utils.text import capfirst

from league.access.rights import May
from league.models import Season
from league.seasons.verbs import VERBS, Led, verbs_of

ENDS: Final = ("withdraw", "finish", "cancel")
CORRECTS: Final = ("refold",)
ELSEWHERE: Final = ("start", "pause", "resume")  # a start has its own place on the page; the other two stand first


@dataclass(frozen=True, slots=True)
class Button:
    """Something that can be done to a season: where, and what it does, in a sentence. Where it `makes` a season of that
    address, it is done at once."""

    title: str
    url: str
    told: str
    kind: str = ""
    makes: str = ""

    @property
    def classes(self) -> str:
        return f"button {self.kind}".rstrip()


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons that are for the same; `key` tells it from the others of a page."""

    key: str
    title: str
    buttons: list[Button] = field(default_factory=list)
    is_apart: bool = False


def buttons_of(season: Season, *, may: May, clone_slug: str) -> list[Group]:
    """What somebody may do to a season as it is, in its groups; none of no button."""
    verbs = verbs_of(season) if may["run_seasons"] else []
    groups = [
        Group("going", "To keep it going", list(_going(season, verbs, may))),
        Group("correcting", "To correct its results", list(_of_verbs(season, verbs, CORRECTS))),
        Group("more", "To make more of it", list(_more(season, may, clone_slug))),
        Group("ending", "To end it", list(_ending(season, verbs, may)), is_apart=True),
    ]
    return [each for each in groups if each.buttons]


def _going(season: Season, verbs: Iterable[Led], may: May) -> Iterator[Button]:
    slug = season.slug
    if may["run_seasons"] and season.status == Season.Status.PAUSED:
        yield Button("Resume", reverse("resume-season", args=[slug]), _sentence(VERBS["resume"].told), "is-main")
    if may["run_seasons"] and season.status == Season.Status.RUNNING:
        yield Button("Pause", reverse("pause-season", args=[slug]), _sentence(VERBS["pause"].told))
    if may["run_seasons"] and season.status not in Season.OVER and not season.is_twin:
        yield Button(
            "When it plays", reverse("change-calendar", args=[slug]), "Other days, times and pace from now on."
        )
    if season.status == Season.Status.DRAFT and may["edit_seasons"]:
        yield Button("Edit", reverse("edit-season", args=[slug]), "Change anything of the draft.")
    yield from _of_verbs(season, verbs, [verb.name for verb in verbs if verb.name not in (*ENDS, *CORRECTS)])


def _more(season: Season, may: May, clone_slug: str) -> Iterator[Button]:
    slug = season.slug
    if may["make_seasons"] and not season.is_twin:
        told = "Make a twin: the same deals and players once more, and one thing otherwise. Nothing changes here."
        yield Button("Play it twice", reverse("new-twin", args=[slug]), told)
    if clone_slug:
        told = f"Make a draft like it, called {clone_slug}. Nothing changes here."
        yield Button("Clone", reverse("clone-season", args=[slug]), told, makes=clone_slug)
    if may["make_series"] and not season.series_id:
        told = "Have seasons like it open by themselves, one after the other."
        yield Button("Make it a series", reverse("make-series", args=[slug]), told)
    if may["look_at_seasons"]:
        url = reverse("admin:league_season_change", args=[season.pk])
        yield Button("Open in the admin", url, "Look at its rows, with all that is kept of it.")


def _ending(season: Season, verbs: Iterable[Led], may: May) -> Iterator[Button]:
    yield from _of_verbs(season, verbs, ENDS)
    if season.status == Season.Status.DRAFT and may["delete_seasons"]:
        told = "Delete the draft, with its roster and its rules."
        yield Button("Delete", reverse("delete-season", args=[season.slug]), told, "is-grave")


def _of_verbs(season: Season, verbs: Iterable[Led], names: Iterable[str]) -> Iterator[Button]:
    wanted = [name for name in names if name not in ELSEWHERE]
    for verb in verbs:
        if verb.name in wanted:
            url = reverse(verb.address, args=[season.slug])
            yield Button(verb.title, url, _sentence(verb.told), "is-grave" if verb.wants else "")


def _sentence(told: str) -> str:
    return f"{capfirst(told)}."
