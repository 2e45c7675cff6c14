"""What a house player says beside an answer: what it believes of the others, and what its own words claim.

Law: it believes what it decides by, and claims what its words say is so. Each sentence of the house has written beside
it what it claims (speaking/sentences/); what is a character's own, or has nothing written, is read by the ear that all
house players hear with. So a player of the mafia believes what it knows, and claims what it would have believed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.agents.house import ship
from games.agents.house.deciding.judgement import believed, chances
from games.agents.house.experienced import is_vote
from games.agents.house.hearing.listener import Remark
from games.agents.house.hearing.speeches import hear, may_claim
from games.agents.house.hearing.vocabulary import TITLES
from games.agents.house.learned import Taught
from games.agents.house.levels import ADVANCED, Level
from games.agents.house.mind.memory import Mind
from games.agents.house.remembering import remembering
from games.agents.house.settling import percent
from games.agents.house.ship import hearing
from games.agents.house.ship.judging import chances as chances_aboard
from games.agents.house.ship.learning import remembering as remembering_aboard
from games.agents.house.ship.memory import Claim as ClaimAboard
from games.agents.house.ship.talking import place
from games.agents.house.speaking.claimed import Claimed, claimed, filled
from games.agents.house.speaking.wording import Telling, Told
from games.agents.played import Played
from games.engine.disclosing import BELIEFS, CERTAIN, CLAIMS, MOST_CLAIMS, NOTHING, Claim, Disclosure
from games.engine.events import Seat
from games.engine.questions import SILENT, BidToSpeak, Question
from games.engine.ruleset import Ruleset
from games.engine.rulesets.glass_box import GlassBox
from games.engine.ship.chart import ROOMS
from games.engine.table import Entry
from personas.sheet import Sheet

SURE: Final = 12.0  # log-odds that nothing said can outweigh (deciding.judgement)
NOMINATES: Final = "nominat"  # what a sentence has that names somebody for the vote to come
MEANT: Final = 0.5  # from which force on a vote is announced
VOTES: Final = (claimed("vote me {a}"),)
DENIES: Final = (claimed("innocence me innocent"),)
LIED: Final = (claimed("deed {a} lied"),)
CALLS_A_LIAR: Final = re.compile(r"\b(?:fibbing|lying|lied)\b", re.I)
# What a character's own answer to an accuser has, where it is more than indignation.
DENIAL: Final = re.compile(
    r"\b(?:mistaken|not so|wrong|own ship|not your|say no|a miss|false alarm|confused me|not my|pass it|disputed|"
    r"ticket|my record|wipe your|pockets|villain|magnificent)\b",
    re.I,
)
SAYS_TO_BE: Final = "claimed "  # a deed of words, which has a role in it
ROOMS_CALLED: Final = {place(room): room for room in ROOMS}


def disclosure(
    sheet: Sheet,
    seat: Seat,
    question: Question[Any],
    view: Sequence[Entry],
    answer: Mapping[str, Any],
    played: Played,
    taught: Taught | None = None,
    level: Level = ADVANCED,
) -> Disclosure:
    """What stands beside an answer of the house, as far as its question asks for it."""
    asked = played.ruleset.discloses(question.kind)
    aboard = ship.is_aboard(view)
    beliefs: Mapping[Seat, int] = {}
    if BELIEFS in asked:
        beliefs = (
            _beliefs_aboard(sheet, seat, question, view, taught, level)
            if aboard
            else _beliefs(sheet, seat, view, taught, level, at_the_vote=is_vote(question, played))
        )
    words = answer.get("message", "") if CLAIMS in asked else ""
    claims: tuple[Claim, ...] = ()
    if words and words != SILENT:
        written, rest = _written(words, answer.told if isinstance(answer, Telling) else (), seat, played)
        read = _claims_aboard if aboard else _claims
        claims = tuple(dict.fromkeys((*written, *read(rest, seat, played))))[:MOST_CLAIMS]
    return Disclosure(beliefs, claims) if beliefs or claims else NOTHING


# --- what it believes ---


def _beliefs(
    sheet: Sheet, seat: Seat, view: Sequence[Entry], taught: Taught | None, level: Level, *, at_the_vote: bool
) -> dict[Seat, int]:
    with remembering(sheet, seat, view, taught, level, at_the_vote=at_the_vote) as mind:
        if mind.team != "town":
            return _known(mind.others(), mind.partners)
        likely = chances(mind)
        return {
            other: _sure(mind, other) if abs(believed(mind, other)) >= SURE else percent(likely[other])
            for other in mind.others()
        }


def _sure(mind: Mind, seat: Seat) -> int:
    return CERTAIN if believed(mind, seat) > 0 else 0


def _beliefs_aboard(
    sheet: Sheet, seat: Seat, question: Question[Any], view: Sequence[Entry], taught: Taught | None, level: Level
) -> dict[Seat, int]:
    with remembering_aboard(sheet, seat, view, taught, level) as mind:
        if isinstance(question, BidToSpeak) and mind.t:
            return {}  # it has been said at the first bid of the meeting
        if mind.team != "crew":
            return _known(mind.others, mind.partners)
        return {other: percent(chance) for other, chance in chances_aboard(mind).items()}


def _known(others: Sequence[Seat], partners: frozenset[Seat] | set[Seat]) -> dict[Seat, int]:
    """What those believe who know each other."""
    return {other: CERTAIN if other in partners else 0 for other in others}


# --- what it claims ---


def _written(words: str, told: Sequence[Told], seat: Seat, played: Played) -> tuple[list[Claim], str]:
    """What the sentences of a speech claim by what is written beside them, and the words that nothing is written of."""
    found, rest = [], words
    for each in told:
        claims = each.sentence.claims if each.sentence is not None else _own_line(each)
        if claims is None or each.words not in rest:
            continue
        rest = rest.replace(each.words, " ", 1)
        for claim in claims:
            said = filled(claim, each.slots, played.names[seat])
            if said is not None and said[1] in played.names:
                found.append(_filed(said[0], played.names.index(said[1]), said[2], played))
    return found, rest


def _own_line(told: Told) -> tuple[Claimed, ...] | None:
    """What a line of the character's own claims by what it was said for: a vote, that somebody lied, or that one is not
    who is sought."""
    if told.line == "vote":
        return VOTES
    if told.line == "accuse" and CALLS_A_LIAR.search(told.words):
        return LIED
    return DENIES if told.line == "deny" and DENIAL.search(told.words) else None


def _filed(kind: str, about: Seat, value: str, played: Played) -> Claim:
    """A claim in the words of these rules: roles and rooms as they call them, and a team where no role was said."""
    rules = played.ruleset
    if kind == "place":
        return Claim(kind, about, ROOMS_CALLED.get(value, value))
    if kind == "result":
        return Claim(kind, about, rules.hidden_team if value == "mafia" else rules.open_team)
    if kind == "deed" and value.startswith(SAYS_TO_BE):
        return Claim(kind, about, SAYS_TO_BE + _role(value.removeprefix(SAYS_TO_BE), played))
    if kind != "role":
        return Claim(kind, about, value)
    role = value.removeprefix("a ").removeprefix("the ")
    if role.startswith("one of the "):
        is_hidden = role.removeprefix("one of the ") == rules.hidden_team
        return Claim("innocence", about, "guilty" if is_hidden else "innocent")
    return Claim(kind, about, _role(role, played))


def claims_heard(words: str, seat: Seat, ruleset: Ruleset[Any], names: Sequence[str]) -> list[Claim]:
    """What anybody's words plainly claim, whoever says them, as the ear of all house players hears it. What it does not
    understand is nothing: of what readers find in speeches of the house it hears about half."""
    read = _claims_aboard if isinstance(ruleset, GlassBox) else _claims
    return list(dict.fromkeys(read(words, seat, Played(ruleset, ruleset.options(), tuple(names)))))


def _claims(words: str, seat: Seat, played: Played) -> Iterator[Claim]:
    if not may_claim(words):  # what the house says claims mostly what is written beside it, and the rest nothing
        return
    heard = hear(words, played.names, seat)
    for remark in heard.remarks:
        sentence = heard.sentences[remark.sentence] if remark.sentence < len(heard.sentences) else ""
        if remark.act == "vote" and NOMINATES in sentence.casefold():
            continue  # heard as a vote, for it is as much against somebody, but none is announced
        if (claim := _of_remark(remark, seat, played)) is not None:
            yield claim


def _of_remark(remark: Remark, seat: Seat, played: Played) -> Claim | None:
    about = remark.about
    match remark.act:
        case "claim" if remark.role == "town":
            return Claim("innocence", seat, "innocent")
        case "claim":
            return Claim("role", seat, _role(remark.role, played))
        case "deny":
            return Claim("innocence", seat, "innocent")
        case "result" if about is not None:
            team = {"mafia": played.ruleset.hidden_team, "town": played.ruleset.open_team}.get(remark.role)
            return Claim("result", about, team or _role(remark.role, played))
        case "guard" if about is not None:
            return Claim("deed", seat, f"protected {played.names[about]}")
        case "shot" if about is not None:
            return Claim("deed", seat, f"shot {played.names[about]}")
        case "vote" if about is not None and remark.force >= MEANT:
            return Claim("vote", seat, played.names[about])
    return None


def _role(heard: str, played: Played) -> str:
    """A role as these rules call it, whose title was heard."""
    names = [role.name for role in played.ruleset.roles]
    return heard if heard in names else next((name for name in names if TITLES.get(name) == heard), heard)


def _claims_aboard(words: str, seat: Seat, played: Played) -> Iterator[Claim]:
    if not hearing.may_tell(words):
        return
    for claim in hearing.heard(words, played.names, seat):
        yield from _of_claim(claim, seat, played.names)


def _of_claim(claim: ClaimAboard, seat: Seat, names: Sequence[str]) -> Iterator[Claim]:
    about, room = claim.about, claim.room
    match claim.kind:
        case "killed" if about is not None:
            yield Claim("deed", about, "killed" if claim.other is None else f"killed {names[claim.other]}")
        case "vented" if about is not None:
            yield Claim("deed", about, "vented")
        case "clear" if about is not None:
            yield Claim("innocence", about, "innocent")
        case "self" if room is not None:
            yield Claim("place", seat, room)
        case "saw" | "vouch" | "with" if about is not None and room is not None:
            yield Claim("place", about, room)
            beside = seat if claim.kind == "vouch" else claim.other if claim.kind == "with" else None
            if beside is not None:
                yield Claim("place", beside, room)
