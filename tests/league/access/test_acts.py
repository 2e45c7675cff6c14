"""The record of acts: a row for each thing that was changed, in one transaction with it, without a secret, for good."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.db import DatabaseError, connection, transaction

from league.access.acts import COMMAND_LINE, LEAGUE, record_act, record_creation, recorded
from league.models import Act, Season, User
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.making.checking import WrongSeason
from tests.factories import make_game, make_running_season, make_season, make_token, make_user

pytestmark = pytest.mark.django_db


def told() -> list[tuple[object, ...]]:
    """The acts in their order: what of what, as it was and as it is."""
    return list(Act.objects.order_by("pk").values_list("verb", "model", "name", "before", "after"))


def test_what_changed_is_told_and_nothing_else() -> None:
    season = make_running_season(slug="spring")
    with recorded(by=COMMAND_LINE, verb="pause", rows=[season], reason=" enough "):
        pause_season(season=season)
    assert told() == [
        (
            "pause",
            "season",
            "spring",
            {"status": "running", "waiting": ""},
            {"status": "paused", "waiting": "paused by hand"},
        )
    ]
    act = Act.objects.get()
    assert (act.who, act.surface, act.account, act.reason) == ("command line", "command", None, "enough")


def test_what_fails_leaves_no_act_and_changes_nothing() -> None:
    one, other = make_running_season(), make_season()

    def pause_both() -> None:
        with recorded(by=LEAGUE, verb="pause", rows=[one, other]):
            pause_season(season=one)
            pause_season(season=other)

    with pytest.raises(WrongSeason):
        pause_both()
    assert (Act.objects.count(), Season.objects.get(pk=one.pk).status) == (0, "running")


def test_each_of_several_rows_has_its_own_act_and_one_that_stays_has_none() -> None:
    gone, kept, _ = (make_season(slug=slug) for slug in ("gone", "kept", "changed"))
    with recorded(by=LEAGUE, verb="tidy", rows=[Season.objects.all(), kept]):
        gone.delete()
        Season.objects.filter(slug="changed").update(pace=2.5)
        make_season(slug="new", cap_season=Decimal("1.5000"), started_at=datetime(2026, 1, 1, tzinfo=UTC))
    before = {name: (was, now) for _, _, name, was, now in told()}
    assert sorted(before) == ["changed", "gone", "new"]
    assert before["changed"] == ({"pace": 1.0}, {"pace": 2.5})
    assert (before["gone"][0]["name"], before["gone"][1]) == (gone.name, {})
    assert (before["new"][0], before["new"][1]["cap_season"]) == ({}, "1.5000")
    assert before["new"][1]["started_at"] == "2026-01-01T00:00:00+00:00"


def test_no_secret_is_written_down() -> None:
    user = make_user(username="ann", password="hush")
    token, text = make_token(user=user, name="laptop")
    game, season = make_game(seed="5eed" * 8, salt="5a17" * 8), make_season(secret="c0ffee")
    for row in (user, token, game, season):
        record_creation(by=LEAGUE, row=row)
    with recorded(by=LEAGUE, verb="change", rows=[user, season]):
        User.objects.filter(pk=user.pk).update(password="hush hush")
        Season.objects.filter(pk=season.pk).update(secret="decaf")
    written = repr(list(Act.objects.values()))
    for secret in ("hush", "c0ffee", "decaf", "5eed", "5a17", text, token.token_key, token.digest, user.password):
        assert secret not in written
    assert [(name, before, after) for verb, _, name, before, after in told() if verb == "change"] == [
        ("ann", {"password": "(hidden)"}, {"password": "(hidden)"}),
        (season.slug, {"secret": "(hidden)"}, {"secret": "(hidden)"}),
    ]
    assert Act.objects.filter(model="token").values_list("name", flat=True).get() == "ann: laptop"


def test_a_row_that_is_referred_to_is_told_by_its_name() -> None:
    token, _ = make_token(user=make_user(username="ann"))
    record_creation(by=LEAGUE, row=token)
    assert Act.objects.get().after["user"] == "ann"


def test_who_it_was_stays_when_the_account_goes() -> None:
    ann = make_user(username="ann")
    Act.objects.create(account=ann, who="ann", surface="site", verb="pause", app_label="a", model="b", name="c")
    ann.delete()
    assert Act.objects.get().who == "ann"
    assert not User.objects.filter(pk=Act.objects.get().account_id).exists()


CHANGES = {
    "update": lambda: Act.objects.update(who="somebody else"),
    "update one": lambda: Act.objects.filter(verb="pause").update(reason="another"),
    "delete": lambda: Act.objects.all().delete(),
    "delete one": lambda: Act.objects.get().delete(),
    "save": lambda: Act.objects.get().save(),
    "sql": lambda: connection.cursor().execute("DELETE FROM league_act"),
}
if connection.vendor == "sqlite":
    CHANGES["replace"] = lambda: connection.cursor().execute("REPLACE INTO league_act SELECT * FROM league_act")


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_database_itself_refuses_to_change_an_act(change: object) -> None:
    record_act(by=LEAGUE, verb="pause", row=make_season())
    before = list(Act.objects.values())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change()
    assert list(Act.objects.values()) == before
