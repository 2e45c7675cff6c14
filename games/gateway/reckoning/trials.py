"""What the calls of trial games use, and what such games leave in the database and in their logs. Law: means of what
was played here, for who writes so much and whose prompts are kept so; disk is reckoned as it was measured on SQLite.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.agents.providers import Usage
from games.agents.trials.simulating import Exchanged, Simulated, Stored, Voice
from games.agents.trials.talkers import CHARACTERS_A_TOKEN
from games.billing.call_ledger import LONGEST_SAID
from games.gateway.reckoning.caching import Cache
from games.gateway.reckoning.lengths import Lengths, Tokens

# Bytes of a row with its indexes, beside its texts, and of an event or an answer in a log.
ROW: Final = 150
LOGGED: Final = 200
CALL: Final = 350
RECORD: Final = 1_000  # of the words of a call: what stands around them in the request and in the response
LEAST: Final = 30  # tokens of an answer that has something disclosed beside it, without that
PAGES: Final = 1.1  # times their length is what long texts take


@lru_cache(maxsize=512)
def used_by(trial: Simulated, voices: tuple[Voice, ...], lengths: Lengths, cache: Cache) -> Usage:
    """What a call of those uses who write so much at a table, in the mean."""
    asked = [each for each in trial.asked if each.seat is not None and voices[each.seat].talk == lengths.talk]
    seconds = lengths.seconds
    beside = {} if lengths.is_whole else dict(trial.disclosed)
    written = {each.kind: round(_written(lengths.of(each.kind), beside.get(each.kind, 0))) for each in asked}
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


def _written(tokens: Tokens, disclosed: int) -> float:
    """Tokens of an answer with what is disclosed beside it, of who was heard without that: who writes little writes as
    much more, and who writes much no more."""
    return tokens.reasoned + max(tokens.said, LEAST + disclosed if disclosed else 0)


def left_by(stored: Sequence[Stored], *, scale: float = 1.0) -> int:
    """Bytes that a game leaves but for its calls, by what these left and how much longer others are: its events and
    answers, in rows and in the log."""
    return round(sum(map(_left, stored)) / len(stored) * scale)


def _left(stored: Stored) -> int:
    """In the log thoughts stand beside what they led to as well."""
    rows = ROW * (stored.events + stored.answers) + stored.of_events + stored.of_answers + stored.of_thoughts
    logged = LOGGED * (stored.events + stored.answers) + stored.of_events + stored.of_answers + 2 * stored.of_thoughts
    return rows + logged


def bytes_of_call(asked: Sequence[Exchanged], lengths: Lengths) -> float:
    """Bytes of a call of these, in the mean: of what came back, which is kept twice, as it was read and as it came, and
    of what was sent, whose texts are stored once a game: of each prompt what was not in the seat's last."""
    said = min(LONGEST_SAID, CHARACTERS_A_TOKEN * lengths.of("").said)
    fresh = sum(each.sent - max(each.known, each.shared) for each in asked) / max(1, len(asked))
    return CALL + said + PAGES * (RECORD + said + CHARACTERS_A_TOKEN * fresh)
