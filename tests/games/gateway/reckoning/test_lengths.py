"""How much a model writes: read off its games, its probes, or what is usual, and never off another way of asking."""

import pytest

from games.agents.room import cut_off
from games.gateway.reckoning.lengths import DOUBT_OF_FAMILY, Tokens, lengths_of
from games.models import Seat
from personas.models import LanguageModel
from personas.versions import asked_now, digest_of, versions_now
from tests.factories import make_answer, make_call, make_finished_game, make_game, make_model, make_player, make_seat

pytestmark = pytest.mark.django_db


def mini(**fields: object) -> LanguageModel:
    return make_model(**{"slug": "mini", "provider": "openai", "model_name": "gpt-5-mini"} | fields)


def probed(model: LanguageModel, output: int, reasoned: int = 0, **fields: object) -> None:
    """A call of a probe of a model, as it is asked now."""
    tokens = {"output_tokens": output, "reasoning_tokens": reasoned, "input_tokens": 10, "cached_tokens": 0}
    given = {"purpose": "probe", "asked": digest_of(asked_now(model)), "status": "answered"} | tokens | fields
    make_call(language_model=model, **given)


def seated(model: LanguageModel, **fields: object) -> Seat:
    """A seat of a finished game, on a model as it is asked now."""
    version = versions_now(models=[model])[model.pk]
    game = fields.pop("game", None) or make_finished_game()
    return make_seat(game=game, player=make_player(model=model), model_version=version, **fields)


def answered(seat: Seat, poll: int, kind: str, output: int, reasoned: int = 0, tries: int = 1) -> None:
    """An answer of a seat, and its calls."""
    make_answer(game=seat.game, poll=poll, seat=seat.number, kind=kind)
    for number in range(tries):
        fault = "" if number == tries - 1 else "no JSON"
        given = {"output_tokens": output, "reasoning_tokens": reasoned, "status": "answered", "fault": fault}
        place = {"game": seat.game, "poll": poll, "seat": seat.number, "try_number": number + 1}
        make_call(language_model=seat.player.model, **place, **given)


def test_games_tell_it_by_kind_of_question() -> None:
    seat = seated(mini())
    for poll in range(1, 5):
        answered(seat, poll, "speak", 300, 100)
    for poll in range(5, 9):
        answered(seat, poll, "vote", 80, 30)
    answered(seat, 9, "kill", 1000)

    told = lengths_of(seat.player.model)

    assert told.source == "1 game"
    assert (told.of("speak"), told.of("vote")) == (Tokens(200, 100), Tokens(50, 30))
    of_all = Tokens((4 * 200 + 4 * 50 + 1000) / 9, (4 * 100 + 4 * 30) / 9)
    assert told.of("kill") == told.of("never asked") == of_all, "one answer is no mean of its kind"


def test_what_was_made_of_games_that_were_over_is_no_answer_and_counts_by_itself() -> None:
    first = seated(mini(), number=0)
    second = seated(first.player.model, game=first.game, number=1)
    answered(first, 1, "speak", 300, 100)
    unasked = lengths_of(first.player.model)
    assert unasked.of_lessons == Tokens(200, 100), "as much as otherwise"

    reflected = {"purpose": "reflection", "poll": None, "status": "answered", "game": first.game}
    for seat, output, reasoned in ((first, 900, 500), (second, 700, 500)):
        given = {"seat": seat.number, "output_tokens": output, "reasoning_tokens": reasoned}
        for number in (1, 2):
            make_call(language_model=seat.player.model, try_number=number, **given, **reflected)
    make_call(  # another model's seat
        language_model=make_model(), seat=5, output_tokens=9_000, reasoning_tokens=0, try_number=1, **reflected
    )

    told = lengths_of(first.player.model)

    assert told.of_lessons == Tokens(300, 500)
    assert (told.by_kind, told.talk) == (unasked.by_kind, unasked.talk), "trial games are played as before"


def test_what_could_not_stand_is_asked_for_again() -> None:
    seat = seated(mini())
    for poll in range(1, 96):
        answered(seat, poll, "vote", 50, tries=2 if poll <= 20 else 1)
    assert lengths_of(seat.player.model).tries == 120 / 100


def test_what_was_cut_off_where_there_is_more_room_by_now_tells_nothing() -> None:
    model = mini(provider="anthropic", model_name="claude-sonnet-5")
    for fault in ("", cut_off(2_000, "no JSON")):
        probed(model, 2_000 if fault else 300, fault=fault)
    assert lengths_of(model).of("vote").said == 1_150
    assert lengths_of(model).tries > 1

    model.thinks = True  # as was found meanwhile, so that it is left more room
    assert lengths_of(model).of("vote").said == 300
    assert lengths_of(model).tries == 1


def test_a_probe_tells_it_where_no_game_does_and_less_surely() -> None:
    model = mini()
    probed(model, 400, 300)
    probed(model, 600, 500)
    by_probe = lengths_of(model)
    assert (by_probe.source, by_probe.of("vote")) == ("a probe", Tokens(100, 400))

    seat = seated(model)
    answered(seat, 1, "vote", 70)
    by_game = lengths_of(model)

    assert (by_game.source, by_game.of("vote")) == ("1 game", Tokens(70, 0))
    assert by_game.doubt < by_probe.doubt < DOUBT_OF_FAMILY
    assert lengths_of(model, from_games=False) == by_probe


@pytest.mark.parametrize(
    ("column", "value"), [("effort", "high"), ("most_tokens", 500), ("model_name", "gpt-5-nano"), ("temperature", 1.0)]
)
def test_what_was_answered_in_another_way_of_asking_tells_nothing(column: str, value: object) -> None:
    model = mini()
    probed(model, 400)
    seat = seated(model)
    answered(seat, 1, "vote", 70)
    setattr(model, column, value)
    model.save()

    assert lengths_of(model).source == ""
    probed(model, 900)
    assert lengths_of(model).of("vote").written == 900, "but a probe of the way in which it is asked now"


@pytest.mark.parametrize("what", ["is not over", "has no version", "was asked in several ways"])
def test_a_game_tells_nothing_that(what: str) -> None:
    model = mini()
    seat = seated(model, game=make_game() if what == "is not over" else None)
    answered(seat, 1, "vote", 70)
    if what == "has no version":
        Seat.objects.update(model_version=None)
    if what == "was asked in several ways":
        seat.settings.create(since_poll=1, model_version=seat.model_version, briefing=1)
    assert lengths_of(model).source == ""


def test_another_seat_of_the_game_tells_nothing() -> None:
    seat = seated(mini())
    other = make_seat(game=seat.game, number=1, player=make_player(model=make_model(slug="other")))
    answered(seat, 1, "vote", 70)
    answered(other, 2, "vote", 900)
    assert lengths_of(seat.player.model).of("vote").written == 70


def test_without_either_family_and_effort_tell_what_is_usual() -> None:
    def reasoned(**fields: object) -> float:
        return lengths_of(LanguageModel(provider="openai", **fields)).of("vote").reasoned

    assert reasoned(model_name="gpt-4.1") == 0
    assert reasoned(model_name="gpt-5-mini", effort="none") == 0
    by_effort = [reasoned(model_name="gpt-5-mini", effort=effort) for effort in ("low", "medium", "high", "max")]
    assert by_effort == sorted(set(by_effort))
    assert reasoned(model_name="gpt-5-mini") == by_effort[1]
    assert reasoned(model_name="gpt-5-mini", effort="max", most_tokens=1_000) < by_effort[1]


def test_who_writes_alike_is_played_once() -> None:
    talks = set()
    for number, output in enumerate((240, 250, 260, 900)):
        model = mini(slug=f"mini-{number}")
        probed(model, output)
        talks.add(lengths_of(model).talk)
    assert len(talks) == 2
