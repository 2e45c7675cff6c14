"""Alerts: each thing that is wrong is told once to each when it begins, and once when it is over, whoever looks."""

import hashlib
import hmac
import threading
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from league.alerts import sending, telling
from league.alerts.lookout import Lookout
from league.alerts.telling import look, take_watch
from league.models import Addressee, Alert, Season, Telling, Watch
from league.models.process import ProcessKind
from league.queries.upkeep.wrong import wrong_now
from tests.factories import (
    make_account,
    make_addressee,
    make_alert,
    make_process,
    make_running_game,
    make_running_season,
    make_season,
)
from tests.games.stage import until
from tests.league.alerts.sinks import Hook, Mailbox, free_port

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db(transaction=True)]
A_LOOK = timedelta(seconds=30)


@pytest.fixture
def now() -> datetime:
    """A moment at which everything lives."""
    at = timezone.now()
    lives(at)
    return at


def lives(at: datetime, *kinds: str) -> None:
    """Processes of these kinds, or all that there should be, that live on for an hour."""
    for kind in kinds or ("web", "worker", "beat"):
        seen = at + timedelta(hours=1)
        make_process(kind=kind, seen_at=seen, started_at=at - timedelta(hours=1), worked_at=seen)


def paused(slug: str, name: str) -> None:
    """A season that was paused by itself."""
    make_running_season(slug=slug, name=name, status="paused", waiting="budget of season: nothing is left")


def resumed(slug: str) -> None:
    Season.objects.filter(slug=slug).update(status="running", waiting="")


def keys(hook: Hook) -> list[str]:
    return [f"{state} {key}" for key, state in hook.things]


def test_two_things_are_told_to_two_in_one_message_each_and_the_one_that_is_over_once(
    now: datetime, first: Hook, mails: Mailbox
) -> None:
    make_addressee(slug="hook", address=first.address)
    make_addressee(slug="mail", means="mail", address="ada@example.org")
    paused("spring", "Spring")
    paused("autumn", "Autumn")
    make_season(slug="hidden-draft", name="A hidden draft", waiting="no key")

    for step in range(3):
        look(now=now + step * A_LOOK)
    resumed("spring")
    for step in range(3, 7):
        look(now=now + step * A_LOOK)

    assert len(first.posts) == len(mails.mails) == 2
    assert sorted(keys(first)) == [
        "begun season-stopped:autumn", "begun season-stopped:spring", "over season-stopped:spring",
    ]  # fmt: skip
    begun, over = mails.mails
    assert begun["Subject"] in (
        "[league] Season Spring is paused, and 1 more",
        "[league] Season Autumn is paused, and 1 more",
    )
    assert (begun["To"], begun["Auto-Submitted"]) == ("ada@example.org", "auto-generated")
    assert over["Subject"] == "[league] Over: Season Spring is paused"
    text = begun.get_content()
    assert "Spring is paused: budget of season: nothing is left.\n" in text
    assert "What to do: Mend that, then resume it: on its page, or by season spring resume at a command line.\n" in text
    assert "https://league.example.org/seasons/spring/\n" in text
    assert "Over since 20" in over.get_content()
    everything = text + str(first.bodies)
    assert "Spring" in everything
    assert "draft" not in everything
    row = Alert.objects.get(about="spring")
    assert row.over_at is not None
    assert Telling.objects.filter(alert=row, over_at__isnull=False).count() == 2


def test_what_is_still_wrong_is_told_again_after_the_time_of_each_and_a_cap_is_not(
    now: datetime, first: Hook, second: Hook
) -> None:
    make_addressee(address=first.address, repeat=10)
    make_addressee(address=second.address, repeat=0)
    paused("spring", "Spring")
    make_account(scope="model", name="gpt", cap=10, spent=10)

    for minutes in (0, 5, 11, 22):
        look(now=now + timedelta(minutes=minutes))

    assert sorted(keys(first)) == [
        "begun cap-reached:model:gpt", "begun season-stopped:spring", *["still season-stopped:spring"] * 2,
    ]  # fmt: skip
    assert sorted(keys(second)) == ["begun cap-reached:model:gpt", "begun season-stopped:spring"]


def test_a_cap_is_told_near_and_reached_each_once_and_the_former_is_never_told_to_be_over(
    now: datetime, first: Hook
) -> None:
    make_addressee(address=first.address, repeat=1)
    account = make_account(scope="model", name="gpt", cap=10, spent=8)
    other = make_account(scope="model", name="other", cap=10, spent=1)
    for step in range(3):
        look(now=now + step * A_LOOK)
    type(account).objects.filter(pk=account.pk).update(spent=10)
    for step in range(3, 9):
        look(now=now + step * A_LOOK)
    assert keys(first) == ["begun cap-near:model:gpt", "begun cap-reached:model:gpt"]

    type(account).objects.filter(pk=account.pk).update(cap=100)
    type(other).objects.filter(pk=other.pk).update(spent=9)
    for step in range(9, 15):
        look(now=now + step * A_LOOK)
    assert keys(first)[2:] == ["begun cap-near:model:other", "over cap-reached:model:gpt"]


def test_what_mends_itself_within_its_grace_is_told_to_nobody(now: datetime, first: Hook) -> None:
    make_addressee(address=first.address)
    lasting, passing = (make_running_game(waiting="openai gives no answer") for _ in range(2))

    look(now=now)
    look(now=now + timedelta(minutes=2))
    type(passing).objects.filter(pk=passing.pk).update(waiting="")
    look(now=now + timedelta(minutes=4))
    assert first.posts == []
    look(now=now + timedelta(minutes=6))

    assert keys(first) == [f"begun game-held-up:{lasting.public_id}"]
    assert Alert.objects.get(about=passing.public_id).over_at is not None


def test_only_the_kinds_that_somebody_wants_are_told_and_nothing_to_who_is_not_active(
    now: datetime, first: Hook, second: Hook
) -> None:
    make_addressee(address=first.address, kinds=["cap-reached"])
    make_addressee(address=second.address, is_active=False)
    paused("spring", "Spring")
    make_account(scope="model", name="gpt", cap=10, spent=10)

    look(now=now)

    assert keys(first) == ["begun cap-reached:model:gpt"]
    assert second.posts == []


def test_nothing_is_looked_for_while_nobody_is_to_be_told(now: datetime) -> None:
    paused("spring", "Spring")
    assert look(now=now) is False
    assert not Alert.objects.exists()


def test_two_who_look_at_the_same_time_tell_once(now: datetime, first: Hook, second: Hook) -> None:
    make_addressee(address=first.address)
    make_addressee(address=second.address)
    paused("spring", "Spring")
    paused("autumn", "Autumn")
    gate, wrong = threading.Barrier(6), []

    def looks(number: int) -> None:
        try:
            gate.wait()
            look(now=now) if number % 2 else telling.tell_all(now=now)
        except Exception as error:  # noqa: BLE001  told below
            wrong.append(error)
        finally:
            connection.close()

    for _ in range(2):  # once before anything is noted, and once after
        threads = [threading.Thread(target=looks, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    look(now=now + A_LOOK)

    assert wrong == []
    for hook in (first, second):
        assert sorted(keys(hook)) == ["begun season-stopped:autumn", "begun season-stopped:spring"]


def test_the_watch_is_of_one_until_its_turn_is_over(now: datetime) -> None:
    assert take_watch(owner="one", now=now)
    assert not take_watch(owner="two", now=now + timedelta(seconds=20))
    assert take_watch(owner="two", now=now + A_LOOK)
    assert Watch.objects.get().owner == "two"


def test_who_was_killed_before_it_sent_has_lost_nothing(now: datetime, first: Hook) -> None:
    row = make_addressee(address=first.address)
    paused("spring", "Spring")
    look(now=now - timedelta(hours=1))  # its sending is undone: as if it had been killed having claimed it
    first.posts.clear()
    Telling.objects.all().delete()
    Addressee.objects.filter(pk=row.pk).update(busy_until=now + timedelta(seconds=60))

    look(now=now)
    assert first.posts == []
    look(now=now + timedelta(seconds=90))

    assert keys(first) == ["begun season-stopped:spring"]


def test_what_was_over_before_it_could_be_told_is_told_late_and_to_nobody_new(
    now: datetime, first: Hook, second: Hook
) -> None:
    old = make_addressee(slug="old", address=first.address, told_from=now - timedelta(days=1))
    first.manner = 500
    paused("spring", "Spring")
    look(now=now)
    resumed("spring")
    for step in range(1, 5):
        look(now=now + step * A_LOOK)
    make_addressee(slug="new", address=second.address, told_from=now + timedelta(hours=1), kinds=["season-stopped"])
    first.manner = 200
    first.posts.clear()
    Addressee.objects.filter(pk=old.pk).update(next_try_at=None)

    look(now=now + timedelta(minutes=30))

    assert keys(first) == ["over season-stopped:spring"]
    assert second.posts == []


def test_a_server_that_fails_is_tried_again_after_growing_pauses_and_told_on_the_desk_and_to_others(
    now: datetime, first: Hook, second: Hook
) -> None:
    bad = make_addressee(slug="bad", address=first.address)
    make_addressee(slug="well", address=second.address)
    first.manner = 500
    paused("spring", "Spring")
    pauses, at = [], now
    for _ in range(3):
        before = timezone.now()
        look(now=at)
        look(now=at)  # it rests
        bad.refresh_from_db()
        pauses.append(round((bad.next_try_at - before) / A_LOOK))
        Addressee.objects.filter(pk=bad.pk).update(next_try_at=None)
        at += A_LOOK

    assert len(first.posts) == 3
    assert pauses == [1, 2, 4]
    (wrong,) = [each for each in wrong_now(now=at) if each.kind == "alerts-unsent"]
    assert wrong.told == f"Alerts to bad could not be sent, 3 times in a row: {first.address[7:-5]} answered 500."
    assert keys(second) == ["begun season-stopped:spring", "begun alerts-unsent:bad"]

    first.manner = 200
    first.posts.clear()
    look(now=at)
    assert keys(first) == ["begun season-stopped:spring"]
    bad.refresh_from_db()
    assert (bad.failures, bad.error, bad.next_try_at) == (0, "", None)


def test_one_that_hangs_and_a_mail_server_that_is_away_keep_nobody_from_being_told(
    now: datetime, first: Hook, second: Hook, mails: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LIMIT", 1.0)
    monkeypatch.setattr(sending.post, "__kwdefaults__", {"limit": 1.0})
    hangs = make_addressee(slug="hangs", address=first.address)
    away = make_addressee(slug="away", address=f"http://127.0.0.1:{free_port()}/")
    mail = make_addressee(slug="mail", means="mail", address="ada@example.org")
    make_addressee(slug="well", address=second.address)
    first.manner, mails.is_well = "hangs", False
    paused("spring", "Spring")

    look(now=now)

    assert keys(second) == ["begun season-stopped:spring"]
    for row in (hangs, away, mail):
        row.refresh_from_db()
    assert hangs.error.endswith("did not answer within 1 s")
    assert "cannot be reached, or does not do its part (ConnectionRefusedError)" in away.error
    assert "does not do its part" in mail.error
    first.manner = "drips"
    Addressee.objects.filter(pk=hangs.pk).update(next_try_at=None)
    look(now=now + A_LOOK)
    hangs.refresh_from_db()
    assert (hangs.failures, hangs.error[-24:]) == (2, "did not answer within 1 s"[-24:])


def test_a_redirect_is_not_followed(now: datetime, first: Hook) -> None:
    row = make_addressee(address=first.address)
    first.manner = 302
    paused("spring", "Spring")

    look(now=now)

    row.refresh_from_db()
    assert row.error.endswith("answered 302: it leads elsewhere, where nothing is sent")
    assert [path for path, _, _ in first.posts] == ["/hook"]


def test_a_body_is_signed_by_the_secret_that_a_variable_holds(
    now: datetime, first: Hook, second: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ONE_ALERT_SECRET", "a secret")
    make_addressee(address=first.address, secret_variable="ONE_ALERT_SECRET")
    row = make_addressee(address=second.address, secret_variable="OTHER_ALERT_SECRET")
    paused("spring", "Spring")

    look(now=now)

    ((_, headers, body),) = first.posts
    signed = headers["X-League-Timestamp"].encode() + b"." + body
    digest = hmac.new(b"a secret", signed, hashlib.sha256).hexdigest()
    assert headers["X-League-Signature"] == f"sha256={digest}"
    assert b"a secret" not in body
    assert second.posts == []
    row.refresh_from_db()
    assert row.error.startswith("OTHER_ALERT_SECRET, which is to hold its secret, is not set")


def test_a_message_has_the_shape_that_is_documented(now: datetime, first: Hook) -> None:
    make_addressee(address=first.address)
    paused("spring", "Spring")

    look(now=now)

    (body,) = first.bodies
    assert list(body) == ["schema", "league", "sent_at", "things"]
    assert (body["schema"], body["league"]) == ("1", "https://league.example.org")
    (thing,) = body["things"]
    assert list(thing) == ["kind", "key", "state", "told", "cure", "since", "url"]
    assert thing["url"] == "https://league.example.org/seasons/spring/"
    assert thing["since"].endswith("Z")


def test_beat_that_is_silent_is_told_by_the_site_that_alone_lives(first: Hook, settings: Settings) -> None:
    at = timezone.now()
    lives(at, "web")
    make_process(kind="beat", seen_at=at - timedelta(hours=2), started_at=at - timedelta(hours=3))
    make_addressee(address=first.address)
    make_running_season(slug="spring")
    for key in ("beat-silent", "nobody-plays"):
        make_alert(kind=key, about="", key=f"{key}:", begun_at=at - timedelta(minutes=2), seen_at=at)
    lookout = Lookout(first=timedelta(0), every=timedelta(seconds=0.05))

    lookout.begin(ProcessKind.WEB)
    found = until(lambda: first.posts)
    lookout.end(ProcessKind.WEB)

    assert found
    assert sorted(keys(first)) == ["begun beat-silent:", "begun nobody-plays:"]


def test_rows_of_what_is_long_over_go(now: datetime, first: Hook) -> None:
    make_addressee(address=first.address)
    make_alert(about="old", over_at=now - timedelta(days=31))
    recent = make_alert(about="recent", over_at=now - timedelta(days=29))

    look(now=now)

    assert list(Alert.objects.all()) == [recent]
