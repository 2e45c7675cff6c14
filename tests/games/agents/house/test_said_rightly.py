"""What the house says is English, and is so: held over the whole stock where a rule can be, else over whole games."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from games.agents.house import House
from games.agents.house.deciding.judgement import Aim, aim, left_over
from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.suspicion import Ground
from games.agents.house.ship.judging import cases_of
from games.agents.house.ship.learning import learn as learn_aboard
from games.agents.house.ship.meeting import ALIBIS, _words
from games.agents.house.ship.memory import Mind as Aboard
from games.agents.house.ship.talking import things_to_say
from games.agents.house.speaking.answering import react_to_accusation, respond
from games.agents.house.speaking.arguing import make_case
from games.agents.house.speaking.asides import KINDS, SPOKEN, asides, every_spelling
from games.agents.house.speaking.book import CHOICE, SLOT, Sentence, every_sentence
from games.agents.house.speaking.delivering import delivered
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import (
    Tongue,
    clauses_in,
    going_on,
    is_of_words,
    patterns_by_temper,
)
from games.agents.offline import play_out
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.events import speaker, speech_field
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.engine.table import Entry
from personas.sheet import ROSTER, Sheet

RULES = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
SHEETS = {sheet.slug: sheet for sheet in ROSTER}
NAMES = ("Lumi Järvi", "Bruno", "Celia", "Dario", "Edda")
ME, BRUNO, CELIA, DARIO, EDDA = range(5)


def spelled(sentence: Sentence) -> Iterator[str]:
    """All that a sentence can be, its placeholders left open."""
    pieces = CHOICE.split(sentence.text)
    for chosen in product(*[each.split("|") if n % 2 else (each,) for n, each in enumerate(pieces)]):
        yield "".join(chosen)


@cache
def stock() -> tuple[str, ...]:
    """All that the house can say and think, and what its characters add."""
    found = [
        text
        for pools in every_sentence().values()
        for pool in pools.values()
        for each in pool
        for text in spelled(each)
    ]
    found += [text for pools in asides().values() for pool in pools.values() for each in pool for text in spelled(each)]
    for sheet in ROSTER:
        found += [*sheet.voice.leads, *sheet.voice.signature_phrases]
        found += [f", {tag}." for tag in sheet.voice.tags]
        found += [line for intent in LINES for line in sheet.voice.lines_for(intent)]
    return tuple(found)


LINES = ("accuse", "doubt", "trust", "deny", "mourn", "triumph", "vote", "ask", "greet", "idle", "dawn")


@cache
def game(slug: str, number: int = 0) -> Moderator:
    """A game between characters of the whole roster, under their own names."""
    rules = ruleset_named(slug)
    cast = Dice("said rightly", slug, number).shuffled(ROSTER)[: rules.default_seats]
    options = rules.options_from({"names": "persona"}, rules.default_seats)
    deal = rules.deal(f"rightly/{slug}/{number}", rules.default_seats, options, [sheet.name for sheet in cast])
    moderator = Moderator(rules, options, deal, f"rightly/{number}")
    return play_out(moderator, [House(sheet, outing=number) for sheet in cast])


GAMES = [(slug, number) for slug in RULES for number in range(4)]
EVERY_GAME = pytest.mark.parametrize(("slug", "number"), GAMES)


def speeches(moderator: Moderator) -> Iterator[tuple[int, str, str]]:
    """Who said what in public, and in which phase."""
    for entry in moderator.ledger:
        if entry.is_public and speech_field(type(entry.event)):
            seat = speaker(entry.event)
            if seat is not None and entry.event.data()["words"]:
                yield seat, entry.event.data()["words"], entry.phase


# --- English ---

NOT_ENGLISH = {
    "what comes easily does not cost so": r"\bcosts? easily\b",
    "too much for something, not than it": r"\btoo \w+ than (?:that|it|this)\b",
    "nobody is wrong easily": r"\bwrong so easily\b",
    "no 'and' joins a condition to what follows from it": r"^If you ask [^,]*\band I\b",
    "somebody looks and somebody looked": r"\bI look at [^.]*\bwas said\b",
    "who says that one is slow in speaking": r"\bno door, I am saying slowly\b",
    "heads hung": r"\bhanged (?:their|his|her|my|our) heads?\b",
    "somebody turns out to be": r"\bturns out \{r",
    "a preposition that reads as an order": r"(?:^|, )pace\b",
    "who stays is not who goes": r"\bthe rest is up to the rest\b",
    "well and as it was": r"\bout of \{b\} well\b",
    "little is not some": r"\bsaid little, and (?:none|all) of them\b",
    "so early an hour": r"\bfor so early\.",
    "what is told well is not simple for that": r"\bwell, and simple is\b",
    "how it comes that it is so": r"\bHow is it always\b",
    "somebody is chosen of all the people, and a chair of all the chairs": r"\bpeople here, \{a\} chose mine\b",
}


@pytest.mark.parametrize("fault", NOT_ENGLISH)
def test_nothing_in_the_stock_is_broken_english(fault: str) -> None:
    wrong = re.compile(NOT_ENGLISH[fault])
    assert [text for text in stock() if wrong.search(SLOT.sub(lambda found: found[0], text))] == []


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Lumi Järvi has been too quiet.", "Lumi Järvi has been too quiet."),
        ("Lumi Järvi's story has a hole.", "Lumi Järvi's story has a hole."),
        ("Lumi Järvi, you are wrong.", "Lumi Järvi, you are wrong."),
        ("O2 is where I was.", "O2 is where I was."),
        ("I'm for it.", "I'm for it."),
        ("It may be.", "it may be."),
        ("Brunossi is no name here.", "brunossi is no name here."),
    ],
)
def test_a_sentence_goes_on_with_a_small_letter_but_a_name_keeps_its_capital(sentence: str, said: str) -> None:
    assert going_on(sentence, NAMES) == said


def test_behind_a_lead_a_name_keeps_its_capital_in_drafts_too() -> None:
    sheet = SHEETS["tamsin_reed"]
    dressed = {
        Tongue(sheet, NAMES, set(), Dice("dressed", draw)).dressed("Lumi Järvi has been too quiet for my taste.")
        for draw in range(40)
    }
    assert len(dressed) > 5
    assert all("Lumi Järvi" in each for each in dressed)


@EVERY_GAME
def test_names_keep_their_capital_wherever_they_are_said_or_thought(slug: str, number: int) -> None:
    moderator = game(slug, number)
    told = [words for _, words, _ in speeches(moderator)] + [answer.thought for answer in moderator.journal]
    wrong = re.compile("|".join(rf"\b{re.escape(name[:1].lower() + name[1:])}\b" for name in moderator.deal.aliases))
    assert [each for each in told if wrong.search(each)] == []


@pytest.mark.parametrize("draw", range(12))
@pytest.mark.parametrize(("caller", "first"), [(CELIA, "m_deny"), (ME, "m_found")])
def test_nobody_says_twice_in_one_speech_where_they_were(caller: int, first: str, draw: int) -> None:
    """Not even who owes it for more than one reason: they are accused, or have found somebody."""
    mind = Aboard(SHEETS["professor_quill"], ME)
    begun = (e.Seated(NAMES), e.Dealt(ME, "crewmate", "crew"), e.PhaseBegan("shift", 1), e.Ticked(1))
    called = (e.Walked(ME, "cafeteria", "storage"), e.PhaseBegan("meeting", 1), e.Called(caller, EDDA, "storage"))
    accused = (e.Spoke(BRUNO, f"I suspect {NAMES[ME]}.", None, 0),) if first == "m_deny" else ()
    for event in (*begun, *called, e.Missed(EDDA), *accused):
        learn_aboard(mind, event)
    assert mind.temper.length >= 3.1, "there is room for more than an answer"
    items = things_to_say(mind, cases_of(mind), {})
    assert items[0].intent == first
    assert {"m_alibi"} == {each.intent for item in items for each in (item, *item.follow)} & set(ALIBIS)

    dice = Dice("where I was", draw)
    told = _words(mind, items, Tongue(mind.sheet, NAMES, set(), dice), dice)[1]

    places = [claim for each in told if each.sentence for claim in each.sentence.claims or () if claim.kind == "place"]
    assert len([claim for claim in places if claim.about == "me"]) <= 1
    assert len(told) > 1


def test_nobody_slows_the_talk_about_whom_the_same_speech_is_after() -> None:
    """Not even where it is a partner who spoke against them."""
    mind = Mind(ROSTER[0].with_temper("contrarian"), ME)
    dealt = (e.Seated(NAMES), e.Dealt(ME, "mafioso", "mafia"), e.Partners("mafia", (ME, CELIA)))
    said = (e.PhaseBegan("day", 1), e.Said(CELIA, "I suspect Bruno."), e.Said(DARIO, "I suspect Bruno."))
    for seq, event in enumerate((*dealt, *said)):
        learn(mind, Entry(seq, 1, "day", event, "everyone", 0))
    for draw in range(60):
        dice = Dice("slow", draw)
        talk = Talk(mind, Tongue(mind.sheet, NAMES, set(), dice), dice, Aim(BRUNO, DARIO, 0.5))
        assert not react_to_accusation(talk, CELIA, BRUNO)
        assert talk.sentences == []


@pytest.mark.parametrize("intent", ["g_accused_by", "verdict", "unconvinced"])
def test_no_speech_has_one_sentence_in_two_spellings(intent: str) -> None:
    slots = ({"a": "Bruno", "b": "Celia"}, {"a": "Dario", "b": "Edda"})
    for draw in range(150):
        tongue = Tongue(ROSTER[draw % len(ROSTER)], NAMES, set(), Dice("drafts", draw), outing=draw)
        drafts = [tongue.say(intent, each) for each in slots]
        delivered(tongue, [draft for draft in drafts if draft is not None], ME, Dice("said", draw))
        told = [each.sentence for each in tongue.told]
        assert len(set(told)) == len(told) > 0


# --- who has spoken ---

HE_SPOKE = re.compile(
    r"\{he\} (?:says?|said|talks?|told|spoke|speaks|argued|laughed|even laughed|lets)\b"
    r"|\{his\} (?:voice|pauses|last sentence|sentences)\b"
    r"|\bargued back\b|\bthe last thing \{he\}|\bfinish our argument\b|\blistened\] to \{him\}"
)
ALWAYS_SPOKEN = ("thankful", "doubting")  # what somebody has just said goes before these


def test_what_is_added_of_somebodys_words_is_added_once_they_have_spoken() -> None:
    """And no other draws on them: the stock is held against a list of words for it."""
    found = [
        (kind, each.text)
        for kind, pools in asides().items()
        if kind not in ALWAYS_SPOKEN
        for pool in pools.values()
        for each in pool
        if HE_SPOKE.search(each.text) and SPOKEN not in each.slots
    ]
    assert found == []
    assert sum(SPOKEN in each.slots for pools in asides().values() for pool in pools.values() for each in pool) > 20


def of_words(kind: str) -> set[str]:
    """The asides of a kind that are of somebody's words, as they are spelled of him."""
    return {
        text
        for pool in asides()[kind].values()
        for each in pool
        if SPOKEN in each.slots
        for text in every_spelling(each)
    }


@pytest.mark.parametrize("kind", [kind for kind in ("dead", "against", "kind") if KINDS[kind][0]])
def test_nothing_is_added_of_the_words_of_who_has_not_spoken(kind: str) -> None:
    intent, slot = {"dead": ("night_town_first", "b"), "against": ("verdict", "a"), "kind": ("trust", "a")}[kind]
    slots = {slot: "Bruno", "r": "the doctor"}
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for has_spoken, found in said.items():
        for draw in range(400):
            sheet = ROSTER[draw % len(ROSTER)]
            tongue = Tongue(sheet, NAMES, set(), Dice("drafts", draw), outing=draw)
            tongue.heard_of = frozenset({"Bruno"} if has_spoken else ())
            draft = tongue.say(intent, slots)
            assert draft is not None
            words = delivered(tongue, [draft], ME, Dice("said", draw))
            found |= {text for text in of_words(kind) if text in words}
    assert said[False] == set()
    assert len(said[True]) > 3


@pytest.mark.parametrize("intent", ["night_silent", "night_mafia", "g_gut", "verdict"])
def test_a_sentence_of_somebodys_words_is_for_those_who_have_spoken(intent: str) -> None:
    spoke = re.compile(r"\{(\w)\} (?:said|speaks|spoke)\b|word of \{(\w)\}|more \{(\w)\} sounds|\{(\w)\} speaks")
    found = [
        each
        for pool in every_sentence()[intent].values()
        for each in pool
        if spoke.search(SLOT.sub(lambda m: m[0], each.text))
    ]
    assert found
    assert [each.text for each in found if not any(slot.endswith("_heard") for slot in each.slots)] == []


@pytest.mark.parametrize(
    "line",
    [
        "{name}, you sound like somebody reading another person's letter.",
        "{name} goes flat each time it matters.",
        "I've heard the same wrong note from {name} twice now.",
        "I keep hearing the prompter whenever {name} speaks.",
        "{name} said because and then just stopped.",
        "{name} had a true voice.",
        "Why did you say that, {name}?",
        "{name}, what you said and what you did have stopped living in the same house.",
    ],
)
def test_a_line_of_how_somebody_sounds_is_told_from_others(line: str) -> None:
    assert line in {each for sheet in ROSTER for intent in LINES for each in sheet.voice.lines_for(intent)}
    assert is_of_words(line)
    assert not is_of_words("Delete {name}, and the paragraph makes sense.")


@pytest.mark.parametrize("sheet", ROSTER, ids=lambda sheet: sheet.slug)
def test_of_who_has_not_spoken_no_character_says_how_they_sound(sheet: Sheet) -> None:
    tongue = Tongue(sheet, NAMES, set(), Dice("lines"))
    for intent in LINES:
        unheard = tongue.lines_of(intent, "Bruno")
        assert not any(is_of_words(line.replace("Bruno", "{name}")) for line in unheard)
    assert all(tongue.lines_of(intent, "Bruno") for intent in ("accuse", "doubt", "trust", "mourn"))
    tongue.heard_of = frozenset({"Bruno"})
    assert len(tongue.lines_of("accuse", "Bruno")) == len(sheet.voice.lines_for("accuse"))


@EVERY_GAME
def test_who_speaks_first_speaks_of_nobodys_words(slug: str, number: int) -> None:
    """In whole games: before anybody has been heard nothing is said of how somebody sounds."""
    moderator = game(slug, number)
    seat, words, _ = next(speeches(moderator))
    texts = {text for kind in asides() for text in of_words(kind)}
    assert [text for text in texts if text in words] == []
    for name in moderator.deal.aliases:
        assert not any(is_of_words(each) for each in clauses_in(words.replace(name, "{name}")) if "{name}" in each), (
            seat
        )


# --- against somebody, and against nobody ---


def test_who_has_named_somebody_does_not_say_that_they_name_nobody() -> None:
    said: dict[str, set[str]] = {"named": set(), "unnamed": set()}
    for sheet in ROSTER:
        for draw in range(6):
            for stance, found in said.items():
                mind = Mind(sheet, ME)
                learn(mind, Entry(0, 1, "day", e.Seated(NAMES), "everyone", 0))
                talk = Talk(
                    mind, Tongue(sheet, NAMES, set(), Dice("tongue", draw)), Dice("talk", draw), aim(mind, Dice("aim"))
                )
                if stance == "named":
                    talk.add("verdict", talk.slots(BRUNO))
                assert stance in talk.stance
                talk.add("vote_none", talk.slots() | talk.stance)
                found.add(talk.sentences[-1])
    assert said["named"] & {"I won't hang anybody on a feeling, so today I name nobody."} == set()
    assert "I won't hang anybody on a feeling, so today I name nobody." in said["unnamed"]


def test_whoever_names_nobody_says_so_only_where_nobody_was_named() -> None:
    nobody = re.compile(
        r"\bname nobody\b|\bno name yet\b|\bnothing against anybody\b|\bI have none yet\b|\bno name from me\b", re.I
    )
    for intent in ("vote_none", "nominate_none"):
        texts = [each for pool in every_sentence()[intent].values() for each in pool if nobody.search(each.text)]
        assert texts
        assert [each.text for each in texts if "unnamed" not in each.slots] == []


# --- who was first, and who is thanked ---


def heard_by_me(*said: e.Event) -> Mind:
    """What I have of a first day on which this was said; I am a villager."""
    mind = Mind(ROSTER[0], ME)
    before = (e.Seated(NAMES), e.Dealt(ME, "villager", "town"), e.PhaseBegan("day", 1))
    for seq, event in enumerate((*before, *said)):
        learn(mind, Entry(seq, 1, "day", event, "everyone", 0))
    return mind


def test_who_spoke_against_somebody_first_is_not_told_of_as_one_who_followed() -> None:
    mine, theirs = e.Said(ME, "I suspect Celia."), e.Said(BRUNO, "I suspect Celia.")
    for is_ahead, said in ((False, (mine, theirs)), (True, (theirs, mine)), (True, (theirs,))):
        mind = heard_by_me(*said)
        talk = Talk(mind, Tongue(mind.sheet, NAMES, set(), Dice("t")), Dice("d"), Aim(CELIA, DARIO, 0.5))
        ground = Ground("accused_by", 1.0, 1, BRUNO)
        assert ("ahead" in talk.of_ground(CELIA, ground)) is is_ahead
    later = re.compile(r"\bbefore (?:me|I did|the rest)\b|\bthere before\b|\bbeat me to\b")
    texts = [each for pool in every_sentence()["g_accused_by"].values() for each in pool if later.search(each.text)]
    assert len(texts) > 3
    assert [each.text for each in texts if "ahead" not in each.slots] == []


@pytest.mark.parametrize(("target", "second"), [(BRUNO, DARIO), (DARIO, BRUNO), (DARIO, EDDA)])
def test_nobody_thanks_whom_the_same_speech_is_after(target: int, second: int) -> None:
    thanked = 0
    for draw in range(60):
        mind = heard_by_me(e.Said(BRUNO, "Lumi Järvi is honest, I trust Lumi Järvi."))
        talk = Talk(
            mind, Tongue(mind.sheet, NAMES, set(), Dice("tongue", draw)), Dice("talk", draw), Aim(target, second, 0.5)
        )
        respond(talk, claims=False)
        thanked += any(draft.intent == "thanks" for draft in talk.tongue.drafts.values())
    assert (thanked > 5) is (BRUNO not in (target, second))


# --- certain by what is left ---


def table(role: str, *events: e.Event) -> Mind:
    mind = Mind(ROSTER[0], ME)
    before = (e.Seated(NAMES), e.Dealt(ME, role, "town"), e.PhaseBegan("night", 1))
    for seq, event in enumerate((*before, *events)):
        learn(mind, Entry(seq, 1, "day", event, "everyone", 0))
    return mind


FOUND = e.Investigated(ME, CELIA, "villager", "town")
ALL_BUT_THREE = (e.Died(DARIO, "villager", "town"), e.Died(EDDA, "doctor", "town"))


def test_who_is_certain_of_all_others_is_certain_of_the_last() -> None:
    assert left_over(table("sheriff", FOUND, *ALL_BUT_THREE)) == BRUNO
    assert left_over(table("sheriff", *ALL_BUT_THREE)) is None
    assert left_over(table("sheriff", FOUND)) is None


def test_whoever_is_certain_of_the_last_says_so_with_the_reason() -> None:
    leaves = [
        re.sub(r"\\?\{\w+\\?\}", r"\\w+", re.escape(each.text.rstrip(".")))
        for each in every_sentence()["left_over"]["any"]
    ]
    said = 0
    for draw in range(20):
        mind = table("sheriff", FOUND, *ALL_BUT_THREE, e.PhaseBegan("day", 2))
        dice = Dice("certain", draw)
        talk = Talk(mind, Tongue(mind.sheet, NAMES, set(), dice), dice, aim(mind, dice))
        make_case(talk, 4)
        said += any(re.match(leaf, sentence) for leaf in leaves for sentence in talk.sentences)
        assert talk.aim.target == BRUNO
    assert said == 20


# --- thoughts ---


def test_what_a_temper_has_one_wording_for_is_not_thought_again_before_the_others() -> None:
    contrarian = next(sheet for sheet in ROSTER if sheet.temper == "contrarian")
    by_temper = patterns_by_temper("tm_vote_not_enough")
    own = by_temper["contrarian"]
    for seat in range(len(NAMES)):
        tongue = Tongue(contrarian, NAMES, set(), Dice("thoughts"))
        tongue.seat = seat
        turns = len(by_temper["any"]) + len(own)
        came = [tongue.muse("tm_vote_not_enough", frozenset({"a", "p"}), turn) for turn in range(turns)]
        assert [came.count(pattern) for pattern in own] == [1] * len(own)


def test_notes_that_stand_beside_each_other_are_in_other_words() -> None:
    mind = table("villager", e.PhaseBegan("day", 1))
    thinking = Thinking(mind, Dice("notes"))
    notes = [thinking.note(seat) for seat in (BRUNO, CELIA, DARIO)]
    assert len(set(notes)) == len(notes)
