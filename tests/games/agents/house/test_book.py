"""Sentences are data, and a mistake in them is told by file and line before anybody plays."""

import ast
import re

import pytest

from games.agents.house.mind.suspicion import KINDS
from games.agents.house.speaking.book import SENTENCES, Sentence, WrongSentence, read_book, sentences
from games.agents.house.speaking.claimed import Claimed

SCENE = """\
# Verdicts.

[placeholders]
a = "whom it is about"
b = "another"

[verdict]
any = [
    "I suspect {a}.",
    { text = "{b} [or|and] {a}.", claims = ["vote {b} {a} today"], opens = "company", about = ["a", "b"] },
]
joker = [
    "{a}, of all things.",
]
"""
VOICE = """\
[verdict]
nervous = [
    "Oh dear, {a}.",
]
"""


@pytest.fixture
def read(tmp_path):
    def of(scene=SCENE, voice=VOICE, **others):
        for name, text in {"scene": scene, "voice": voice, **others}.items():
            (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        return read_book(tmp_path)

    return of


def test_a_sentence_is_a_text_or_a_record(read):
    assert read() == {
        "verdict": {
            "any": (
                Sentence("I suspect {a}."),
                Sentence(
                    "{b} [or|and] {a}.",
                    (Claimed("vote", "{b}", ("{a}", "today")),),
                    "company",
                    ("a", "b"),
                ),
            ),
            "joker": (Sentence("{a}, of all things."),),
            "nervous": (Sentence("Oh dear, {a}."),),
        }
    }


def test_a_sentence_claims_what_all_of_its_intent_do_as_far_as_it_names_them_and_says_nothing_itself(read):
    scene = SCENE.replace("[verdict]\n", '[verdict]\nclaims = ["innocence {a} guilty", "deed {b} accused {a}"]\n')
    scene = scene.replace('"{a}, of all things."', '{ text = "{a}, of all things.", claims = [] }')
    pools = read(scene)["verdict"]
    guilty = Claimed("innocence", "{a}", ("guilty",))
    assert [sentence.claims for sentence in (*pools["any"], *pools["joker"], *pools["nervous"])] == [
        (guilty,),
        (Claimed("vote", "{b}", ("{a}", "today")),),
        (),
        (guilty,),
    ]
    assert {sentence.claims for pool in read()["verdict"].values() for sentence in pool[:1]} == {None}


def test_what_ships_is_read_with_every_sentence_that_its_files_have():
    lines = [line for path in SENTENCES.glob("*.toml") for line in path.read_text().splitlines()]
    written = sum(line.startswith(('    "', "    {")) for line in lines)
    assert written == sum(len(every) for pools in sentences().values() for every in pools.values()) > 4_000


@pytest.mark.parametrize(
    ("wrong", "where", "told"),
    [
        ('    "I suspect {z}.",', 10, "unknown placeholder {z}; the scene of verdict has a, b"),
        ('    "i SUSPECT {a}.",', 10, "verdict has this sentence twice; the other is scene.toml:9"),
        (
            '    { text = "So.", clams = "role" },',
            10,
            "unknown field 'clams'; a sentence has text, claims, opens, about",
        ),
        ('    { text = "So.", claims = "role" },', 10, "claims are a list of texts, not 'role'"),
        ('    { text = "So.", claims = ["money me 3"] },', 10, "a sentence claims one of role, "),
        (
            '    { text = "So.", claims = ["role me"] },',
            10,
            "a claim says its kind, about whom and what, like 'role me",
        ),
        ('    { text = "So.", claims = ["role Ada sheriff"] },', 10, "a claim is about me or a placeholder, not 'Ada'"),
        ('    { text = "So.", claims = ["role me king"] },', 10, "a claim of this kind looks like 'role me sheriff'"),
        ('    { text = "So.", claims = ["place me moon"] },', 10, "a claim of this kind looks like 'place {a} {room}'"),
        (
            '    { text = "{a}.", claims = ["vote me {a} soon"] },',
            10,
            "a claim of this kind looks like 'vote {a} {b} be",
        ),
        (
            '    { text = "{a}.", claims = ["deed me kissed {a}"] },',
            10,
            "a claim of this kind looks like 'deed {b} nom",
        ),
        (
            '    { text = "So.", claims = ["innocence {a} guilty"] },',
            10,
            "it claims something of {a}, which it does not",
        ),
        (
            '    { text = "So.", claims = ["innocence {z} guilty"] },',
            10,
            "it claims something of {z}, which it does not",
        ),
        ('    { text = "So.", opens = "With a cry" },', 10, "how a sentence opens is said by a word"),
        ('    { text = "So.", about = ["a"] },', 10, "about lists placeholders of the sentence, not ['a']"),
        ("    { claims = [] },", 10, "a sentence wants a text"),
        ('    " So.",', 10, "a sentence wants a text without blanks around it"),
        ('    "I suspect [him|her.",', 10, "a choice is [this|that]"),
        ('    "I suspect [him].",', 10, "a choice is [this|that]"),
        ('    "I suspect {a.",', 10, "a placeholder is a name in braces"),
        ('    "So.", "And so.",', 10, "a sentence stands on a line of its own"),
        ('    { text = "So." }, { text = "And so." },', 10, "a sentence stands on a line of its own"),
        ("    12,", 10, "a sentence stands on a line of its own"),
        ('    "So.,', 10, "this is no TOML"),
    ],
)
def test_a_wrong_sentence_is_refused_by_file_and_line(read, wrong, where, told):
    head, tail = SCENE.splitlines()[:9], SCENE.splitlines()[9:]
    with pytest.raises(WrongSentence) as caught:
        read("\n".join([*head, wrong, *tail]) + "\n")
    assert str(caught.value).startswith(f"scene.toml:{where}: {told}"), caught.value


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"voice": '[verdicts]\nnervous = [\n    "Oh.",\n]\n'}, "voice.toml:1: no scene has the intent verdicts"),
        (
            {"voice": '[verdict]\njoker = [\n    "Oh.",\n]\n'},
            "voice.toml:1: verdict has sentences for joker in another",
        ),
        ({"voice": '[verdict]\ngrumpy = [\n    "Oh.",\n]\n'}, "voice.toml:1: verdict: there is no temper 'grumpy'"),
        ({"voice": "[verdict]\nnervous = [\n]\n"}, "voice.toml:1: verdict: nervous has no sentences"),
        ({"voice": "[verdict]\n"}, "voice.toml:1: verdict has no sentences"),
        ({"stage": SCENE}, "stage.toml:7: intent verdict is in scene.toml already"),
        (
            {"scene": f'{SCENE}\n[still]\nclaims = ["vote me {{x}}"]\nany = [\n    "Yes.",\n]\n'},
            "scene.toml:17: unknown pl",
        ),
        (
            {"voice": '[verdict]\nclaims = []\nnervous = [\n    "Oh.",\n]\n'},
            "voice.toml:2: what verdict claims is said in",
        ),
        ({"voice": '[verdict]\nnervous = [\n    "{b}, {when}.",\n]\n'}, "voice.toml:3: unknown placeholder {when}"),
    ],
)
def test_what_does_not_go_together_is_refused_by_file_and_line(read, files, told):
    with pytest.raises(WrongSentence) as caught:
        read(**files)
    assert str(caught.value).startswith(told), caught.value


def test_every_intent_is_said_by_somebody():
    """An intent stands in the house's code as it is, or as the beginning of a word that is made there."""
    words, made = set(), set()
    for path in SENTENCES.parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (re.escape(part.value) if isinstance(part, ast.Constant) else r"\w+" for part in node.values)
                made.add("".join(parts))
    # What is all variable says nothing; those who make such words have a few prefixes.
    made = {pattern for pattern in made if re.search("[a-z]", pattern.replace(r"\w", ""))}
    made |= {"[nx]_(" + "|".join(KINDS) + ")", "mh_(silent|spoke_last)"}
    assert [
        intent for intent in sentences() if intent not in words and not any(re.fullmatch(p, intent) for p in made)
    ] == []
