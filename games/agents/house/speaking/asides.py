"""What speakers add of their own at the end of a sentence: ", and I have said it to his face"; and before one, where
they turn from whom they spoke to to the others: "to the whole table now: ".

Law: an aside says nothing of the game: no name, and no word for which anybody listens, neither the house nor the rules
of a meeting; so whoever leaves it out has heard the same. It is data of the form of sentences/, in the folder asides/:
its scene has a list for each of the KINDS, of what sentences may go before it, and its voices have the tempers' own.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

from games.agents.house.hearing import vocabulary as v
from games.agents.house.hearing.ear import TOKEN
from games.agents.house.hearing.vocabulary import PARTS
from games.agents.house.speaking.book import CHOICE, Book, Sentence, WrongSentence, read_book
from games.agents.house.speaking.pronouns import HE, SHE, Pronoun
from games.engine.discussion.accusing import STEMS

ASIDES: Final = Path(__file__).parent / "asides"
PRONOUNS: Final = Pronoun._fields  # as placeholders
LATER: Final = "later"
SPOKEN: Final = "heard"
CONDITIONS: Final = frozenset((LATER, SPOKEN))  # placeholders that stand for nothing, and say when an aside is true
TURNING: Final = "turning"
OF_SOMEBODY: Final = frozenset((*PRONOUNS, SPOKEN))
# Kind of aside -> whom it may speak of by a pronoun, and after which intents it may stand ("=": a line of one's own).
KINDS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "against": (
        "a",
        (
            *("verdict", "still", "switch", "agree", "answer", "follow_result", "deny_last", "defence_rival"),
            *("defence_suspect", "last_suspect", "m_suspect", "m_sure", "m_follow", "m_one_name", "=accuse"),
        ),
    ),
    "mild": ("a", ("verdict_mild", "=doubt")),
    "slow": ("", ("unconvinced", "against_crowd", "uneasy_company", "m_against_crowd", "m_believe_not", "torn_claims")),
    "heard": ("a", ("g_accused_by", "g_result", "g_dead_finger", "g_hunted")),
    "reason": (
        "a",
        (
            *("g_hanged_town", "g_pushed_town", "g_spared_mafia", "g_shielded_mafia", "g_buddy"),
            *("g_broke_word", "g_skipped", "g_rival_claim", "g_turncoat", "g_accused_me", "g_gut"),
            *("g_quiet", "g_no_name", "g_echo", "g_first_stone", "g_ringleader", "g_unanswered", "g_left_nominee"),
            *("g_cornered_claim", "g_outlived_claim", "m_why_last_with", "m_why_at_scene", "m_why_alibi_broken"),
            *("m_why_lied", "m_why_voted_wrong", "m_why_voted_beside", "m_why_covered", "m_why_silent"),
        ),
    ),
    "kind": (
        "a",
        (
            *("trust", "disagree", "pledge", "last_trust", "m_clear", "m_vouch", "m_stand_by"),
            *("=trust",),
        ),
    ),
    "thankful": ("b", ("thanks", "believe_claim", "retract")),
    "doubting": ("b", ("doubt_claim", "doubt_result")),
    "myself": (
        "b",
        (
            *("deny", "deny_crowd", "deny_result", "deny_record", "deny_vote", "deny_turn", "mirror", "m_deny"),
            *("m_deny_kill", "defence_open", "defence_close", "defence_nobody", "=deny"),
        ),
    ),
    "vote": (
        "a",
        (
            *("vote_call", "vote_join", "vote_break", "vote_unite", "nominate_call", "nominate_join"),
            *("nominate_break", "=vote"),
        ),
    ),
    "waiting": (
        "",
        ("vote_none", "nominate_none", "m_skip", "m_hold", "idle", "m_idle", "start", "=idle", "answer_none"),
    ),
    "dead": (
        "b",
        (
            *("night_town", "night_town_first", "night_silent", "night_unknown"),
            *("m_missing", "m_found", "m_pressed_missing"),
        ),
    ),
    "hanged": ("b", ("hanged_town", "hanged_silent", "hanged_unknown", "own_mistake")),
    "mourned": ("a", ("=mourn",)),
    "caught": ("b", ("night_mafia", "hanged_mafia")),
    "table": ("", ("night_quiet", "no_lynch", "no_lynch_tie", "no_lynch_idle", "stakes", "m_pressed", "=dawn")),
    "sight": ("a", ("m_far", "m_at_scene", "m_last_with")),
    "place": ("", ("m_alibi", "m_alibi_task", "m_found_alone", "m_answer")),
    "farewell": ("", ("last_bye",)),
    "greeting": ("", ("=greet",)),
    "saying": ("", ("=phrase", "=triumph")),
    TURNING: ("", ()),  # before a sentence of whatever intent, about whom the one before was said to
}
KIND_OF: Final = {intent: (kind, slot) for kind, (slot, intents) in KINDS.items() for intent in intents}
# What an aside may not say, for it is heard of whomever the sentence is about.
_LISTENED_FOR: Final = frozenset(
    (
        v.YOU,
        v.CLAIM,
        v.SUSPECT,
        v.TRUST,
        v.BAD,
        v.GOOD,
        v.VILLAIN,
        v.FRIEND,
        v.ROLE,
        v.VOTE,
        v.CHECKED,
        v.GUARDED,
        v.SHOT,
    )
)
SHORTEST: Final = 4  # words: as many as a turn of phrase that is heard again
_JOINTS: Final = (", ", "; ", " \u2013 ")


@cache
def asides() -> Book:
    """What can be added, by kind, then by temper. Raises WrongSentence."""
    book = read_book(ASIDES)
    for kind, pools in book.items():
        for sentence in (each for pool in pools.values() for each in pool):
            if (why := fault_of(kind, sentence)) is not None:
                raise WrongSentence(ASIDES / "asides.toml", 0, f"{sentence.text!r}: {why}")
    return book


def fault_of(kind: str, aside: Sentence) -> str | None:
    """Why something cannot be added at the end of a sentence of the house; None where it can."""
    if kind not in KINDS:
        return f"an aside is of a kind like {', '.join(KINDS)}, not {kind!r}"
    for text in every_spelling(aside):
        if kind == TURNING and (text[0] in ",;" or text[-1] != ":"):
            return "what turns to the others begins with a word and ends with a colon"
        if kind != TURNING and (not text.startswith(_JOINTS) or text[-1] in ".,;:?!"):
            return "an aside begins with a comma, a semicolon or a dash, and ends without a point"
        if len(TOKEN.findall(text)) <= SHORTEST:
            return f"an aside of fewer than {SHORTEST} words is not remembered, and so said again"
        for word in TOKEN.findall(text):
            if PARTS.get(word.casefold(), 0) in _LISTENED_FOR:
                return f"players listen for {word!r}"
        if stem := next((stem for stem in STEMS if re.search(rf"\b{stem.strip()}", text, re.IGNORECASE)), None):
            return f"in a meeting {stem.strip()!r} accuses"
    return None


def every_spelling(aside: Sentence, pronoun: Pronoun = HE) -> Iterator[str]:
    """All that a sentence with choices can be, of somebody with this pronoun."""
    pieces = CHOICE.split(aside.text)
    for chosen in product(*[each.split("|") if n % 2 else (each,) for n, each in enumerate(pieces)]):
        text = "".join(chosen)
        for slot, form in (*zip(PRONOUNS, pronoun, strict=True), *((name, "") for name in CONDITIONS)):
            text = text.replace("{" + slot + "}", form)
        yield text


def spellings() -> Iterator[str]:
    """All that can be added, of him and of her."""
    for pools in asides().values():
        for aside in (each for pool in pools.values() for each in pool):
            for pronoun in (HE, SHE):
                yield from every_spelling(aside, pronoun)
