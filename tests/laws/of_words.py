"""Whether the words of templates and scripts can be put into another language, as it is read off a file.

A template's words stand in `{% translate %}` or `{% blocktranslate %}`, a literal that a filter or an include is given
in `_("…")`; a script's are given to `gettext` or `ngettext` (league/static/league/js/words.js). What is code, a key of
the keyboard, a number or a name is none.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from django.template.base import DebugLexer, Token, TokenType

FRAGMENTS: Final = {
    "templates/league/game/gap.html": "attributes, for the one or the other element",
    "templates/league/game/shut.html": "attributes of a fold",
}
# What is told in English wherever it is made: these make the lines that the server makes, too.
AS_THE_SERVER: Final = {
    "league/static/league/js/table.js": "league/queries/stage/transcript.py",
    "league/static/league/js/transcript.js": "league/queries/stage/transcript.py",
}
SPOKEN: Final = {
    "alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "label", "placeholder", "title",
}  # fmt: skip
SILENT: Final = {"code", "kbd", "pre", "samp", "script", "style", "svg"}
NO_WORDS: Final = {
    "API", "CSV", "DNA", "ETag", "Hidden Role League", "JSON", "JSONL", "Markdown", "RSS", "UTC",
    "kB", "ms", "s", "x", "z",
}  # fmt: skip
SYMBOL: Final = "material-symbols"  # the class of an icon, whose name stands where words would
HELD: Final = "\ue000"  # what stands where a template has something else than text
LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
ENTITY: Final = re.compile(r"&#?\w+;")
GIVEN: Final = re.compile(r"""(?<!_\()(?:\|(?:default|default_if_none|yesno|add):|(?<=\s)\w+=)(["'])((?:(?!\1).)*)\1""")
COUNTED: Final = re.compile(r"\|pluralize\b")

# scripts
LITERAL: Final = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?P<double>(?:\\.|[^"\\\n])*)"|'(?P<single>(?:\\.|[^'\\\n])*)'|`(?P<template>(?:\\.|[^`\\])*)`""",
    re.DOTALL,
)
WORDS: Final = re.compile(r"(?:^|[\s(“])[A-Za-z][a-z]+(?:,|:|;|\.|…)? [a-z]+|^[A-Z][a-z]{2,}(?:$|[ .:,])")
# What stands before words that are given to a translation, and before what is none: an error that nobody reads, a
# class, a selector.
GETS_TEXT: Final = re.compile(r"""\bn?p?gettext\(\s*(?:"[^"]*",\s*)?$""")
NO_TEXT: Final = re.compile(
    r"""[!=]== $|new Error\(\s*$|className(?::| =)[^;]*$|"class",[^;]*$|\belement\("\w+", $|"""
    r"""\b(?:matches|closest|querySelector(?:All)?)\(\s*$"""
)
SYNTAX: Final = re.compile(r"use strict|Escape|Tab|[a-z]+(?:, (?:a|button|input|select|textarea))+")
SELECTOR: Final = re.compile(r"[\[\]=#>]|^\.|, \.|\.\w+ \w|: \w+\(")


def can_be_translated(path: str, text: str) -> Iterator[str]:
    """No word on a page is there in one language alone."""
    if path not in FRAGMENTS and path not in AS_THE_SERVER:
        yield from (of_a_script(text) if path.endswith(".js") else of_a_template(text))


def of_a_template(text: str) -> Iterator[str]:
    skeleton: list[str] = []
    is_held = is_class = False
    for token in DebugLexer(text).tokenize():
        held = HELD + "\n" * _lines(text, token)
        words = token.contents.split() if token.token_type == TokenType.BLOCK else []
        name = words[0] if words else ""
        if name in ("blocktranslate", "blocktrans", "comment"):
            is_held = True
        elif name in ("endblocktranslate", "endblocktrans", "endcomment"):
            is_held = False
        elif name in ("block", "endblock"):
            is_class = name == "block" and words[1].endswith("class")
        if token.token_type == TokenType.TEXT:
            skeleton.append(held if is_held or is_class else token.contents)
        elif not (skeleton and skeleton[-1].endswith("-")):  # the end of a class is none
            yield from _of_a_tag(token, name)
            skeleton.append(held)
        else:
            skeleton.append(held)
    reader = _Reader()
    reader.feed("".join(skeleton).replace(f"<{HELD}", "<li").replace(f"</{HELD}", "</li"))
    reader.close()
    yield from reader.found


def _lines(text: str, token: Token) -> int:
    begin, end = token.position or (0, 0)
    return text.count("\n", begin, end)


def _of_a_tag(token: Token, name: str) -> Iterator[str]:
    if token.token_type == TokenType.COMMENT or name in ("translate", "trans", "load", "url", "static", "extends"):
        return
    if COUNTED.search(token.contents):
        yield f"{token.lineno}: pluralize knows English alone; blocktranslate count does not"
    for given in GIVEN.finditer(token.contents):
        if "=" in given[2] or given[0].startswith("icon="):
            continue
        if is_words(given[2], least=1 if given[0].startswith("|") else 2) or given[2][:1].isupper():
            yield f'{token.lineno}: "{given[2]}" without _()'


def is_words(text: str, *, least: int = 1) -> bool:
    """Whether there is something to translate in it."""
    bare = ENTITY.sub(" ", text)
    for name in sorted(NO_WORDS, key=len, reverse=True):
        bare = re.sub(rf"(?<!\w){name}(?!\w)", " ", bare)
    return len(LETTERS.findall(bare)) >= least


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.silent: list[str] = []  # elements that we are in, from the outermost that says nothing on
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        for name, value in attrs:
            is_said = name in SPOKEN or (tag == "input" and name == "value" and ("type", "submit") in attrs)
            is_said = is_said or (tag == "meta" and name == "content" and ("name", "description") in attrs)
            if is_said and value and is_words(value.replace(HELD, " ")):
                self.found.append(f"{line}: {name}={value.replace(HELD, '…')!r}")
        if tag in SILENT or SYMBOL in (dict(attrs).get("class") or ""):
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag == self.silent[-1]:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and is_words(data.replace(HELD, " ")):
            told = " ".join(data.replace(HELD, "…").split())
            self.found.append(f"{self.getpos()[0]}: {told[:70]!r}")


def of_a_script(text: str) -> Iterator[str]:
    for literal in LITERAL.finditer(text):
        told = literal["double"] or literal["single"] or literal["template"] or ""
        before = text[: literal.start()][text.rfind("\n", 0, max(0, literal.start() - 80)) + 1 :]
        bare = re.sub(r"\$\{[^}]*\}", HELD, told)
        is_code = SYNTAX.fullmatch(told) or SELECTOR.search(bare) or NO_TEXT.search(before)
        if WORDS.search(bare) and not is_code and not GETS_TEXT.search(before):
            yield f"{text.count(chr(10), 0, literal.start()) + 1}: {told[:70]!r}"
