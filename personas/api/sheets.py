"""What a persona's sheet is, as JSON Schema (2020-12).

Law: it is read off the table of the parts (personas.parts) and the reader of sheets (personas.sheet), so that what it
takes is what they take from people; what no schema can say, the words that there are in all, it tells in words.
"""

from typing import Any, Final

from personas.fields import LONGEST_SLUG
from personas.parts import FEWEST_WORDS, MOST_WORDS, PARTS, Part
from personas.sheet import ABOUT_SOMEBODY, EVEN, FEELINGS, INTENTS, LONGEST_NAME, PROSE, TEMPERS

Schema = dict[str, Any]
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
SLUG: Final[Schema] = {"type": "string", "pattern": f"^[a-z0-9_]{{1,{LONGEST_SLUG}}}$"}
WORDS: Final = (
    f"A persona's sheet. Of what models are told of it (the parts that do not say otherwise) there must be "
    f"{FEWEST_WORDS} to {MOST_WORDS} words in all. `slug` and `name` need not stand in it where they stand beside it, "
    "and where they do, they are the same."
)


def sheet_schema() -> Schema:
    """What somebody may write as a sheet."""
    parts = {part.path: told(part) for part in PARTS}
    inner = {
        outer: {path.partition(".")[2]: each for path, each in parts.items() if path.startswith(f"{outer}.")}
        for outer in ("identity", "voice")
    }
    properties: Schema = {
        "slug": SLUG | {"description": "What addresses and files call it; an underscore is not its first letter."},
        "name": text(LONGEST_NAME)
        | {"description": "What it is called at a table: letters, digits, spaces, ' . and -."},
        "temper": {"enum": list(TEMPERS), "description": "How it plays where the house plays it."},
        "identity": an_object(inner["identity"], tuple(inner["identity"])),
        "voice": an_object(inner["voice"], PROSE),
        "role_guidance": parts["role_guidance"],
        "relationships": parts["relationships"],
    }
    whole = an_object(properties, ("temper", "identity", "voice"))
    return {"$schema": DIALECT, "$id": "persona.json", "title": "A persona's sheet", "description": WORDS, **whole}


def text(longest: int) -> Schema:
    """A text that is more than blanks."""
    return {"type": "string", "maxLength": longest, "pattern": "\\S"}


def an_object(properties: Schema, required: tuple[str, ...]) -> Schema:
    """An object with these fields and no others."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def told(part: Part) -> Schema:
    """A part, with what it is for."""
    said = part.help if part.is_told else f"{part.help} Told to no model: players of the house speak from it."
    return {**shape_of(part), "title": part.title, "description": said}


def shape_of(part: Part) -> Schema:
    """The form of a part, and its bounds."""
    one = text(part.longest)
    if part.form == "text":
        return one
    if part.form == "list":
        return {"type": "array", "items": one, "minItems": part.fewest, "maxItems": part.most}
    if part.field == "relationships":
        feeling = {"enum": list(FEELINGS), "description": f"{EVEN} where it is not said."}
        toward = an_object({"toward": SLUG, "feeling": feeling, "text": one}, ("toward", "text"))
        return {"type": "array", "items": toward, "minItems": part.fewest, "maxItems": part.most}
    if part.field == "lines":
        said = {intent: {"type": "array", "items": one | {"description": _of(intent)}} for intent in INTENTS}
        return an_object({intent: each | {"maxItems": part.most} for intent, each in said.items()}, ())
    named = {"additionalProperties": one, "propertyNames": text(LONGEST_NAME)}
    return {"type": "object", **named, "minProperties": part.fewest, "maxProperties": part.most}


def _of(intent: str) -> str:
    return "It may hold {name}." if intent in ABOUT_SOMEBODY else "It may hold no brace."
