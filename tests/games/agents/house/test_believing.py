"""What house players disclose: the hidden know, the others believe what they decide by; they claim what is heard."""

from collections import Counter

import pytest

from games.agents.house import House
from games.agents.offline import play_out, play_whole
from games.agents.played import Played
from games.agents.players import player_named
from games.engine.disclosing import Claim
from games.engine.events import Ejected
from games.engine.moderator import Moderator
from games.engine.questions import Speak
from games.engine.record import hash_of_finished
from games.engine.rulesets import ruleset_named
from games.engine.truth import Spoken, verdicts
from personas.sheet import ROSTER

SLUGS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid")


def begun(slug: str, seed: str, seats: int = 8, **chosen: bool) -> Moderator:
    ruleset = ruleset_named(slug)
    options = ruleset.options_from(chosen, seats)
    return Moderator(ruleset, options, ruleset.deal(seed, seats, options), seed)


def house(seats: int = 8) -> list[House]:
    return [player_named("house", seat) for seat in range(seats)]  # type: ignore[misc]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_hidden_know_and_the_others_believe_and_nobody_speaks_of_itself_or_the_dead(slug: str) -> None:
    moderator = play_whole(begun(slug, "beliefs"), house())
    hidden = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == moderator.ruleset.hidden_team}
    asked = [answer for answer in moderator.journal if answer.kind in moderator.ruleset.believing]
    told = [answer for answer in asked if answer.disclosed.beliefs]
    assert told
    if slug != "glass-box":
        assert told == asked
    for answer in told:
        beliefs = answer.disclosed.beliefs
        assert answer.seat not in beliefs
        assert all(0 <= chance <= 100 for chance in beliefs.values())
        if answer.seat in hidden:
            assert {seat for seat, chance in beliefs.items() if chance} <= hidden
            assert set(beliefs.values()) <= {0, 100}
    unsure = [answer for answer in told if answer.seat not in hidden]
    assert any(set(answer.disclosed.beliefs.values()) - {0, 100} for answer in unsure)


def test_on_the_ship_beliefs_come_with_the_first_bid_of_a_meeting_and_with_the_reaction() -> None:
    moderator = play_whole(begun("glass-box", "first bids"), house())
    polls = {answer.poll for answer in moderator.journal if answer.kind == "bid" and answer.disclosed.beliefs}
    meetings = [entry.poll for entry in moderator.ledger if entry.event.kind == "called"]
    assert meetings
    assert sorted(polls) == [poll + 1 for poll in meetings]
    assert Counter(a.kind for a in moderator.journal if a.disclosed.beliefs).keys() == {"bid", "reaction"}


def test_with_one_reflection_beliefs_come_with_it_and_the_pads_are_kept() -> None:
    moderator = play_whole(begun("glass-box", "one", one_reflection=True), house())
    assert Counter(a.kind for a in moderator.journal if a.disclosed.beliefs).keys() == {"bid", "reflection"}
    reflections = [answer for answer in moderator.journal if answer.kind == "reflection"]
    gone = {entry.event.seat for entry in moderator.ledger if isinstance(entry.event, Ejected)}
    assert all(answer.thought for answer in reflections)
    assert set() < {answer.seat for answer in reflections if not answer.answer["scratchpad_updates"]} <= gone


@pytest.mark.parametrize("slug", SLUGS)
def test_what_they_disclose_changes_nothing_of_the_game(slug: str) -> None:
    plain, whole = play_out(begun(slug, "same"), house()), play_whole(begun(slug, "same"), house())
    assert [entry.plain() for entry in plain.ledger] == [entry.plain() for entry in whole.ledger]
    assert [answer._replace(disclosed=plain.journal[0].disclosed) for answer in whole.journal] == plain.journal
    assert hash_of_finished(plain) == hash_of_finished(whole)
    assert any(answer.disclosed.claims for answer in whole.journal)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_house_player_of_the_open_team_claims_of_its_role_and_results_is_true(slug: str) -> None:
    """The town of the house does not lie about what it is and has learned; the mafia does."""
    lies: Counter[str] = Counter()
    for number in range(6):
        moderator = play_whole(begun(slug, f"truth/{number}"), house())
        rules, deal = moderator.ruleset, moderator.deal
        spoken = [Spoken(answer.poll, answer.seat, answer.disclosed.claims) for answer in moderator.journal]
        for verdict in verdicts(spoken, moderator.ledger, deal.aliases, rules.roles, rules.hidden_team):
            team = deal.roles[verdict.speaker].team
            is_own = verdict.claim.kind in ("result", "deed") or verdict.claim.about == verdict.speaker
            if verdict.truth == "false" and verdict.claim.kind != "vote" and is_own:
                lies[team] += 1
                assert team == rules.hidden_team, verdict
            assert verdict.shown_by is not None or verdict.truth == "unknowable"
    assert lies[ruleset_named(slug).hidden_team], "and there are lies to be found"


@pytest.mark.parametrize(
    ("words", "claims"),
    [
        (
            "I am the sheriff. I checked Bruno last night: Bruno is mafia.",
            [("role", 0, "sheriff"), ("result", 1, "mafia")],
        ),
        ("I'm the doctor, and I protected Celia.", [("role", 0, "doctor"), ("deed", 0, "protected Celia")]),
        ("I'm not mafia. I vote Dario.", [("innocence", 0, "innocent"), ("vote", 0, "Dario")]),
        ("I nominate Edda.", []),
        ("Who voted for Farid yesterday?", []),
        ('Bruno said "I am the doctor".', []),
    ],
)
def test_claims_are_what_the_words_say(words: str, claims: list[tuple[str, int, str]]) -> None:
    town = ruleset_named("town-mafia")
    played = Played(town, town.options_from({}, 6), NAMES)
    found = House(ROSTER[0]).disclose(0, Speak("speak", ""), (), {"message": words}, played)
    assert found.claims == tuple(Claim(*each) for each in claims)


def test_what_is_kept_of_an_answer_is_without_what_was_disclosed() -> None:
    moderator = play_whole(begun("town-mafia", "kept"), house())
    told = [answer for answer in moderator.journal if answer.disclosed.plain]
    assert told
    for answer in told:
        assert "disclosed" not in answer.answer
        assert answer.plain["answer"] == dict(answer.answer)
        assert answer.plain["disclosed"] == answer.disclosed.plain
        assert type(answer).from_plain(answer.plain) == answer
