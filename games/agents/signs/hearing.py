"""What a speech comes to for whoever keeps a record: whom it accuses and praises, what it says of roles and rooms.

Law: words are heard with the ear of the house players, on a ship with theirs for ships, whoever says them; what they
do not understand is nothing. A pure function, kept for all who hear the same speech.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.agents.house.hearing.speeches import hear
from games.agents.house.ship import hearing as aboard
from games.agents.house.ship.memory import Claim
from games.engine.discussion import seats_named
from games.engine.events import Seat

PLAIN: Final = 0.3  # how clear a word for or against somebody must be
SAW: Final = ("saw", "with", "vouch")  # what places somebody


class Heard(NamedTuple):
    """A speech as understood. `roles` are in the ear's own words; `results` say of whom, and whether they are hidden;
    `places` who was where, and whether the speaker says it of themselves."""

    length: int
    named: frozenset[Seat]
    accused: frozenset[Seat]
    praised: frozenset[Seat]
    roles: tuple[str, ...] = ()
    results: tuple[tuple[Seat, bool], ...] = ()
    places: tuple[tuple[Seat, str], ...] = ()
    deeds: frozenset[Seat] = frozenset()  # of whom it says that they killed or vented


@lru_cache(maxsize=1_024)
def heard(words: str, names: tuple[str, ...], speaker: Seat) -> Heard:
    """What a speech at a table comes to."""
    speech = hear(words, names, speaker)
    claims = speech.claims
    return Heard(
        length=speech.words,
        named=frozenset(speech.named) - {speaker},
        accused=frozenset(about for about, value, _ in speech.stances if value > PLAIN),
        praised=frozenset(about for about, value, _ in speech.stances if value < -PLAIN),
        roles=tuple(dict.fromkeys(claim.role for claim in claims if claim.act == "claim")),
        results=tuple(
            (claim.about, claim.role in ("mafia", "mafioso"))
            for claim in claims
            if claim.act == "result" and claim.about is not None
        ),
    )


@lru_cache(maxsize=1_024)
def heard_aboard(words: str, names: tuple[str, ...], speaker: Seat, target: Seat | None) -> Heard:
    """What a speech on a ship comes to."""
    claims = aboard.heard(words, names, speaker, target)
    return Heard(
        length=len(words.split()),
        named=frozenset(seats_named(words, names) - {speaker}),
        accused=_about(claims, ("killed", "vented", "suspect")),
        praised=_about(claims, ("clear", "vouch", "trust")),
        places=tuple(_places(claims)),
        deeds=_about(claims, ("killed", "vented")),
    )


def _places(claims: Iterable[Claim]) -> Iterator[tuple[Seat, str]]:
    for claim in claims:
        seat = claim.speaker if claim.kind == "self" else claim.about if claim.kind in SAW else None
        if seat is not None and claim.room is not None:
            yield seat, claim.room


def _about(claims: Iterable[Claim], kinds: tuple[str, ...]) -> frozenset[Seat]:
    return frozenset(claim.about for claim in claims if claim.kind in kinds and claim.about is not None)
