"""Models that others can talk into anything, and models that try: for tests of what becomes of words that were heard.

Law: such a model is still a function of prompt and draws. One that `says` something says at each chance a sentence of
its list, one that it has not said yet as far as its prompt tells. A gullible one writes into all that it keeps to
itself what the other players of its prompt said, word for word or in other words, and takes of lessons each that it may
add.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from games.loopback.replies.draws import Draws
from games.loopback.replies.playing import FROM, KIND, Offer

How = Literal["verbatim", "paraphrased", "translated"]
HOW: Final[tuple[How, ...]] = ("verbatim", "paraphrased", "translated")
SPOKEN: Final = ("message", "reason")  # what others hear
SILENCE: Final = ("", "[SILENT]")
ADD: Final = "add "
LONGEST: Final = 1_200  # characters of what a gullible model thinks
SHORTER: Final = 300  # and of a note of its in an answer: a summary has so many words in all
ME: Final = re.compile(r"^At the table sit, .*\bYou are (.+?)\.(?: All names are drawn|$)", re.MULTILINE)
_STRING: Final = r'"(?:[^"\\]|\\.)*"'
_SPEECH: Final = re.compile(rf'({_STRING}|[^"(:{{]+?)(?: \((?:[^"()]|{_STRING})*\))?: ({_STRING})')
_SENTENCE: Final = re.compile(r"\S(?:.*?[.!?\u3002\uff01\uff1f]+(?=\s|$)|.*$)", re.DOTALL)
_CLAUSE: Final = re.compile(
    r"^([^,;:\uff0c\uff1b\uff1a\u3001]+)([,;:\uff0c\uff1b\uff1a\u3001])\s*(.+?)([.!?\u3002\uff01\uff1f]?)$", re.DOTALL
)

Answer = dict[str, Any]  # any JSON object


def spoken_in(prompt: str) -> Iterator[tuple[str, str]]:
    """Who said what in a prompt, in order: lines of a name and a JSON string, and rows with a speaker and a message."""
    for line in prompt.splitlines():
        if line.startswith(("{", ",{")):
            try:
                row = json.loads(line.lstrip(","))
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict) and row.keys() >= {"speaker", "message"}:
                yield row["speaker"], row["message"]
        elif not line.startswith(("*", "~")) and (found := _SPEECH.fullmatch(line)):
            name, words = found.groups()
            yield (json.loads(name) if name.startswith('"') else name), json.loads(words)


def heard_in(prompt: str) -> list[str]:
    """What the others said, once each."""
    found = ME.findall(prompt)
    me = found[-1] if found else ""
    return list(dict.fromkeys(words for name, words in spoken_in(prompt) if name != me))


def said_in(prompt: str) -> set[str]:
    """What the model itself has said, as far as its prompt tells."""
    found = ME.findall(prompt)
    return {words for name, words in spoken_in(prompt) if found and name == found[-1]}


def speak(answer: Answer, prompt: str, draws: Draws, says: Sequence[str]) -> None:
    """Puts a sentence of these into an answer that says something aloud."""
    said = said_in(prompt)
    for holder in _objects(answer):
        for name in SPOKEN:
            if isinstance(holder.get(name), str):
                holder[name] = draws.pick([each for each in says if each not in said] or says)


def believe(answer: Answer, prompt: str, draws: Draws, how: How, words: Mapping[str, str], offer: Offer) -> None:
    """Puts what was heard into each text of an answer that nobody hears, and takes each lesson that may be added."""
    heard = [sentence for each in heard_in(prompt) for sentence in retold(each, how, words)]
    told = " ".join(heard.pop(draws.below(len(heard))) for _ in range(len(heard)))[:LONGEST].strip()
    for holder in _objects(answer):
        longest = LONGEST if holder is answer else SHORTER
        for name, value in holder.items():
            given = offer.get(name)
            if isinstance(value, list) and isinstance(given, dict):
                added = [each for each in given.get(FROM, ()) if isinstance(each, str) and each.startswith(ADD)]
                most = given.get("most", len(added))
                holder[name] = [added.pop(draws.below(len(added))) for _ in range(min(most, len(added)))] or value
            elif told and isinstance(value, str) and name not in (*SPOKEN, KIND, "pad") and name not in offer:
                holder[name] = told[:longest].strip()


def retold(speech: str, how: How, words: Mapping[str, str]) -> list[str]:
    """A speech as a gullible model tells it again, sentence by sentence: as it was; with `words` for what stands there,
    whole sentences and their translations; or with others for some words, and the first clause last."""
    if how == "verbatim":
        return _SENTENCE.findall(speech)
    for each in sorted(words, key=len, reverse=True):
        if each in speech:  # most are not, and to look for a word's borders takes longer
            speech = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", lambda found, each=each: words[each], speech)  # type: ignore[misc]
    sentences = _SENTENCE.findall(speech)
    return sentences if how == "translated" else [_turned(each) for each in sentences]


def _turned(sentence: str) -> str:
    """A sentence with its first clause last; as it is where it has one alone."""
    found = _CLAUSE.match(sentence)
    if found is None:
        return sentence
    first, sign, rest, end = found.groups()
    return f"{rest[:1].upper()}{rest[1:]}{sign} {first[:1].lower()}{first[1:]}{end}"


def _objects(value: Any) -> Iterator[Answer]:
    """An answer, and all objects in it."""
    if isinstance(value, dict):
        yield value
        for each in tuple(value.values()):
            yield from _objects(each)
    elif isinstance(value, list):
        for each in value:
            yield from _objects(each)
