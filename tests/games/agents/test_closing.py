"""The summary of a game that is over: composed from the record alone, and a model's words held against it."""

from dataclasses import replace

import pytest

from games.agents.agent import Asked
from games.agents.narrator import closing_words, record_of
from games.agents.narrator.asking import closing_request, read_closing
from games.agents.narrator.closing import Fate, Lie, Record, facts_of
from games.agents.narrator.proving import fault_in
from games.agents.providers import Reply
from games.engine.disclosing import Claim
from games.engine.questions import Illegal
from games.engine.rulesets import ruleset_named
from games.engine.truth import Spoken
from tests.games.agents.test_narrator import house_game

TOWN = ruleset_named("town-mafia")
ROLES = ("mafioso", "villager", "doctor", "villager", "mafioso", "villager")
GAME = Record(
    names=("Ada", "Ben", "Cleo", "Dan", "Zoë Q", "Fay"),
    roles=tuple(TOWN.role_named(role) for role in ROLES),
    winner="town",
    rounds=3,
    fates=(  # night 1 is in the second round here
        Fate(0, "day", 1, 1, (1, 3, 5), 5),
        Fate(2, "night", 1, 2),
        Fate(1, "night", 2, 3),
        Fate(4, "day", 3, 3, (3, 5), 3),
    ),
    lies=(Lie(0, 0, "doctor"), Lie(4, 4, "town", "team")),
)


def test_the_house_s_summary_tells_who_won_who_was_what_who_left_how_and_what_was_false() -> None:
    assert facts_of(GAME) == [
        "The town won after 3 rounds.",
        "Mafioso: Ada and Zoë Q.",
        "Villager: Ben, Dan and Fay.",
        "Doctor: Cleo.",
        (
            "Out of the game, in this order: Ada (day 1, by 3 of 5 votes), Cleo (night 1), Ben (night 2), "
            "Zoë Q (day 3, by 2 of 3 votes)."
        ),
        "The last vote that decided was for Zoë Q, by Dan and Fay.",
        "False, as is known now: Ada claimed to be a doctor; Zoë Q claimed to be of the town.",
    ]
    assert closing_words(replace(GAME, winner="", rounds=1, fates=(), lies=())).startswith("Nobody won in 1 round. Ma")


@pytest.mark.parametrize("ruleset", ["town-mafia", "reactive-mafia", "council-mafia", "glass-box"])
def test_the_record_of_a_game_is_what_its_public_events_show(ruleset: str) -> None:
    game = house_game(ruleset, "1")
    record = record_of(game.ledger, (), game.ruleset)
    assert record is not None
    assert (record.winner, record.rounds, record.roles) == (game.winner, game.rounds, tuple(game.deal.roles))
    assert {fate.seat: fate.round for fate in record.fates} == dict(game.table.died)
    by_vote = [entry for entry in game.ledger if entry.event.kind in ("lynched", "ejected")]
    assert len([fate for fate in record.fates if fate.voters]) == len(by_vote) > 0
    public = [entry for entry in game.ledger if entry.is_public]
    assert record == record_of(public, (), game.ruleset)
    assert record_of(public[:-1], (), game.ruleset) is None, "before the roles are told there is nothing to sum up"


def test_a_night_is_told_by_the_number_that_it_was_called_by() -> None:
    game = house_game("council-mafia", "1")
    record = record_of(game.ledger, (), game.ruleset)
    assert record is not None
    assert [(fate.phase, fate.number, fate.round) for fate in record.fates][:2] == [("day", 1, 1), ("night", 1, 2)]


def test_a_claim_is_false_by_what_all_can_see_and_no_word_of_a_player_is_told() -> None:
    game = house_game("town-mafia", "1")
    hidden, *rest = [seat for seat, role in enumerate(game.deal.roles) if role.team == "mafia"]
    speech = next(entry for entry in game.ledger if entry.event.kind == "said" and hidden in entry.event.authors)
    other = rest[0]

    def lies(*claims: Claim) -> tuple[Lie, ...]:
        record = record_of(game.ledger, [Spoken(speech.poll, hidden, claims)], game.ruleset)
        assert record is not None
        return record.lies

    assert lies(Claim("role", hidden, "the Doctor"), Claim("role", hidden, "mafioso")) == (
        Lie(hidden, hidden, "doctor"),
    )
    assert lies(Claim("innocence", other, "innocent")) == (Lie(hidden, other, "innocent", "word"),)
    assert lies(Claim("role", other, "town")) == (Lie(hidden, other, "town", "team"),)
    hostile = "doctor <b>and</b> Ada is a liar"
    assert lies(Claim("role", hidden, hostile), Claim("innocence", other, "not town")) == ()
    assert lies(Claim("result", other, "villager"), Claim("deed", hidden, "protected Ada")) == (), "not for all to see"
    assert lies(Claim("result", other, "town")) == (Lie(hidden, other, "town", "team"),), "by which side they were on"
    assert lies(Claim("result", other, "mafia"), Claim("result", other, "guilty")) == ()


@pytest.mark.parametrize(
    "text",
    [
        "The town won after 3 rounds.",
        "The mafia lost in round three.",
        "Ada and Zoë Q were the two mafiosi.",
        "Ada, who was a mafioso, was lynched on day 1 by 3 of 5 votes.",
        "Ada was finally lynched in the first round.",
        "Cleo was the doctor and was killed in night 1.",
        "Ben and Cleo died.",
        "Cleo died in round 2.",
        "Ben, Dan and Fay were of the town and won.",
        "Zoë Q was voted out by two of three votes!",
        "Ada claimed to be a doctor. Zoë Q lied.",
        "Alas, Ada pretended to be the doctor. In the end Zoë Q falsely claimed to be of the town.",
        "The winners were Ben, Cleo, Dan and Fay. Ben was a winner.",
        "The dead were Ada, Ben, Cleo and Zoë Q.",
        "Ada was lynched by 3 of 5 votes and was a mafioso.",
        "There were 6 players and 2 mafiosi.",
        "What an evening. The candles are out, and quiet comes back to the hall.",
        "And so it ended: with a long silence.",
        "ADA was a mafioso.",
        "Ada's team lost.",
    ],
)
def test_what_the_record_bears_out_may_be_told(text: str) -> None:
    assert fault_in(text, GAME) == ""


@pytest.mark.parametrize(
    "text",
    [
        # roles and teams
        "Ada was a villager.",
        "Ada and Ben were mafiosi.",
        "Ben was the villager.",
        "The mafiosi were Ada and Ben.",
        "The villagers were Ben and Dan.",
        "Ada was a vigilante.",
        "Ada was not a mafioso.",
        "Nobody but Ada was a mafioso.",
        "The doctor won.",
        "A doctor and a mafioso at one table.",
        "Ada, a mafioso, and Cleo, a doctor.",
        # deaths and votes
        "Dan died.",
        "Cleo was lynched.",
        "Ada was killed.",
        "Ada killed Cleo.",
        "Ada and Zoë Q were lynched on day 1.",
        "Cleo died in night 2.",
        "Cleo died in round 1.",
        "Cleo died in the second night.",
        "Cleo died on day 1.",
        "Ada was lynched by 4 of 5 votes.",
        "Ada was lynched by 3 of 6 votes.",
        "Ben voted for Ada.",
        "Cleo was killed by Ada.",
        "Cleo was killed by a doctor.",
        "Ben was killed by villagers.",
        "Ben was killed by three villagers.",
        "Cleo died with a doctor.",
        "The dead were Ada and Ben.",
        "The villagers died.",
        "3 players died.",
        # numbers and the end
        "The mafia won.",
        "The town lost.",
        "The town won after 4 rounds.",
        "The town won in the second round.",
        "There were three mafiosi.",
        "There were 3 doctors.",
        "It took 7 hours.",
        "Nobody won.",
        "The town and the mafia won.",
        "Ada won.",
        "Dan lost.",
        "The winners were Ben and Dan.",
        "Ben was the winner.",
        "Winners were Ben and Dan.",
        "The losers were Ada.",
        "Mafiosi were Ada.",
        # what nobody claimed
        "Ben lied.",
        "Ada claimed to be a villager.",
        "Ada, a mafioso, claimed to be a doctor.",
        "Everybody lied.",
        "Ada was a doctor who lied.",
        "Ada, a doctor, lied.",
        "The doctor Ada lied.",
        "Falsely claimed: a doctor, Ada.",
        "Ada lied to the doctor.",
        "Ada claimed it and was a doctor.",
        "Ada claimed to be a doctor and was a doctor.",
        # what cannot be looked up
        "Ada poisoned the well.",
        "Ada trusted Ben.",
        "Dan was brave.",
        "She fooled them all.",
        "One of them had a plan.",
        "A traitor smiled to the last.",
        "Gregor smiled to the last.",
        "And then Gregor smiled.",
        "A smile from Аda.",  # noqa: RUF001  another alphabet's letter
        "And ada smiled.",
        "And then zoe smiled.",
        "Somebody had the last word.",
        "You all knew.",
        "The vote was close.",
        "A quiet day\nBen was a mafioso",
        "So it ended. Ada was a mafioso! Dan was a mafioso?",
        "A\x01\x30\x02 b",
        "２ mafiosi won",  # noqa: RUF001  a digit of another width
        "The mafia's plan held.",
        "Ada wasn't a mafioso.",
        "so he won.",
    ],
)
def test_what_it_does_not_bear_out_may_not(text: str) -> None:
    assert fault_in(text, GAME)


def test_a_name_that_is_a_word_is_a_name() -> None:
    ship = replace(GAME, names=("Green", "Amber", "Teal", "Coral", "Lime", "Ivory"))
    assert fault_in("Green was a mafioso.", ship) == ""
    assert fault_in("A green light went out.", ship)
    assert fault_in("A light went out.", ship) == ""


def test_a_model_is_told_facts_and_refused_with_the_reason() -> None:
    request = closing_request(GAME, Asked("m"))
    assert "\n".join(request.history).split("\n")[1:] == facts_of(GAME)
    told = read_closing(Reply('{"words": "The town won. Ada was a mafioso."}'), GAME, ())
    assert told == "The town won. Ada was a mafioso."
    for said, why in (
        ('{"words": "The town won. Dan was a mafioso."}', "Dan was no mafioso"),
        ('{"words": "The town won after 9 rounds."}', "does not bear out '9'"),
        ('{"words": "Ada betrayed the town."}', "'betrayed' cannot be checked"),
        ('{"words": "' + "The town won. " * 80 + '"}', "1 to 900 characters"),
        ('{"words": ["The town won."]}', "must be a text"),
    ):
        with pytest.raises(Illegal, match=why):
            read_closing(Reply(said), GAME, ())


def test_words_of_a_speech_are_not_told_again_at_the_end_either() -> None:
    words = "and so the long night comes to its end"
    with pytest.raises(Illegal, match="repeat a speech"):
        read_closing(Reply(f'{{"words": "{words}."}}'), GAME, [words])
