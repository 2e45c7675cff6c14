"""What was counted, as lessons in words of the house: "Whoever was accused by nobody before the first vote was mafia in
14 of 31 games".

Law: a lesson says what was seen how often, in numbers, and nothing else: not that anybody is anything, no player, seed,
game or alias, and no advice. It is told where the counts bear it out (a share that differs from what is usual among
those who could have shown the sign by more than chance would have it), the best borne out first. All its words are put
together here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, Literal

from games.agents.house.settling import settled
from games.agents.signs.catalogue import SIGNS
from games.engine.ruleset import Ruleset
from personas.experience import Experience, OfRuleset, OfTeam, Play, Tally

FEWEST: Final = 5  # times that a sign must have been seen, and games played
BORNE_OUT: Final = 1.64  # standard errors by which a share must differ; nineteen in twenty of chance stay below


@dataclass(frozen=True, slots=True)
class Taught:
    """A lesson of counts. `means`: what whoever showed the sign turned out to be, more often than others, or that one
    won or lost with it; `times` of `seen` it was so, with `usual` of `others` elsewhere; `support` is by how many
    standard errors the two differ."""

    sign: str
    means: Literal["hidden", "open", "won", "lost"]
    times: int
    seen: int
    usual: int
    others: int
    support: float
    sentence: str

    @property
    def lift(self) -> float:
        """By what share it was so more often than elsewhere."""
        return settled(self.times / self.seen - self.usual / self.others)


def told(experience: Experience, ruleset: Ruleset[Any], team: str) -> list[Taught]:
    """The lessons of a ruleset for a team, the best borne out first: of others for whoever has to find them out, of
    one's own play in that team for everybody."""
    counted = experience.of(ruleset.slug)
    if counted is None:
        return []
    found = list(_of_own_play(counted, team))
    if team == ruleset.open_team:
        found += _of_others(counted, ruleset)
    return sorted(found, key=lambda each: (-each.support, each.sign))


def _of_others(counted: OfRuleset, ruleset: Ruleset[Any]) -> Iterator[Taught]:
    shown = dict(counted.signs)
    for slug, tally in counted.signs:
        sign = SIGNS.get(slug)
        if sign is None or sign.is_occasion:
            continue
        could = counted.all if not sign.among else shown.get(sign.among, Tally())
        others = Tally(could.hidden - tally.hidden, could.open - tally.open)
        support = _support(tally.hidden, tally.seats, others.hidden, others.seats)
        if support is None:
            continue
        is_hidden = support > 0
        times, usual = (tally.hidden, others.hidden) if is_hidden else (tally.open, others.open)
        team = ruleset.hidden_team if is_hidden else ruleset.open_team
        sentence = (
            f"Whoever {sign.told} was {_of_team(team)} in {times} of {tally.seats} games; "
            f"of the others it was {usual} of {others.seats}."
        )
        means: Literal["hidden", "open"] = "hidden" if is_hidden else "open"
        yield Taught(slug, means, times, tally.seats, usual, others.seats, abs(support), sentence)


def _of_own_play(counted: OfRuleset, team: str) -> Iterator[Taught]:
    own = next((each for each in counted.own if each.team == team), OfTeam(team))
    shown = dict(own.signs)
    for slug, played in own.signs:
        sign = SIGNS.get(slug)
        if sign is None or not sign.own:
            continue
        could = own.all if not sign.among else shown.get(sign.among, Play())
        other = Play(could.games - played.games, could.won - played.won)
        support = _support(played.won, played.games, other.won, other.games)
        if support is None:
            continue
        sentence = (
            f"When I {sign.own} as {_of_team(team)} I won {played.won} of {played.games} games, "
            f"else {other.won} of {other.games}."
        )
        means: Literal["won", "lost"] = "won" if support > 0 else "lost"
        times, usual = (played.won, other.won) if support > 0 else (played.games - played.won, other.games - other.won)
        yield Taught(slug, means, times, played.games, usual, other.games, abs(support), sentence)


def _of_team(team: str) -> str:
    """What somebody is who is of a team, by its collective or its plural: "mafia", "one of the impostors"."""
    return f"one of the {team}" if team.endswith("s") else team


def _support(one: int, of_one: int, other: int, of_other: int) -> float | None:
    """By how many standard errors two shares differ, below 0 where the first is smaller; None where that is no more
    than chance, or too little was seen. Counts may be of signs that were forgotten in part: then nothing is told."""
    if of_one < FEWEST or of_other < FEWEST or not 0 <= other <= of_other:
        return None
    share = (one + other) / (of_one + of_other)
    error = sqrt(share * (1 - share) * (1 / of_one + 1 / of_other))
    support = settled((one / of_one - other / of_other) / error) if error else 0.0
    return support if abs(support) >= BORNE_OUT else None
