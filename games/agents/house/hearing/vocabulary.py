"""The words that speeches.py understands, by what they do in a sentence. A word that is not here is just a word."""

from typing import Final

# What a word does in a sentence about who may be trusted. Plain numbers, for they are compared for every word said.
(
    NAME,
    ME,
    YOU,
    THEY,
    NOT,
    BE,
    IF,
    MAYBE,
    REPORT,  # "says", "called": what follows is somebody else's opinion
    CLAIM,
    SUSPECT,  # verbs against somebody
    TRUST,  # verbs for somebody
    BAD,  # adjectives and such against somebody
    GOOD,
    VILLAIN,  # nouns: only as "is a ..."
    FRIEND,
    ROLE,
    VOTE,
    CHECKED,
    GUARDED,
    SHOT,
    FILLER,  # what may stand between "I am" and a role
    COMMA,
    BREAK,  # a new clause: ; : - and "but"
    QUESTION,
    LINK,  # "and", "or"
) = range(1, 27)


def _each(words: str) -> list[str]:
    return words.split()


_WORDS: Final[dict[int, str]] = {
    ME: "i me my mine myself i'm i've i'd i'll we us our ours we're we've we'd we'll let's lets",
    YOU: "you your yours you're you've you'd you'll yourself u",
    THEY: "they them their theirs they're they've they'd they'll he him his he's he'd she her hers she's who whose "
    "themselves himself herself",
    NOT: "not no never nobody none nothing neither nor without hardly barely cannot stop refuse refused noone "
    "rather-than instead",
    BE: "is are was were be been being am looks look looked seems seem seemed sounds sound sounded reads read "
    "feels feel felt must as became become came come comes turned turns remains stays smells smell strikes acts act "
    "acting acted playing behaves appears appear makes make made",
    IF: "if whether unless suppose supposing imagine",
    MAYBE: "maybe perhaps might may could possibly probably likely would",
    REPORT: "says said say saying thinks thought called calls calling told tells insists insisted argued argues "
    "believes accuses accused accusing suspects suspected swore swears blames blamed named names wanted wants",
    CLAIM: "claim claims claimed claiming",
    SUSPECT: "suspect distrust mistrust accuse lynch hang hanging banish banishing eliminate eliminating execute "
    "doubt blame suspicion suspicions doubts lynching accusing suspecting blaming accusation",
    TRUST: "trust believe defend vouch trusting believing defending vouching spare faith protect",
    BAD: "suspicious guilty lying lied lies shady sketchy sus fishy dishonest evil scummy dodgy hiding deflecting "
    "dodging evasive opportunistic fake deceitful slippery sly false untrustworthy insincere cornered scheming crooked",
    GOOD: "innocent honest trustworthy cleared clean genuine sincere loyal harmless clear truthful straight "
    "credible reliable good",
    VILLAIN: "mafia mafioso mafiosi scum liar killer murderer impostor wolf werewolf traitor fraud culprit villain "
    "gangster",
    FRIEND: "town townie townsperson townsfolk villager civilian ally friend",
    ROLE: "sheriff doctor vigilante detective cop doc vig medic",
    VOTE: "vote votes voting ballot nominate nominates nominating nomination",
    CHECKED: "checked investigated inspected scanned investigate investigation investigations check results result "
    "found examined",
    GUARDED: "protected guarded saved healed shielded",
    SHOT: "shot fired",
    FILLER: "the a an your our this town's real actual only true just simple plain ordinary in fact really "
    "actually here one and of truth honestly indeed also still simply but nothing more than merely both very same",
    BREAK: "because since while though although whereas yet however so",
    LINK: "and or",
}
# Where a word stands twice the later part wins; these say which, by hand.
_DECIDED: Final[dict[str, int]] = {
    "but": BREAK,
    "and": LINK,
    "nothing": NOT,
    "accusing": SUSPECT,
    "accused": REPORT,
    ",": COMMA,
    ";": BREAK,
    ":": BREAK,
    "\u2013": BREAK,
    "\u2014": BREAK,
    "(": BREAK,
    ")": BREAK,
    "?": QUESTION,
}
PARTS: Final[dict[str, int]] = {
    **{word: part for part, words in _WORDS.items() for word in words.split()},
    **_DECIDED,
}
FILLERS: Final = frozenset(_WORDS[FILLER].split())
TITLES: Final[dict[str, str]] = {
    "sheriff": "sheriff",
    "detective": "sheriff",
    "cop": "sheriff",
    "doctor": "doctor",
    "doc": "doctor",
    "medic": "doctor",
    "vigilante": "vigilante",
    "vig": "vigilante",
    "villager": "villager",
    "civilian": "villager",
    "townsperson": "villager",
}
# Part of a persona's name that also is a common word, so that it alone does not name anybody.
COMMON_NAMES: Final = frozenset(
    _each(
        "old young captain dame sister brother professor doctor granny baron madame mister miss lady lord uncle aunt "
        "saint king queen major colonel judge agent inspector nine seven ten one two the of and von van de"
    )
)

# Words before a vote that make it a vote of somebody else, or of long ago.
DETERMINERS: Final = frozenset(
    _each("the a an every each no one any this that those these your their his her some many")
)
# "I would like to trust Ben": what is wished is not so.
WISHES: Final = frozenset(_each("like want wanted love wish tried try hoped hard"))
# What makes a question of somebody a question, and not a cry.
ASKING: Final = frozenset(
    _each(
        "who whom whose what why which how where when do does did are is was were have has had would will can could "
        "should any who's what's whom-do"
    )
)
AFTER_VERBS: Final = frozenset(_each("today most now more here too first tonight again"))
