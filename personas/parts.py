"""The parts of a sheet: what each is called, what it is for, and how long it may be.

Law: this table is the only place that says so. The editor's fields, their help and what is told of a part that is too
long or too short all come from it; the reader of sheets (personas.sheet) says only what a sheet is made of. The bounds
are for what people write from now on: sheets that were stored before are read, and play.
"""

from dataclasses import dataclass
from typing import Final, Literal

FEWEST_WORDS: Final = 150  # of what a model is told of a character, guidance and relationships included
MOST_WORDS: Final = 400
Form = Literal["text", "list", "by name"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sheet: a text, a list of texts, or texts by a name (a role, another persona, an intent). `longest` is
    the most characters of one text, `fewest` and `most` how many texts there are. What is not `told` to models is what
    players of the house word their speeches from."""

    path: str
    title: str
    help: str
    longest: int
    form: Form = "text"
    fewest: int = 0
    most: int = 1
    is_told: bool = True

    @property
    def field(self) -> str:
        """What its field of a form is called."""
        return self.path.rpartition(".")[2]


def _listed(path: str, title: str, told: str, longest: int, fewest: int, most: int) -> Part:
    return Part(path, title, told, longest, "list", fewest, most)


def _spoken(path: str, title: str, told: str) -> Part:
    return Part(path, title, told, 120, "list", most=20, is_told=False)


PARTS: Final = (
    Part("identity.background", "Background", "Who it is and where it comes from, in two or three sentences.", 600),
    _listed("identity.traits", "Traits", "In a word or a few each.", 60, 3, 5),
    Part("voice.speech_style", "Speech", "How it talks.", 300),
    Part("voice.reasoning_style", "Reasoning", "How it thinks and argues.", 300),
    Part("voice.accusation_style", "Accusing", "How it voices a suspicion.", 300),
    Part("voice.defence_style", "Defending itself", "How it answers one.", 300),
    Part("voice.trust_disposition", "Trust", "How readily it trusts others, and whom.", 300),
    Part("voice.risk_tolerance", "Risk", "How much it dares.", 300),
    _listed("voice.signature_phrases", "Phrases", "What it likes to say, now and then.", 160, 0, 8),
    _listed("voice.signature_moves", "Moves", "What it likes to do at a table, whatever it is.", 160, 0, 4),
    _listed("voice.quirks", "Quirks", "Habits that show in how it talks.", 160, 0, 5),
    Part(
        "role_guidance",
        "Guidance",
        "By role, or by team (open, hidden); only its own is told.",
        300,
        "by name",
        most=16,
    ),
    Part(
        "relationships",
        "Relationships",
        "What it has with another persona, by its slug; behind that in brackets, where it is fond or wary of it: "
        "“old_fenn (fond): …”.",
        200,
        "by name",
        most=12,
    ),
    _spoken("voice.leads", "Leads", "What opens a sentence: “By the tide tables,”."),
    _spoken("voice.tags", "Tags", "What ends one: “mark my words”."),
    _spoken("voice.images", "Images", "What it compares a suspicious person with."),
    Part(
        "voice.lines",
        "Lines",
        "Whole sentences by intent; {name} stands for who they are about.",
        longest=200,
        form="by name",
        most=150,
        is_told=False,
    ),
)


def texts_of(part: Part, sheet: object) -> list[tuple[str, str]]:
    """The texts of a part of a sheet, each with where it stands. The sheet has been read."""
    value = sheet
    for name in part.path.split("."):
        value = getattr(value, name)
    if isinstance(value, str):
        return [(part.path, value)]
    found: list[tuple[str, str]] = []
    for number, each in enumerate(value if isinstance(value, tuple) else ()):
        if isinstance(each, str):
            found.append((f"{part.path}[{number}]", each))
        elif isinstance(each, tuple):  # by a name: one text, or several
            name, texts = each
            found += [(f"{part.path}.{name}", text) for text in ((texts,) if isinstance(texts, str) else texts)]
        else:
            found.append((f"{part.path}[{number}]", each.text))
    return found


def words_of(sheet: object) -> int:
    """How many words a model may be told of a character."""
    told = (text for part in PARTS if part.is_told for _, text in texts_of(part, sheet))
    return sum(len(text.split()) for text in told)


def out_of_bounds(sheet: object) -> list[tuple[str, str]]:
    """What is too long, too short, too much or too little in a sheet, part by part: each with the path of the part, and
    "" for the whole."""
    wrong = []
    for part in PARTS:
        texts = texts_of(part, sheet)
        if part.form != "text" and not part.fewest <= len(texts) <= part.most:
            wrong.append((part.path, f"{part.path} must hold {part.fewest} to {part.most}, not {len(texts)}"))
        wrong += [
            (part.path, f"{where} must be of at most {part.longest} characters, not {len(text)}")
            for where, text in texts
            if len(text) > part.longest
        ]
    if not FEWEST_WORDS <= (words := words_of(sheet)) <= MOST_WORDS:
        wrong.append(("", f"the sheet must be of {FEWEST_WORDS} to {MOST_WORDS} words in all, not {words}"))
    return wrong
