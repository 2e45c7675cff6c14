"""Who is on the roster of a season that was announced, until its deadline."""

from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.once import KEY, once
from league.api.roster.bodies import MAY_MATCH, WhySerializer, actor, example, given_in
from league.api.roster.tags import is_matched, tag_of
from league.api.running.shape import OUTDATED, refused
from league.api.running.verbs import WRITES, DoneSerializer, mark_by_state, season_marked, season_tag
from league.models import Season, Token
from league.seasons.making.checking import WrongSeason
from league.seasons.verbs import edit_roster
from personas.api.reading import Reading
from personas.models import Player

MOST: Final = 200  # players that one request names


class RosterSerializer(WhySerializer):
    """Who joins a roster, and who leaves it."""

    add = serializers.ListField(
        child=serializers.CharField(max_length=130), default=list, max_length=MOST, help_text="Players, by their ids."
    )
    remove = serializers.ListField(
        child=serializers.CharField(max_length=130), default=list, max_length=MOST, help_text="Players, by their ids."
    )


class ChangingRoster(Reading):
    """Has players join the roster of an announced season, or leave it."""

    rights = {"POST": "run_seasons"}
    scope = Token.Scope.SEASON
    queryset = Season.objects.all()
    lookup_field = "slug"
    serializer_class = DoneSerializer
    refused_writes = WRITES | OUTDATED

    @extend_schema(
        description="Has players join the roster of a season that was announced, or leave it, until its deadline. The "
        "roster is held against what a new season's would be; all of it is done, or nothing. With `If-Match` it is the "
        "roster that was looked at, or nothing is done; the answer has the `ETag` of what there is then.",
        request=RosterSerializer,
        responses=DoneSerializer,
        parameters=[KEY, MAY_MATCH],
        examples=[
            example("One joins", {"add": ["house-nervous_baron_zuppa"], "reason": "A late entry."}),
            example("In part", {"told": "Spring: 1 joined, 0 left.", "season": {"slug": "spring"}}, status=200),
        ],
    )
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Change the roster of an announced season."""
        season = self.get_object()
        given = given_in(RosterSerializer, request)
        if not given["add"] and not given["remove"]:
            raise ValidationError("nobody is named: say who joins (`add`) or who leaves (`remove`)")
        add, remove = (players_meant(name, given[name]) for name in ("add", "remove"))
        why = given["reason"]
        by, now = actor(request), timezone.now()
        try:
            with transaction.atomic():
                row = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
                at, mark = f"{row.slug} is at", mark_by_state(row)
                is_matched(request, mark, at=at, is_required=False, whole=partial(season_tag, self, row))
                edit_roster(by=by, season=row, now=now, add=add, remove=remove, reason=why)
        except WrongSeason as error:
            if error.field == "players":  # what is sent has no such field
                is_too_few = error.also == "seats"
                raise ValidationError({"remove" if is_too_few or not add else "add": [error.message]}) from error
            raise refused(error) from error
        told = f"{season.name}: {len(add)} joined, {len(remove)} left."
        stands, mark = season_marked(self, season)
        return Response({"told": told, "season": stands}, headers={"ETag": tag_of(stands, mark=mark)})


def players_meant(field: str, ids: list[str]) -> list[Player]:
    """The players of these ids, in their order. Raises ValidationError, which names each that is none."""
    found = Player.objects.select_related("persona", "model").in_bulk(
        [each for each in ids if each.isprintable()], field_name="player_id"
    )
    if missing := [f"no player is called {each!r}" for each in dict.fromkeys(ids) if each not in found]:
        raise ValidationError({field: missing})
    return [found[each] for each in ids]
