"""Each state that must never be is refused by the database itself, whoever writes."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import CheckConstraint, Model, QuerySet, RestrictedError

from games.models import CallText, Game, KillSwitch, Outbox, SeatSetting, Substitution
from league.models import Board, Exclusion, SeasonRules, Slot, Surplus, Token
from league.models.sums import AskingSum, Bill, Career, FiguresSum, GameSum, LatencySum, ModelCareer, Outcome
from personas.models import Document
from tests.factories import (
    NOON,
    make_account,
    make_act,
    make_addressee,
    make_alert,
    make_answer,
    make_calendar,
    make_call,
    make_event,
    make_figures,
    make_finished_game,
    make_fixture,
    make_game,
    make_learned,
    make_model,
    make_model_version,
    make_narration,
    make_persona,
    make_player,
    make_price,
    make_process,
    make_receipt,
    make_reflection,
    make_revision,
    make_roster_place,
    make_rules,
    make_running_season,
    make_season,
    make_seat,
    make_series,
    make_sheet_version,
    make_slot,
    make_standing,
    make_telling,
    make_token,
    make_twin,
    make_user,
    make_weight,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]


def make_exclusions(of: dict[str, object], *, turns: tuple[int, ...], **fields: object) -> None:
    given = {"reason": "the provider was down", "who": "ada", "surface": "site"}
    for turn in turns:
        Exclusion.objects.create(**of, turn=turn, **{"is_out": turn % 2 == 1} | given | fields)


def make_sum(kind: type[Model], /, **fields: object) -> None:
    """A row of sums, straight into its table: in the league only folds write them."""
    QuerySet(kind).create(**fields)


def twice(make: Callable, **shared: Callable) -> None:
    """The same row, made two times around the same parents."""
    fields = {name: parent() for name, parent in shared.items()}
    make(**fields)
    make(**fields)


def one_token() -> Token:
    return make_token()[0]


FORBIDDEN: dict[str, Callable[[], object]] = {
    # personas
    "document_written_is_known": lambda: Document.objects.create(player=make_player(), version=2, written=3),
    "memory_of_season_from_game": lambda: make_revision(season="spring", game_id=""),
    "persona_slug_shape": lambda: make_persona(slug="Loud Voice"),
    "persona_name_given": lambda: make_persona(name=""),
    "persona_source_known": lambda: make_persona(source="rumour"),
    "persona_sheet_is_object": lambda: make_persona(sheet=["a list"]),
    "persona_written_for_once": lambda: [make_persona(written_for="spring/1/0", status="retired") for _ in range(2)],
    "persona_of_one_game_uninvited": lambda: make_persona(written_for="spring/1/0"),
    "persona_status_known": lambda: make_persona(status="famous"),
    "persona_decided_by_somebody": lambda: make_persona(decided_by=""),
    "persona_version_from_one": lambda: make_persona(version=0),
    "sheet_version_once": lambda: twice(make_sheet_version, persona=make_persona),
    "sheet_version_from_one": lambda: make_sheet_version(number=0),
    "sheet_version_digest_shape": lambda: make_sheet_version(digest="short"),
    "sheet_version_is_object": lambda: make_sheet_version(sheet=["a list"]),
    "model_slug_shape": lambda: make_model(slug="gpt_4"),
    "model_name_given": lambda: make_model(name=""),
    "model_provider_known": lambda: make_model(provider="oracle"),
    "model_named_at_provider": lambda: make_model(provider="openai", model_name=""),
    "model_offline_without_key": lambda: make_model(provider="house", key_variable="OPENAI_API_KEY"),
    "model_key_variable_shape": lambda: make_model(provider="openai", key_variable="sk-not-a-name"),
    "player_once_per_persona_and_model": lambda: same_persona_and_model(player_id=("a_b", "c_d")),
    "player_id_shape": lambda: make_player(player_id="nounderscore"),
    "player_level_known": lambda: make_player(strategy_level="godlike"),
    "model_effort_known": lambda: make_model(effort="utmost"),
    "model_temperature_in_bounds": lambda: make_model(temperature=3),
    "model_top_p_in_bounds": lambda: make_model(top_p=0),
    "model_verbosity_known": lambda: make_model(verbosity="loud"),
    "model_tier_known": lambda: make_model(service_tier="first"),
    "model_context_size_enough": lambda: make_model(context_size=3_999),
    "model_extra_body_is_object": lambda: make_model(extra_body=["a list"]),
    "model_version_once": lambda: same_model_versions(number=(1, 1), digest=("a" * 64, "b" * 64)),
    "model_version_of_its_own": lambda: same_model_versions(number=(1, 2), digest=("a" * 64, "a" * 64)),
    "model_version_from_one": lambda: make_model_version(number=0),
    "model_version_digest_shape": lambda: make_model_version(digest="short"),
    "model_version_is_object": lambda: make_model_version(asked=["a list"]),
    "seat_setting_from_poll_one": lambda: SeatSetting.objects.create(seat=make_seat(), since_poll=0, briefing=1),
    "substitution_has_a_reason": lambda: Substitution.objects.create(
        seat=make_seat(), model_version=make_model_version(), reason=""
    ),
    "model_in_flight_from_one": lambda: make_model(in_flight=0),
    "model_most_tokens_from_one": lambda: make_model(most_tokens=0),
    "price_once_a_time": lambda: twice(make_price, language_model=make_model),
    "price_not_negative": lambda: make_price(output=-1),
    "memory_numbered_once": lambda: twice(make_revision, player=make_player),
    "memory_numbered_from_one": lambda: make_revision(number=0),
    "memory_has_author": lambda: make_revision(author=""),
    "memory_learned_is_object": lambda: make_revision(learned="a sentence"),
    # games
    "game_public_id_shape": lambda: make_game(public_id="short"),
    "game_status_known": lambda: make_game(status="resting"),
    "game_winner_shape": lambda: make_finished_game(winner="Every body!"),
    "game_options_is_object": lambda: make_game(options=[]),
    "game_terms_is_object": lambda: make_game(terms="open"),
    "game_seed_given": lambda: make_game(seed=""),
    "game_commitment_shape": lambda: make_game(commitment="unknown"),
    "game_hash_shape": lambda: make_finished_game(hash="unknown"),
    "game_release_given": lambda: make_game(release=""),
    "game_started_when_running": lambda: make_game(status="running"),
    "game_finished_whole": lambda: make_finished_game(winner=""),
    "game_unfinished_without_result": lambda: make_game(winner="town"),
    "game_ends_after_start": lambda: make_finished_game(finished_at=NOON.replace(hour=11)),
    "game_lease_whole": lambda: make_game(lease_owner="host 1"),
    "game_over_without_lease": lambda: make_finished_game(lease_owner="host 1", lease_expires_at=NOON),
    "game_lease_token_counts_up": lambda: make_game(lease_token=-1),
    "seat_number_once": lambda: same_game_seats(number=(0, 0), alias=("Ada", "Bo")),
    "seat_alias_once": lambda: same_game_seats(number=(0, 1), alias=("Ada", "Ada")),
    "seat_number_fits": lambda: make_seat(number=63),
    "seat_level_known": lambda: make_seat(strategy_level="genius"),
    "seat_named": lambda: make_seat(role=""),
    "seat_dead_in_a_round": lambda: make_seat(survived=True, died_round=2),
    "event_seq_once": lambda: same_game_events(seq=(1, 1), public_seq=(1, 2)),
    "event_public_seq_once": lambda: same_game_events(seq=(1, 2), public_seq=(1, 1)),
    "event_seq_from_one": lambda: make_event(seq=0),
    "event_kind_given": lambda: make_event(kind=""),
    "event_hearers_fit": lambda: make_event(heard_by=-2, public_seq=None),
    "event_public_when_heard_by_all": lambda: make_event(heard_by=0b101, public_seq=1),
    "event_data_is_object": lambda: make_event(data=[]),
    "answer_once": lambda: twice(make_answer, game=make_game),
    "answer_poll_from_one": lambda: make_answer(poll=0),
    "answer_kind_given": lambda: make_answer(kind=""),
    "answer_is_object": lambda: make_answer(answer=3),
    "call_status_known": lambda: make_call(status="lost"),
    "call_try_from_one": lambda: make_call(try_number=0),
    "call_named": lambda: make_call(model=""),
    "call_costs_nothing_negative": lambda: make_call(cost=-1),
    "call_purpose_known": lambda: make_call(purpose="fun"),
    "call_of_a_question": lambda: make_call(seat=None),
    "call_settled_when_over": lambda: make_call(status="answered", cost=None),
    "account_once": lambda: twice(make_account, name=lambda: "one"),
    "account_scope_known": lambda: make_account(scope="year"),
    "account_named": lambda: make_account(name=""),
    "account_nothing_negative": lambda: make_account(reserved=-1),
    "account_cap_not_negative": lambda: make_account(cap=-1),
    "account_unsure_within_spent": lambda: make_account(spent=1, unsure=2),
    "account_stopped_of_models": lambda: make_account(scope="season", stopped="a bill"),
    "kill_switch_is_one": lambda: KillSwitch.objects.create(pk=2),
    "call_cached_within_input": lambda: make_call(input_tokens=10, cached_tokens=11),
    "call_cache_written_within_rest": lambda: make_call(input_tokens=10, cached_tokens=8, cache_written_tokens=3),
    "outbox_writes_from_one": lambda: Outbox.objects.create(game=make_game(), writes=0),
    "narration_once": lambda: twice(make_narration, game=make_game),
    "call_text_once": lambda: twice(partial(CallText.objects.create, digest="ab" * 32, text="x"), game=make_game),
    "reflection_status_known": lambda: make_reflection(status="dreamt"),
    "reflection_chosen_is_list": lambda: make_reflection(status="done", chosen={"keep": 1}),
    "reflection_only_done_has_content": lambda: make_reflection(status="nothing", thought="Hm."),
    "narration_after_an_event": lambda: make_narration(after=0),
    "narration_has_author": lambda: make_narration(author=""),
    # league
    "token_named": lambda: make_token(name=""),
    "token_scopes_is_list": lambda: make_token(scopes="read"),
    "board_of_all_once": lambda: [Board.objects.create() for _ in range(2)],
    "board_order_known": lambda: Board.objects.create(order="luck"),
    "board_minimum_possible": lambda: Board.objects.create(minimum=10_001),
    "exclusion_of_game": lambda: make_exclusions({"game": make_game()}, turns=(1, 1)),
    "exclusion_of_player": lambda: make_exclusions({"player": make_player()}, turns=(1, 1)),
    "exclusion_of_player_in_season": lambda: make_exclusions(
        {"player": make_player(), "season": make_season()}, turns=(1, 1)
    ),
    "exclusion_of_one": lambda: make_exclusions({"game": make_game(), "player": make_player()}, turns=(1,)),
    "exclusion_in_turns": lambda: make_exclusions({"game": make_game()}, turns=(2,), is_out=True),
    "exclusion_has_a_reason": lambda: make_exclusions({"game": make_game()}, turns=(1,), reason=""),
    "exclusion_surface_known": lambda: make_exclusions({"game": make_game()}, turns=(1,), surface="post"),
    "surplus_once": lambda: [
        make_sum(Surplus, ruleset="town-mafia", book="ab", size=8, winner="town") for _ in range(2)
    ],
    "season_design_known": lambda: make_season(design="by whim"),
    "season_teams_of_known_deals": lambda: make_season(design="teams", rated=True),
    "fixture_deal_is_object": lambda: make_fixture(deal=[]),
    "process_part_once": lambda: [make_process(ident="far/1:7:5") for _ in range(2)],
    "process_kind_known": lambda: make_process(kind="cook"),
    "process_named": lambda: make_process(name=""),
    "addressee_means_known": lambda: make_addressee(means="pigeon"),
    "addressee_slug_shape": lambda: make_addressee(slug="On Call"),
    "addressee_has_address": lambda: make_addressee(address=""),
    "addressee_secret_shape": lambda: make_addressee(means="mail", secret_variable="OWN_ALERT_SECRET"),
    "addressee_kinds_are_list": lambda: make_addressee(kinds={"all": True}),
    "addressee_repeat_in_bounds": lambda: make_addressee(repeat=43_201),
    "alert_open_once": lambda: [make_alert(about="spring") for _ in range(2)],
    "alert_named": lambda: make_alert(kind=""),
    "telling_once": lambda: twice(make_telling, alert=make_alert, addressee=make_addressee),
    "weight_once": lambda: [make_weight() for _ in range(2)],
    "weight_kind_known": lambda: make_weight(kind="gold"),
    "receipt_once_for_a_token": lambda: twice(make_receipt, account=make_user, token=one_token),
    "receipt_once_for_a_session": lambda: twice(make_receipt, account=make_user),
    "receipt_has_key": lambda: make_receipt(key=""),
    "receipt_digest_shape": lambda: make_receipt(digest="none"),
    "receipt_answered_or_under_way": lambda: make_receipt(body="{}"),
    "receipt_headers_is_object": lambda: make_receipt(headers=[], status=200),
    "season_slug_shape": lambda: make_season(slug="Season One"),
    "season_named": lambda: make_season(name=""),
    "season_status_known": lambda: make_season(status="resting", started_at=NOON),
    "season_spoilers_known": lambda: make_season(spoilers="some"),
    "season_names_known": lambda: make_season(names="numbers"),
    "season_narrator_known": lambda: make_season(narrator="nobody"),
    "season_memory_known": lambda: make_season(memory="sometimes"),
    "season_lag_from_one": lambda: make_season(lag=0),
    "season_at_once_from_one": lambda: make_season(at_once=0),
    "calendar_weekdays_shape": lambda: make_calendar(weekdays="21"),
    "calendar_has_weekdays": lambda: make_calendar(weekdays=""),
    "calendar_times_shape": lambda: make_calendar(times="18:00 24:00"),
    "calendar_time_zone_shape": lambda: make_calendar(time_zone="../Berlin"),
    "calendar_blackouts_shape": lambda: make_calendar(blackouts="2026-12-24, 2026-12-25"),
    "calendar_missed_known": lambda: make_calendar(missed="forget"),
    "season_series_number_once": lambda: twice(partial(make_season, series_number=2), series=make_series),
    "season_numbered_in_series": lambda: make_season(series=make_series()),
    "series_slug_shape": lambda: make_series(slug="Spring Series"),
    "series_named": lambda: make_series(name=""),
    "series_status_known": lambda: make_series(status="resting"),
    "series_roster_rule_known": lambda: make_series(roster_rule="rumour"),
    "series_opens_known": lambda: make_series(opens="rarely"),
    "series_template_is_object": lambda: make_series(template=["a list"]),
    "series_players_are_list": lambda: make_series(players={}),
    "series_pool_is_list": lambda: make_series(pool={}),
    "series_patterns_numbered": lambda: make_series(slug_pattern="spring"),
    "series_number_from_one": lambda: make_series(next_number=0),
    "series_most_from_one": lambda: make_series(most=0),
    "series_weeks_said": lambda: make_series(opens="weeks"),
    "series_best_said": lambda: make_series(roster_rule="best"),
    "series_cap_not_negative": lambda: make_series(cap_total=-1),
    "series_paused_for_a_reason": lambda: make_series(status="paused"),
    "series_ended_whole": lambda: make_series(status="ended"),
    "series_opened_fewer": lambda: make_series(opened=1),
    "slot_once": lambda: twice(make_slot, calendar=make_calendar),
    "slot_opened_or_skipped": lambda: make_slot(skipped_at=NOON + timedelta(days=1), late_why="nobody looked"),
    "slot_missed_for_a_reason": lambda: make_slot(opened_at=None),
    "slot_skipped_after_its_moment": lambda: make_slot(opened_at=None, skipped_at=NOON, late_why="nobody looked"),
    "learned_from_a_fixture": lambda: make_learned(number=0),
    "learned_once": lambda: twice(make_learned, season=make_season, player=make_player),
    "season_level_known": lambda: make_season(strategy_level="godlike"),
    "season_persona_source_known": lambda: make_season(persona_source="nobody"),
    "season_has_games": lambda: make_season(games_planned=0),
    "season_interval_not_negative": lambda: make_season(interval=-1),
    "season_pace_not_negative": lambda: make_season(pace=-0.5),
    "season_delay_given": lambda: make_season(spoilers="delayed", delay_minutes=0),
    "season_caps_not_negative": lambda: make_season(cap_game="-0.5"),
    "season_keep_possible": lambda: make_season(keep=36_501),
    "season_secret_given": lambda: make_season(secret=""),
    "season_twin_of_another": lambda: (twin := make_twin()).twins.add(twin),
    "season_twin_of_known_deals": lambda: make_twin(spoilers="sealed"),
    "season_started_when_running": lambda: make_season(status="running"),
    "season_announced_since": lambda: make_season(status="announced"),
    "season_ended_for_a_reason": lambda: make_running_season(ended_at=NOON, ended_by="ann"),
    "season_cancelled_by_somebody": lambda: make_season(status="cancelled"),
    "season_finished_whole": lambda: make_running_season(status="finished"),
    "season_rules_number_once": lambda: twice(make_rules, season=make_season),
    "season_rules_named": lambda: make_rules(ruleset=""),
    "season_rules_options_is_object": lambda: make_rules(options=[]),
    "season_rules_have_seats": lambda: make_rules(seats=1),
    "roster_player_once": lambda: same_season_places(number=(0, 1)),
    "roster_number_once": lambda: twice(make_roster_place, season=make_season),
    "fixture_number_once": lambda: twice(make_fixture, season=make_season),
    "fixture_numbered_from_one": lambda: make_fixture(number=0),
    "fixture_attempt_from_one": lambda: make_fixture(attempt=0),
    "fixture_block_from_one": lambda: make_fixture(block=0),
    "fixture_seating_is_list": lambda: make_fixture(seating={"0": 1}),
    "fixture_recorded_with_game": lambda: make_fixture(recorded_at=NOON),
    "fixture_cast_before_its_game": lambda: make_fixture(game=make_game(), cast_at=None),
    "fixture_cast_is_over": lambda: make_fixture(cast_waiting="the provider is down"),
    "standing_once": lambda: twice(make_standing, season=make_season, player=make_player),
    "standing_named": lambda: make_standing(role=""),
    "standing_results_within_games": lambda: make_standing(games=2, wins=2, draws=1),
    "figures_defaults_within_answers": lambda: make_figures(answers=1, defaults=2),
    "figures_foreseen_within_decisions": lambda: make_figures(decisions=1, foreseen=2),
    "figures_belief_error_possible": lambda: make_figures(beliefs=2, belief_error=20_001),
    "figures_cost_not_negative": lambda: make_figures(cost=-1),
    "figures_unsure_within_cost": lambda: make_figures(cost=1, unsure=2),
    "figures_judged_within_claims": lambda: make_figures(claims=1, judged=2),
    "figures_untrue_within_judged": lambda: make_figures(claims=3, judged=1, untrue=2),
    "figures_unfiled_within_heard": lambda: make_figures(heard=1, unfiled=2),
    "figures_unsaid_within_filed": lambda: make_figures(filed=1, unsaid=2),
    "standing_defaults_within_answers": lambda: make_standing(answers=3, defaults=4),
    "standing_survived_within_games": lambda: make_standing(games=3, survived=4),
    "outcome_once": lambda: twice(partial(make_sum, Outcome, ruleset="town-mafia", winner="town"), season=make_season),
    "career_once": lambda: twice(partial(make_sum, Career, rated=True), player=make_player),
    "career_of_a_team_with_a_role": lambda: make_sum(Career, rated=True, player=make_player(), role="doctor"),
    "model_career_once": lambda: twice(partial(make_sum, ModelCareer, rated=True), model=make_model),
    "figures_sum_once": lambda: twice(partial(make_sum, FiguresSum, size=8), model=make_model),
    "game_sum_once": lambda: twice(partial(make_sum, GameSum, size=8)),
    "bill_once": lambda: twice(partial(make_sum, Bill, size=8, told=False)),
    "asking_sum_once": lambda: twice(partial(make_sum, AskingSum)),
    "latency_sum_once": lambda: twice(partial(make_sum, LatencySum, bucket=3)),
    "act_surface_known": lambda: make_act(surface="pigeon"),
    "act_named": lambda: make_act(verb=""),
    "act_before_is_object": lambda: make_act(before=["a list"]),
    "act_after_is_object": lambda: make_act(after="a word"),
}


def same_persona_and_model(*, player_id: tuple[str, str]) -> None:
    persona, model = make_persona(), make_model()
    for one in player_id:
        make_player(persona=persona, model=model, player_id=one)


def same_model_versions(*, number: tuple[int, int], digest: tuple[str, str]) -> None:
    model = make_model()
    for one, sha in zip(number, digest, strict=True):
        make_model_version(language_model=model, number=one, digest=sha)


def same_game_seats(*, number: tuple[int, int], alias: tuple[str, str]) -> None:
    game = make_game()
    for one, name in zip(number, alias, strict=True):
        make_seat(game=game, number=one, alias=name)


def same_game_events(*, seq: tuple[int, int], public_seq: tuple[int, int]) -> None:
    game = make_game()
    for one, public in zip(seq, public_seq, strict=True):
        make_event(game=game, seq=one, public_seq=public)


def same_season_places(*, number: tuple[int, int]) -> None:
    season, player = make_season(), make_player()
    for one in number:
        make_roster_place(season=season, player=player, number=one)


def constraints() -> dict[str, object]:
    """Every constraint that our own models declare, by name."""
    models = [model for app in ("personas", "games", "league") for model in apps.get_app_config(app).get_models()]
    return {constraint.name: constraint for model in models for constraint in model._meta.constraints}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_forbidden_state_is_refused_by_the_database(name: str) -> None:
    constraint = constraints()[name]
    says_its_name = isinstance(constraint, CheckConstraint) or connection.vendor == "postgresql"

    with pytest.raises(IntegrityError, match=name if says_its_name else "UNIQUE"), transaction.atomic():
        FORBIDDEN[name]()


def test_every_constraint_has_an_example_here() -> None:
    assert set(constraints()) == set(FORBIDDEN)


def test_the_same_alias_may_sit_at_two_tables() -> None:
    make_seat(alias="Ada")
    make_seat(alias="Ada")

    assert Game.objects.count() == 2


def test_rules_go_with_their_season_and_not_before_their_fixtures() -> None:
    fixture = make_fixture(season=make_season(rules=[{}, {}]))

    with pytest.raises(RestrictedError):
        fixture.rules.delete()
    fixture.season.delete()

    assert not SeasonRules.objects.exists()


def test_a_calendar_and_its_slots_go_with_their_season_and_not_before_their_fixtures() -> None:
    calendar = make_calendar()
    slot = make_slot(calendar=calendar)
    make_fixture(season=calendar.season, slot=slot)

    for row in (slot, calendar):
        with pytest.raises(RestrictedError):
            row.delete()
    calendar.season.delete()

    assert not Slot.objects.exists()


def test_a_game_cannot_lose_its_fixture_or_a_player_its_record() -> None:
    fixture = make_fixture(game=make_finished_game())
    seat = make_seat()

    for row in (fixture.game, seat.player, seat.player.persona, seat.player.model):
        with pytest.raises(IntegrityError), transaction.atomic():
            row.delete()
