"""Memories as people edit them. Law: an edit is a revision like any other, with who wrote it and why, and an act; it is
refused where somebody has written meanwhile (personas.memory.Outdated), so nobody's writing is lost.

What is written by hand is told to a model before each of its games, so it is held to what a note may be
(personas.guard) and to a length. What stood there before there was this rule may stay, and an earlier revision comes
back to the letter: both are warned of.

It counts from the player's next game on, also in seasons that are under way. There it wants a reason: the games after
it were played by a player whom somebody had told something, and say so (`Seat.memory` names a revision without a game).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.engine.events import speakers
from games.engine.rulesets import all_rulesets
from games.models import Game
from league.access.acts import Actor, record_act
from league.models import Season
from personas.experience.checking import out_of_place
from personas.experience.lessons import APART, LESSONS, OWN, Memory, Words, by_hand, memory_in, written
from personas.experience.notes import MOST_CHARACTERS, length_by_hand
from personas.guard import complaints, complaints_by_field
from personas.memory import Unmemorable, current, hold, plain, restore, revise_memory
from personas.models import MemoryRevision, Persona, Player


class NeedsReason(Unmemorable):
    """An edit that wants a reason."""


class Misplaced(Unmemorable):
    """What games write, written by hand as no game would, or a note that no player may be told: by where it stands,
    what is wrong."""

    def __init__(self, wrong: Sequence[tuple[str, str]]) -> None:
        super().__init__("; ".join(told for _, told in wrong))
        self.complaints: dict[str, list[str]] = {}
        for where, told in wrong:
            self.complaints.setdefault(where, []).append(told)


def seasons_touched(player: Player) -> QuerySet[Season]:
    """The seasons under way whose games to come an edit of this player's memory reaches."""
    return Season.objects.filter(
        roster__player=player, status__in=Season.UNDER_WAY, memory=Season.Memory.LIVE
    ).order_by("slug")


def rewrite_memory(
    *, player: Player, learned: Mapping[str, Any], by: Actor, on: int | None = None, reason: str = ""
) -> MemoryRevision:
    """Makes `learned` what a player remembers. What games write may be there as it was, or as they could have written
    it. Raises Unmemorable, Outdated, NeedsReason and Misplaced."""
    return _write(
        player, "revise memory", lambda before: _in_place(player, before, learned), by=by, on=on, reason=reason
    )


def merge_memory(
    *, player: Player, changes: Mapping[str, Any], by: Actor, on: int | None = None, reason: str = ""
) -> MemoryRevision:
    """Makes these parts of what a player remembers others, and takes out those that are None; the rest stays. Raises
    as above."""

    def merged(before: Mapping[str, Any]) -> Mapping[str, Any]:
        kept = {name: value for name, value in before.items() if name not in changes}
        return _in_place(player, before, kept | {name: each for name, each in changes.items() if each is not None})

    return _write(player, "revise memory", merged, by=by, on=on, reason=reason)


def restore_memory(
    *, player: Player, number: int, by: Actor, on: int | None = None, reason: str = ""
) -> MemoryRevision:
    """Makes an earlier revision what a player remembers, as it was to the letter. Raises as above."""
    with transaction.atomic():
        before = _looked_at(player, reason)
        revision = restore(
            player=player,
            number=number,
            author=by.name,
            on=on,
            reason=f"back to revision {number}{f': {reason.strip()}' if reason.strip() else ''}"[:200],
        )
        return _recorded(revision, before, by=by, verb="restore memory", reason=reason)


def drop_lesson(*, player: Player, number: int, by: Actor, on: int | None = None, reason: str = "") -> MemoryRevision:
    """Takes a lesson out of a memory; its number is never used again. Raises as above."""

    def without(memory: Memory) -> Memory:
        if memory.numbered(number) is None:
            raise Unmemorable(f"{player.player_id} has no lesson {number}")
        return replace(memory, lessons=tuple(each for each in memory.lessons if each.number != number))

    return _change(player, "drop lesson", without, by=by, on=on, reason=reason)


def approve_words(
    *, player: Player, words: Words, by: Actor, on: int | None = None, reason: str = ""
) -> MemoryRevision:
    """Lets words of a player's own stand: from now on it is told them before its games. Raises as above, also for what
    no player may be told."""
    if complaint := why_not(words, player):
        raise Unmemorable(complaint)
    return _change(player, "approve words", _each(words, replace(words, is_approved=True)), by=by, on=on, reason=reason)


def delete_words(*, player: Player, words: Words, by: Actor, on: int | None = None, reason: str = "") -> MemoryRevision:
    """Takes words of a player's own out of its memory for good; earlier revisions have them still. Raises as above."""
    return _change(player, "delete words", _each(words, None), by=by, on=on, reason=reason)


def why_not(words: Words, player: Player) -> str:
    """Why words may be told to no player whoever approves them, in sentences (personas.guard); "" where they may."""
    game = Game.objects.filter(public_id=words.game).first()
    seats = list(game.seats.select_related("player__persona")) if game is not None else []
    kinds = speakers()
    spoken = game.events.filter(kind__in=kinds).order_by("seq").values_list("kind", "data") if game is not None else ()
    own = {seat.number for seat in seats if seat.player_id == player.pk}
    names = {name for seat in seats for name in (seat.player.player_id, seat.player.persona.name)}
    wrong = complaints(
        words.words,
        heard=[str(data.get("words", "")) for kind, data in spoken if data.get(kinds[kind]) not in own],
        names=sorted(names | {seat.alias for seat in seats}),
        **_sorts(),
        idents=[words.game, *([game.seed] if game is not None else []), *sorted(seat.alias for seat in seats)],
    )
    return "; ".join(wrong)


def warnings_about(revision: MemoryRevision) -> dict[str, list[str]]:
    """What of a memory that is written by hand reads as no note should (personas.guard), by where it stands: it was
    there before."""
    return _complaints(by_hand(revision.learned))


def _complaints(notes: Mapping[str, Any]) -> dict[str, list[str]]:
    names = Persona.objects.filter(written_for="").order_by("slug").values_list("name", flat=True)
    return complaints_by_field(notes, where="learned", heard=[], names=list(names), idents=[], **_sorts())


def _wrong_by_hand(before: Mapping[str, Any], learned: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What may not stand of what somebody has written by hand, of the parts that are other than before."""
    was, now = by_hand(before), by_hand(learned)
    new = {name: value for name, value in now.items() if name not in was or was[name] != value}
    for where, told in _complaints(new).items():
        yield from ((where, f"{where} may be told to no player: {each}") for each in told)
    if new and (length := length_by_hand(now)) > MOST_CHARACTERS:
        yield "learned", f"learned may hold {MOST_CHARACTERS:,} characters of notes by hand, not {length:,}"


def _sorts() -> dict[str, list[str]]:
    """Roles and teams of all rule books."""
    rules = all_rulesets().values()
    roles = {role.name for each in rules for role in each.roles}
    return {
        "roles": sorted(roles),
        "teams": sorted({team for each in rules for team in (each.open_team, each.hidden_team)}),
    }


def _in_place(player: Player, before: Mapping[str, Any], learned: Mapping[str, Any]) -> Mapping[str, Any]:
    """What somebody has written, where it may stand. Only what is another than before is looked at: a memory that was
    stored before there was this rule can still be edited. Raises Unmemorable, for what is no memory at all or too deep
    to be looked at, and Misplaced."""
    learned = plain(learned)
    touched = {name for name in OWN if name in learned and (name not in before or learned[name] != before[name])}
    parts = {name: value for name, value in learned.items() if name in touched or name == LESSONS}
    wrong = [each for each in out_of_place(parts) if re.split(r"[.\[ ]", each[0])[1] in touched]
    if APART in touched and not wrong:
        stood = memory_in(before).apart
        for index, words in enumerate(memory_in(learned).apart):
            if words.is_approved and words not in stood and (complaint := why_not(words, player)):
                where = f"learned.{APART}[{index}].words"
                wrong.append((where, f"{where} may be told to no player: {complaint}"))
    wrong += _wrong_by_hand(before, learned)
    if wrong:
        raise Misplaced(wrong)
    return learned


def _each(words: Words, instead: Words | None) -> Callable[[Memory], Memory]:
    def changed(memory: Memory) -> Memory:
        if words not in memory.apart:
            raise Unmemorable("there are no such words any more")
        kept = (instead if each == words else each for each in memory.apart)
        return replace(memory, apart=tuple(each for each in kept if each is not None))

    return changed


def _change(player: Player, verb: str, change: Callable[[Memory], Memory], **given: Any) -> MemoryRevision:
    return _write(player, verb, lambda learned: written(learned, change(memory_in(learned))), **given)


def _write(
    player: Player,
    verb: str,
    change: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    *,
    by: Actor,
    on: int | None,
    reason: str,
) -> MemoryRevision:
    with transaction.atomic():
        before = _looked_at(player, reason)
        learned = change(before.learned if before is not None else {})
        revision = revise_memory(player=player, learned=learned, author=by.name, on=on, reason=reason)
        return _recorded(revision, before, by=by, verb=verb, reason=reason)


def _looked_at(player: Player, reason: str) -> MemoryRevision | None:
    """What the player remembers now, with nobody else writing; raises NeedsReason."""
    hold(player)
    if not reason.strip() and (slugs := list(seasons_touched(player).values_list("slug", flat=True)[:3])):
        under_way = f"season{'s' if len(slugs) > 1 else ''} {', '.join(slugs)} under way"
        raise NeedsReason(f"{player.player_id} plays in {under_way}: say why its memory is edited meanwhile")
    return current(player)


def _recorded(
    revision: MemoryRevision, before: MemoryRevision | None, *, by: Actor, verb: str, reason: str
) -> MemoryRevision:
    """The revision, with the act that it was written by; none where it is the one that was there."""
    if before is None or revision.pk != before.pk:
        was = {"number": before.number} if before is not None else {}
        record_act(by=by, verb=verb, row=revision, before=was, after={"number": revision.number}, reason=reason)
    return revision
