"""A finished game's record, as logs are made of it."""

import json
from typing import Any

from games.agents.offline import play_out
from games.agents.uniform import Uniform
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.ledger.logs import RecordedGame, Sitter, recorded

SEATS = 7


def begun(seed: str = "log") -> Moderator:
    town = ruleset_named("town-mafia")
    options = town.options_from({}, SEATS)
    return Moderator(town, options, town.deal(seed, SEATS, options), seed)


def record_of(moderator: Moderator) -> RecordedGame:
    sitters = [Sitter(f"p{seat}", f"Persona {seat}", "uniform") for seat in range(SEATS)]
    return recorded(moderator, release="1", salt="salt", sitters=sitters)


def finished(seed: str = "log") -> RecordedGame:
    return record_of(play_out(begun(seed), [Uniform()] * SEATS))


def through_json(log: dict[str, Any]) -> Any:
    return json.loads(json.dumps(log))
