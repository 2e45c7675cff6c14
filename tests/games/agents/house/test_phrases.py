"""What the house says, the house hears: every pattern means to a listener what it means to the speaker."""

from collections.abc import Iterator
from itertools import product

import pytest

from games.agents.house.hearing.speeches import Heard, hear, shapes_of
from games.agents.house.speaking.book import every_sentence
from games.agents.house.speaking.claimed import filled
from games.agents.house.speaking.wording import Pattern, every_pattern
from games.engine.disclosing import CLAIMED, LONGEST_VALUE
from personas.sheet import ROSTER
from tests.games.agents.house.scenes import aboard

# What is said aboard the ship has ears of its own, and tests: ship/test_phrases_of_the_ship.py.
INTENTS = [intent for intent in every_sentence() if intent not in aboard()]
NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda")
SPEAKER, A, B, C = 0, 1, 2, 3
SLOTS = {
    "a": NAMES[A],
    "b": NAMES[B],
    "c": NAMES[C],
    "r": "a villager",
    "r2": "the doctor",
    "rs": "villagers",
    "role": "doctor",
    "when": "yesterday",
    "when_cap": "Yesterday",
    "n": "four",
    "n_cap": "Four",
    "q": "Nobody has convinced me yet.",
    "image": "like a gull above a fish cart",
    "noun": "teapot",
    "later": "",
    "spoke": "",
    "alone": "",
    "a_open": "",
    "b_open": "",
    "said": "",
    "ahead": "",
    "opened": "",
    "pair": "",
    "crowd": "",
    "so": "",
    "a_heard": "",
    "b_heard": "",
    "named": "",
    "unnamed": "",
    "p": "40",
    "because": "Too quiet.",
    "pretext": "Too quiet.",
    "why": "It leaves no trace.",
    "m": "Edda",
}


def spellings(pattern: Pattern) -> Iterator[str]:
    """Every sentence that a pattern can make."""
    for choice in product(*[(part,) if isinstance(part, str) else part for part in pattern.parts]):
        text = "".join(choice)
        for slot in pattern.slots:
            text = text.replace("{" + slot + "}", SLOTS[slot])
        yield text[:1].upper() + text[1:]


def everything(intent: str) -> Iterator[str]:
    for patterns in every_pattern(intent).values():
        for pattern in patterns:
            yield from spellings(pattern)


def heard(text: str) -> Heard:
    return hear(text, NAMES, SPEAKER)


def stance(text: str, about: int) -> float:
    return next((value for whom, value, _ in heard(text).stances if whom == about), 0.0)


def acts(text: str) -> set[str]:
    return {remark.act for remark in heard(text).remarks}


AGAINST_A = ("verdict", "verdict_mild", "still", "switch", "agree", "answer", "follow_result", "deny_last")
AGAINST_A += ("defence_rival", "defence_suspect", "last_suspect")
FOR_A = ("trust", "disagree", "pledge", "last_trust")
AGAINST_B = ("doubt_claim", "doubt_result", "deny_result")
FOR_B = ("believe_claim", "retract")
NOMINATIONS = ("nominate_call", "nominate_hear", "nominate_rather", "nominate_join", "nominate_break")
VOTES = ("vote_call", "vote_join", "vote_break", "vote_unite", *NOMINATIONS)
CLAIMS = {
    "claim_sheriff": "sheriff",
    "claim_doctor": "doctor",
    "claim_vigilante": "vigilante",
    "claim_villager": "villager",
    "counter_sheriff": "sheriff",
    "counter_doctor": "doctor",
    "counter_vigilante": "vigilante",
}
DEEDS = {"guarded": "guard", "guarded_quiet": "guard", "shot_mafia": "shot", "shot_town": "shot"}
ABOUT_THE_DEAD = tuple(
    intent for intent in INTENTS if intent.startswith(("night_", "hanged_", "own_mistake", "no_lynch"))
)
QUESTIONS = ("ask", "ask_why_vote", "ask_reason")
NEUTRAL = ("start", "stakes", "idle", "vote_none", *QUESTIONS, "answer_none", "thanks", "shot_none")
WITHOUT_STANCE = (
    *("deny", "deny_turn", "deny_record", "deny_vote", "deny_crowd", "mirror", "unconvinced", "torn_claims"),
    *("against_crowd", "uneasy_company", "fret", "waver"),
)
NEUTRAL += (
    *("nominate_none", "nominate_self", "defence_open", "defence_nobody", "defence_close", "last_words", "last_bye"),
)


def failing(intents, wrong):
    return [f"{intent}: {text}" for intent in intents for text in everything(intent) if wrong(text)]


def test_a_verdict_is_heard_as_an_accusation_of_nobody_else():
    assert failing(AGAINST_A, lambda text: stance(text, A) < 0.25 or stance(text, B) > 0.2) == []
    assert failing(AGAINST_A, lambda text: acts(text) & {"claim", "result", "guard", "shot"}) == []


def test_a_kind_word_is_heard_as_one_and_blames_nobody():
    assert failing(FOR_A, lambda text: stance(text, A) > -0.3 or stance(text, B) > 0.2) == []
    assert failing(FOR_B, lambda text: stance(text, B) > -0.3 or stance(text, A) > 0.2) == []


def test_doubt_of_a_claim_is_heard_as_doubt_of_its_author():
    assert failing(AGAINST_B, lambda text: stance(text, B) < 0.25 or stance(text, A) > 0.2) == []


def test_a_vote_announced_is_heard_with_its_name():
    assert failing(VOTES, lambda text: heard(text).vote != A or stance(text, B) > 0.2) == []
    others = [
        intent
        for intent in INTENTS
        if intent not in VOTES and not intent.startswith(("th_", "n_", "x_", "plot", "why"))
    ]
    assert failing(others, lambda text: heard(text).vote is not None) == []


@pytest.mark.parametrize("intent", CLAIMS)
def test_a_claim_is_heard_with_its_role(intent):
    wanted = CLAIMS[intent]
    for text in everything(intent):
        assert [r.role for r in heard(text).remarks if r.act == "claim"] == [wanted], text
        assert (stance(text, B) > 0.2) == intent.startswith("counter"), text


def test_only_claims_are_heard_as_claims():
    others = [
        intent
        for intent in INTENTS
        if intent not in CLAIMS and not intent.startswith(("th_", "n_", "x_", "g_claims_mine"))
    ]
    assert failing(others, lambda text: "claim" in acts(text)) == []


def test_results_are_heard_with_whom_they_are_about():
    for intent, role in (("result_guilty", "mafia"), ("result_clear", "town")):
        for text in everything(intent):
            results = {(r.about, r.role) for r in heard(text).remarks if r.act == "result"}
            assert results == {(A, role)}, text


def test_only_results_are_heard_as_results():
    others = [
        intent for intent in INTENTS if not intent.startswith(("result_", "th_", "n_", "x_", "g_own", "g_claims"))
    ]
    assert failing(others, lambda text: "result" in acts(text)) == []


def test_deeds_of_the_night_are_heard_with_whom_they_were_done_to():
    for intent, act in DEEDS.items():
        for text in everything(intent):
            assert [r.about for r in heard(text).remarks if r.act == act] == [A], text
    others = [intent for intent in INTENTS if intent not in DEEDS and not intent.startswith(("th_", "n_", "x_"))]
    assert failing(others, lambda text: acts(text) & {"guard", "shot"}) == []


def test_a_question_is_heard_by_whom_it_is_asked_of():
    assert failing(QUESTIONS, lambda text: [r.about for r in heard(text).remarks if r.act == "ask"] != [A]) == []


def test_whoever_named_me_hears_that_i_ask_why():
    assert failing(["defence_ask"], lambda text: [r.about for r in heard(text).remarks if r.act == "ask"] != [B]) == []


def test_neutral_words_take_no_side():
    assert failing(NEUTRAL, lambda text: any(abs(value) > 0.2 for _, value, _ in heard(text).stances)) == []


def test_defending_oneself_accuses_nobody():
    def wrong(text):
        return any(abs(value) > 0.2 for about, value, _ in heard(text).stances if about != C)

    assert failing(WITHOUT_STANCE, wrong) == []


def test_news_of_the_dead_says_nothing_of_the_living():
    def wrong(text):
        dead = {B, C}
        return acts(text) & {"ask", "claim", "result"} or any(about not in dead for about, _, _ in heard(text).stances)

    assert failing(ABOUT_THE_DEAD, wrong) == []


def test_a_reason_never_speaks_for_whom_it_is_told_against():
    reasons = [intent for intent in INTENTS if intent.startswith("g_")]
    assert failing(reasons, lambda text: stance(text, A) < 0) == []


def test_a_reason_blames_no_living_witness():
    """{b} of these is alive and on the speaker's side, or no part of the matter."""
    alive = ("g_accused_by", "g_result", "g_turncoat", "g_echo", "g_unanswered", "g_broke_word")
    assert failing(alive, lambda text: stance(text, B) > 0.2) == []


# --- the characters' own material ---


def own_lines(*intents):
    return [
        line.replace("{name}", NAMES[A])
        for sheet in ROSTER
        for intent in intents
        for line in sheet.voice.lines_for(intent)
    ]


def test_the_characters_own_lines_never_say_the_opposite():
    assert [line for line in own_lines("accuse", "doubt", "vote") if stance(line, A) < 0] == []
    assert [line for line in own_lines("trust") if stance(line, A) > 0] == []
    assert [line for line in own_lines("deny", "ask") if abs(stance(line, A)) > 0.4] == []


def test_the_characters_own_lines_claim_nothing():
    lines = own_lines("accuse", "doubt", "trust", "deny", "mourn", "triumph", "vote", "ask", "greet", "idle", "dawn")
    phrases = [phrase for sheet in ROSTER for phrase in sheet.voice.signature_phrases]
    assert [line for line in lines + phrases if acts(line) & {"claim", "result", "guard", "shot"}] == []
    assert [phrase for phrase in phrases if heard(phrase).stances] == []


def test_the_characters_openings_and_endings_change_no_meaning():
    wrong = []
    for sheet in ROSTER:
        voice = sheet.voice
        texts = [f"{lead} I suspect Bruno." for lead in voice.leads] + [
            f"I suspect Bruno, {tag}." for tag in voice.tags
        ]
        wrong += [text for text in texts if stance(text, A) < 0.9 or acts(text) - {"accuse"}]
        texts = [f"{lead} I trust Bruno." for lead in voice.leads] + [f"I trust Bruno, {tag}." for tag in voice.tags]
        wrong += [text for text in texts if stance(text, A) > -0.9 or acts(text) - {"defend"}]
    assert wrong == []


# --- what sentences say is so ---

WRITTEN = {**SLOTS, "room": "medbay", "task": "submit scan"}


def claiming(intents):
    told = [each for intent in intents for pool in every_sentence()[intent].values() for each in pool]
    return [(sentence, claim) for sentence in told for claim in sentence.claims or ()]


def test_every_claim_that_is_written_can_be_filed():
    told = claiming(every_sentence())
    assert len(told) > 900
    for sentence, claim in told:
        kind, about, value = filled(claim, WRITTEN, "Anika")
        assert (kind in CLAIMED, about in NAMES, len(value) <= LONGEST_VALUE) == (True, True, True), sentence.text


def test_what_is_heard_as_a_claim_is_written_as_one():
    """The ear hears less than sentences say, and nothing that they do not say."""
    heard_as = {
        "claim": {"role"},
        "result": {"result"},
        "guard": {"deed"},
        "shot": {"deed"},
        "deny": {"innocence", "role"},
    }
    public = [intent for intent in INTENTS if not intent.startswith(("th_", "n_", "x_", "plan", "m_"))]
    wrong = []
    for intent in public:
        for patterns in every_pattern(intent).values():
            for pattern in patterns:
                kinds = {claim.kind for claim in pattern.sentence.claims or ()}
                for text in spellings(pattern):
                    wrong += [text for act in acts(text) if act in heard_as and kinds.isdisjoint(heard_as[act])]
    assert wrong == []


def test_nobody_claims_what_is_only_thought():
    assert (
        claiming([intent for intent in INTENTS if intent.startswith(("th_", "mh_", "n_", "x_", "plot", "plan"))]) == []
    )


# --- the stock ---


def test_every_slot_of_every_pattern_is_known():
    told = [each for intent in INTENTS for every in every_sentence()[intent].values() for each in every]
    assert {slot for sentence in told for slot in sentence.slots} <= set(SLOTS)


def test_sentences_end_and_begin_like_sentences():
    for intent in INTENTS:
        for text in everything(intent):
            assert text[0].isupper() or text[0] == "\u201c", text
            assert text[-1] in ".?!" or text.endswith(("\u201d", NAMES[A])), text
            assert not [mark for mark in ("  ", " ,", "{", "[") if mark in text], text


@pytest.mark.parametrize("intent", ["verdict", "vote_call", "still", "verdict_mild", "deny", "ask"])
def test_what_is_said_most_can_be_said_in_many_ways(intent):
    """With twelve characters' own openings and endings besides."""
    plain = set(everything(intent))
    dressed = sum(len(sheet.voice.leads) + len(sheet.voice.tags) for sheet in ROSTER)
    assert len(plain) >= 15
    assert len(plain) * (1 + dressed) >= 1_000


def test_no_two_patterns_are_the_same_but_for_names():
    told = [
        text for intent in INTENTS if not intent.startswith(("th_", "n_", "x_")) for text in set(everything(intent))
    ]
    keys = [tuple(sorted(map(str, shapes_of(text, NAMES)))) for text in told]
    assert len(keys) == len(set(keys))
