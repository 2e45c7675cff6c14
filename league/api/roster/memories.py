"""What players remember as JSON: read by everybody, written by staff, every revision of it.

Law: who writes says from which revision (`If-Match`), and is refused where somebody has written meanwhile: 200 who edit
the same revision are one who succeeds and 199 who are told so.
"""

from collections.abc import Callable
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from games.ledger.reads import MemoryTold
from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import (
    MATCH,
    MAY_MATCH,
    Written,
    actor,
    example,
    held_against,
)
from league.api.roster.tags import PreconditionFailed, is_matched
from league.memories.editing import (
    Misplaced,
    NeedsReason,
    merge_memory,
    restore_memory,
    rewrite_memory,
    warnings_about,
)
from league.models import Token
from league.queries.memories import authored, moment_url, revisions_before, revisions_told
from personas.api.plain import Plain
from personas.api.reading import Asked, Reading, ReadingList
from personas.experience.notes import MOST_CHARACTERS
from personas.memory import Outdated, Unmemorable, current
from personas.models import MemoryRevision, Player

SIGN: Final = "What is seen: a name of something that is read off a game's events, never words that were said."
# What may become of a part of a memory, as MemoryTold.changes() says.
OF_LESSONS: Final = ("learned", "dropped", "counted", "changed")
AUTHOR: Final = "Who wrote it: the player itself, or an account, whose name is told to staff alone: else `an operator`."
MOST_SHOWN: Final = 2_000  # as MemoryTold.changes() has it
OF_WORDS: Final = ("wrote", "approved", "withdrawn", "deleted")
WHAT: Final = [*OF_LESSONS, *OF_WORDS, "played", "noted"]
SHOWN: Final = {"game": "abcdefghijkl", "events": [17, 21]}
LESSON: Final = {
    "number": 3,
    "about": "others",
    "sign": "claimed-alone",
    "means": "suspect",
    "scope": {"ruleset": "town-mafia"},
    "seen": 4,
    "right": 3,
    "base": 250,
    "given": 1,
    "evidence": [SHOWN],
}
NOTE: Final = {"learned": {"notes": ["Wait before you accuse."]}, "reason": "A trial."}
WHOLE: Final = {"learned": {"lessons": [LESSON], "last": 3, "notes": ["Wait before you accuse."]}, "reason": "A trial."}
KEYS: Final = (
    "Which parts `learned` has: `lessons` (with evidence), `last` (the highest number that a lesson ever had), "
    "`counts` (what was counted of games, by ruleset and sign) and `apart` (the player's own words on games) are "
    "written by games, and the next one writes them anew. They may stand as they were, with lessons or words "
    "taken out, or be what a game could have written; anything else there is refused, each fault by its path, "
    "such as `learned.lessons[0].seen`. Every other name is yours, `notes` for one: whatever stands there is told "
    "to a player that is a model before each of its games, as quoted notes that somebody wrote for it, and no "
    "game changes it. So it is refused where it gives orders, says what somebody is for good, or holds ids, "
    f"links, markup or letters that nobody sees, and beyond {MOST_CHARACTERS:,} characters in all. Of `lessons` it is "
    "told a few sentences, of `apart` only what is approved; `last` and `counts` are told to nobody."
)
REMEMBERED: Final = {
    "player_id": "gpt-4o-mini_harbour_clerk",
    "revision": 8,
    "learned": WHOLE["learned"],
    "lessons": [
        LESSON
        | {
            "text": "Who claimed a role that nobody else claimed was of the mafia in 3 of 4 cases.",
            "confidence": 50,
            "evidence": [SHOWN | {"urls": [f"/games/abcdefghijkl/?lens=glass&line={seq}#e{seq}" for seq in (17, 21)]}],
        }
    ],
    "author": "ada",
    "game": None,
    "season": None,
    "reason": "A trial.",
    "written_at": "2026-01-31T12:00:00Z",
}
NOW: Final = REMEMBERED | {"warnings": {}}


# --- what is told ----------------------------------------------------------------------------------------------------


class EvidenceSerializer(serializers.Serializer):
    """What showed it."""

    game = serializers.CharField(help_text="The game by its id.")
    events = serializers.ListField(
        child=serializers.IntegerField(), help_text="The events by their numbers, as the lens `glass` has them."
    )
    urls = serializers.ListField(
        child=serializers.CharField(), help_text="The pages of these moments, from the root of the site."
    )


class LessonSerializer(serializers.Serializer):
    """A lesson: what it says in a sentence, and as it is stored."""

    number = serializers.IntegerField(help_text="The player's own, never used twice.")
    text = serializers.CharField(help_text="The sentence in which the player is told it.")
    about = serializers.ChoiceField(["others", "self"])
    sign = serializers.CharField(help_text=SIGN)
    means = serializers.ChoiceField(
        ["suspect", "trust", "again", "avoid"],
        help_text="Of others: whether who shows it is to be suspected or trusted; of itself: to be done again or not.",
    )
    scope = serializers.DictField(
        child=serializers.CharField(),
        help_text="Where it holds: `ruleset`, `team`, `role`, `opponent`; else everywhere.",
    )
    seen = serializers.IntegerField(help_text="How often it was seen.")
    right = serializers.IntegerField(help_text="How often it meant that.")
    base = serializers.IntegerField(help_text="How often anybody is so, per mille.")
    confidence = serializers.IntegerField(help_text="How likely it is right the next time, per cent.")
    given = serializers.IntegerField(help_text="In how many games the player was told it.")
    evidence = EvidenceSerializer(many=True)


class MemorySerializer(serializers.Serializer):
    """What a player remembers, or did at a revision. Before it learned anything the revision is 0 and `learned` is
    empty."""

    player_id = serializers.CharField()
    revision = serializers.IntegerField(min_value=0, help_text="The ETag has it too.")
    learned = serializers.DictField(
        child=serializers.JSONField(),
        help_text="All of it as it is stored: `lessons`, `counts`, `apart` (the player's own words) and `last` are "
        "written by games, all else is somebody's by hand.",
    )
    lessons = LessonSerializer(many=True, help_text="The lessons of it in words, the best borne out first.")
    author = serializers.CharField(allow_null=True, help_text=AUTHOR)
    game = serializers.CharField(allow_null=True, help_text="The game it was learned in; null: written by hand.")
    season = serializers.CharField(
        allow_null=True, help_text="The season within which alone it counts; null: everywhere."
    )
    reason = serializers.CharField(help_text="Why it was written by hand; else empty.")
    written_at = serializers.DateTimeField(allow_null=True)


class WrittenMemorySerializer(MemorySerializer):
    """What a player remembers, as somebody has just written it."""

    warnings = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="What of the parts that are by hand reads as no note should, by where it stands, such as "
        "`learned.notes[0]`: orders, links, a verdict on somebody. It stood there before, or in what was restored.",
    )


class RevisionSerializer(Plain, serializers.Serializer):
    """A revision in a list."""

    revision = serializers.IntegerField(source="number")
    author = serializers.CharField(help_text=AUTHOR)
    game = serializers.CharField(source="game_id", help_text="The game it was learned in; empty: written by hand.")
    season = serializers.CharField(help_text="The season within which alone it counts; empty: everywhere.")
    reason = serializers.CharField(help_text="Why it was written by hand; else empty.")
    written_at = serializers.DateTimeField(source="created_at")


class ChangeSerializer(serializers.Serializer):
    """One thing that differs."""

    what = serializers.ChoiceField(
        WHAT,
        help_text="Lessons are learned, dropped, counted again or changed; own words wrote, approved, withdrawn or "
        "deleted; `played`: games were counted; `noted`: something was written by hand.",
    )
    text = serializers.CharField()
    was = serializers.CharField(
        help_text="How it was before, where that is to be told; of what is written by hand the old words, a list of "
        f"texts a line each, anything else as JSON, at most {MOST_SHOWN} characters."
    )
    comes = serializers.CharField(help_text="The new words of what is written by hand, likewise; else empty.")
    number = serializers.IntegerField(allow_null=True, help_text="The lesson's, where it is one.")


class DifferenceSerializer(serializers.Serializer):
    """What became of a memory from one revision to another."""

    player_id = serializers.CharField()
    revision = serializers.IntegerField()
    against = serializers.IntegerField(help_text="The other revision; 0 is nothing at all.")
    changes = ChangeSerializer(many=True)


class ReasonSerializer(Written):
    """Why somebody writes to a memory by hand."""

    reason = serializers.CharField(
        max_length=200,
        default="",
        allow_blank=True,
        help_text="Must be given while the player is in a season under way whose players learn.",
    )


class NewMemorySerializer(ReasonSerializer):
    """A memory that is to be, whole."""

    learned = serializers.DictField(
        child=serializers.JSONField(allow_null=True), help_text="All of it: what is not there is gone."
    )


class ChangedMemorySerializer(ReasonSerializer):
    """What of a memory is to be another."""

    learned = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        help_text="Its parts that are to be others, by name, as in a JSON merge patch: what is not there stays, null "
        "takes a part out, anything else replaces the part as a whole.",
    )


# --- where it is told ------------------------------------------------------------------------------------------------


class OfPlayer(Reading):
    """What has to do with the memory of one player."""

    rights = {"PUT": "edit_memories", "PATCH": "edit_memories", "POST": "edit_memories"}
    scope = Token.Scope.ROSTER
    queryset = Player.objects.all()
    lookup_field = "player_id"
    refused_writes = {
        "403": "For staff who may change players, with a token of scope `roster`.",
        "412": "Somebody has written meanwhile: the memory is at another revision than `If-Match` says.",
        "415": "There is only `application/json`.",
    }

    def revision(self, number: int) -> MemoryRevision:
        """A revision of the player's memory. Raises NotFound."""
        player = self.get_object()
        found = revisions_told(player, self.request.user).select_related("player").filter(number=number).first()
        if found is None:
            raise NotFound(f"{player.player_id} has no revision {number}")
        return found

    def answer(self, player: Player, revision: MemoryRevision | None) -> Response:
        """A memory, with its revision as ETag."""
        known = authored(revision, player.player_id, self.request.user) if revision is not None else None
        told = MemorySerializer(memory_as_told(player.player_id, known)).data
        return Response(told, headers={"ETag": f'"{told["revision"]}"'})

    def write(
        self,
        request: Request,
        kind: type[ReasonSerializer],
        do: Callable[..., MemoryRevision],
        *,
        about: str = "learned",
        is_required: bool = True,
    ) -> Response:
        """Does what writes a revision, and tells what came of it; what is wrong is told of what it is `about`."""
        player = self.get_object()
        on = matched(request, player, is_required=is_required)
        body = kind(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            revision = do(player=player, by=actor(request), on=on, **body.validated_data)
        except Outdated as error:
            raise PreconditionFailed(f"{error}; nothing was written") from error
        except NeedsReason as error:
            raise serializers.ValidationError({"reason": [str(error)]}) from error
        except Misplaced as error:
            raise serializers.ValidationError(error.complaints) from error
        except Unmemorable as error:
            raise serializers.ValidationError({about: [str(error)]}) from error
        told = self.answer(player, revision)
        told.data["warnings"] = warnings_about(revision)
        return told


class PlayerMemory(OfPlayer):
    """What a player remembers now, whole; the ETag is the number of the revision. While a season hides what its players
    learn, everybody but who may edit it is told what it remembered when that started."""

    serializer_class = MemorySerializer

    def get(self, request: Request, player_id: str) -> Response:
        """The newest revision that counts everywhere."""
        player = self.get_object()
        return self.answer(player, revisions_told(player, request.user).filter(season="").first())

    @extend_schema(
        summary="Replace all that a player remembers",
        description="Replaces a memory as a whole, as the revision after the one that `If-Match` names: **what is not "
        "sent is gone**, lessons and counts among it. To write a note, or to change one part, use `PATCH`. It counts "
        f"from the player's next game on; every earlier revision stays and can be restored.\n\n{KEYS}",
        request=NewMemorySerializer,
        responses=WrittenMemorySerializer,
        parameters=[MATCH],
        examples=[
            example("All that was learned, and a note", WHOLE),
            example("The revision", NOW, status=200),
        ],
    )
    def put(self, request: Request, player_id: str) -> Response:
        """Replaces all of it."""
        return self.write(request, NewMemorySerializer, rewrite_memory)

    @extend_schema(
        summary="Write a note into what a player remembers, or change another part of it",
        description="Changes parts of a memory, as the revision after the one that `If-Match` names. `learned` is read "
        "as a JSON merge patch (RFC 7396) of its parts, one level deep: what is not there stays, null takes a part "
        "out, and anything else replaces the part as a whole, so of a list send all of it. It counts from the "
        f"player's next game on; every earlier revision stays and can be restored.\n\n{KEYS}",
        request=ChangedMemorySerializer,
        responses=WrittenMemorySerializer,
        parameters=[MATCH],
        examples=[example("A note", NOTE), example("The revision", NOW, status=200)],
    )
    def patch(self, request: Request, player_id: str) -> Response:
        """Writes a note, or changes another part."""

        def do(learned: Any, **given: Any) -> MemoryRevision:
            return merge_memory(changes=learned, **given)

        return self.write(request, ChangedMemorySerializer, do)


class MemoryRevisions(OfPlayer, ReadingList):
    """The revisions of a player's memory, newest first; what is in each stands at its own address."""

    asked = ReadingList.asked
    serializer_class = RevisionSerializer
    ordering = ["-number"]

    def get_queryset(self) -> Any:  # Any: players to find one by name, or revisions to list
        """The player's revisions."""
        if getattr(self, "swagger_fake_view", False):
            return MemoryRevision.objects.none()
        player = Player.objects.filter(player_id=self.kwargs["player_id"]).first()
        if player is None:
            raise NotFound(f"no player is called {self.kwargs['player_id']!r}")
        return revisions_told(player, self.request.user).defer("learned")

    def tell(self, row: Any) -> Any:  # Any: a revision
        """It, with its author as who asks is told it."""
        return authored(row, self.kwargs["player_id"], self.request.user)


class MemoryRevisionDetail(OfPlayer):
    """What a player remembered at a revision."""

    serializer_class = MemorySerializer

    def get(self, request: Request, player_id: str, number: int) -> Response:
        """The revision."""
        revision = self.revision(number)
        return self.answer(revision.player, revision)


class DifferenceAsked(Asked):
    """Which revision another is held against."""

    against = held_against("revision")


class MemoryDifference(OfPlayer):
    """What a revision changed of the one before it, or of any other: lesson by lesson, in words."""

    asked = DifferenceAsked
    serializer_class = DifferenceSerializer

    def get(self, request: Request, player_id: str, number: int) -> Response:
        """The difference."""
        revision = self.revision(number)
        against = self.given.get("against")
        if against is None:
            base = revisions_before([revision])[revision.pk]
            learned, against = (base.learned, base.number) if base is not None else ({}, 0)
        else:
            learned = self.revision(against).learned if against else {}
        changes = MemoryTold.changes(learned, revision.learned)
        told = {"player_id": revision.player.player_id, "revision": number, "against": against}
        return Response(DifferenceSerializer(told | {"changes": [change_told(each) for each in changes]}).data)


class MemoryRestoring(OfPlayer):
    """Brings a revision back: what the player remembered then, to the letter, is what it remembers now, as a new
    revision."""

    serializer_class = MemorySerializer
    refused_writes = OfPlayer.refused_writes | REFUSED

    @extend_schema(
        request=ReasonSerializer,
        responses=WrittenMemorySerializer,
        parameters=[KEY, MAY_MATCH, OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH)],
        examples=[
            example("In a season under way", {"reason": "It was talked into this."}),
            example("The revision", NOW | {"revision": 9}, status=200),
        ],
    )
    @once
    def post(self, request: Request, player_id: str, number: int) -> Response:
        """Restores it."""
        self.revision(number)

        def do(**given: Any) -> MemoryRevision:
            return restore_memory(number=number, **given)

        return self.write(request, ReasonSerializer, do, is_required=False)


# --- how it is told --------------------------------------------------------------------------------------------------


def memory_as_told(player_id: str, revision: MemoryRevision | None) -> dict[str, Any]:
    """What MemorySerializer shows of a revision, or of a player who has learned nothing yet."""
    learned = revision.learned if revision is not None else {}
    return {
        "player_id": player_id,
        "revision": revision.number if revision is not None else 0,
        "learned": learned,
        "lessons": [lesson_as_told(each) for each in MemoryTold.of(learned).lessons],
        "author": revision.author if revision is not None else None,
        "game": (revision.game_id or None) if revision is not None else None,
        "season": (revision.season or None) if revision is not None else None,
        "reason": revision.reason if revision is not None else "",
        "written_at": revision.created_at if revision is not None else None,
    }


def lesson_as_told(told: Any) -> dict[str, Any]:  # Any: a lesson with its sentence, of MemoryTold
    """What LessonSerializer shows of a lesson."""
    evidence = [
        {"game": each.game, "events": each.events, "urls": [moment_url(each.game, seq) for seq in each.events]}
        for each in told.lesson.evidence
    ]
    return told.lesson.plain | {"text": told.text, "confidence": told.lesson.confidence, "evidence": evidence}


def change_told(change: Any) -> dict[str, Any]:  # Any: one of MemoryTold.changes()
    """What ChangeSerializer shows."""
    return {
        "what": change.what,
        "text": change.text,
        "was": change.was,
        "comes": change.comes,
        "number": change.number or None,
    }


# --- who writes, and on what -----------------------------------------------------------------------------------------


def matched(request: Request, player: Player, *, is_required: bool) -> int | None:
    """The revision that `If-Match` names, where it is the newest; None where none is named. Raises PreconditionRequired
    and PreconditionFailed."""
    newest = current(player)
    number = newest.number if newest is not None else 0
    at = f"{player.player_id} is at revision"
    return number if is_matched(request, number, at=at, is_required=is_required) else None
