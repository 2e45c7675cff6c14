"""Taking back what games taught: what is left is what would be there had they not been, to the letter."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.hosting.keeping import taught
from games.models import Game, Seat
from league.access.acts import COMMAND_LINE
from league.memories.editing import drop_lesson, restore_memory, rewrite_memory
from league.memories.undoing import (
    Changed,
    NobodyRemembers,
    in_game,
    learners_of,
    left_of,
    sight_of,
    undo,
    undo_game,
    undo_since,
    would_undo,
)
from league.models import Act
from personas.experience.lessons import memory_in
from personas.memory import Unmemorable, current, revise_memory
from personas.models import MemoryRevision, Player
from personas.roster import ensure_roster
from tests.factories import NOON, make_revision
from tests.league.staging import staged

pytestmark = [pytest.mark.django_db, pytest.mark.long(60)]
LATER = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture(scope="module")
def seeds() -> list[str]:
    return [f"S/{number}" for number in range(12)]


def games_of(seeds: list[str]) -> list[Game]:
    return [staged(seed, players=ensure_roster()[:6]) for seed in seeds]


def learn(player: Player, game: Game) -> None:
    """Has a player learn from a game, with the lessons told that a model would have been told."""
    before = current(player)
    learned = before.learned if before is not None else {}
    seat = game.seats.get(player=player)
    told = [lesson.number for lesson in memory_in(learned).lessons]
    Seat.objects.filter(pk=seat.pk).update(lessons=told, memory=before.number if before else 0)
    after = taught(game=game, learned={seat.number: learned})[seat.number]
    revise_memory(player=player, learned=after, author=player.player_id, game_id=game.public_id)


def learned(player: Player) -> dict[str, Any]:
    newest = current(player)
    assert newest is not None
    return without_last(newest.learned)


def without_last(memory: dict[str, Any]) -> dict[str, Any]:
    """A memory without the highest number that a lesson ever had."""
    return {name: value for name, value in memory.items() if name != "last"}


def relived(games: list[Game], player: Player) -> dict[str, Any]:
    """What a player remembers of these games alone, each of them as it was told then."""
    memory: dict[str, Any] = {}
    for game in games:
        seat = game.seats.get(player=player)
        known = MemoryRevision.objects.filter(player=player, number=seat.memory).first()
        last = max(memory_in(memory).last, memory_in(known.learned).last if known else 0)
        memory = taught(game=game, learned={seat.number: {**memory, "last": last}})[seat.number]
    return without_last(memory)


def test_what_is_left_is_what_the_other_games_taught(seeds: list[str]) -> None:
    games, (player, other, *_) = games_of(seeds), ensure_roster()
    for game in games:
        learn(player, game)
    learn(other, games[0])
    with_all, gone = learned(player), games[4]
    assert any(each.game == gone.public_id for lesson in memory_in(with_all).lessons for each in lesson.evidence)

    (undone,) = undo_game(game_id=gone.public_id, by=COMMAND_LINE, reason="It was a trial.")

    assert (undone.player, undone.games, undone.notes) == (player, 1, ())
    assert learned(player) == relived([game for game in games if game is not gone], player) != with_all
    assert gone.public_id not in str(learned(player))
    newest = current(player)
    assert newest is not None
    assert (newest.number, newest.game_id, newest.author) == (13, "", "command line")
    assert newest.reason == f"undone: game {gone.public_id}: It was a trial."
    assert [(act.verb, act.name) for act in Act.objects.all()] == [("undo learning", f"{player.player_id} #13")]
    with pytest.raises(Unmemorable, match=f"nobody remembers anything that was learned in game {gone.public_id}"):
        undo_game(game_id=gone.public_id, by=COMMAND_LINE)


def test_several_games_are_taken_back_in_any_order_and_what_is_restored_comes_back(seeds: list[str]) -> None:
    games, player = games_of(seeds[:8]), ensure_roster()[0]
    for game in games:
        learn(player, game)
    with_all = learned(player)
    for gone in (games[5], games[1]):
        undo_game(game_id=gone.public_id, by=COMMAND_LINE)

    assert learned(player) == relived([game for game in games if game not in (games[1], games[5])], player)
    restore_memory(player=player, number=8, by=COMMAND_LINE)
    assert learned(player) == with_all
    undo_game(game_id=games[1].public_id, by=COMMAND_LINE)
    assert learned(player) == relived([games[0], *games[2:]], player), "what was restored is not taken back again"


def test_what_was_written_by_hand_stays_written(seeds: list[str]) -> None:
    games, player = games_of(seeds), ensure_roster()[0]
    for game in games[:9]:
        learn(player, game)
    first = memory_in(learned(player)).lessons[0].number
    drop_lesson(player=player, number=first, by=COMMAND_LINE)
    noted = {**player.memory.get(number=10).learned, "notes": ["Wait."]}
    rewrite_memory(player=player, learned=noted, by=COMMAND_LINE)
    for game in games[9:]:
        learn(player, game)

    undo_game(game_id=games[10].public_id, by=COMMAND_LINE)
    undo_game(game_id=games[2].public_id, by=COMMAND_LINE)

    told = learned(player)
    assert told["notes"] == ["Wait."]
    assert memory_in(told).numbered(first) is None
    assert told["counts"] == relived([each for each in games if each not in (games[2], games[10])], player)["counts"]


def test_all_that_was_learned_since_a_time_is_taken_back_from_everybody(seeds: list[str]) -> None:
    games, players = games_of(seeds[:4]), ensure_roster()[:3]
    for game in games:
        for player in players[:2]:
            learn(player, game)
    MemoryRevision.objects.update(created_at=NOON)
    MemoryRevision.objects.filter(game_id__in=[game.public_id for game in games[2:]]).update(created_at=LATER)
    wanted = [without_last(player.memory.get(number=2).learned) for player in players[:2]]

    undone = undo_since(since=LATER, by=COMMAND_LINE)

    assert [(each.player, each.games) for each in undone] == sorted(
        ((player, 2) for player in players[:2]), key=lambda each: each[0].player_id
    )
    assert [learned(player) for player in players[:2]] == wanted
    with pytest.raises(Unmemorable, match="nobody remembers anything that was learned since 2026-01-02"):
        undo_since(since=LATER, by=COMMAND_LINE)


def test_a_game_that_cannot_be_gone_through_again_is_said(seeds: list[str]) -> None:
    games, player = games_of(seeds[:6]), ensure_roster()[0]
    for game in games:
        learn(player, game)
    Game.objects.filter(pk=games[4].pk).update(ruleset="lost-mafia")

    (undone,) = undo_game(game_id=games[2].public_id, by=COMMAND_LINE)

    told = f"game {games[4].public_id} cannot be gone through again: what it counted is left out"
    assert undone.notes == (told,)
    counted = learned(player)["counts"]["rulesets"]["town-mafia"]["games"]
    assert counted == 4


def test_to_look_at_what_would_be_taken_back_reads_no_memory_and_to_reckon_it_few() -> None:
    game, (player, other, *_) = "g" * 12, ensure_roster()
    for number in range(1, 101):
        of_game = game if number == 60 else f"{number:012}"
        for each in (player, other):
            make_revision(player=each, number=number, learned={"notes": [number]}, game_id=of_game)
    learned = in_game(game)

    with CaptureQueriesContext(connection) as asked:
        seen, learners = sight_of(learned), learners_of(learned)
    assert learners == sorted(((each, 1) for each in (player, other)), key=lambda each: each[0].player_id)
    assert not [query["sql"] for query in asked if '"learned"' in query["sql"]]
    with CaptureQueriesContext(connection) as asked:
        (relived,) = would_undo(learned, [player])
    assert (relived.without, relived.now.number, len(relived.notes)) == ((game,), 100, 40)
    # What was remembered before it, the 40 after it, each with the one before it, at forty at once, and the newest.
    assert len([query for query in asked if '"learned" FROM' in query["sql"]]) == 1 + 2 + 1

    revise_memory(player=player, learned={"notes": [30]}, author="ann", on=100)
    (relived,) = would_undo(in_game(f"{20:012}"), [player])
    assert relived.now.number == 101
    with pytest.raises(Unmemorable, match="nobody remembers"):
        would_undo(learned, [player])  # restored by hand to what was before it, to the letter
    assert seen != sight_of(learned)


def test_what_is_much_is_taken_back_in_parts_until_nothing_is_left() -> None:
    """Whoever asked would else wait for all of it in one request."""
    players = ensure_roster()[:5]
    for player in players:
        for number in (1, 2):
            make_revision(player=player, number=number, learned={"notes": [number]}, game_id=f"{number:012}")
    learned, parts = in_game(f"{2:012}"), []
    seen = sight_of(learned)
    while left_of(learned):
        asked: list[bool] = []

        def enough(asked: list[bool] = asked) -> bool:
            asked.append(True)
            return len(asked) == 2

        done = undo(learned, by=COMMAND_LINE, seen=seen, enough=enough)
        parts.append(([each.player for each in done], left_of(learned)))
        with pytest.raises(Changed):  # the rest is another sight, of which somebody is to be told
            undo(learned, by=COMMAND_LINE, seen=seen)
        seen = sight_of(learned)

    assert [(len(done), left) for done, left in parts] == [(2, 3), (2, 1), (1, 0)]
    assert sorted(player.pk for done, _ in parts for player in done) == sorted(player.pk for player in players)
    assert Act.objects.filter(verb="undo learning").count() == 5, "each once"
    with pytest.raises(NobodyRemembers):
        undo(learned, by=COMMAND_LINE)
