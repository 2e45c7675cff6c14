"""The house's sentences, read once from the data beside this file and checked, so that a writer needs no code.

Law: what could only be noticed by a game that never says it is refused here, by file and line: an unknown field,
placeholder, temper or intent, a sentence that an intent has twice, a choice without an end. How the files are written
is told to writers in sentences/README.md. TOML says where it cannot be read but not where what it read stood; so each
sentence has a line of its own, and lines are counted beside it.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.agents.house.speaking.claimed import Claimed, claimed
from games.agents.house.tempers import TEMPERS

SENTENCES: Final = Path(__file__).parent / "sentences"
MORE: Final = Path(__file__).parent / "more"
EVERY_TEMPER: Final = "any"
POOLS: Final = frozenset({EVERY_TEMPER, *TEMPERS})
CLAIMS: Final = "claims"
SLOT: Final = re.compile(r"\{(\w+)\}")
CHOICE: Final = re.compile(r"\[([^\[\]]*)\]")
_HEADER: Final = re.compile(r"\[(\w+)\]")
_RECORD: Final = re.compile(r"""\s+("([^"\\]|\\.)*"|'[^']*'|\{([^"'{}]|"([^"\\]|\\.)*"|'[^']*')*\}),""")
# Everything that a line can be but a sentence: nothing, a comment, the ends of a list, what a placeholder is for.
_OTHER: Final = re.compile(r"""\s*(#.*)?|\w+ = \[|\]|\w+ = ["'].*["']""")
_CLAIMS: Final = re.compile(r"claims = \[.*\]")
_NAME: Final = re.compile(r"[a-z][a-z_]*")


class WrongSentence(ValueError):
    """A file of sentences that cannot be used: which one, which line, and why."""

    def __init__(self, path: Path, line: int, why: str) -> None:
        super().__init__(f"{path.name}:{line}: {why}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the house, with choices and placeholders in it.

    What is known of it besides, where somebody has said it: `claims` is what it says is so (None: nobody has said, and
    it is heard like anybody's words), `opens` a word for the manner in which it opens, `about` the placeholders of
    those whom it speaks of.
    """

    text: str
    claims: tuple[Claimed, ...] | None = None
    opens: str = ""
    about: tuple[str, ...] = ()

    @property
    def slots(self) -> frozenset[str]:
        """The placeholders that it cannot do without."""
        return frozenset(SLOT.findall(self.text))


Book = Mapping[str, Mapping[str, tuple[Sentence, ...]]]


@cache
def sentences() -> Book:
    """What the house can say, by intent, then by temper; "any" serves all of them. Raises WrongSentence."""
    return read_book(SENTENCES)


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it was read: the placeholders of a scene (None in a voice), what it says, with its lines, and what all
    sentences of an intent claim."""

    path: Path
    placeholders: frozenset[str] | None
    intents: Mapping[str, Mapping[str, tuple[tuple[int, Sentence], ...]]]
    headers: Mapping[str, int]
    claims: Mapping[str, tuple[Claimed, ...]]


@cache
def every_sentence() -> Book:
    """What the house can say where it is no longer asked what to say but how (delivering.py). Raises WrongSentence."""
    return read_book(SENTENCES, MORE)


def read_book(folder: Path, more: Path | None = None) -> Book:
    """The sentences of a folder's files, and after them those of another, which has voices alone. Raises
    WrongSentence."""
    files = [_read(path) for path in sorted(folder.glob("*.toml"))]
    files += [_read(path) for path in sorted(more.glob("*.toml"))] if more else []
    scenes: dict[str, _File] = {}
    for file in files:
        if file.placeholders is None:
            continue
        if file.path.parent == more:
            raise WrongSentence(file.path, file.headers["placeholders"], "scenes stand in sentences/, here are voices")
        for intent in file.intents:
            if intent in scenes:
                why = f"intent {intent} is in {scenes[intent].path.name} already"
                raise WrongSentence(file.path, file.headers[intent], why)
            scenes[intent] = file
    book: dict[str, dict[str, tuple[Sentence, ...]]] = {intent: {} for intent in scenes}
    told: dict[str, set[tuple[Path, str]]] = {intent: set() for intent in scenes}
    texts: dict[tuple[str, str], str] = {}
    for file in files:
        for intent, pools in file.intents.items():
            header = file.headers[intent]
            if intent not in scenes:
                raise WrongSentence(file.path, header, f"no scene has the intent {intent}, so nobody would ever say it")
            for pool, lines in pools.items():
                if (file.path.parent, pool) in told[intent]:
                    raise WrongSentence(file.path, header, f"{intent} has sentences for {pool} in another file")
                told[intent].add((file.path.parent, pool))
                claims = scenes[intent].claims.get(intent)
                known = tuple(_claiming(sentence, claims) for _, sentence in lines)
                book[intent][pool] = (*book[intent].get(pool, ()), *known)
                _check(file, intent, lines, scenes[intent].placeholders or frozenset(), texts)
    return book


def _claiming(sentence: Sentence, told: tuple[Claimed, ...] | None) -> Sentence:
    """A sentence with what all of its intent claim, as far as it has their placeholders and says nothing of its own."""
    if told is None or sentence.claims is not None:
        return sentence
    return replace(sentence, claims=tuple(claim for claim in told if claim.slots <= sentence.slots))


def _check(
    file: _File,
    intent: str,
    told: tuple[tuple[int, Sentence], ...],
    placeholders: frozenset[str],
    texts: dict[tuple[str, str], str],
) -> None:
    """Holds sentences against their scene, and against what their intent has already. Raises WrongSentence."""
    for line, sentence in told:
        for slot in sorted(sentence.slots - placeholders):
            known = ", ".join(sorted(placeholders))
            raise WrongSentence(file.path, line, f"unknown placeholder {{{slot}}}; the scene of {intent} has {known}")
        for claim in sentence.claims or ():
            for slot in sorted(claim.slots - sentence.slots):
                raise WrongSentence(file.path, line, f"it claims something of {{{slot}}}, which it does not name")
        place = texts.setdefault((intent, sentence.text.casefold()), f"{file.path.name}:{line}")
        if place != f"{file.path.name}:{line}":
            raise WrongSentence(file.path, line, f"{intent} has this sentence twice; the other is {place}")


def _read(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8")
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else len(text.splitlines())
        raise WrongSentence(path, line, f"this is no TOML: {error}") from error
    headers, lines = _lines(path, text)
    placeholders = read.pop("placeholders", None)
    if placeholders is not None:
        for name in placeholders:
            if not _NAME.fullmatch(name.rstrip("0123456789")):
                raise WrongSentence(path, headers["placeholders"], f"{name!r} cannot be a placeholder")
    claims = {
        intent: _claims_of(path, headers, intent, pools.pop(CLAIMS), placeholders)
        for intent, pools in read.items()
        if isinstance(pools, dict) and CLAIMS in pools
    }
    numbers = iter(lines)  # in the order of the sentences, for a sentence is a line
    intents = {
        intent: {
            pool: tuple((line, _sentence(path, line, record)) for record, line in zip(records, numbers, strict=False))
            for pool, records in _pools(path, headers[intent], intent, pools)
        }
        for intent, pools in read.items()
    }
    return _File(path, None if placeholders is None else frozenset(placeholders), intents, headers, claims)


def _claims_of(path: Path, headers: Mapping[str, int], intent: str, told: Any, known: Any) -> tuple[Claimed, ...]:
    """What all sentences of an intent claim, of which nobody speaks but its scene. Raises WrongSentence."""
    line = headers.get(f"{intent} {CLAIMS}", headers[intent])
    if known is None:
        raise WrongSentence(path, line, f"what {intent} claims is said in its scene; here a sentence may say its own")
    found = _claims(path, line, told)
    for slot in sorted({slot for claim in found for slot in claim.slots} - known.keys()):
        raise WrongSentence(path, line, f"unknown placeholder {{{slot}}}; the scene of {intent} has other ones")
    return found


def _claims(path: Path, line: int, told: Any) -> tuple[Claimed, ...]:  # Any: whatever TOML has
    """Claims as they are written. Raises WrongSentence."""
    if not isinstance(told, list) or not all(isinstance(each, str) for each in told):
        raise WrongSentence(path, line, f"claims are a list of texts, not {told!r:.60}")
    try:
        return tuple(map(claimed, told))
    except ValueError as error:
        raise WrongSentence(path, line, str(error)) from error


def _lines(path: Path, text: str) -> tuple[dict[str, int], list[int]]:
    """On which lines tables begin, by their names, and on which there are sentences. Raises WrongSentence."""
    headers: dict[str, int] = {}
    records = []
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            table = header[1]
            headers[table] = number
        elif _CLAIMS.fullmatch(line):
            headers[f"{table} {CLAIMS}"] = number
        elif _RECORD.fullmatch(line):
            records.append(number)
        elif not _OTHER.fullmatch(line):
            raise WrongSentence(path, number, "a sentence stands on a line of its own, indented, a comma behind it")
    return headers, records


def _pools(path: Path, line: int, intent: str, pools: Any) -> Iterator[tuple[str, list[Any]]]:  # Any: whatever TOML has
    """The lists of an intent, by temper. Raises WrongSentence."""
    if not isinstance(pools, dict) or not pools:
        raise WrongSentence(path, line, f"{intent} has no sentences")
    for pool, records in pools.items():
        if pool not in POOLS:
            raise WrongSentence(path, line, f"{intent}: there is no temper {pool!r}, only {', '.join(sorted(POOLS))}")
        if not isinstance(records, list) or not records:
            raise WrongSentence(path, line, f"{intent}: {pool} has no sentences")
        yield pool, records


def _sentence(path: Path, line: int, record: Any) -> Sentence:  # Any: whatever TOML has
    """The sentence of a record: a text, or a table with `text` and what is known of it. Raises WrongSentence."""
    fields = {"text": record} if isinstance(record, str) else record
    if not isinstance(fields, dict):
        raise WrongSentence(path, line, f"a sentence is a text or a table, not {record!r:.60}")
    known = ("text", CLAIMS, "opens", "about")
    if unknown := sorted(fields.keys() - set(known)):
        raise WrongSentence(path, line, f"unknown field {unknown[0]!r}; a sentence has {', '.join(known)}")
    text, opens, about = (fields.get(name, empty) for name, empty in (("text", ""), ("opens", ""), ("about", [])))
    if not isinstance(text, str) or not text.strip() or text != text.strip():
        raise WrongSentence(path, line, f"a sentence wants a text without blanks around it, not {text!r:.60}")
    claims = _claims(path, line, fields[CLAIMS]) if CLAIMS in fields else None
    if not isinstance(opens, str) or (opens and not _NAME.fullmatch(opens)):
        raise WrongSentence(path, line, f"how a sentence opens is said by a word like doubt, not {opens!r:.60}")
    if not isinstance(about, list) or not all(isinstance(slot, str) and f"{{{slot}}}" in text for slot in about):
        raise WrongSentence(path, line, f"about lists placeholders of the sentence, not {about!r:.60}")
    rest = SLOT.sub("", text)
    choices = CHOICE.findall(rest)
    if re.search(r"[{}]", rest):
        raise WrongSentence(path, line, "a placeholder is a name in braces, like {a}")
    if re.search(r"[\[\]]", CHOICE.sub("", rest)) or not all("|" in choice for choice in choices):
        raise WrongSentence(path, line, "a choice is [this|that], without another inside")
    return Sentence(text, claims, opens, tuple(about))
