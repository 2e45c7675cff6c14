"""A deal that is given: checked against the cast, bound by its commitment, in the log, and played again from it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.moderator import Moderator
from games.engine.record import commitment, hash_of_finished
from games.engine.ruleset import WrongOption
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import Given
from games.ledger.logs import Sitter, game_log, recorded
from games.ledger.replay import Unreplayable, play_again

TOWN = ruleset_named("town-mafia")
OPTIONS = TOWN.options_from({}, 6)
ROLES = ("villager", "mafioso", "sheriff", "villager", "doctor", "vigilante")
GIVEN = Given(ROLES, 4)


def played(given=GIVEN, seed="given"):
    deal = TOWN.deal_given(given, seed, 6, OPTIONS)
    players = [player_named("house", seat) for seat in range(6)]
    return play_out(Moderator(TOWN, OPTIONS, deal, seed), players)


def log_of(game):
    told = recorded(game, release="test", salt="salt", sitters=[Sitter()] * 6)
    return json.loads(json.dumps(game_log(told, "analysis")))


def test_roles_and_first_speaker_are_as_given_and_names_as_by_the_seed():
    deal, by_seed = TOWN.deal_given(GIVEN, "s", 6, OPTIONS), TOWN.deal("s", 6, OPTIONS)
    assert tuple(role.name for role in deal.roles) == ROLES
    assert (deal.first, deal.aliases, deal.is_given) == (4, by_seed.aliases, True)
    assert TOWN.deal_given(Given(ROLES), "s", 6, OPTIONS).first == by_seed.first
    assert by_seed.is_given is False


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (Given(ROLES[:5]), "town-mafia with 6 seats deals 1 mafioso, 1 doctor, 1 sheriff, 1 vigilante, 2 villager"),
        (Given(("mafioso", *ROLES[1:])), "given are 2 'mafioso'"),
        (Given(("jester", *ROLES[1:])), "given are 1 'jester'"),
        (Given(ROLES, 6), "the first speaker must be a seat from 0 to 5, not 6"),
        (Given(ROLES, True), "the first speaker must be a seat from 0 to 5, not True"),
    ],
)
def test_what_is_no_deal_of_the_rules_is_refused(given, wanted):
    with pytest.raises(WrongOption, match=wanted):
        TOWN.deal_given(given, "s", 6, OPTIONS)


def test_rules_that_draw_no_first_speaker_are_given_none():
    council = ruleset_named("council-mafia")
    options = council.options_from({}, 7)
    roles = tuple(role.name for role in council.cast(7, options))
    assert council.deal_given(Given(roles), "s", 7, options).first is None
    with pytest.raises(WrongOption, match="council-mafia draws no first speaker, and 2 is given"):
        council.deal_given(Given(roles, 2), "s", 7, options)


def test_which_rules_draw_the_first_speaker_among_all():
    assert {slug for slug, rules in all_rulesets().items() if rules.draws_first(rules.default_seats)} >= {"town-mafia"}
    assert not ruleset_named("council-mafia").draws_first(9)


def test_the_commitment_says_that_a_deal_was_given():
    deal = TOWN.deal("s", 6, OPTIONS)
    same = TOWN.deal_given(Given(tuple(role.name for role in deal.roles), deal.first), "s", 6, OPTIONS)
    assert commitment(seed="s", salt="x", deal=same) != commitment(seed="s", salt="x", deal=deal)


def test_a_log_says_it_and_is_played_again_identical():
    game = played()
    log = log_of(game)
    assert (log["dealt"], log["first"]) == ("given", 4)
    assert "dealt" not in log_of(
        play_out(
            Moderator(TOWN, OPTIONS, TOWN.deal("s", 6, OPTIONS), "s"), [*map(player_named, ["house"] * 6, range(6))]
        )
    )
    assert play_again(log).winner == game.winner
    wrong = log | {"dealt": "by hand"}
    with pytest.raises(Unreplayable, match="dealt must be 'given' or missing, not 'by hand'"):
        play_again(wrong)
    other = log | {"seats": [seat | {"role": "villager"} for seat in log["seats"]]}
    with pytest.raises(Unreplayable, match="this is not the log of a game: town-mafia with 6 seats deals"):
        play_again(other)


def play(*arguments):
    out = StringIO()
    call_command("play", *arguments, stdout=out)
    return out.getvalue()


def test_play_plays_the_deal_of_a_header_by_whom_one_likes(tmp_path):
    log, path = log_of(played()), tmp_path / "header.json"
    header = {name: log[name] for name in ("schema", "ruleset", "revision", "options", "seed", "first", "dealt")}
    header["seats"] = [{"alias": seat["alias"], "role": seat["role"]} for seat in log["seats"]]
    path.write_text(json.dumps(header))
    again = json.loads(play("town-mafia", "--deal", str(path), "--json", "--players", "uniform"))
    assert [(seat["alias"], seat["role"]) for seat in again["seats"]] == [
        (seat["alias"], seat["role"]) for seat in log["seats"]
    ]
    assert (again["dealt"], again["first"], again["seed"], again["options"]) == ("given", 4, "given", log["options"])
    assert again["hash"] != log["hash"]
    path.write_text(json.dumps(again))
    assert json.loads(play("town-mafia", "--deal", str(path), "--json", "--players", "uniform")) == again
    assert play_again(again).winner == again["winner"]


@pytest.mark.parametrize(
    ("change", "arguments", "wanted"),
    [
        ({}, ("--seed", "x"), "--deal takes seed, options and names from the log"),
        ({}, ("--at", "3"), "--deal plays a game from its first answer on"),
        ({}, ("--seats", "7"), "this log is of town-mafia with 6 seats"),
        ({"seed": None}, (), "the game of this log is not over"),
        ({"seats": []}, (), "this is not the log of a game"),
        ({"first": 9}, (), "the first speaker must be a seat from 0 to 5, not 9"),
    ],
)
def test_what_play_cannot_play_of_a_header_is_refused(tmp_path, change, arguments, wanted):
    path = tmp_path / "header.json"
    path.write_text(json.dumps(log_of(played()) | change))
    with pytest.raises(CommandError, match=wanted):
        play("town-mafia", "--deal", str(path), *arguments)


def test_the_hash_covers_who_is_what():
    swapped = (ROLES[1], ROLES[0], *ROLES[2:])
    assert hash_of_finished(played()) != hash_of_finished(played(Given(swapped, 4)))
