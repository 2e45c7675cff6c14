"""A house player remembers nothing but its view: asked again in any order, it says the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.agents.offline import OfflinePlayer, play_out
from games.agents.played import Played
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.events import Seat, load
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.rulesets import all_rulesets
from games.engine.table import Entry
from personas.sheet import Sheet

EVERY = 7  # each so-manieth answer is asked for again: folding a view from its start takes long


@dataclass
class Asked:
    """One question that was asked, and what was answered."""

    player: OfflinePlayer
    seat: Seat
    question: Question[Any]
    view: tuple[Entry, ...]
    key: tuple[Any, ...]
    answer: Mapping[str, Any]
    played: Played

    def again(self, seed: str) -> Mapping[str, Any]:
        """The same question with a view that no memo can know: every entry is made anew, as from the database."""
        view = [entry._replace(event=load(entry.event.kind, entry.event.data())) for entry in self.view]
        return self.player.reply(self.seat, self.question, view, Dice(seed, *self.key), self.played)


@dataclass
class Witness:
    """A player who notes what another is asked and answers."""

    player: OfflinePlayer
    moderator: list[Moderator] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    provider: str = "witness"
    model: str = "witness"

    @property
    def sheet(self) -> Sheet | None:
        return self.player.sheet

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> Mapping[str, Any]:
        key = self.moderator[0].key(seat)
        answer = self.player.reply(seat, question, view, dice, played)
        self.asked.append(Asked(self.player, seat, question, tuple(view), key, answer, played))
        return answer


@pytest.mark.parametrize("levels", [("advanced",), ("none", "basic", "intermediate")], ids="/".join)
@pytest.mark.parametrize("slug", all_rulesets())
def test_a_house_player_asked_again_in_another_order_says_the_same(slug: str, levels: tuple[str, ...]) -> None:
    rules, seed = all_rulesets()[slug], "asked again"
    options = rules.options_from({}, rules.default_seats)
    moderator = Moderator(rules, options, rules.deal(seed, rules.default_seats, options), seed)
    names = [f"house/{levels[seat % len(levels)]}" for seat in range(rules.default_seats)]
    players = [Witness(player_named(name, seat), [moderator]) for seat, name in enumerate(names)]
    play_out(moderator, players)
    asked = [each for player in players for each in player.asked]
    assert len(asked) == len(moderator.journal)
    for each in Dice("order").shuffled(asked[::EVERY]):
        assert each.again(seed) == each.answer
