"""YAML is read as text with its lines, and no file of it builds more than was counted."""

import textwrap

import pytest

from personas.rows import FileError, read
from personas.rows.nodes import KNOWN, LARGEST, MOST_ROWS


def rows(text: str) -> list[dict[str, object]]:
    return [dict(row.values) for row in read("yaml", textwrap.dedent(text)).rows]


def refusal(text: str) -> str:
    with pytest.raises(FileError) as refused:
        read("yaml", text)
    return str(refused.value)


def test_whatever_stands_there_without_quotes_is_text_and_nothing_is_nothing() -> None:
    (row,) = rows(
        """
        - slug: no
          name: No
          status: ~
          temper: 2026-01-01
          voice: {tags: [yes, 1984, 0x1F, 1.5, null, 'null']}
        """
    )
    assert row == {
        "slug": "no",
        "name": "No",
        "sheet": {
            "slug": "no",
            "name": "No",
            "temper": "2026-01-01",
            "voice": {"tags": ["yes", "1984", "0x1F", "1.5", None, "null"]},
        },
    }


def test_each_thing_has_its_line_whatever_a_complaint_is_about() -> None:
    (_, row) = read("yaml", "- slug: a\n-\n  slug: b\n  voice:\n    tags:\n    - x\n    -\n      y\n    mood: m\n").rows

    assert row.line == 3
    assert [row.line_of("sheet", told) for told in ("voice.tags[1] must be", "voice.tags must", "voice lacks x")] == [
        *(8, 5, 4)
    ]
    assert row.line_of("sheet", "voice knows speech_style, tags; not 'mood'") == 9
    assert row.line_of("sheet", "temper must be one of") == 3
    assert (row.line_of("slug", "it is taken"), row.line_of("status", "unknown")) == (3, 3)


def test_one_persona_may_be_all_there_is_and_a_sheet_may_stand_by_itself() -> None:
    assert rows("slug: a\nsheet: {slug: other, temper: t}\n") == [
        {"slug": "a", "sheet": {"slug": "other", "temper": "t"}}
    ]


def test_a_name_that_comes_twice_and_one_that_nobody_knows_are_told_with_their_lines() -> None:
    (row,) = read("yaml", "slug: a\ntemper: x\ntempr: y\ntemper: z\nsheet: {}\n").rows

    assert sorted(row.faults) == [
        (3, f"a row knows {', '.join(KNOWN)}; not 'tempr'"),
        (4, "'temper' stands there twice"),
        (5, "its sheet stands there twice, as one and in parts"),
    ]


def test_an_anchor_is_as_if_it_were_written_out() -> None:
    first, second = rows(
        "- {slug: a, voice: &v {tags: [x]}}\n- {slug: b, voice: *v}\n",
    )
    assert first["sheet"]["voice"] == second["sheet"]["voice"] == {"tags": ["x"]}
    assert first["sheet"]["voice"] is not second["sheet"]["voice"]


def laughs(levels: int, each: int) -> str:
    """A list of a list of … of laughter, each level several times as long as the one below."""
    lines = ["- slug: a", "  a0: &a0 [lol]"]
    lines += [f"  a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * each)}]" for level in range(1, levels)]
    return "\n".join(lines) + "\n"


REFUSED = {
    "a billion laughs": (laughs(9, 20), "it holds more than 300,000 values"),
    "laughs at each other": (laughs(20, 20), "it refers to anchors more than 200 times"),
    "itself": ("- &a [*a]\n", "each row must be an object, not number 1, a list"),
    "itself within itself": ("- slug: a\n  sheet: &s {voice: *s}\n", "it is nested too deeply"),
    "lists without end": ("[" * 100_000, "it is nested too deeply"),
    "objects without end": ("{a: " * 100_000, "it is nested too deeply"),
    "one level too deep": ("- slug: a\n  sheet: " + "[" * 11 + "]" * 11, "it is nested too deeply"),
    "rows": ("- {slug: a}\n" * (MOST_ROWS + 1), f"it has {MOST_ROWS + 1:,} rows, and at most {MOST_ROWS:,} are read"),
    "bytes": ("#" * (LARGEST + 1), f"it is of {LARGEST + 1:,} bytes, and at most {LARGEST:,} are read"),
    "a call": ("- slug: !!python/object/apply:os.system ['true']\n", "line 1: tags as 'tag:yaml.org,2002:python/obj"),
    "a tag": ("- slug: !secret a\n", "line 1: tags as '!secret' are not read"),
    "bytes in letters": ("- slug: !!binary aGk=\n", "line 1: tags as 'tag:yaml.org,2002:binary' are not read"),
    "no anchor": ("- slug: *nowhere\n", "line 1: there is no anchor 'nowhere'"),
    "documents": ("- {slug: a}\n---\n- {slug: b}\n", "line 3: one document is read, and here a second one begins"),
    "a list as a name": ("- {[a, b]: c}\n", "line 1: a name must be a text"),
    "a step back": ("- slug: a\n name: b\n", "it is no YAML from line 2, column 2 on"),
    "an open quote": ("- slug: a\n  name: 'b\n", "it is no YAML from line 3, column 1 on"),
    "a bell": ("- slug: \x07\n", "it is no YAML: "),
    "words": ("just words\n", "a list of objects was expected, not 'just words'"),
    "a number": ("- {slug: a}\n- 7\n", "line 2: each row must be an object, not number 2, '7'"),
}


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_list_of_personas_or_more_than_that_is_refused_before_it_is_built(text: str, why: str) -> None:
    told = refusal(text)
    assert why in told
    assert "\n" not in told


def test_a_file_of_nothing_has_no_rows() -> None:
    assert [len(read("yaml", text).rows) for text in ("", "# nobody\n", "[]\n", "\ufeff[]")] == [0] * 4
