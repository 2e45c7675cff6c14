"""What words plainly claim is held against what was filed with them."""

import pytest

from games.agents.house.believing import claims_heard
from games.agents.offline import play_whole
from games.agents.players import player_named
from games.engine.disclosing import Claim
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.engine.truth.filing import Filing, Speech, filing_of
from games.ledger.filings import filings_in

NAMES = ("Anika", "Bruno", "Celia", "Dario")
TOWN = ruleset_named("town-mafia")
SHIP = ruleset_named("glass-box")
DOCTOR = Claim("role", 0, "doctor")
VOTE = Claim("vote", 0, "Bruno")


def filing(words: str, *filed: Claim, heard: tuple[Claim, ...] = (), target: int | None = None) -> Filing:
    return filing_of(Speech(0, target, words, filed, heard), NAMES, [role.name for role in TOWN.roles])


def test_the_ear_hears_what_anybody_s_words_plainly_claim():
    words = "I am the doctor, I protected Celia. I vote Bruno."
    assert claims_heard(words, 0, TOWN, NAMES) == [DOCTOR, Claim("deed", 0, "protected Celia"), VOTE]
    assert claims_heard("I was in electrical with Bruno. Celia vented!", 0, SHIP, NAMES) == [
        Claim("place", 0, "electrical"),
        Claim("place", 1, "electrical"),
        Claim("deed", 2, "vented"),
    ]
    assert claims_heard("{0} %s <b>I think so.</b>", 0, TOWN, NAMES) == []


@pytest.mark.parametrize(
    "filed",
    [
        (Claim("role", 0, "The doctor"), Claim("vote", 0, "for Bruno, today")),
        (Claim("role", 0, "a real doctor"), Claim("vote", 0, "Bruno or Celia")),
    ],
)
def test_what_is_filed_in_other_words_is_filed(filed: tuple[Claim, ...]):
    assert filing("I am the doctor. I vote Bruno.", *filed, heard=(DOCTOR, VOTE)).unfiled == 0


def test_what_is_not_filed_or_filed_of_another_or_otherwise_is_not():
    assert filing("", heard=(DOCTOR, VOTE)) == Filing(2, 2, 0, 0)
    otherwise = Claim("role", 0, "villager"), Claim("vote", 0, "Celia"), Claim("role", 1, "doctor")
    assert filing("", *otherwise, heard=(DOCTOR, VOTE, VOTE)).unfiled == 2
    saved = Claim("deed", 0, "saved Celia")
    assert filing("", Claim("deed", 0, "protected Celia"), heard=(saved,)).unfiled == 0
    assert filing("", Claim("deed", 0, "shot Celia"), heard=(saved,)).unfiled == 1
    assert filing("", Claim("innocence", 0, "innocent"), heard=(DOCTOR,)).unfiled == 1, "who is the doctor says more"
    assert filing("", DOCTOR, heard=(Claim("innocence", 0, "innocent"),)).unfiled == 0


def test_a_claim_that_names_whom_the_words_do_not_is_not_said():
    words = "I am with Bruno on this."
    assert filing(words, Claim("innocence", 1, "innocent"), Claim("innocence", 0, "innocent")).unsaid == 0
    assert filing(words, Claim("innocence", 2, "guilty"), Claim("vote", 0, "Celia")) == Filing(0, 0, 2, 2)
    assert filing(words, Claim("innocence", 2, "guilty"), target=2).unsaid == 0, "she is spoken to"
    assert filing("You lied, and she knows it.", Claim("deed", 2, "lied")).unsaid == 0


def test_a_role_or_a_room_that_the_words_do_not_say_is_not_said():
    assert filing("Trust me: I heal.", DOCTOR).unsaid == 1
    assert filing("Trust the doctor.", DOCTOR, Claim("role", 0, "oracle")).unsaid == 0, (
        "of which the rules know nothing"
    )
    assert filing("I saw nothing.", Claim("place", 0, "in electrical, alone")).unsaid == 1
    assert filing("I was at the electrical panel.", Claim("place", 0, "in electrical, alone")).unsaid == 0


@pytest.mark.parametrize("slug", ["town-mafia", "reactive-mafia", "council-mafia", "glass-box"])
def test_the_house_files_what_it_says_and_says_what_it_files(slug: str):
    rules = ruleset_named(slug)
    options = rules.options_from({}, 8)
    players = [player_named("house", seat) for seat in range(8)]
    game = play_whole(Moderator(rules, options, rules.deal("file", 8, options), "file"), players)

    told = list(filings_in(rules, game.deal.aliases, game.journal, game.ledger))
    sums = {name: sum(row[name] for row in told) for name in Filing._fields}
    assert sums["heard"] > 4
    assert sums["filed"] > 19
    assert (sums["unfiled"], sums["unsaid"]) == (0, 0)

    mute = [answer._replace(disclosed=type(answer.disclosed)()) for answer in game.journal]
    unfiled = [row["heard"] for row in filings_in(rules, game.deal.aliases, mute, game.ledger)]
    assert sum(unfiled) == sum(row["unfiled"] for row in filings_in(rules, game.deal.aliases, mute, game.ledger))
    assert sum(unfiled) == sums["heard"]


def test_a_default_is_held_against_nothing():
    rules = ruleset_named("town-mafia")
    options = rules.options_from({}, 8)
    game = Moderator(rules, options, rules.deal("mute", 8, options), "mute")
    while game.pending:
        game.default(next(iter(game.pending)), "no answer")
    assert any(answer.kind == "speak" for answer in game.journal)
    assert list(filings_in(rules, game.deal.aliases, game.journal, game.ledger)) == []
