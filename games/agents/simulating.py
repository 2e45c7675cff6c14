"""How long prompts and answers are, from games that the house plays here. Law: pure but for what it remembers; the same
rules, table and options give the same numbers.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.agents.agent import Asked
from games.agents.briefing import Situation, brief
from games.agents.narrator import heard, narrated
from games.agents.narrator.asking import narration_request
from games.agents.offline import answer_pending
from games.agents.players import player_named
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.ruleset import Options, Ruleset
from games.engine.rulesets import ruleset_named
from games.engine.viewpoint import AUDIENCE, seen_by

GAMES: Final = 3
CHARACTERS_A_TOKEN: Final = 4


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A question and its answer, in tokens: what is sent, what of it a cache knows, what is written. `common` of what
    is sent is the same for all seats, `task` is new each time. `seat` is None where the narrator is asked."""

    game: int
    seat: Seat | None
    sent: int
    known: int
    written: int
    common: int = 0
    task: int = 0


def exchanged_in(ruleset: str, seats: int, options: Mapping[str, Any]) -> tuple[Exchanged, ...]:
    """Every question to a seat and its answer of GAMES games of the house. Takes about a second the first time."""
    every = _exchanged(ruleset, seats, json.dumps(options, sort_keys=True))
    return tuple(each for each in every if each.seat is not None)


def narrated_in(ruleset: str, seats: int, options: Mapping[str, Any]) -> tuple[Exchanged, ...]:
    """What a narrator would be asked in the same games, and what the template says there."""
    every = _exchanged(ruleset, seats, json.dumps(options, sort_keys=True))
    return tuple(each for each in every if each.seat is None)


@lru_cache(maxsize=32)
def _exchanged(slug: str, seats: int, options: str) -> tuple[Exchanged, ...]:
    rules = ruleset_named(slug)
    chosen = rules.options_from(json.loads(options), seats)
    return tuple(each for game in range(GAMES) for each in _game(rules, chosen, seats, game))


def _game(rules: Ruleset[Any], options: Options, seats: int, game: int) -> Iterator[Exchanged]:
    players = [player_named("house", seat) for seat in range(seats)]
    names = [player.sheet.name if player.sheet else "" for player in players]
    seed = f"estimate/{game}"
    moderator = Moderator(rules, options, rules.deal(seed, seats, options, names), seed)
    asked: dict[Seat, list[int]] = defaultdict(list)
    answers: dict[Seat, list[Answer]] = defaultdict(list)
    last: dict[Seat, tuple[str, ...]] = {}
    before: tuple[str, ...] = ()  # what anybody was sent last
    while moderator.pending:
        for seat in tuple(moderator.pending):
            asked[seat].append(moderator.poll)
            question = moderator.pending[seat]
            briefing = brief(
                Situation(
                    ruleset=rules,
                    options=options,
                    seat=seat,
                    question=question,
                    view=moderator.table.views[seat],
                    asked=asked[seat],
                    answers=answers[seat],
                    sheet=players[seat].sheet,
                )
            )
            # As a cache sees it: the schema comes before all else.
            texts = (json.dumps(briefing.schema), briefing.common, briefing.own, *briefing.history, briefing.task)
            known = _in_both(last.get(seat, before), texts)
            last[seat] = before = texts
            answer_pending(moderator, players, seat)
            answer = moderator.journal[-1]
            answers[seat].append(answer)
            written = len(json.dumps(dict(answer.answer))) + len(answer.thought)
            sizes = (sum(map(len, texts)), known, written, len(briefing.common), len(briefing.task))
            yield Exchanged(game, seat, *(size // CHARACTERS_A_TOKEN for size in sizes))
    yield from _told(moderator, game)


def _told(moderator: Moderator, game: int) -> Iterator[Exchanged]:
    """The moments of a game that its narrator is asked about."""
    public = list(seen_by(AUDIENCE, moderator.ledger))
    said: list[str] = []
    kinds = heard()
    last: tuple[str, ...] = ()
    for moment in narrated(moderator.seed, moderator.ledger):
        facts = [entry.event for entry in public[: moment.number] if entry.event.kind in kinds]
        request = narration_request(facts, moderator.deal.aliases, said, Asked(model=""))
        texts = (*request.system, *request.history, request.task)
        sent, known = sum(map(len, texts)) + len(json.dumps(request.schema)), _in_both(last, texts)
        said.append(moment.text)
        last = texts
        yield Exchanged(game, None, *(size // CHARACTERS_A_TOKEN for size in (sent, known, len(moment.text))))


def _in_both(before: tuple[str, ...], now: tuple[str, ...]) -> int:
    """How many characters two prompts begin with alike, text by text."""
    alike = 0
    for one, other in zip(before, now, strict=False):
        if one != other:
            break
        alike += len(one)
    return alike
