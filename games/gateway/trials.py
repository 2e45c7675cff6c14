"""What the calls of trial games use, and what such games leave in the database and in their logs. Law: means of what
was played here, for who writes so much and whose prompts are kept so; disk is reckoned as it was measured on SQLite.
"""

from functools import lru_cache
from typing import Final

from games.agents.providers import Usage
from games.agents.trials.simulating import Simulated, Stored, Voice
from games.agents.trials.talkers import CHARACTERS_A_TOKEN
from games.billing.call_ledger import LONGEST_SAID
from games.gateway.caching import Cache
from games.gateway.lengths import Lengths

# Bytes of a row with its indexes, beside its texts, and of an event or an answer in a log.
ROW: Final = 150
LOGGED: Final = 200
CALL: Final = 350
RECORD: Final = 1_000  # of the words of a call: what stands around them in the request and in the response
PAGES: Final = 1.1  # times their length is what long texts take


@lru_cache(maxsize=512)
def used_by(trial: Simulated, voices: tuple[Voice, ...], lengths: Lengths, cache: Cache) -> Usage:
    """What a call of those uses who write so much at a table, in the mean."""
    asked = [each for each in trial.asked if each.seat is not None and voices[each.seat].talk == lengths.talk]
    seconds = lengths.seconds
    beside = {} if lengths.is_whole else dict(trial.disclosed)
    written = {each.kind: round(lengths.of(each.kind).written) + beside.get(each.kind, 0) for each in asked}
    used = [cache.used(each, seconds=seconds, written=written[each.kind]) for each in asked]
    # An answer that cannot stand is asked for again at the end of the same prompt.
    again = lengths.tries - 1
    cached = sum(each.cached for each in used) + again * sum(each.cached + each.cache_written for each in used)
    kept = sum(each.cache_written for each in used)
    calls = len(used) * lengths.tries
    return Usage(
        input=round(sum(each.input for each in used) / len(used)),
        cached=round(cached / calls),
        cache_written=round(kept / calls),
        output=round(sum(each.output for each in used) / len(used)),
    )


def left_by(trial: Simulated) -> int:
    """Bytes that a game leaves but for its calls: its events and answers, in rows and in the log."""
    return round(sum(map(_left, trial.stored)) / len(trial.stored) * trial.scale)


def _left(stored: Stored) -> int:
    """In the log thoughts stand beside what they led to as well."""
    rows = ROW * (stored.events + stored.answers) + stored.of_events + stored.of_answers + stored.of_thoughts
    logged = LOGGED * (stored.events + stored.answers) + stored.of_events + stored.of_answers + 2 * stored.of_thoughts
    return rows + logged


def bytes_of_call(used: Usage, lengths: Lengths) -> float:
    """Bytes of a call, of what was sent and of what came back, which is kept twice: as it was read and as it came."""
    said = min(LONGEST_SAID, CHARACTERS_A_TOKEN * lengths.of("").said)
    return CALL + said + PAGES * (RECORD + said + CHARACTERS_A_TOKEN * used.input)
