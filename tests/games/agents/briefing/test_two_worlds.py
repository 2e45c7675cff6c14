"""Two games that differ in a secret are told alike to whoever is not in on it, to the byte."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from games.agents.briefing import Situation, brief
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.questions import Choose
from games.engine.rulesets import all_rulesets
from tests.games.agents.briefing.briefed import whole
from tests.games.engine.council_mafia import test_secrets as council
from tests.games.engine.glass_box import test_secrets as ship
from tests.games.engine.reactive_mafia import test_secrets as reactive

Worlds = tuple[Moderator, Moderator, Iterable[Seat]]
RULES = all_rulesets()


def of_council(secret: str) -> Worlds:
    _, one, other, in_on_it = council.SECRETS[secret]
    return council.lived(RULES["council-mafia"], one), council.lived(RULES["council-mafia"], other), in_on_it


def of_reactive(secret: str) -> Worlds:
    one, other, _, insiders = reactive.WORLDS[secret]
    return one(RULES["reactive-mafia"], "a").moderator, other(RULES["reactive-mafia"], "a").moderator, insiders


def of_the_ship(make: Callable[[Any], Any]) -> Worlds:
    worlds = make(RULES["glass-box"])
    return worlds.one.moderator, worlds.other.moderator, worlds.insiders


WORLDS: dict[str, Callable[[], Worlds]] = {
    **{f"council, {secret}": lambda secret=secret: of_council(secret) for secret in council.SECRETS},
    **{f"reactive, {secret}": lambda secret=secret: of_reactive(secret) for secret in reactive.WORLDS},
    **{f"ship, {make.__name__}": lambda make=make: of_the_ship(make) for make in ship.WORLDS},
}


def now(moderator: Moderator, seat: Seat) -> Situation:
    """The seat before a question, at the end of what is there of a game but for the closing words."""
    view = [entry for entry in moderator.table.views[seat] if entry.phase != "end"]
    answers = own(moderator, seat)
    return Situation(
        ruleset=moderator.ruleset,
        options=moderator.options,
        seat=seat,
        question=Choose("vote", "Whom?", (None, *(other for other in moderator.table.seats if other != seat))),
        view=view,
        asked=(*(answer.poll for answer in answers), moderator.poll + 1),
        answers=answers,
    )


def own(moderator: Moderator, seat: Seat) -> list[Answer]:
    return [answer for answer in moderator.journal if answer.seat == seat]


@pytest.mark.parametrize("world", WORLDS)
def test_whoever_is_not_in_on_a_secret_is_told_two_worlds_alike(world: str) -> None:
    one, other, insiders = WORLDS[world]()
    outsiders = [seat for seat in one.table.seats if seat not in insiders]
    assert outsiders
    for seat in outsiders:
        told = [whole(brief(now(moderator, seat))) for moderator in (one, other)]
        # What one wrote oneself is no secret to oneself: one of these worlds differs in it.
        if [answer[2:] for answer in own(one, seat)] == [answer[2:] for answer in own(other, seat)]:
            assert told[0] == told[1], seat


def test_the_worlds_are_told_otherwise_to_those_who_are_in_on_the_secret() -> None:
    found = set()
    for world, make in WORLDS.items():
        one, other, insiders = make()
        for seat in insiders:
            if whole(brief(now(one, seat))) != whole(brief(now(other, seat))):
                found.add(world)
    assert len(found) > len(WORLDS) / 2
