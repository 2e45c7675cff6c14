"""What somebody may say at a table so that others carry it into later games, and what honest players note down.

Law: the sentences are data beside this file, and no test has any of its own: what is refused, briefed or remembered is
measured on all of them.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the hundred: an order, or advice. `said` are its parts, each of which is a speech; `translated` are
    they in another language; where it `is_echoed` a second player says it too."""

    language: str
    kind: str
    said: tuple[str, ...]
    into: str
    translated: tuple[str, ...]
    is_echoed: bool = False

    @property
    def whole(self) -> str:
        return " ".join(self.said)


def _sentences() -> tuple[Sentence, ...]:
    rows = tomllib.loads((FOLDER / "corpus.toml").read_text("utf-8"))["sentence"]
    return tuple(
        Sentence(**{**row, "said": tuple(row["said"]), "translated": tuple(row["translated"])}) for row in rows
    )


SENTENCES: Final = _sentences()
# What is said, part by part, and the same in another language.
TRANSLATIONS: Final = {
    said: translated
    for sentence in SENTENCES
    for said, translated in zip(sentence.said, sentence.translated, strict=True)
}
LESSONS: Final = tuple((FOLDER / "lessons.en.txt").read_text("utf-8").splitlines())
# Of players who think in other languages: the language and the lesson.
OTHER_LESSONS: Final = tuple(
    (language, lesson)
    for language, _, lesson in (
        line.partition("\t") for line in (FOLDER / "lessons.tsv").read_text("utf-8").splitlines()
    )
)
# What a gullible model says for what it heard, where it says it in other words.
SYNONYMS: Final = tomllib.loads((FOLDER / "synonyms.toml").read_text("utf-8"))
