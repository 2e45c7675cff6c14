"""A model's words on a game that is over, held against the record. Law: what cannot be checked is not told.

A sentence either tells of players, roles, teams or numbers, or it does neither of them. The first kind may use no word
but those that are known here, and each thing that these words can say is looked up; so nothing can be said in it that
nobody has checked. The second kind may use other words, but none that stands for a person or for a fate, and no name:
it begins with a small word, and all of it but that is in small letters. Too much is refused rather than too little: the
house's summary is always there.

(Long, because it is one list of what may be said, and a look-up for each of it.)
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.agents.narrator.closing import Fate, Record
from games.engine.events import Seat
from games.engine.rulesets import all_rulesets

LONGEST: Final = 900  # characters


def _words(*lines: str) -> tuple[str, ...]:
    return tuple(word for line in lines for word in line.split())


NUMBERS: Final[Mapping[str, int]] = {
    word: number
    for number, word in enumerate(
        _words("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen")
    )
}
ORDINALS: Final[Mapping[str, int]] = {
    word: number
    for number, word in enumerate(
        _words("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), start=1
    )
}
# What a sentence of facts is made of besides names, roles, teams and numbers.
SMALL: Final = frozenset(
    _words(
        "a an the and in on at by with from of for as to was were had has been being is are there then so when after",
        "who it its this that these both also too finally alas sadly quietly game table end over ended out away again",
        "role team side seat roles teams sides s",
    )
)
OPENERS: Final = SMALL | frozenset(_words("but yet what how no not such now here never all if"))
PHASES: Final = ("night", "day", "shift", "meeting", "round")
BY_VOTE: Final = frozenset(_words("lynched ejected banished executed hanged voted"))
BY_HAND: Final = frozenset(("killed", "murdered", "slain"))
LEFT: Final = frozenset(_words("died dead death fell left"))
VOTES: Final = frozenset(("vote", "votes"))
WON: Final = frozenset(_words("won win wins winner winners victory victorious"))
LOST: Final = frozenset(_words("lost lose loses loser losers defeated beaten"))
LIED: Final = frozenset(_words("lied lie lies claimed pretended falsely"))
COUNTED: Final = frozenset(("rounds", "players"))
KNOWN: Final = frozenset((*SMALL, *BY_VOTE, *BY_HAND, *LEFT, *VOTES, *WON, *LOST, *LIED, *COUNTED, *PHASES)) | {
    "be",
    "nobody",
}
# Who is spoken of without a name: a fact about them would be one that cannot be looked up.
PEOPLE: Final = frozenset(
    _words(
        "he she him her his hers himself herself they them their theirs themselves themself i me my we us our you your",
        "who whom whose whoever one ones someone somebody anyone anybody everyone everybody nobody none player players",
        "man men woman women person people traitor traitors villain villains liar liars killer killers murderer",
        "murderers victim victims hero heroes suspect suspects innocent innocents guilty survivor survivors survived",
        "alive living wolf wolves culprit culprits saboteur saboteurs leader captain",
    )
)
FATES: Final = BY_VOTE | BY_HAND | LEFT | VOTES | WON | LOST | LIED | COUNTED
_NAME: Final = re.compile(r"\x01(\d+)\x02")
_WORD: Final = re.compile(r"\x01\d+\x02|[^\W_]+")  # "wasn't" is two, and neither is known
_PASSIVE: Final = ("was", "were", "been", "being")
BESIDE_VERBS: Final = ("finally", "alas", "sadly", "quietly", "then", "also", "both")
_OF_A_TEAM: Final = ("of", "for", "with", "from")
# Behind these stands who else had a part in somebody's end, and nobody had one that the record knows.
_BESIDES: Final = ("by", "for", "with", "from", "to")
_CLAIMED: Final = ("claimed", "pretended")
_BEFORE_A_ROLE: Final = frozenset(_words("a an the of role team side s"))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with its names marked: its words in small letters, and who is named."""

    text: str
    words: tuple[str, ...]
    named: tuple[Seat, ...]

    def has(self, words: frozenset[str]) -> bool:
        return not words.isdisjoint(self.words)


def fault_in(text: str, record: Record) -> str:
    """Why a text cannot be told of a game with this record; "" where all that it says is so."""
    if "\x01" in text or "\x02" in text:
        return "a text has no marks"
    marked = _marked(unicodedata.normalize("NFKC", text), record.names)
    found = (_fault(sentence, record) for sentence in _sentences(marked))
    return next(filter(None, found), "")


def _marked(text: str, names: Sequence[str]) -> str:
    """The text with each name replaced by a mark, long names first."""
    for seat in sorted(range(len(names)), key=lambda seat: -len(names[seat])):
        name = re.escape(unicodedata.normalize("NFKC", names[seat]))
        text = re.sub(rf"(?<!\w){name}(?!\w)", f"\x01{seat}\x02", text, flags=re.IGNORECASE)
    return text


def _sentences(marked: str) -> Iterator[_Sentence]:
    for part in re.split(r"[.!?…\n]+", marked):
        words = tuple(word.casefold() for word in _WORD.findall(part))
        if words:
            yield _Sentence(part, words, tuple(dict.fromkeys(int(seat) for seat in _NAME.findall(part))))


def _fault(sentence: _Sentence, record: Record) -> str:
    labels = _labels(record)
    is_of_facts = (
        sentence.named
        or sentence.has(FATES)
        or any(word in labels or _number(word) is not None or word in ORDINALS for word in sentence.words)
    )
    if not is_of_facts:
        return _fault_of_colour(sentence, record)
    for word in sentence.words:
        if not (
            word in KNOWN or word in labels or word in ORDINALS or _number(word) is not None or _NAME.fullmatch(word)
        ):
            return f"{word!r} cannot be checked in a sentence that tells of players, roles, teams or numbers"
    return _fault_of_facts(sentence, record, labels)


def _labels(record: Record) -> dict[str, frozenset[Seat]]:
    """Who is meant by each word for a role or a team; nobody by one that was not dealt."""
    known = (role for rules in all_rulesets().values() for role in rules.roles)
    labels = {word: frozenset[Seat]() for role in known for noun in (role.name, role.team) for word in _forms(noun)}
    for seat, role in enumerate(record.roles):
        for word in (*_forms(role.name), *_forms(role.team)):
            labels[word] = labels.get(word, frozenset()) | {seat}
    return labels


def _forms(noun: str) -> set[str]:
    """A noun and its plural, or its singular, in small letters."""
    word = noun.casefold()
    forms = {word, f"{word}s", word.removesuffix("s")}
    if word.endswith("o"):
        forms.add(f"{word[:-1]}i")
    if word.endswith("person"):
        forms.add(f"{word.removesuffix('person')}people")
    if word.endswith("man"):
        forms.add(f"{word.removesuffix('man')}men")
    return forms


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else NUMBERS.get(word)


# --- sentences without facts -----------------------------------------------------------------------------------------


def _fault_of_colour(sentence: _Sentence, record: Record) -> str:
    parts = {_plain(word) for name in record.names for word in _WORD.findall(name)}
    first, *rest = _WORD.findall(sentence.text)
    if first.casefold() not in OPENERS:
        return f"a sentence that names nobody begins with a small word, not with {first[:40]!r}"
    for word in (first.casefold(), *rest):
        if not word.isascii() or word != word.lower() or not re.fullmatch(r"[a-z]+", word):
            return f"{word[:40]!r} could be somebody's name, or a number, and stands in no record"
        if word in PEOPLE or word in parts - OPENERS:
            return f"{word!r} tells of somebody who is not named"
    return ""


def _plain(word: str) -> str:
    """A word in small letters without accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(letter)
    )


# --- sentences of facts ----------------------------------------------------------------------------------------------


def _fault_of_facts(sentence: _Sentence, record: Record, labels: Mapping[str, frozenset[Seat]]) -> str:
    if len(sentence.named) > 1 and not _is_one_list(sentence.text):
        return "several players are named in one sentence only as one list, of whom the same is said"
    if sentence.has(LIED):
        return _fault_of_lies(sentence, record, labels)
    return _fault_of_named(sentence, record, labels) if sentence.named else _fault_of_sums(sentence, record, labels)


def _is_one_list(text: str) -> bool:
    marks = list(_NAME.finditer(text))
    between = text[marks[0].end() : marks[-1].start()]
    return re.fullmatch(r"(?:[\s,]|\band\b|\x01\d+\x02)*", between) is not None


def _fault_of_lies(sentence: _Sentence, record: Record, labels: Mapping[str, frozenset[Seat]]) -> str:
    """A false claim is told of one player, in a sentence of its own: that they lied, or what they claimed to be."""
    if len(sentence.named) != 1 or sentence.has(FATES - LIED) or _numbers(sentence):
        return "a false claim is told of one player, in a sentence of its own"
    own = [lie for lie in record.lies if lie.speaker == sentence.named[0]]
    claimed = {word for lie in own if lie.about == lie.speaker for word in _forms(lie.what)}
    told = [word for word in sentence.words if word in labels]
    name = record.names[sentence.named[0]]
    if not own or any(word not in claimed for word in told):
        return f"the record has no such false claim of {name}"
    if told and not _is_a_claim(sentence, labels):
        return f"what {name} claimed to be is told as that, and nothing with it"
    return ""


def _is_a_claim(sentence: _Sentence, labels: Mapping[str, frozenset[Seat]]) -> bool:
    """Whether roles and teams stand only where it is told what somebody claimed to be: "a doctor who lied" was one."""
    words = [word for word in sentence.words if word not in BESIDE_VERBS and word != "falsely"]
    place = next(place for place, word in enumerate(words) if _NAME.fullmatch(word)) + 1
    said, claimed = words[place : place + 3], words[place + 3 :]
    return (
        labels.keys().isdisjoint(words[:place])
        and said in [[verb, "to", "be"] for verb in _CLAIMED]
        and all(word in labels or word in _BEFORE_A_ROLE for word in claimed)
    )


def _fault_of_named(sentence: _Sentence, record: Record, labels: Mapping[str, frozenset[Seat]]) -> str:
    fates = {fate.seat: fate for fate in record.fates}
    gone = sentence.has(BY_VOTE | BY_HAND | LEFT | VOTES)
    if "nobody" in sentence.words:
        return "a sentence that names somebody says nothing of nobody"
    if why := _fault_of_all(sentence, {**labels, **_outcomes(record)}) or (gone and _fault_of_others(sentence, labels)):
        return why
    for seat in sentence.named:
        name = record.names[seat]
        if wrong := next((word for word in sentence.words if word in labels and seat not in labels[word]), ""):
            return f"{name} was no {wrong}"
        if gone and seat not in fates:
            return f"{name} has not left the game, as far as the record knows"
        if gone and (why := _fault_of_fate(sentence, fates[seat], name)):
            return why
        is_winner = record.roles[seat].team == record.winner
        if (sentence.has(WON) and not is_winner) or (sentence.has(LOST) and (is_winner or not record.winner)):
            return f"{name} did not come out so"
    return _fault_of_numbers(
        sentence, labels, [fates[seat] for seat in sentence.named if seat in fates] if gone else []
    )


def _outcomes(record: Record) -> dict[str, frozenset[Seat]]:
    """Who is meant by each word for those who came out of the game in one way."""
    won = frozenset(seat for seat, role in enumerate(record.roles) if role.team == record.winner)
    lost = frozenset(range(len(record.names))) - won if record.winner else frozenset[Seat]()
    dead = frozenset(fate.seat for fate in record.fates)
    return {"winner": won, "winners": won, "loser": lost, "losers": lost, "dead": dead}


def _fault_of_all(sentence: _Sentence, nouns: Mapping[str, frozenset[Seat]]) -> str:
    """ "The mafiosi were Ada and Ben" says that there were no others, and so does "mafiosi were"; "of the mafia" does
    not."""
    words = ("", "", *sentence.words, "")
    for further, before, word, behind in zip(words, words[1:], words[2:], words[3:], strict=False):
        is_all = (before == "the" and further not in _OF_A_TEAM) or (not before and behind in ("was", "were", "are"))
        if word in nouns and is_all and nouns[word] != set(sentence.named):
            return f"these were not all to whom {word!r} applies; say 'a' or 'of the' instead of 'the'"
    return ""


def _fault_of_others(sentence: _Sentence, labels: Mapping[str, frozenset[Seat]]) -> str:
    """ "Cleo was killed by a doctor" is not of Cleo's own role, and nobody can look up whose it is."""
    for place, word in enumerate(sentence.words):
        for behind in sentence.words[place + 1 :] if word in _BESIDES else ():
            if behind in labels:
                return f"say what became of somebody, and nothing of {word} whom"
            if behind not in _BEFORE_A_ROLE and _number(behind) is None:
                break
    return ""


def _fault_of_fate(sentence: _Sentence, fate: Fate, name: str) -> str:
    if sentence.has(BY_VOTE | VOTES) and not fate.voters:
        return f"{name} was not voted out"
    if sentence.has(BY_HAND) and fate.voters:
        return f"{name} was voted out"
    plain = [word for word in sentence.words if word not in BESIDE_VERBS]
    for before, word in zip(("", *plain), plain, strict=False):
        if word in BY_VOTE | BY_HAND and before not in _PASSIVE:
            return f"say who was {word}, and not who did it"
    for phase in PHASES[:-1]:
        if phase in sentence.words and phase != fate.phase:
            return f"{name} left in {fate.phase} {fate.number}"
    return ""


def _fault_of_numbers(sentence: _Sentence, labels: Mapping[str, frozenset[Seat]], fates: Sequence[Fate]) -> str:
    """Numbers beside players: of the phase in which they left, of the votes, and of a role's or team's."""

    def holds(kind: str, number: int, of: int | None) -> bool:
        if kind == "votes":
            return len(fates) == 1 and len(fates[0].voters) == number and of in (None, fates[0].cast)
        if kind in labels:
            return of is None and len(labels[kind]) == number
        phases = [fate.round if kind == "round" else fate.number for fate in fates if kind in (fate.phase, "round")]
        return bool(fates) and phases == [number] * len(fates)

    return _unless(sentence, holds)


def _fault_of_sums(sentence: _Sentence, record: Record, labels: Mapping[str, frozenset[Seat]]) -> str:
    """Sentences without a name: who won and in how many rounds, and how many played as what."""
    told = [labels[word] for word in sentence.words if word in labels]
    if sentence.has(BY_VOTE | BY_HAND | LEFT | VOTES):
        return "say by name who left the game"
    if sentence.has(WON | LOST):
        if "nobody" in sentence.words:
            return "" if not (record.winner or told or _numbers(sentence) or sentence.has(LOST)) else "somebody won"
        winners = frozenset(seat for seat, role in enumerate(record.roles) if role.team == record.winner)
        teams = {role.team for role in record.roles}
        all_of = [frozenset(seat for seat, role in enumerate(record.roles) if role.team == team) for team in teams]
        if len(told) != 1 or told[0] not in all_of or sentence.has(WON) == sentence.has(LOST) or not record.winner:
            return "say which one team won, or which one lost"
        if (told[0] == winners) != sentence.has(WON):
            return f"the {record.winner} won"

    def holds(kind: str, number: int, of: int | None) -> bool:
        counts = {"rounds": record.rounds, "round": record.rounds, "players": len(record.names)}
        if kind in labels:
            counts[kind] = len(labels[kind])
        return of is None and counts.get(kind) == number

    is_counted = len(_numbers(sentence)) > 0
    if told and not sentence.has(WON | LOST) and not is_counted:
        return "say by name who was what"
    return _unless(sentence, holds)


def _numbers(sentence: _Sentence) -> list[str]:
    return [word for word in sentence.words if _number(word) is not None or word in ORDINALS]


def _unless(sentence: _Sentence, holds: Callable[[str, int, int | None], bool]) -> str:
    """Why a number does not stand: each is one that `holds`, by the word that it belongs to; "3 of 5 votes" is two."""
    words, place = sentence.words, 0
    while place < len(words):
        word, ahead = words[place], (*words[place + 1 : place + 4], "", "", "")
        number = ORDINALS.get(word, _number(word))
        place += 1
        if number is None:
            continue
        if ahead[0] == "of" and (cast := _number(ahead[1])) is not None and ahead[2] in VOTES:
            told, place = holds("votes", number, cast), place + 3
        elif word in ORDINALS:
            told = ahead[0] in PHASES and holds(ahead[0], number, None)
        elif place > 1 and words[place - 2] in PHASES:
            told = holds(words[place - 2], number, None)
        else:
            told = holds("votes" if ahead[0] in VOTES else ahead[0], number, None)
        if not told:
            return f"the record does not bear out {word!r} there"
    return ""
