"""Games that are stored as they stand, for tests of what can be seen of them: told to the word, on a clock that stands.

Everything secret in them is a text of its own that can be searched for: the night's words, each seat's thoughts, seed
and salt. A twin has the same public play as its original and no secret in common with it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from games.engine.disclosing import Claim, Disclosure
from games.engine.events import Seat as Number
from games.engine.moderator import Moderator
from games.engine.record import hash_of, lines
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, Deal
from games.ledger.logs import deaths
from games.ledger.rows import answer_row, event_row
from games.models import Answer, Event, Game, Seat
from games.models.plain_sql import insert
from personas.models import Player
from tests.factories import NOON, TERMS

ALIASES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta", "Hugo")
ROLES = ("mafioso", "mafioso", "doctor", "sheriff", "vigilante", "villager", "villager", "villager")
TWIN_ROLES = ("doctor", "vigilante", "mafioso", "villager", "mafioso", "sheriff", "villager", "villager")
KILLED, LYNCHED = 7, 6  # villagers in both
SEED, SALT = "5eed" * 8, "5a17" * 8
TWIN_SEED, TWIN_SALT = "7e1d" * 8, "7a17" * 8


def dealt(roles: Sequence[str] = ROLES, seed: str = SEED) -> Moderator:
    """A game of eight that has not begun; seat 0 speaks first."""
    town = ruleset_named("town-mafia")
    deal = Deal(ALIASES, tuple(map(town.role_named, roles)), first=0)
    return Moderator(town, town.options_from({}, len(roles)), deal, seed)


def play_first_day(moderator: Moderator, *, mark: str = "A", plots: int = 1) -> Moderator:
    """The first night and day: seat 7 dies, seat 6 is lynched; the mafia agree in the round `plots`. Then night 2 has
    begun, and the first of the mafia has spoken in it."""
    while moderator.rounds == 1:
        poll = moderator.poll
        for seat in sorted(moderator.pending):
            moderator.answer(seat, scripted_answer(moderator, seat, mark, settled=poll > (plots - 1) * 2))
    (seat,) = moderator.pending
    moderator.answer(seat, {"message": f"{mark} plots again", "target": 5, "thought": _thought(mark, moderator, seat)})
    return moderator


def scripted_answer(moderator: Moderator, seat: Number, mark: str, *, settled: bool) -> Mapping[str, Any]:
    """What the script says: public words are the same for every mark, secret ones hold it."""
    kind = moderator.pending[seat].kind
    mafiosi = [other for other in moderator.table.seats if moderator.table.role(other).name == "mafioso"]
    answers: dict[str, dict[str, Any]] = {
        "plot": {"message": f"{mark} plots as seat {seat}", "target": KILLED if settled or seat == mafiosi[0] else 3},
        "protect": {"target": seat},
        "investigate": {"target": mafiosi[-1]},
        "shoot": {"target": None},
        "speak": {"message": f"Seat {seat} has been listening."},
        "vote": {"target": LYNCHED if seat != LYNCHED else 0},
    }
    answer = {**answers[kind], "thought": _thought(mark, moderator, seat)}
    return {**answer, "disclosed": Disclosure(claims=claims_of(seat))} if kind == "speak" else answer


def claims_of(seat: Number) -> tuple[Claim, ...]:
    """What a seat claims with its speech, in either twin: of some of it a later event shows everybody whether it was
    so, of the rest what is so is secret, and not the same in both."""
    return (
        Claim("role", KILLED, "villager"),
        Claim("innocence", LYNCHED, "guilty"),
        Claim("vote", seat, ALIASES[LYNCHED]),
        Claim("role", seat, "the doctor"),
        Claim("innocence", seat, "innocent"),
        Claim("result", 1, "mafia"),
        Claim("deed", seat, f"protected {ALIASES[seat]}"),
        Claim("deed", LYNCHED, "lied"),
    )


def _thought(mark: str, moderator: Moderator, seat: Number) -> str:
    return f"{mark} thinks in poll {moderator.poll} on seat {seat}"


def play_to_the_end(moderator: Moderator) -> Moderator:
    """By defaults, as if everybody had fallen silent."""
    while moderator.pending:
        moderator.default(next(iter(moderator.pending)), "no answer")
    return moderator


def stored(moderator: Moderator, players: Sequence[Player], *, salt: str = SALT, **fields: Any) -> Game:
    """The game in the database as it stands now, every time of it noon; keywords change fields of its row."""
    over = moderator.winner is not None
    deal, died = moderator.deal, deaths(moderator.ledger)
    terms = {**TERMS, **fields.pop("terms", {})}
    given = {
        "ruleset": moderator.ruleset.slug,
        "revision": moderator.revision,
        "options": moderator.options.plain(moderator.revision),
        "terms": terms,
        "seed": moderator.seed,
        "salt": salt,
        "commitment": "c0" * 32,
        "first": deal.first,
        "release": settings.LEAGUE_RELEASE,
        "status": "finished" if over else "running",
        "winner": moderator.winner or "",
        "hash": _hash(moderator) if over else "",
        "rounds": moderator.rounds,
        "last_seq": len(moderator.ledger),
        "last_poll": moderator.poll,
        "due_at": NOON,
        "started_at": NOON,
        "finished_at": NOON if over else None,
    }
    game = Game.objects.create(**given | fields)
    Game.objects.filter(pk=game.pk).update(created_at=NOON)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=number,
            player=player,
            alias=deal.aliases[number],
            role=deal.roles[number].name,
            team=deal.roles[number].team,
            survived=False if number in died else True if over else None,
            died_round=died.get(number),
        )
        for number, player in enumerate(players)
    )
    heard, rows = 0, []
    for entry in moderator.ledger:
        heard += entry.heard_by == EVERYONE
        rows.append(event_row(game.pk, entry, NOON, heard if entry.heard_by == EVERYONE else None))
    insert(Event, rows)
    insert(Answer, [answer_row(game.pk, answer, NOON) for answer in moderator.journal])
    return Game.objects.get(pk=game.pk)


def _hash(moderator: Moderator) -> str:
    return hash_of(
        lines(
            ruleset=moderator.ruleset.slug,
            revision=moderator.revision,
            options=moderator.options.plain(moderator.revision),
            deal=moderator.deal,
            ledger=(entry.plain() for entry in moderator.ledger),
            winner=moderator.winner or "",
            rounds=moderator.rounds,
        )
    )
