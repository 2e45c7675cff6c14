"""How the house sits in council: what it says there is new, true to its plans, and never against a partner."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games.agents.house.council.learning import cast_of
from games.agents.house.council.planning import common_wish
from games.agents.house.council.speaking import _open_to, nominate
from games.agents.house.council.voting import ahead, may_wait
from games.agents.house.deciding.judgement import Aim
from games.agents.house.hearing.dialect import house_role, said_in
from games.agents.house.hearing.speeches import hear, sentences_in
from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.book import every_sentence
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.wording import Tongue
from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.events import Dealt, Died, Event, Partners, PhaseBegan, Plotted, Said, Seated
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, Entry
from personas.sheet import ROSTER

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katya", "Leif")
GAMES = 12


@cache
def games() -> tuple[Moderator, ...]:
    """Games of the house at tables of several sizes."""
    rules, found = ruleset_named("council-mafia"), []
    for number in range(GAMES):
        seats, seed = (7, 9, 10, 12)[number % 4], f"council/{number}"
        options = rules.options_from({}, seats)
        places = Dice(seed, "seating").shuffled(range(len(ROSTER)))[:seats]
        players = [player_named("house", place) for place in places]
        found.append(play_out(Moderator(rules, options, rules.deal(seed, seats, options), seed), players))
    return tuple(found)


def told(*kinds: str) -> Iterator[tuple[Moderator, Entry, Any]]:
    """The events of these kinds in all games, each with its game and its entry."""
    for game in games():
        for entry in game.ledger:
            if entry.event.kind in kinds:
                yield game, entry, entry.event


def team(game: Moderator, seat: int) -> str:
    return game.deal.roles[seat].team


# --- words -----------------------------------------------------------------------------------------------------------


def test_no_sentence_is_said_twice_in_a_game() -> None:
    for game in games():
        words = [getattr(entry.event, "words", "") for entry in game.ledger]
        counted = Counter(sentence for text in words for sentence in sentences_in(text))
        assert {sentence: count for sentence, count in counted.items() if count > 1} == {}


def test_a_council_hears_of_detectives_and_townspeople_only() -> None:
    spoken = [getattr(entry.event, "words", "") for game in games() for entry in game.ledger]
    thought = [answer.thought for game in games() for answer in game.journal]
    for text in spoken + thought:
        assert not {"sheriff", "sheriff's", "villager", "villagers"} & set(text.lower().replace(".", "").split())
    assert any("detective" in text for text in spoken)


def test_every_answer_has_a_thought() -> None:
    assert [answer.kind for game in games() for answer in game.journal if not answer.thought] == []


def test_a_nomination_is_said_as_it_is_made() -> None:
    """What is said of one's nomination is the nomination; seldom a speaker is at a loss for a new way to say it."""
    silent = made = 0
    for game, entry, nominated in told("nominated"):
        said = game.ledger[entry.seq - 2].event
        vote = hear(said.words, game.deal.aliases, said.seat).vote
        assert vote in (None, nominated.target), said.words
        made += nominated.target is not None
        silent += vote is None and nominated.target is not None
    assert silent <= 0.05 * made


def test_nobody_is_nominated_by_a_partner_unless_they_are_lost_or_it_is_told_to_be_theatre() -> None:
    both = [(team(game, e.seat), team(game, e.target)) for game, _, e in told("nominated") if e.target is not None]
    counted = Counter(both)
    assert counted["mafia", "town"] > 5 * counted["mafia", "mafia"]


# --- up there --------------------------------------------------------------------------------------------------------


def test_a_defence_never_accuses_a_partner_and_last_words_do_not_either() -> None:
    met = 0
    for game, _, event in told("defended", "last_words"):
        if team(game, event.seat) == "mafia":
            met += 1
            against = [
                about for about, value, _ in hear(event.words, game.deal.aliases, event.seat).stances if value > 0
            ]
            assert [about for about in against if team(game, about) == "mafia"] == []
    assert met > 3


def test_a_detective_who_is_sent_away_leaves_the_results_behind() -> None:
    met = 0
    for game, entry, event in told("last_words"):
        if game.deal.roles[event.seat].name != "detective":
            continue
        before = [each.event for each in game.ledger[: entry.seq]]
        found = {each.target for each in before if each.kind == "investigated"}
        dead = {each.seat for each in before if each.kind in ("died", "lynched")}
        words = " ".join(
            each.words for each in before if each.kind in ("said", "defended", "last_words") and each.seat == event.seat
        )
        results = {
            remark.about for remark in hear(words, game.deal.aliases, event.seat).claims if remark.act == "result"
        }
        assert found - dead <= results
        met += bool(found - dead)
    assert met


# --- among partners --------------------------------------------------------------------------------------------------


def test_each_mafioso_plans_and_names_nobody_but_a_partner_and_a_first_suspect() -> None:
    for game, _, event in told("planned"):
        named = hear(event.words, game.deal.aliases, event.seat).named
        suspects = [seat for seat in named if team(game, seat) == "town"]
        assert len(suspects) == 1, event.words


def test_the_second_round_settles_what_the_first_did_not() -> None:
    hows = Counter(event.how for _, _, event in told("targeted"))
    assert hows["agreed"] > hows["the lowest seat decides"] == 0


def plot(seat: int, target: int | None) -> Plotted:
    return Plotted(seat, "", target)


@pytest.mark.parametrize(
    ("plots", "wish"),
    [
        ([plot(0, 5), plot(1, 6), plot(2, 6)], 6),
        ([plot(0, 5), plot(1, 6), plot(2, 7)], 5),
        ([plot(2, 7), plot(1, 6)], 6),
        ([plot(0, None), plot(1, 6)], None),
    ],
)
def test_partners_follow_the_most_or_the_lowest_seat(plots: list[Plotted], wish: int | None) -> None:
    mind = Mind(ROSTER[0], 0)
    mind.plots = plots
    assert common_wish(mind) == wish


# --- the sums --------------------------------------------------------------------------------------------------------


def sitting(seats: int, role: str = "townsperson") -> Mind:
    """A mind at a council of so many, on the first day."""
    mind = Mind(ROSTER[0], 0)
    events: list[Any] = [Seated(NAMES[:seats]), Dealt(0, role, "mafia" if role == "mafioso" else "town")]
    events += [Partners("mafia", (0, 1))] if role == "mafioso" else []
    for seq, event in enumerate([*events, PhaseBegan("night", 0), PhaseBegan("day", 1)], start=1):
        learn(mind, Entry(seq, 1, "night", event, EVERYONE, 0))
    return mind


@pytest.mark.parametrize(("seats", "lead"), [(7, 3), (8, 4), (9, 5), (10, 4), (12, 6)])
def test_a_town_that_is_an_even_number_ahead_may_wait(seats: int, lead: int) -> None:
    mind = sitting(seats)
    assert (ahead(mind), may_wait(mind)) == (lead, lead % 2 == 0)


def test_a_night_is_counted_to_the_day_that_follows() -> None:
    mind = sitting(9)
    learn(mind, Entry(9, 2, "night", PhaseBegan("night", 1), EVERYONE, 0))
    assert mind.day == 2
    learn(mind, Entry(10, 2, "day", PhaseBegan("day", 2), EVERYONE, 0))
    assert mind.day == 2


def test_roles_are_known_by_the_house_s_own_names_and_said_by_the_table_s() -> None:
    assert cast_of(10) == {"mafioso": 3, "sheriff": 1, "doctor": 1, "villager": 5}
    assert sitting(9, "detective").role == "sheriff"
    assert [house_role(role) for role in ("detective", "townsperson", "doctor")] == ["sheriff", "villager", "doctor"]
    assert said_in("council", "The Sheriff trusts no villager, nor villagers.") == (
        "The Detective trusts no townsperson, nor townspeople."
    )


def after_a_death(died: Event, *said: tuple[int, str], role: str = "townsperson") -> Mind:
    """The mind of seat 0 on the second day, after these speeches of the first one and a death."""
    mind = sitting(9, role)
    told = [PhaseBegan("day", 1), *(Said(seat, words) for seat, words in said), PhaseBegan("night", 1), died]
    for seq, event in enumerate((*told, PhaseBegan("day", 2)), start=9):
        learn(mind, Entry(seq, 2, "day", event, EVERYONE, 0))
    return mind


CLAIMED = (3, "I'm the detective. I investigated Bruno, and Bruno is mafia.")
DIED = Died(3, None, None)


def test_a_death_in_the_night_shows_the_town_and_no_role_whatever_was_claimed() -> None:
    mind = after_a_death(DIED, CLAIMED)
    death = mind.death_of(3)
    assert death is not None
    assert (death.team, death.role) == ("town", None)
    assert mind.certain == {3: "town"}
    assert mind.presumed(death) == "sheriff"


def test_what_one_of_the_town_left_is_heeded_and_not_known() -> None:
    heeded, unsaid = after_a_death(DIED, CLAIMED), after_a_death(DIED)
    assert heeded.total(1) > unsaid.total(1) + 3
    assert 0.6 < heeded.suspected(1) < 1
    own = after_a_death(DIED, CLAIMED, role="detective")
    assert own.total(1) < unsaid.total(1) + 1  # whoever is the detective knows that it was made up


def test_of_two_who_claimed_one_role_the_one_who_is_left_is_disputed() -> None:
    rival = (4, "I'm the detective, and Anika is innocent.")
    for told in ((CLAIMED, rival), (CLAIMED,)):
        mind = after_a_death(DIED, *told)
        if rival not in told:
            learn(mind, Entry(30, 2, "day", Said(*rival), EVERYONE, 0))
        assert {ground.kind for ground in mind.cases[4].against()} >= {"outlived_claim"}
        assert not mind.is_credible_power(4)


def test_nobody_says_of_one_of_the_dead_what_nobody_was_shown() -> None:
    """A role may be told of the dead as what they claimed, never as what they were."""
    for game in games():
        dead: set[int] = set()
        for event in (entry.event for entry in game.ledger):
            if event.kind in ("died", "lynched"):
                dead.add(event.seat)
            for sentence in sentences_in(getattr(event, "words", "")):
                for seat in dead:
                    assert f"the detective last night, and it was {game.deal.aliases[seat]}" not in sentence
                    assert f"{game.deal.aliases[seat]} was the detective" not in sentence
                    assert f"{game.deal.aliases[seat]} died the detective" not in sentence


# --- what a speech ends in -------------------------------------------------------------------------------------------


def nominations() -> Iterator[tuple[Moderator, Entry, Any, str]]:
    """Every nomination with the words that it stands in."""
    for game in games():
        words = ""
        for entry in game.ledger:
            if entry.event.kind == "said":
                words = entry.event.words
            elif entry.event.kind == "nominated" and entry.event.target is not None:
                yield game, entry, entry.event, words


@cache
def said_as(intent: str) -> re.Pattern[str]:
    """How a sentence of an intent sounds, whoever it is about and however it is spelled."""
    texts = [each.text.rstrip(".") for pool in every_sentence()[intent].values() for each in pool]
    return re.compile(
        "|".join(".+".join(map(re.escape, re.split(r"\[[^\]]*\]|\{\w+\}", text))) for text in texts), re.IGNORECASE
    )


def test_who_nominates_to_hear_somebody_says_so_and_may_vote_for_nobody() -> None:
    """Where nothing is lost if nobody goes: else a name put up and then let down is a riddle to who watches."""
    votes: dict[bool, Counter[bool]] = {True: Counter(), False: Counter()}
    for game, entry, event, words in nominations():
        if team(game, event.seat) == "town":
            voted = next((e.event for e in game.ledger[entry.seq :] if e.event.kind == "voted"), None)
            if voted is not None:
                cast = {vote.seat: vote.target for vote in voted.votes}[event.seat]
                votes[bool(said_as("nominate_hear").search(words))][cast is None] += 1
    asked, meant = votes[True], votes[False]
    assert sum(asked.values()) > 20
    assert asked[True] / sum(asked.values()) > 2 * meant[True] / sum(meant.values())


@pytest.mark.parametrize(
    ("named", "breaks"), [((2, 2, 3), False), ((3, 3, 2), True), ((2, 2, 3, 3), False), ((4,), False)]
)
def test_nobody_goes_another_way_than_most_by_going_with_most(named: tuple[int, ...], *, breaks: bool) -> None:
    said = Counter[str]()
    for draw in range(60):
        mind = Mind(ROSTER[0], 0)
        learn(mind, Entry(0, 1, "day", Seated(NAMES), EVERYONE, 0))
        mind.living = mind.living[:11]  # an odd number ahead, so that nobody waits
        mind.nominated = dict(enumerate(named, start=5))
        tongue = Tongue(mind.sheet, NAMES, set(), Dice("tongue", draw))
        talk = Talk(mind, tongue, Dice("talk", draw), Aim(2, 3, 0.9))
        nominate(talk, 2)
        said[tongue.drafts[talk.sentences[-1]].intent] += 1
    assert (said["nominate_break"] > 5) is breaks


def test_a_speech_does_not_end_in_nominating_whom_it_has_spoken_for() -> None:
    mind = Mind(ROSTER[0], 0)
    learn(mind, Entry(0, 1, "day", Seated(NAMES), EVERYONE, 0))
    talk = Talk(mind, Tongue(mind.sheet, NAMES, set(), Dice("t")), Dice("d"), Aim(2, 3, 0.9))
    talk.praised, talk.spared = [3], [4]
    assert _open_to(talk, (1, 2, 3, 4, None)) == (1, 2, None)
    assert _open_to(talk, (0, 3, 4)) == (0, 3, 4), "somebody has to be named"


@pytest.mark.parametrize("has_spoken", [True, False])
def test_who_has_just_spoken_against_another_says_why_that_is_not_the_nominee(*, has_spoken: bool) -> None:
    mind = Mind(ROSTER[0], 0)
    learn(mind, Entry(0, 1, "day", Seated(NAMES), EVERYONE, 0))
    tongue = Tongue(mind.sheet, NAMES, set(), Dice("tongue"))
    talk = Talk(mind, tongue, Dice("talk"), Aim(3, 2, 0.9))
    talk.has_verdict = has_spoken
    nominate(talk, 2)
    draft = tongue.drafts[talk.sentences[-1]]
    assert (draft.intent == "nominate_rather") is has_spoken
    assert draft.slots["a"] == NAMES[2]
