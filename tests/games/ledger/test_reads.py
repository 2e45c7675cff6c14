"""What each lens is shown of a stored game, in its own numbers, and who may look through it when."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, Permission

from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer, seen_by
from games.ledger.logs import Thoughts
from games.ledger.reads import LensRefused, events_for, may_see, viewer_for
from games.ledger.rows import answer_of, entry_of, ledger_of
from games.ledger.shown import thoughts_behind
from games.models import Answer, Event, Game
from league.models import User
from tests.factories import make_user
from tests.games.casting import make_game
from tests.games.stage import play_all

pytestmark = pytest.mark.django_db(transaction=True)


def played(**terms: object) -> Game:
    game = make_game(**terms)
    play_all()
    return Game.objects.get(pk=game.pk)


def running(game: Game) -> Game:
    """The same game as it was before its end."""
    Game.objects.filter(pk=game.pk).update(status="running", winner="", hash="", finished_at=None)
    return Game.objects.get(pk=game.pk)


def moderator() -> User:
    user = make_user()
    user.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    return user


LENSES = [AUDIENCE, GLASS, *map(seat_viewer, range(6))]


@pytest.mark.parametrize("viewer", LENSES, ids=lambda viewer: viewer.lens)
def test_a_lens_numbers_what_it_sees_without_gaps_whatever_it_is_cut_into(viewer: Viewer) -> None:
    game = played()
    seen = [entry.seq for entry in seen_by(viewer, map(entry_of, ledger_of(game)))]

    rows = events_for(game, viewer)

    assert [row["seq"] for row in rows] == list(range(1, len(seen) + 1))
    texts = {row.seq: entry_of(row).event.text([s.alias for s in game.seats.all()]) for row in ledger_of(game)}
    assert [row["text"] for row in rows] == [texts[seq] for seq in seen]
    cut = [row for after in range(0, len(rows), 4) for row in events_for(game, viewer, after=after, limit=4)]
    assert cut == rows
    assert events_for(game, viewer, after=len(rows)) == []


def test_the_glass_shows_hearers_and_thoughts_and_the_audience_neither() -> None:
    game = played()

    glass, audience = events_for(game, GLASS), events_for(game, AUDIENCE)

    said = next(row for row in glass if row["kind"] == "said")
    assert (said["heard_by"], said["thought"]) == ("everyone", "Any choice is as good as another.")
    assert {"dealt", "partners"} <= {row["kind"] for row in glass}
    assert not {"dealt", "partners"} & {row["kind"] for row in audience}
    assert not [row for row in audience if "thought" in row or "thoughts" in row or "heard_by" in row]


def test_a_thought_is_found_however_long_before_the_event_it_was() -> None:
    game = played()
    entries = [entry_of(row) for row in ledger_of(game)]
    late = [entry._replace(poll=entry.poll + 1) for entry in entries if entry.event.kind == "said"]
    journal = [answer_of(row) for row in Answer.objects.filter(game=game)]

    def behind(thoughts: Thoughts) -> list[tuple[int, int, str]]:
        return [(seat, said.poll, said.thought) for entry in late for seat, said in thoughts.answers(entry)]

    found = thoughts_behind(game.pk, late)

    assert behind(found) == behind(Thoughts(journal))
    assert any(thought for *_, thought in behind(found))


def test_open_games_show_everything_to_everybody() -> None:
    game = running(played())

    assert [may_see(game, None, viewer) for viewer in LENSES] == [True] * len(LENSES)


def test_sealed_games_show_what_is_public_until_they_are_over() -> None:
    over = played(spoilers="sealed")
    sealed = running(played(spoilers="sealed"))

    assert [viewer.lens for viewer in LENSES if may_see(sealed, AnonymousUser(), viewer)] == ["audience"]
    assert all(may_see(sealed, moderator(), viewer) for viewer in LENSES)
    assert all(may_see(over, AnonymousUser(), viewer) for viewer in LENSES)
    with pytest.raises(LensRefused, match="the lens seat:2 opens when the game is over"):
        viewer_for(sealed, "seat:2", AnonymousUser(), 6)
    assert viewer_for(sealed, "audience", AnonymousUser(), 6) == AUDIENCE


def test_delayed_games_hold_back_what_is_young_from_all_but_the_audience() -> None:
    game = running(played(spoilers="delayed", delay_minutes=10))
    start = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for row in Event.objects.filter(game=game):
        Event.objects.filter(pk=row.pk).update(at=start + timedelta(minutes=row.seq))

    now = start + timedelta(minutes=15)

    assert [row["seq"] for row in events_for(game, GLASS, now=now)] == [1, 2, 3, 4, 5]
    assert len(events_for(game, GLASS, now=now, user=moderator())) == game.last_seq
    assert len(events_for(game, AUDIENCE, now=now)) == len(events_for(game, AUDIENCE))
    assert len(events_for(Game(pk=game.pk, status="void", terms=game.terms), GLASS, now=now)) == game.last_seq
