"""How often house players say again what has been heard: over the games of one season, from its first evening on.

    python benchmarks/players/words.py [--games 48] [--names persona] [--read 3]

Twelve personas of the shipped roster play under their own names, the four rule books in turn, and each is told which
of its games this is, as a season tells it. Counted is what everybody hears, sentences of five words or more, names
masked, and the leads and tags of the personas taken off. `heard` is the share of the sentences of four games that an
earlier game has had or this one before; `twice` the share of whole speeches. A name three times in one speech is
counted among speeches that name somebody; a persona's name is said where all of it or a part of it is. Pronouns are
those of the third person and singular. `plain` is `heard` without what speakers add of their own at the end of a
sentence (asides.toml), which is stricter than anybody asked. `--read N` prints the last N games whole.
"""

import argparse
import functools
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.agents.house import House
from games.agents.house.speaking.asides import spellings
from games.agents.offline import play_whole
from games.engine.dice import Dice
from games.engine.events import speaker, speech_field
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from personas.sheet import FIRST_TWELVE, Sheet

say = functools.partial(print, file=sys.stdout)
RULESETS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
SENTENCE = re.compile(r"[^.!?\n]+[.!?]*[”\"]?")
PRONOUN = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)(?:'s|'d|'ll)?\b", re.IGNORECASE)
SHORTEST = 5  # words of a sentence that is counted


def season(games: int, names: str) -> Iterator[tuple[Moderator, Sequence[Sheet]]]:
    """The games of a season between the house's personas, one after the other."""
    played: Counter[str] = Counter()
    for number in range(games):
        ruleset = ruleset_named(RULESETS[number % len(RULESETS)])
        seats = ruleset.default_seats
        start = number * 5 % len(FIRST_TWELVE)
        cast = [FIRST_TWELVE[(start + place) % len(FIRST_TWELVE)] for place in range(seats)]
        cast = Dice("words", "cast", number).shuffled(cast)
        options = ruleset.options_from({"names": names}, seats)
        key = f"words/{number}"
        deal = ruleset.deal(key, seats, options, [sheet.name for sheet in cast])
        moderator = Moderator(ruleset, options, deal, key)
        play_whole(moderator, [House(sheet, outing=played[sheet.slug] + 1) for sheet in cast])
        played.update(sheet.slug for sheet in cast)
        yield moderator, cast


def speeches(moderator: Moderator) -> Iterator[tuple[int, str]]:
    """Who said what to everybody."""
    for entry in moderator.ledger:
        if entry.is_public and speech_field(type(entry.event)):
            seat = speaker(entry.event)
            if seat is not None and entry.event.data()["words"]:
                yield seat, entry.event.data()["words"]


def masked(text: str, names: Sequence[str]) -> str:
    """A text without names, of whom a part is enough, and without what is a matter of form."""
    for name in names:
        text = text.replace(name, "~")
    for name in names:
        for part in name.split():
            if len(part) > 3:
                text = re.sub(rf"\b{re.escape(part)}\b", "~", text)
    return text


def bare(sentence: str, sheet: Sheet) -> str:
    """A sentence without the persona's leads and tags."""
    for lead in sheet.voice.leads:
        sentence = sentence.removeprefix(f"{lead} ")
    for tag in sheet.voice.tags:
        sentence = sentence.removesuffix(f", {tag}.")
    return sentence.rstrip(".!?” ").casefold()


def asides() -> list[str]:
    """What speakers add of their own at the end of a sentence, the longest first."""
    return sorted({each.casefold() for each in spellings()}, key=len, reverse=True)


def report(games: int, names: str, read: int) -> None:
    """Plays and prints the figures."""
    seen: set[str] = set()
    seen_plain: set[str] = set()
    said: set[str] = set()
    added = tuple(asides())
    per_game: list[tuple[int, int, int]] = []
    words = pronouns = sentences = length = whole = twice = naming = thrice = with_aside = 0
    for number, (moderator, cast) in enumerate(season(games, names), 1):
        table = moderator.deal.aliases
        heard = plain_heard = counted = 0
        if number > games - read:
            say(f"--- game {number}: {moderator.ruleset.slug}")
        for seat, text in speeches(moderator):
            if number > games - read:
                say(f"{table[seat]}: {text}")
            whole += 1
            key = masked(text, table).casefold()
            twice += key in said
            said.add(key)
            words += len(text.split())
            pronouns += len(PRONOUN.findall(text))
            most = max((count_of(name, text) for place, name in enumerate(table) if place != seat), default=0)
            naming += most > 0
            thrice += most >= 3
            for sentence in SENTENCE.findall(text):
                spoken = bare(masked(sentence.strip(), table), cast[seat])
                if len(spoken.split()) < SHORTEST:
                    continue
                sentences += 1
                counted += 1
                length += len(spoken.split())
                heard += spoken in seen
                seen.add(spoken)
                plain = next((spoken.removesuffix(each) for each in added if spoken.endswith(each)), spoken)
                with_aside += plain != spoken
                plain_heard += plain in seen_plain
                seen_plain.add(plain)
        per_game.append((heard, plain_heard, counted))
    for at in sorted({*(at for at in (12, 24) if at < games), games}):
        few = per_game[max(0, at - 4) : at]
        total = sum(each[2] for each in few) or 1
        share, plain_share = (100 * sum(each[n] for each in few) / total for n in (0, 1))
        say(f"heard before at game {at}: {share:.1f} % (plain {plain_share:.1f} %)")
    say(f"whole speeches said twice: {100 * twice / whole:.1f} % of {whole}")
    say(f"third-person pronouns per 100 words: {100 * pronouns / words:.2f}")
    say(f"a name three times in one speech: {100 * thrice / max(1, naming):.1f} % of {naming} that name somebody")
    say(
        f"average words a sentence: {length / sentences:.1f} in {sentences}; {100 * with_aside / sentences:.0f} % aside"
    )


def count_of(name: str, text: str) -> int:
    """How often somebody is named, by all of the name or, where that is longer, its last word."""
    whole = len(re.findall(rf"\b{re.escape(name)}\b", text))
    last = name.split()[-1]
    return whole if last == name else whole + len(re.findall(rf"\b{re.escape(last)}\b", text.replace(name, "")))


def main() -> None:
    parser = argparse.ArgumentParser(description="How often house players say again what has been heard.")
    parser.add_argument("--games", type=int, default=48)
    parser.add_argument("--names", choices=("alias", "persona"), default="persona")
    parser.add_argument("--read", type=int, default=0, help="how many of the last games to print")
    arguments = parser.parse_args()
    report(arguments.games, arguments.names, arguments.read)


if __name__ == "__main__":
    main()
