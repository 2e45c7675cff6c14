"""Which games of models may begin, where an account that pays for them has a cap."""

import re
import threading
from decimal import Decimal

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.billing.kill_switch import allow_calls_of, stop_calls_of
from games.billing.money import open_account, set_cap
from games.gateway.outlook import kind_of, outlook_of, wanted_for
from games.hosting import opening
from games.hosting.leases import Lease, claim_game, next_due
from games.hosting.opening import FEW, Lookout, open_next_game
from games.models import Account, Game
from personas.models import LanguageModel, Player
from tests.factories import make_account, make_model, make_player, make_price
from tests.games.casting import cast, make_game
from tests.games.stage import in_thread, play_until
from tests.patience import at_most

KEPT = "budget of the season: what is left is kept for the games that have begun"
MINI, DEAR = "gpt-4o-mini", "gpt-4o"


def asking(
    *, model: str = MINI, season: str | None = "spring", cap: Decimal | None = None, own: Decimal | None = None
) -> Game:
    """A game of a model that is due, of a season unless that is None; the season has a cap unless that is None, and so
    has the game."""
    row = LanguageModel.objects.filter(model_name=model).first() or make_model(provider="openai", model_name=model)
    players = []
    for sitter in cast(5):
        found = Player.objects.filter(persona=sitter.persona, model=row).first()
        players.append(found or make_player(persona=sitter.persona, model=row))
    caps = {name: str(each) for name, each in (("season", cap), ("game", own)) if each is not None}
    return make_game("S/0", players=players, season=season, caps=caps)


def opened(owner: str = "o", lookout: Lookout | None = None) -> Lease | None:
    return open_next_game(owner=owner, now=timezone.now(), lookout=lookout)


def opened_games() -> list[int | None]:
    """The keys of the games that begin now, one after another, up to the first time that none does."""
    games: list[int | None] = []
    while lease := opened():
        games.append(lease.game_id)
    return games


def held_for(games: int) -> Decimal:
    """What is just enough for so many games of a cheap model that begin side by side."""
    trial = asking(season=None)
    outlook = outlook_of(kind_of(trial.public_id), timezone.now())
    trial.delete()
    assert outlook is not None
    return wanted_for([outlook.rest()] * games).quantize(Decimal("0.0001")) + Decimal("0.0001")


def stand(game: Game) -> tuple[str, str]:
    game.refresh_from_db()
    return game.status, game.waiting


@pytest.mark.django_db
def test_as_many_begin_as_the_cap_holds_and_the_others_say_what_they_wait_for() -> None:
    cap = held_for(2)
    games = [asking(cap=cap) for _ in range(4)]
    assert claim_game(owner="o", now=timezone.now()) is None, "none begins by itself"

    assert opened_games() == [game.pk for game in games[:2]]

    assert [stand(game) for game in games] == [("running", "")] * 2 + [("scheduled", KEPT)] * 2
    Game.objects.filter(pk=games[0].pk).update(status="void", lease_owner=None, lease_expires_at=None)
    assert opened_games() == [games[2].pk], "what one has left is the next one's"


@pytest.mark.django_db
def test_what_open_games_have_spent_is_no_longer_expected_of_them() -> None:
    cap = held_for(2)
    games = [asking(cap=cap) for _ in range(2)]
    assert opened_games() == [game.pk for game in games]
    third = asking(cap=cap)
    half = cap / 4
    for game in games:
        make_account(scope="game", name=game.public_id, spent=half / 10, reserved=cap / 2, calls=20)
    Account.objects.filter(scope="season").update(reserved=cap, spent=half / 5)
    assert opened_games() == []
    set_cap(account=Account.objects.get(scope="season"), cap=2 * cap)

    assert opened_games() == [third.pk], "what they have reserved is not taken away beside their rest"


@pytest.mark.usefixtures("database")
@pytest.mark.django_db(transaction=True)
def test_of_two_hosts_one_begins_the_last_game_that_fits() -> None:
    cap = held_for(1)
    for _ in range(5):
        games = [asking(cap=cap) for _ in range(2)]
        both = threading.Barrier(2)
        leases: list[Lease | None] = []

        def host(owner: str) -> None:
            both.wait(at_most(20))  # noqa: B023  joined below
            leases.append(opened(owner))  # noqa: B023

        hosts = [in_thread(host, owner) for owner in ("one", "two")]
        for each in hosts:
            each.join(at_most(60))

        assert sum(lease is not None for lease in leases) == 1 < len(leases)
        assert sorted(stand(game) for game in games) == [("running", ""), ("scheduled", KEPT)]
        Game.objects.all().delete()


@pytest.mark.django_db
def test_where_nothing_is_open_it_is_told_how_much_is_missing() -> None:
    game = asking(cap=Decimal("0.005"))

    assert opened() is None

    status, waiting = stand(game)
    assert status == "scheduled"
    assert waiting.startswith("budget of the season: $0.005 of $0.005 are left, and a game costs about $0.0")
    assert re.search(r" and is begun with (\$0\.\d+): raise the cap to \1$", waiting)
    assert next_due(now=timezone.now()) is None, "no time lets it begin"
    set_cap(account=Account.objects.get(), cap=Decimal(1))
    assert stand(game) == ("scheduled", "")
    assert (next_due(now=timezone.now()), opened_games()) == (game.due_at, [game.pk])


@pytest.mark.django_db
def test_without_a_cap_games_begin_at_once_and_nothing_is_reckoned() -> None:
    games = [asking(), asking(season=None)]
    assert opened_games() == [game.pk for game in games]
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_a_cap_of_the_day_is_for_all_games_that_run(settings: Settings) -> None:
    settings.LEAGUE_DAY_CAP = held_for(1)
    spring, autumn, alone = asking(season="spring"), asking(season="autumn"), asking(season=None)

    assert opened_games() == [spring.pk]

    kept = KEPT.replace("season", "day")
    assert (stand(autumn), stand(alone)) == (("scheduled", kept), ("scheduled", kept))
    Game.objects.filter(pk=spring.pk).update(status="paused")
    assert opened_games() == [autumn.pk], "nobody knows on which day it will be resumed"


@pytest.mark.django_db
def test_a_game_that_is_paused_keeps_its_part_of_the_seasons_cap() -> None:
    cap = held_for(1)
    first, second = asking(cap=cap), asking(cap=cap)
    assert opened_games() == [first.pk]
    Game.objects.filter(pk=first.pk).update(status="paused")

    assert opened_games() == []
    assert stand(second) == ("scheduled", KEPT)


@pytest.mark.django_db
def test_where_a_dear_game_does_not_fit_a_cheaper_one_may() -> None:
    cap = held_for(1)
    dear, cheap = asking(model=DEAR, cap=cap), asking(cap=cap)

    assert opened_games() == [cheap.pk]

    assert stand(dear) == ("scheduled", KEPT)


@pytest.mark.django_db
def test_of_games_that_are_too_dear_for_their_own_caps_the_one_begins_whose_cap_was_raised() -> None:
    games = [asking(own=Decimal("0.001")) for _ in range(2)]
    assert opened_games() == []
    assert {stand(game)[1].partition(": ")[0] for game in games} == {"budget of the game"}

    set_cap(account=Account.objects.get(name=games[0].public_id), cap=Decimal("0.002"))
    set_cap(account=make_account(scope="game", name=games[1].public_id), cap=Decimal(1))

    assert opened_games() == [games[1].pk]


@pytest.mark.django_db
def test_a_game_of_a_model_without_a_price_begins_and_says_itself_that_it_cannot_be_asked() -> None:
    game = asking(model="nobody-has-a-price-for-it", cap=Decimal("0.01"))
    assert opened_games() == [game.pk]


@pytest.mark.django_db
def test_a_game_that_had_begun_before_goes_on_whatever_is_left() -> None:
    game = asking(cap=Decimal(0))
    Game.objects.filter(pk=game.pk).update(status="running", started_at=game.due_at)

    lease = claim_game(owner="o", now=timezone.now())

    assert lease is not None
    assert lease.game_id == game.pk


@pytest.mark.django_db
def test_one_that_may_begin_is_found_behind_many_that_may_not() -> None:
    held_up = [asking(season=None, own=Decimal("0.000001")) for _ in range(FEW + 1)]
    first, second = asking(season=None), asking(season=None)

    assert opened_games() == [first.pk, second.pk]

    assert {stand(game)[0] for game in held_up} == {"scheduled"}
    assert all(stand(game)[1] for game in held_up)


def stalled(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """More games of two seasons that cannot begin than one look takes in; it takes in fewer than it does."""
    monkeypatch.setattr(opening, "AT_ONCE", 2 * (FEW + 1))
    return [asking(season=season, cap=Decimal("0.000001")) for season in ("autumn", "winter") for _ in range(FEW + 3)]


@pytest.mark.django_db
def test_seasons_that_wait_for_their_operators_keep_none_that_is_due_later_from_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held_up = stalled(monkeypatch)
    spring, summer = asking(season="spring"), asking(season="summer")
    lookout = Lookout()

    begun = [lease.game_id for _ in range(6) if (lease := opened(lookout=lookout))]

    assert begun == [spring.pk, summer.pk]
    assert {stand(game)[0] for game in held_up} == {"scheduled"}
    assert all(stand(game)[1] for game in held_up), "each is told what it waits for"
    last = held_up[-1]
    set_cap(account=Account.objects.get(name="winter"), cap=Decimal(1000))
    winter = [game.pk for game in held_up if game.terms["season"] == "winter"]
    begun = [lease.game_id for _ in range(20) if (lease := opened(lookout=lookout))]
    assert sorted(begun) == winter
    assert stand(last) == ("running", ""), "one that was looked at in vain is looked at again"


@pytest.mark.django_db(transaction=True)
def test_a_host_goes_on_with_its_next_look_where_the_last_one_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    stalled(monkeypatch)
    later = [asking(season="spring"), asking(season="summer")]
    begun = Game.objects.filter(pk__in=[game.pk for game in later], started_at__isnull=False)

    play_until(lambda: begun.count() == len(later))

    assert Game.objects.filter(started_at__isnull=False).count() == len(later)


@pytest.mark.django_db
@pytest.mark.parametrize("scope", ["model", "provider"])
def test_a_cap_of_a_model_or_a_provider_is_counted_before_a_game_begins(scope: str) -> None:
    cap = held_for(1)
    games = [asking(), asking(), asking(season="autumn")]
    name = LanguageModel.objects.get(model_name=MINI).slug if scope == "model" else "openai"
    account = open_account(scope=scope, name=name, cap=cap)

    assert opened_games() == [games[0].pk]

    kept = f"budget of a {scope}: what is left is kept for the games that have begun"
    assert [stand(game) for game in games[1:]] == [("scheduled", kept)] * 2
    set_cap(account=account, cap=None)
    assert opened_games() == [games[1].pk, games[2].pk]


@pytest.mark.django_db
def test_a_cap_of_one_model_holds_up_no_game_of_another() -> None:
    short, free = asking(), asking(model=DEAR)
    slug = LanguageModel.objects.get(model_name=MINI).slug
    open_account(scope="model", name=slug, cap=Decimal("0.0001"))

    assert opened_games() == [free.pk]
    status, why = stand(short)
    assert status == "scheduled"
    assert why.startswith(f"budget of a model: of {slug} $0.0001 of $0.0001 are left, and a game costs about")


@pytest.mark.django_db
def test_the_account_of_a_model_holds_what_goes_to_it_of_a_game_of_several() -> None:
    cheap, dear = (make_model(provider="openai", model_name=name) for name in (MINI, DEAR))
    models = [cheap, cheap, cheap, dear, dear]
    players = [make_player(persona=each.persona, model=row) for each, row in zip(cast(5), models, strict=True)]
    game = make_game("S/0", players=players)
    outlook = outlook_of(kind_of(game.public_id), timezone.now())
    assert outlook is not None
    own, whole = wanted_for([outlook.rest().of(outlook.share([cheap.pk]))]), wanted_for([outlook.rest()])

    account = open_account(scope="model", name=cheap.slug, cap=own * Decimal("0.99"))
    assert opened_games() == []
    set_cap(account=account, cap=(own * Decimal("1.01")).quantize(Decimal("0.00000001")))

    assert own * 2 < whole
    assert opened_games() == [game.pk]


@pytest.mark.django_db
def test_a_provider_with_a_long_name_holds_up_its_own_games_and_no_others() -> None:
    short, free = asking(), asking(model=DEAR)
    host = f"{'m' * 50}.{'n' * 50}.example:8443"
    LanguageModel.objects.filter(model_name=MINI).update(base_url=f"https://{host}/v1")
    make_price(language_model=LanguageModel.objects.get(model_name=MINI))
    open_account(scope="provider", name=host, cap=Decimal("0.0001"))

    assert opened_games() == [free.pk]
    status, why = stand(short)
    assert status == "scheduled"
    assert why.startswith(f"budget of a provider: of {host} $0.0001 of $0.0001 are left")
    assert len(why) == 200, "PostgreSQL takes no more"


@pytest.mark.django_db
def test_no_game_begins_whose_model_is_stopped_until_calls_are_allowed_again() -> None:
    stopped, free = asking(), asking(model=DEAR)
    slug = LanguageModel.objects.get(model_name=MINI).slug
    account = open_account(scope="model", name=slug, cap=None)
    stop_calls_of(account=account, reason="a bill")

    assert opened_games() == [free.pk]
    assert stand(stopped) == ("scheduled", "calls to a model are stopped by an operator")
    allow_calls_of(account=account)
    assert stand(stopped) == ("scheduled", "")
    assert opened_games() == [stopped.pk]
