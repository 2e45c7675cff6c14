"""JSON is read as it ever was, with the line on which each thing stands."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.rows import FileError, read
from personas.rows.json_file import Reader
from personas.rows.nodes import Items, Leaf, Node, told_apart

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def bare(node: Node) -> object:
    if isinstance(node, Leaf):
        return node.value
    return [bare(each) for each in node.items] if isinstance(node, Items) else {k: bare(v) for k, _, v in node.pairs}


def leaves(node: Node) -> list[Leaf]:
    if isinstance(node, Leaf):
        return [node]
    inner = node.items if isinstance(node, Items) else [each for _, _, each in node.pairs]
    return [leaf for each in inner for leaf in leaves(each)]


@given(VALUES)
def test_it_reads_what_the_library_reads_and_each_value_stands_on_its_line(value: object) -> None:
    text = json.dumps(value, indent=1)
    root = Reader(text).decode(text)

    assert bare(root) == json.loads(text)
    for leaf in leaves(root):
        assert json.dumps(leaf.value) in text.splitlines()[leaf.line - 1]


def test_a_complaint_stands_on_the_line_of_what_it_is_about() -> None:
    text = '[\n {"slug": "a",\n  "sheet": {\n   "voice": {"tags": ["x",\n    7]}}},\n {"slug": "b"}]'
    first, second = read("json", text).rows

    assert (first.line, second.line) == (2, 6)
    assert first.line_of("sheet", "voice.tags[1] must be a text") == 5
    assert first.line_of("sheet", "sheet lacks temper") == 3
    assert first.values["sheet"] == {"slug": "a", "voice": {"tags": ["x", 7]}}


@pytest.mark.parametrize(
    ("complaint", "places"),
    [
        ("voice.tags[1] must be a text of 1 to 240 characters, not 7", ["voice.tags[1]"]),
        ("temper must be one of joker, not 'sweet'", ["temper"]),
        ("identity lacks background, traits", ["identity.background", "identity.traits"]),
        ("relationships[0] lacks text", ["relationships[0].text"]),
        ("sheet lacks temper, voice", ["temper", "voice"]),
        ("sheet knows slug, name; not 'mood'", ["mood"]),
        ("voice.lines knows accuse, doubt; not 'nope', 'never'", ["voice.lines.nope"]),
        ("role_guidance.the town crier must be a text, not 7", ["role_guidance.the town crier"]),
        ("slug in the sheet is 'a', here it is 'b'", ["slug"]),
        ("the sheet must be of 60 to 900 words in all, not 3", ["sheet"]),
        ("sheet must be an object, not 7", ["sheet"]),
        ("7 more of the kind", ["sheet"]),
        ("a role of role_guidance must be a text", ["sheet"]),
        ("Enter a valid JSON.", ["sheet"]),
        ("", ["sheet"]),
    ],
)
def test_a_complaint_is_told_at_the_path_of_what_it_is_about(complaint: str, places: list[str]) -> None:
    told = told_apart(complaint)
    assert [place for place, _ in told] == places
    assert len(told) > 1 or told[0][1] == complaint
    assert all(message.split(" ")[0] == complaint.split(" ")[0] for _, message in told)


def test_a_name_that_comes_twice_is_told() -> None:
    (row,) = read("json", '[{"slug": "a",\n"slug": "b"}]').rows
    assert row.faults == [(2, "'slug' stands there twice")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is no JSON from line 1, column 2 on"),
        ('[\n{"slug": }]', "it is no JSON from line 2, column 10 on"),
        ("[" * 100_000, "it is nested too deeply"),
        ("7", "a list of objects was expected, not 7"),
        ('[{"slug": "a"},\n[]]', "line 2: each row must be an object, not number 2, a list"),
        ("", "it is no JSON from line 1, column 1 on"),
    ],
)
def test_what_is_no_list_of_objects_is_refused(text: str, why: str) -> None:
    with pytest.raises(FileError) as refused:
        read("json", text)
    assert str(refused.value) == why
