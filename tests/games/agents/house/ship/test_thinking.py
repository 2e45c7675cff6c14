"""What a player on the ship thinks is of what was just said, is so as far as it knows, and hardly ever comes twice."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from games.agents.house.ship.judging import cases_of, chances_from
from games.agents.house.ship.learning import learn
from games.agents.house.ship.memory import Mind
from games.agents.house.ship.thinking import Thinking
from games.agents.house.ship.walking import Plan
from games.agents.house.speaking.wording import Pattern, Tongue, patterns_by_temper
from games.agents.house.tempers import TEMPERS
from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from personas.sheet import ROSTER
from tests.games.agents.house.scenes import intents_of

NAMES = ("Red", "Blue", "Green", "Pink", "Black", "Lime", "Teal")
ME, BLUE, GREEN, PINK, BLACK, LIME, TEAL = range(7)
GAMES, SIZES = range(3), (5, 8, 12)
OFTEN = 0.04  # the share of a player's thoughts that may be one of its own again, but for names and numbers
OTHERS = 0.15  # and one of somebody else's

# By intent: the slots that are always filled. A pattern may ask for no other, so every pattern has its turn.
GIVEN: dict[str, str] = {
    **dict.fromkeys(("w_task", "w_task_here", "w_task_last"), "task room"),
    "w_task_with": "a task room",
    **dict.fromkeys(("w_report", "w_press", "w_count", "w_count_last", "w_search", "w_run", "w_flee"), "a room"),
    **dict.fromkeys(("w_last_vote", "w_fix", "w_alarm", "w_shut", "w_look", "w_idle"), "room"),
    **dict.fromkeys(("h_kill", "h_report", "h_leave", "h_doors", "h_wait", "h_hunt_prey", "h_blend_after"), "a room"),
    **dict.fromkeys(("h_lights", "h_critical", "h_comms", "h_pretend"), "room"),
    **dict.fromkeys(("h_hunt", "h_hunt_here", "h_blend", "h_shut"), "room"),
    "h_ghost": "",
    **dict.fromkeys(("tr_my_find", "tr_dead_seen", "tr_find", "tr_me_seen_so", "tr_me_seen_not"), "b room"),
    **dict.fromkeys(("tr_alibi", "tr_alibi_holds", "tr_alibi_scene", "tr_alibi_missed"), "b room"),
    "tr_alibi_broken": "b room seen",
    **dict.fromkeys(("tr_my_call", "tr_silence", "tr_mine"), ""),
    **dict.fromkeys(("tr_call", "tr_dead", "tr_empty", "tr_other"), "b"),
    **dict.fromkeys(("tr_me", "tr_me_grave", "tr_me_asked", "tr_me_for"), "b"),
    **dict.fromkeys(("tr_dead_with", "tr_seen", "tr_seen_same", "tr_seen_scene"), "a b room"),
    **dict.fromkeys(("tr_grave_saw", "tr_grave_known", "tr_grave_believe", "tr_grave_doubt"), "a b"),
    **dict.fromkeys(("tr_sus_known", "tr_sus_back", "tr_sus_same", "tr_sus_believe", "tr_sus_doubt"), "a b"),
    "tr_sus_erred": "a b c",
    "tr_sus_crowd": "a b n",
    **dict.fromkeys(("tr_ask", "tr_ask_top", "tr_for_known", "tr_for_top", "tr_for_believe", "tr_for_doubt"), "a b"),
    "tm_sure_kill": "a b room",
    "tm_sure_vent": "a room",
    **dict.fromkeys(("tm_lead_sure", "tm_lead", "tm_lead_weak", "tm_vote", "tm_vote_not_enough", "tm_keep_top"), "a p"),
    "tm_second": "a c",
    "tm_moved": "a b c",
    "tm_moved_oddly": "a b",
    **dict.fromkeys(("tm_lost", "tm_quiet", "tm_alone", "tm_vote_skip", "tm_vote_hide", "tm_keep"), ""),
    "tw_saw_kill": "a b room",
    "tw_saw_vent": "a room",
    **dict.fromkeys(("tw_last_with", "tw_at_scene", "tw_told_there"), "a b room"),
    "tw_alibi_broken": "a room",
    **dict.fromkeys(("tw_told_kill", "tw_told_vent", "tw_told_with", "tw_told_suspect"), "a b"),
    **dict.fromkeys(("tw_voted_wrong", "tw_voted_beside", "tw_covered", "tw_lied"), "a b"),
    "tw_voices": "a n",
    **dict.fromkeys(("tw_unplaced", "tw_silent", "tw_accuses_me", "tw_left", "tw_nothing"), "a"),
    **dict.fromkeys(
        ("ti_my_find", "ti_dead_mine", "ti_me_seen", "ti_alibi", "ti_alibi_scene", "ti_alibi_clash"), "b room"
    ),
    **dict.fromkeys(("ti_my_call", "ti_silence", "ti_mine"), ""),
    **dict.fromkeys(("ti_dead", "ti_call", "ti_empty", "ti_me", "ti_me_grave", "ti_me_asked", "ti_me_for"), "b"),
    **dict.fromkeys(("ti_mate_feints", "ti_mate_for_me", "ti_mate_speaks"), "b"),
    **dict.fromkeys(("ti_mate_works", "ti_mate_named", "ti_mate_seen", "ti_mate_cleared"), "a b"),
    **dict.fromkeys(("ti_gift", "ti_cleared", "ti_asks", "ti_seen"), "a b"),
    **dict.fromkeys(("tm_frame", "tm_partner", "tm_vote_impostor", "tm_vote_partner", "tm_keep_goat"), "a"),
    **dict.fromkeys(("tm_lie", "tm_lie_ready", "tm_keep_lie"), "room"),
    "tm_vote_follow": "a b",
    **dict.fromkeys(("tm_out_right_mine", "tm_out_right", "tm_out_wrong_mine", "tm_out_wrong", "tm_out_unknown"), "a"),
    "tm_out_wrong_pushed": "a b",
    **dict.fromkeys(("ti_out_crew", "ti_out_partner"), "a"),
    **dict.fromkeys(("tm_out_nobody", "ti_out_nobody"), ""),
    **dict.fromkeys(("tm_out_nobody_me", "ti_out_nobody_me"), "b n"),
    **dict.fromkeys(("tm_ejected", "ti_ejected"), "n"),
    **dict.fromkeys(("gh_thought", "gh_thought_lost"), ""),
    **dict.fromkeys(("gh_thought_mine", "gh_thought_of", "gh_thought_impostor"), "a"),
    "gh_thought_chat": "b",
}
# What is thought so often that every temper has words of its own for it.
OWN = (
    *("w_task", "w_task_here", "w_count", "w_count_last"),
    *("tr_empty", "tr_me", "tr_alibi", "tr_sus_believe", "tr_sus_doubt"),
    *("tm_lead", "tm_lead_sure", "tm_lead_weak", "tm_lost", "tm_vote", "tm_keep_top", "tm_frame"),
)

INTENTS = [*intents_of("ship_at_work"), *intents_of("ship_crew"), *intents_of("ship_impostors")]


# --- the phrases -----------------------------------------------------------------------------------------------------


def spellings(pattern: Pattern) -> Iterator[str]:
    """Every sentence that a pattern can make, its slots left open."""
    for choice in product(*[(part,) if isinstance(part, str) else part for part in pattern.parts]):
        yield "".join(choice)


def test_every_thought_is_in_the_table() -> None:
    assert set(INTENTS) == set(GIVEN)


def test_every_pattern_can_be_filled_and_ends_like_a_sentence() -> None:
    every = [
        (intent, pattern)
        for intent in GIVEN
        for patterns in patterns_by_temper(intent).values()
        for pattern in patterns
    ]
    assert {intent for intent, _ in every} == set(GIVEN)
    for intent, pattern in every:
        assert pattern.slots <= set(GIVEN[intent].split()), (intent, pattern)
        for text in spellings(pattern):
            assert text[-1] in ".!?", (intent, text)
            assert "  " not in text, (intent, text)
            assert len(text.split()) <= 25, (intent, text)
            assert not re.search(r"\b(?:he|she|him|her|his|hers)\b", text, re.IGNORECASE), (intent, text)


def test_no_two_patterns_of_an_intent_are_the_same() -> None:
    for intent in INTENTS:
        texts = [
            text
            for patterns in patterns_by_temper(intent).values()
            for pattern in patterns
            for text in spellings(pattern)
        ]
        assert [text for text, count in Counter(texts).items() if count > 1] == []


@pytest.mark.parametrize("temper", TEMPERS)
def test_every_temper_has_words_of_its_own_for_what_is_thought_often(temper: str) -> None:
    assert [intent for intent in OWN if len(patterns_by_temper(intent).get(temper, ())) < 3] == []


# --- what was just said ----------------------------------------------------------------------------------------------


def mind_of(team: str = "crew", *, before: tuple[e.Event, ...] = (), said: tuple[tuple[int, str], ...] = ()) -> Mind:
    """A mind in a meeting over Teal, who was found in storage by Lime, after these words."""
    mind = Mind(ROSTER[0].with_temper("listener"), ME)
    begun = (
        *(e.Seated(NAMES), e.Dealt(ME, "impostor" if team == "impostors" else "crewmate", team)),
        *((e.Partners("impostors", (ME, PINK)),) if team == "impostors" else ()),
        *(e.PhaseBegan("shift", 1), e.Ticked(1), *before, e.PhaseBegan("meeting", 1)),
        *(e.Called(LIME, TEAL, "storage"), e.Missed(TEAL)),
    )
    for event in (*begun, *(e.Spoke(seat, words, None, t) for t, (seat, words) in enumerate(said))):
        learn(mind, event)
    return mind


def reaction(mind: Mind) -> str:
    """What a mind makes of the last word, the first part of its thought."""
    thinking = Thinking(mind, Dice("thought"))
    cases = cases_of(mind)
    chances = chances_from(mind, cases, mind.others)
    return thinking._heard_by_crew(cases, chances) if mind.team == "crew" else thinking._heard_by_impostor()


def thought(mind: Mind) -> str:
    cases = cases_of(mind)
    return Thinking(mind, Dice("thought")).of_bid([], cases, chances_from(mind, cases, mind.others), None)


@pytest.fixture
def intents(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The intents of all that is thought from now on."""
    found: list[str] = []
    muse: Callable[..., Pattern | None] = Tongue.muse

    def listening(tongue: Tongue, intent: str, slots: frozenset[str], turn: int) -> Pattern | None:
        found.append(intent)
        return muse(tongue, intent, slots, turn)

    monkeypatch.setattr(Tongue, "muse", listening)
    return found


def walk(seat: int, room: str) -> e.Walked:
    return e.Walked(seat, "cafeteria", room)


IN_ADMIN = (walk(ME, "admin"), walk(BLUE, "admin"))
HEARD = [
    ((BLUE, "I suspect Red."), "tr_me"),
    ((BLUE, "I saw Red kill Teal in storage."), "tr_me_grave"),
    ((BLUE, "Where were you, Red?"), "tr_me_asked"),
    ((BLUE, "I trust Red."), "tr_me_for"),
    ((BLUE, "I saw Red in admin."), "tr_me_seen_so"),
    ((BLUE, "I saw Red in reactor."), "tr_me_seen_not"),
    ((BLUE, "I was in admin."), "tr_alibi_holds"),
    ((BLUE, "I was in reactor."), "tr_alibi_broken"),
    ((GREEN, "I was in admin."), "tr_alibi_missed"),
    ((GREEN, "I was in storage."), "tr_alibi_scene"),
    ((GREEN, "I was in reactor."), "tr_alibi"),
    ((GREEN, "I saw Blue in admin."), "tr_seen_same"),
    ((GREEN, "I saw Pink in storage."), "tr_seen_scene"),
    ((GREEN, "I saw Pink in reactor."), "tr_seen"),
    ((GREEN, "So Teal is dead."), "tr_empty"),
    ((LIME, "I found Teal in storage."), "tr_find"),
    ((ME, "I suspect Blue."), "tr_mine"),
]


@pytest.mark.parametrize(("word", "intent"), HEARD)
def test_a_crewmate_thinks_of_what_was_just_said(word: tuple[int, str], intent: str, intents: list[str]) -> None:
    text = reaction(mind_of(before=IN_ADMIN, said=(word,)))
    assert intents == [intent]
    needed = [
        slot for slot in ("b", "room") if all(slot in p.slots for ps in patterns_by_temper(intent).values() for p in ps)
    ]
    assert "b" not in needed or NAMES[word[0]] in text


@pytest.mark.parametrize("number", range(12))
def test_who_accuses_me_is_named_in_my_thought(number: int) -> None:
    words = tuple((BLUE, "I suspect Red.") for _ in range(number + 1))
    assert "Blue" in reaction(mind_of(said=words))


def test_an_alibi_against_my_own_eyes_is_noticed_with_both_rooms() -> None:
    seen = (walk(BLUE, "admin"),)
    text = reaction(mind_of(before=(walk(ME, "admin"), *seen), said=((BLUE, "I was in reactor."),)))
    assert "Blue" in text
    assert "admin" in text


def test_silence_and_the_beginning_are_thought_of_too(intents: list[str]) -> None:
    mind = mind_of(before=(walk(TEAL, "electrical"),))
    reaction(mind)
    learn(mind, e.NobodySpoke(0))
    reaction(mind)
    assert intents == ["tr_dead_seen", "tr_silence"]


IMPOSTOR_HEARD = [
    ((BLUE, "I suspect Red."), "ti_me"),
    ((BLUE, "I saw Red kill Teal in storage."), "ti_me_grave"),
    ((BLUE, "I trust Red."), "ti_me_for"),
    ((PINK, "I suspect Red."), "ti_mate_feints"),
    ((PINK, "I suspect Blue."), "ti_mate_works"),
    ((PINK, "I was in admin."), "ti_mate_speaks"),
    ((BLUE, "I suspect Pink."), "ti_mate_named"),
    ((BLUE, "I saw Pink in admin."), "ti_mate_seen"),
    ((BLUE, "I trust Pink."), "ti_mate_cleared"),
    ((BLUE, "I suspect Green."), "ti_gift"),
    ((BLUE, "I trust Green."), "ti_cleared"),
    ((BLUE, "I was in admin."), "ti_alibi"),
    ((BLUE, "I was in storage."), "ti_alibi_scene"),
    ((BLUE, "So Teal is dead."), "ti_empty"),
]


@pytest.mark.parametrize(("word", "intent"), IMPOSTOR_HEARD)
def test_an_impostor_weighs_what_it_hears(word: tuple[int, str], intent: str, intents: list[str]) -> None:
    reaction(mind_of("impostors", said=(word,)))
    assert intents == [intent]


def test_an_impostor_minds_its_lie(intents: list[str]) -> None:
    said = ((ME, "I was in reactor."), (BLUE, "I was in reactor."))
    assert "Blue" in reaction(mind_of("impostors", before=(walk(ME, "admin"),), said=said))
    assert intents == ["ti_alibi_clash"]
    truth = mind_of("impostors", before=(walk(ME, "reactor"),), said=said)
    assert Thinking(truth, Dice("thought"))._lie() is None
    lie = mind_of("impostors", before=(walk(ME, "admin"),), said=said)
    assert Thinking(lie, Dice("thought"))._lie() == "reactor"


@pytest.mark.parametrize(
    ("since", "intent"),
    [
        ((), "h_hunt_prey"),
        (tuple(e.Ticked(tick) for tick in range(2, 9)), "h_hunt"),
        ((e.Killed(GREEN, PINK, "reactor"),), "h_hunt"),
        ((e.Seen(ME, "reactor", (), (GREEN,), *[None] * 7), walk(ME, "storage")), "h_hunt"),
    ],
)
def test_only_who_may_be_there_alive_is_hunted_by_name(
    since: tuple[e.Event, ...], intent: str, intents: list[str]
) -> None:
    mind = mind_of("impostors")
    for event in (e.PhaseBegan("shift", 2), e.Ticked(1), walk(ME, "storage"), walk(GREEN, "reactor"), *since):
        learn(mind, event)
    Thinking(mind, Dice("hunt")).of_plan(Plan(["move reactor"], "h_hunt", None, "reactor"))
    assert intents == [intent]


def test_a_word_that_turns_me_is_owned_up_to(intents: list[str]) -> None:
    seen = (walk(ME, "admin"), walk(BLUE, "admin"))
    mind = mind_of(before=seen, said=((GREEN, "I suspect Black."), (LIME, "I saw Pink kill Teal in storage.")))
    cases = cases_of(mind)
    chances = chances_from(mind, cases, mind.others)
    text = Thinking(mind, Dice("thought"))._swayed(cases, chances)
    assert text is not None
    assert intents == ["tm_moved"]
    assert "Pink" in text
    assert "Black" in text


# --- whole games -----------------------------------------------------------------------------------------------------


@cache
def played(seats: int, number: int) -> Moderator:
    """A game between the house's characters."""
    rules, seed = ruleset_named("glass-box"), f"thoughts aboard/{number}"
    options = rules.options_from({}, seats)
    places = Dice(seed, "seating").shuffled(range(len(ROSTER)))
    players = [player_named("house", place) for place in places[:seats]]
    return play_out(Moderator(rules, options, rules.deal(seed, seats, options), seed), players)


def masked(moderator: Moderator, text: str) -> str:
    names = "|".join(moderator.deal.aliases)
    return re.sub(r"\d+", "0", re.sub(rf"\b({names})\b", "X", text))


def test_a_thought_hardly_ever_comes_twice() -> None:
    total = again = others = 0
    for seats, number in product(SIZES, GAMES):
        mine: set[tuple[int, str]] = set()
        anybodys: set[str] = set()
        for answer in played(seats, number).journal:
            text = masked(played(seats, number), answer.thought)
            total += 1
            again += (answer.seat, text) in mine
            others += (answer.seat, text) not in mine and text in anybodys
            mine.add((answer.seat, text))
            anybodys.add(text)
    assert again <= OFTEN * total
    assert others <= OTHERS * total


def test_thoughts_in_a_meeting_name_who_spoke_last() -> None:
    heard = named = 0
    for seats, number in product(SIZES, GAMES):
        moderator = played(seats, number)
        names = moderator.deal.aliases
        spoke = {entry.poll: entry.event for entry in moderator.ledger if isinstance(entry.event, e.Spoke)}
        for answer in moderator.journal:
            last = spoke.get(answer.poll - 1)
            if answer.kind == "bid" and last is not None and last.seat != answer.seat:
                heard += 1
                named += names[last.seat] in answer.thought
    assert heard > 500
    assert named > 0.5 * heard


CERTAIN = {
    **dict.fromkeys(
        ("tm_sure_kill", "tm_sure_vent", "w_press", "w_run", "tr_grave_saw", "ti_out_partner"), "impostors"
    ),
    **dict.fromkeys(("tm_partner", "tm_vote_partner", "ti_mate_named", "ti_mate_seen", "ti_mate_cleared"), "impostors"),
    **dict.fromkeys(("tr_grave_known", "tr_sus_known", "tr_for_known", "h_kill", "h_wait", "h_hunt_prey"), "crew"),
    **dict.fromkeys(("ti_gift", "ti_cleared", "ti_mate_works", "ti_out_crew", "tm_frame", "tm_keep_goat"), "crew"),
}


def test_what_is_thought_for_certain_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[tuple[str, Mind, int | None]] = []
    put = Thinking._put

    def noting(thinking: Thinking, turn: int, intent: str, a: int | None, *rest: Any) -> str:
        thoughts.append((intent, thinking.mind, a))
        return put(thinking, turn, intent, a, *rest)

    monkeypatch.setattr(Thinking, "_put", noting)
    for seats, number in product(SIZES, GAMES):
        thoughts.clear()
        roles = played.__wrapped__(seats, number).deal.roles
        sure = [(intent, roles[a].team) for intent, _, a in thoughts if intent in CERTAIN and a is not None]
        assert len(sure) > 3
        assert [(intent, team) for intent, team in sure if team != CERTAIN[intent]] == []
        sides = {"h_": "impostors", "ti": "impostors", "tr": "crew", "w_": "crew"}
        own = [(intent, roles[mind.me].team) for intent, mind, _ in thoughts if intent[:2] in sides]
        assert [(intent, team) for intent, team in own if team != sides[intent[:2]]] == []


def test_every_slot_of_the_table_is_filled_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: set[tuple[str, str]] = set()
    muse: Callable[..., Pattern | None] = Tongue.muse

    def checking(tongue: Tongue, intent: str, slots: frozenset[str], turn: int) -> Pattern | None:
        lacking.update((intent, slot) for slot in GIVEN[intent].split() if slot not in slots)
        return muse(tongue, intent, slots, turn)

    monkeypatch.setattr(Tongue, "muse", checking)
    for seats, number in product(SIZES, GAMES):
        played.__wrapped__(seats, number)
    assert lacking == set()
