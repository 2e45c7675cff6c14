"""What of a memory is decided one by one: a player's own words, which lie apart until somebody approves them, and its
lessons.

Law: words are named by their place, which means something in one revision alone; so whoever decides says which one that
was (`If-Match`).
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import MATCH, example
from league.api.roster.memories import LESSON, NOW, OfPlayer, ReasonSerializer, WrittenMemorySerializer, matched
from league.memories.editing import approve_words, delete_words, drop_lesson
from personas.experience.lessons import APART, Words, memory_in
from personas.memory import current
from personas.models import MemoryRevision, Player

PLACE: Final = OpenApiParameter(
    "place",
    OpenApiTypes.INT,
    OpenApiParameter.PATH,
    description="Where they stand in `learned.apart` of the revision that `If-Match` names, from 0.",
)
NUMBER: Final = OpenApiParameter(
    "number", OpenApiTypes.INT, OpenApiParameter.PATH, description="The lesson's own, as in `lessons`."
)
OWN: Final = {"game": "abcdefghijkl", "words": "Vote later, when more is known.", "why": "in its own words"}
LEARNED: Final = {"lessons": [LESSON], "last": 3, "apart": [OWN | {"approved": True}]}
APPROVED: Final = NOW | {"revision": 9, "learned": LEARNED}
FEWER: Final = NOW | {"revision": 9, "learned": {"last": 3, "lessons": []}, "lessons": []}


class OfPart(OfPlayer):
    """Something that is done to a part of a player's memory."""

    serializer_class = WrittenMemorySerializer
    refused_writes = OfPlayer.refused_writes | REFUSED


class OfWords(OfPart):
    """Something that is done to words of a player's own."""

    rights = {"POST": "edit_memories"}
    verb: ClassVar[Callable[..., MemoryRevision]]

    def decide(self, request: Request, place: int) -> Response:
        """Does the verb. Raises NotFound where there are no such words."""
        player = self.get_object()
        matched(request, player, is_required=True)
        words = words_at(player, place)

        def do(**given: Any) -> MemoryRevision:
            return type(self).verb(words=words, **given)

        return self.write(request, ReasonSerializer, do, about="words")


class ApprovingWords(OfWords):
    """Lets words of a player's own stand: it is told them before its games from the next one on."""

    verb = approve_words

    @extend_schema(
        description="Lets words of a player's own stand: from its next game on it is told them before each. Words that "
        "no player may be told, whoever approves them, are refused with the reasons: those that name somebody of the "
        "game, give orders, or repeat what another said.",
        request=ReasonSerializer,
        responses=WrittenMemorySerializer,
        parameters=[KEY, MATCH, PLACE],
        examples=[
            example("With a reason", {"reason": "Read and harmless."}),
            example("The revision", APPROVED, status=200),
        ],
    )
    @once
    def post(self, request: Request, player_id: str, place: int) -> Response:
        """Approve words of a player's own."""
        return self.decide(request, place)


class DeletingWords(OfWords):
    """Takes words of a player's own out of its memory; earlier revisions have them still."""

    verb = delete_words

    @extend_schema(
        description="Takes words of a player's own out of its memory, approved or not; earlier revisions have them "
        "still, and restoring one brings them back.",
        request=ReasonSerializer,
        responses=WrittenMemorySerializer,
        parameters=[KEY, MATCH, PLACE],
        examples=[example("With a reason", {"reason": "Idle talk."}), example("The revision", FEWER, status=200)],
    )
    @once
    def post(self, request: Request, player_id: str, place: int) -> Response:
        """Delete words of a player's own."""
        return self.decide(request, place)


class DroppingLesson(OfPart):
    """Takes a lesson out of a player's memory; its number is never used again."""

    rights = {"POST": "edit_memories"}

    @extend_schema(
        description="Takes a lesson out of a memory. Its number is never used again; what was counted for it stays, so "
        "that games to come may teach the like anew.",
        request=ReasonSerializer,
        responses=WrittenMemorySerializer,
        parameters=[KEY, MATCH, NUMBER],
        examples=[
            example("With a reason", {"reason": "Three cases are few."}),
            example("The revision", FEWER, status=200),
        ],
    )
    @once
    def post(self, request: Request, player_id: str, number: int) -> Response:
        """Drop a lesson."""
        player = self.get_object()
        matched(request, player, is_required=True)
        newest = current(player)
        if newest is None or memory_in(newest.learned).numbered(number) is None:
            raise NotFound(f"{player.player_id} has no lesson {number}")

        def do(**given: Any) -> MemoryRevision:
            return drop_lesson(number=number, **given)

        return self.write(request, ReasonSerializer, do)


def words_at(player: Player, place: int) -> Words:
    """A player's own words by where they stand in what it remembers now. Raises NotFound."""
    newest = current(player)
    rows = newest.learned.get(APART) if newest is not None else None
    found = memory_in({APART: rows[place : place + 1]}).apart if isinstance(rows, list) else ()
    if not found:
        raise NotFound(f"{player.player_id} has no words of its own at {place}")
    return found[0]
