"""Holds the claims that were filed with a speech against its words: what was plainly claimed and not filed, and what
was filed and plainly not said. Pure; who hears the words is somebody else (games/agents/house).

Law: both are told only where they are plain. A claim that was heard is filed where one says the same of the same
player, however it is worded. A filed one is said where the speech names all whom it names, and the role or the room
that it says; what goes without a name (oneself, who is spoken to, "you" and "she") counts as named.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from games.engine.disclosing import Claim
from games.engine.discussion import seats_named
from games.engine.events import Seat
from games.engine.truth.words import OF_PLACES, deed_called, plain

BEING: Final = frozenset(("role", "innocence"))  # what somebody is, in two ways
PRONOUNS: Final = frozenset(("you", "your", "yours", "he", "him", "his", "she", "her", "hers"))
STEM: Final = 4  # letters by which a role or a room is known, as "mafi" in "mafioso" and "the mafia"


class Speech(NamedTuple):
    """What was said aloud: by whom, to whom, in which words; what was filed with it, and what was heard in it."""

    speaker: Seat
    target: Seat | None
    words: str
    filed: Sequence[Claim]
    heard: Sequence[Claim]


class Filing(NamedTuple):
    """How many claims were heard in a speech and how many of them were not filed; how many were filed with it and how
    many of them it does not say."""

    heard: int = 0
    unfiled: int = 0
    filed: int = 0
    unsaid: int = 0


def filing_of(speech: Speech, names: Sequence[str], roles: Collection[str]) -> Filing:
    """What a speech claims held against what was filed with it; `roles` are those of the rules."""
    known = {plain(role) for role in roles}
    heard, filed = list(dict.fromkeys(speech.heard)), list(dict.fromkeys(speech.filed))
    unfiled = [claim for claim in heard if not any(_is_same(claim, each, names) for each in filed)]
    unsaid = [claim for claim in filed if not _is_said(claim, speech, names, known)]
    return Filing(len(heard), len(unfiled), len(filed), len(unsaid))


def _is_same(heard: Claim, filed: Claim, names: Sequence[str]) -> bool:
    """Whether what was filed tells what was heard."""
    if filed.about != heard.about:
        return False
    if heard.kind in BEING:
        told = plain(filed.value)
        # Who says "I am the doctor" and files to be a villager, or to be innocent, has not filed what was said.
        return filed.kind in BEING and (heard.kind == "innocence" or plain(heard.value) in (told, *told.split()))
    if filed.kind != heard.kind:
        return False
    if heard.kind == "place":
        return plain(heard.value) in plain(filed.value)
    if heard.kind == "deed" and _deed(heard) != _deed(filed):
        return False
    return seats_named(heard.value, names) <= seats_named(filed.value, names)


def _is_said(claim: Claim, speech: Speech, names: Sequence[str], roles: Collection[str]) -> bool:
    """Whether the words say what a claim does, as far as words alone can tell."""
    words = speech.words.casefold()
    if PRONOUNS.isdisjoint(plain(words).split()):
        named = seats_named(words, names) | {speech.speaker, speech.target}
        if not {claim.about, *seats_named(claim.value, names)} <= named:
            return False
    value = plain(claim.value)
    if claim.kind == "role" and value in roles:
        return value[:STEM] in words
    if claim.kind == "place":
        return any(each[:STEM] in words for each in value.split() if each not in OF_PLACES)
    return True


def _deed(claim: Claim) -> str | None:
    words = plain(claim.value).split()
    return deed_called(words[0]) if words else None
