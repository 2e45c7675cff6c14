"""Rows that a command line names, in tables that are made when there are none. What is not there is a wrong usage: one
sentence, exit status 2."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from games.terminal.usage import make_tables, wrong_usage
from league.access.acts import COMMAND_LINE
from league.models import Season, User
from league.seasons.roster import set_up_players, set_up_roster
from personas.models import LanguageModel, Player

YES_OR_NO: Final = {"yes": True, "no": False}


def season_named(slug: str) -> Season:
    """The season with this slug; raises CommandError."""
    make_tables()
    season = Season.objects.filter(slug=slug).first()
    if season is None:
        known = ", ".join(Season.objects.order_by("-id").values_list("slug", flat=True)[:5])
        raise wrong_usage(f"there is no season {slug!r}; " + (f"the newest are {known}" if known else "there are none"))
    return season


def user_named(username: str) -> User:
    """The active account with this name; raises CommandError."""
    make_tables()
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise wrong_usage(f"there is no active account {username!r}")
    return user


def players_named(text: str) -> Sequence[Player]:
    """The players of these ids, with commas between; `house` stands for the shipped roster, a model's slug for the
    shipped characters on that model, made where they are missing. Raises CommandError."""
    make_tables()
    ids = [each.strip() for each in text.split(",")]
    if ids == ["house"]:
        return set_up_roster(by=COMMAND_LINE)
    found = Player.objects.select_related("persona", "model").in_bulk(ids, field_name="player_id")
    models = LanguageModel.objects.in_bulk(ids, field_name="slug")
    if missing := [each for each in ids if each != "house" and each not in found and each not in models]:
        raise wrong_usage(
            f"there is no player {missing[0]!r}; `house` stands for the shipped roster, a model's slug for it there"
            if Player.objects.exists()
            else f"there is no player {missing[0]!r}, nor any other yet: `manage.py roster` makes the shipped ones"
        )
    players = [
        set_up_roster(by=COMMAND_LINE)
        if each == "house"
        else [found[each]]
        if each in found
        else set_up_players(by=COMMAND_LINE, model=models[each])
        for each in ids
    ]
    return list(chain.from_iterable(players))
