"""What a game will likely cost, and what an account must hold so that games are finished whose costs differ."""

import random
import statistics
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from games.gateway import outlook
from games.gateway.outlook import Outlook, kind_of, outlook_of, wanted_for
from games.models import Game
from personas.models import LanguageModel, Player
from tests.factories import NOON, make_account, make_call, make_model, make_player
from tests.games.casting import cast, make_game

A_GAME = Outlook(whole=Decimal(1), calls=Decimal(40), worst=Decimal("0.1"), guessed=Decimal(1), seen=16)


@pytest.mark.parametrize(
    ("spent", "calls", "rest"),
    [
        ("0", 0, "1"),
        ("0.1", 10, "0.9"),  # the first calls are the cheap ones
        ("0.5", 20, "0.5"),
        ("1", 20, "1"),  # twice as dear as was likely, and half of it is to come
        ("0.02", 4, "0.98"),
        ("0.3", 4, "0.9"),  # too few calls to tell
        ("1", 40, "0.25"),  # it goes on longer: the end is not near because it should be
        ("2", 60, "0.5"),
    ],
)
def test_what_is_left_of_a_game_is_scaled_by_what_it_has_cost_so_far(spent: str, calls: int, rest: str) -> None:
    assert A_GAME.rest(Decimal(spent), calls).likely == Decimal(rest)


def test_an_account_should_hold_rests_worst_cases_and_a_margin() -> None:
    whole = A_GAME.rest()
    assert (whole.likely, whole.worst, whole.spread, whole.doubt) == (
        1,
        Decimal("0.1"),
        Decimal("0.5"),
        Decimal("0.125"),
    )
    one, four = wanted_for([whole]), wanted_for([whole] * 4)
    assert round(one, 3) == Decimal("1.487")
    assert round(four, 3) == Decimal("9.990"), "beside others more is held, and not as if all of them were dear"
    assert wanted_for([]) == 0


def test_where_nothing_was_seen_more_is_held() -> None:
    assert wanted_for([replace(A_GAME, seen=0).rest()]) > wanted_for([A_GAME.rest()])


def test_open_games_that_are_dearer_than_was_guessed_count_before_they_are_finished() -> None:
    assert A_GAME.beside([Decimal("0.2")]).whole == A_GAME.whole
    assert replace(A_GAME, seen=1).beside([Decimal(4)]).whole == Decimal(7) / 3


def season_bought(costs: Sequence[float], cap: float, guessed: float) -> tuple[int, int]:
    """How many games a cap buys whole and by half, with all that fit begun at once and a call of each at a time."""
    worst, calls = Decimal("0.1"), 40
    spent = [Decimal(0)] * len(costs)
    made = [0] * len(costs)
    length = [max(1, round(cost * calls)) for cost in costs]
    begun: list[int] = []
    finished: list[int] = []
    while True:
        seen = [spent[game] for game in finished]
        mean = (Decimal(guessed) + sum(seen)) / (1 + len(seen))
        off = sum(((each / mean - 1) ** 2 for each in seen), 3 * outlook.SPREAD**2) / (3 + len(seen))
        known = Outlook(mean, Decimal(calls), worst, Decimal(guessed), off.sqrt(), len(seen))
        known = known.beside([spent[game] for game in begun])
        rests = [known.rest(spent[game], made[game]) for game in begun]
        left = Decimal(cap) - sum(spent)
        waiting = [game for game in range(len(costs)) if game not in (*begun, *finished)]
        if waiting and left >= wanted_for([known.rest(), *rests]):
            begun.append(waiting[0])
            continue
        moved = False
        for game in list(begun):
            if Decimal(cap) - sum(spent) >= worst:
                spent[game] += Decimal(costs[game]) / length[game]
                made[game] += 1
                moved = True
            if made[game] == length[game]:
                begun.remove(game)
                finished.append(game)
        if not moved:
            return len(finished), len(begun)


@pytest.mark.parametrize("guessed", [0.6, 0.8])
def test_with_the_margin_hardly_a_season_is_left_with_half_played_games(
    monkeypatch: pytest.MonkeyPatch, guessed: float
) -> None:
    """Twelve games that differ by a third of their mean, a cap for seven of them."""
    chance = random.Random(guessed)

    def bought() -> list[tuple[int, int]]:
        seasons = []
        for _ in range(20):
            drawn = [chance.gammavariate(9, 1 / 9) for _ in range(12)]
            mean = statistics.fmean(drawn)
            seasons.append(season_bought([cost / mean for cost in drawn], 7, guessed))
        return seasons

    held = bought()
    monkeypatch.setattr(outlook, "BESIDE", Decimal(0))
    monkeypatch.setattr(outlook, "ALONE", Decimal(0))
    bare = bought()

    assert sum(half > 0 for _, half in held) <= 3
    assert statistics.fmean(whole for whole, _ in held) >= 5.5
    assert sum(half > 0 for _, half in bare) >= 8, "which is what the margin is for"


def asking_game(seed: str, *models: LanguageModel, **given: object) -> Game:
    """A game of six seats, in turn on these models."""
    players = []
    for place, sitter in enumerate(cast(6)):
        model = models[place % len(models)]
        found = Player.objects.filter(persona=sitter.persona, model=model).first()
        players.append(found or make_player(persona=sitter.persona, model=model))
    return make_game(seed, players=players, **given)


def finished(game: Game, **costs: str) -> None:
    """Ends a game in which a seat of each model, by its slug, cost so much in two calls."""
    make_account(scope="game", name=game.public_id)
    for seat in game.seats.select_related("player__model"):
        model = seat.player.model
        for poll in (1, 2):
            cost = Decimal(costs[model.slug]) / 2
            make_call(game=game, poll=poll, seat=seat.number, language_model=model, status="answered", cost=cost)
    Game.objects.filter(pk=game.pk).update(
        status="finished", started_at=NOON, finished_at=NOON, winner="town", hash="cd" * 32
    )


def outlook_now(game: Game) -> Outlook:
    found = outlook_of(kind_of(game.public_id), NOON)
    assert found is not None
    return found


@pytest.fixture
def mini() -> LanguageModel:
    return make_model(slug="mini", provider="openai", model_name="gpt-4o-mini")


@pytest.fixture
def haiku() -> LanguageModel:
    return make_model(slug="haiku", provider="anthropic", model_name="claude-haiku-4-5")


@pytest.mark.django_db
def test_what_games_of_its_kind_cost_counts_and_the_guess_counts_as_one_of_them(mini: LanguageModel) -> None:
    game = asking_game("S/0", mini)
    guess = outlook_now(game)
    assert (guess.seen, guess.whole) == (0, guess.guessed)
    for number in range(3):
        finished(asking_game(f"S/{number + 1}", mini), mini="0.5")

    found = outlook_now(game)

    # To the places that a sum of so many digits has, whichever of them was added first.
    assert round(found.whole, 20) == round((guess.guessed + 3 * 6 * Decimal("0.5")) / 4, 20)
    assert (found.seen, found.guessed, found.calls) == (3, guess.guessed, (guess.calls + 3 * 12) / 4)
    assert found.doubt < guess.doubt


@pytest.mark.django_db
def test_each_model_is_known_by_its_own_seats(mini: LanguageModel, haiku: LanguageModel) -> None:
    mixed, alone = asking_game("S/0", mini, haiku), asking_game("S/1", haiku)
    before = {game: outlook_now(game) for game in (mixed, alone)}
    finished(asking_game("S/2", mini), mini="0.3")
    finished(asking_game("S/3", mini, haiku), mini="0.1", haiku="2")

    half = (before[alone].guessed / 6 + 2) / 2
    assert round(outlook_now(alone).whole, 20) == round(6 * half, 20)
    of_mini = before[mixed].guessed / 3 - before[alone].guessed / 6
    assert round(outlook_now(mixed).whole, 20) == round(3 * half + 3 * (of_mini + Decimal("0.4")) / 3, 20)
    assert (outlook_now(alone).seen, outlook_now(mixed).seen) == (1, 1)


@pytest.mark.django_db
def test_games_by_other_rules_tell_nothing(mini: LanguageModel) -> None:
    finished(asking_game("S/1", mini, options={"max_rounds": 3}), mini="5")
    assert outlook_now(asking_game("S/0", mini)).seen == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"base_url": "http://127.0.0.1:9/v1", "model_name": "our-own"},
        {"model_name": "a-model-without-a-price"},
        {"provider": "house", "model_name": "listener"},
    ],
)
def test_what_costs_nothing_or_has_no_price_has_no_outlook(fields: dict[str, str]) -> None:
    game = asking_game("S/0", make_model(**{"provider": "openai"} | fields))
    assert outlook_of(kind_of(game.public_id), NOON) is None
