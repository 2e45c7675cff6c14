"""With which event a claim is marked as true or false, in the glass box and for everybody."""

import pytest

from games.agents.offline import play_whole
from games.agents.players import player_named
from games.engine.disclosing import Claim
from games.engine.events import Dealt, Event, Investigated, Lynched, Nominated, PhaseBegan, Revealed, Said, Seat, Voted
from games.engine.events.day import Vote
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, Entry, Hearers
from games.engine.truth import spoken_in, verdicts, verdicts_in
from games.engine.truth.marks import EVERYBODY, GLASS, Eyes, Mark, Marks

SLUGS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda")
ROLES = ("mafioso", "sheriff", "doctor", "villager", "villager")
TOWN = ruleset_named("town-mafia")
PUBLIC = (Said, Voted, Lynched, Nominated, Revealed, PhaseBegan)
DEALT: list[tuple[Event, int]] = [
    (Dealt(seat, role, "mafia" if role == "mafioso" else "town"), 0) for seat, role in enumerate(ROLES)
]


def ledger_of(*events: tuple[Event, int]) -> list[Entry]:
    """A ledger of the deal and these events, each with its round and in a poll of its own."""
    ledger = []
    for seq, (event, round) in enumerate((*DEALT, *events), 1):
        hearers: Hearers = EVERYONE if isinstance(event, PUBLIC) else frozenset()
        ledger.append(Entry(seq, round, "day", event, hearers, seq))
    return ledger


def marked(ledger: list[Entry], claimed: dict[int, list[Claim]], eyes: Eyes) -> dict[int, list[tuple[str, str]]]:
    """By event, the marks that are shown with it: what was claimed, and whether it was so; claims by their event."""
    marks, found = Marks(NAMES, TOWN.roles, TOWN.hidden_team, eyes), {}
    for entry in ledger:
        if entry.seq in claimed:
            marks.answered(entry.poll, entry.event.data()["seat"], claimed[entry.seq])
    for entry in ledger:
        shown = marks.hear(entry)
        if entry.event.kind == "revealed":
            shown += marks.rest(ledger, entry.seq)
        if shown:
            found[entry.seq] = [(mark.claim.value, mark.truth) for mark in shown]
    return found


def played(slug: str, seed: str, seats: int = 8) -> Moderator:
    """A game of the house to its end, with all that its players claim."""
    ruleset = ruleset_named(slug)
    options = ruleset.options_from({}, seats)
    players = [player_named("house", seat) for seat in range(seats)]
    return play_whole(Moderator(ruleset, options, ruleset.deal(seed, seats, options), seed), players)


def vote_of(*votes: tuple[Seat, Seat | None]) -> Voted:
    return Voted(tuple(Vote(seat, target) for seat, target in votes))


def test_a_role_is_marked_with_the_words_in_the_glass_box_and_with_the_death_that_shows_it_for_everybody():
    ledger = ledger_of((Said(0, "I am the doctor."), 1), (Said(3, "So?"), 1), (Lynched(0, "mafioso", None), 1))
    claimed = {6: [Claim("role", 0, "doctor"), Claim("innocence", 0, "innocent"), Claim("role", 3, "villager")]}
    glass = {6: [("doctor", "false"), ("innocent", "false"), ("villager", "true")]}
    assert marked(ledger, claimed, GLASS) == glass
    assert marked(ledger, claimed, EVERYBODY) == {8: [("doctor", "false"), ("innocent", "false")]}


def test_a_vote_is_marked_when_it_comes_and_not_by_the_one_before():
    ledger = ledger_of(
        (vote_of((0, 1), (1, 0)), 1),
        (Said(0, "I vote Celia."), 2),
        (Said(1, "And Anika votes me, as she did."), 2),
        (vote_of((0, 3), (1, 0)), 2),
    )
    claimed = {7: [Claim("vote", 0, "Celia")], 8: [Claim("vote", 0, "Bruno")]}
    shown = {9: [("Celia", "false")], 8: []}
    for eyes in (GLASS, EVERYBODY):
        found = marked(ledger, claimed, eyes)
        assert found[9][0] == shown[9][0]
        assert 8 not in found, "she may still do otherwise"


def test_a_vote_that_never_comes_is_settled_by_the_next_round():
    ledger = ledger_of(
        (vote_of((0, 1)), 1),
        (Said(1, "Anika votes Celia."), 2),
        (Said(2, "Hm."), 2),
        (PhaseBegan("night", 3), 3),
    )
    claimed = {7: [Claim("vote", 0, "Celia")]}
    for eyes in (GLASS, EVERYBODY):
        assert marked(ledger, claimed, eyes) == {9: [("Celia", "false")]}


def test_what_a_power_showed_is_for_everybody_at_the_end_alone():
    ledger = ledger_of(
        (Investigated(1, 0, "mafioso", "mafia"), 1),
        (Said(1, "Anika is mafia, I checked."), 1),
        (Said(0, "I checked Bruno, and protected Celia."), 1),
        (Revealed(ROLES), 2),
    )
    claimed = {7: [Claim("result", 0, "mafia")], 8: [Claim("result", 1, "mafia"), Claim("place", 0, "Rome")]}
    assert marked(ledger, claimed, GLASS) == {
        7: [("mafia", "true")],
        8: [("mafia", "false")],
        9: [("Rome", "unknowable")],
    }
    assert marked(ledger, claimed, EVERYBODY) == {9: [("mafia", "true"), ("mafia", "false")]}


def test_of_a_deed_everybody_is_told_what_was_seen_and_not_what_its_player_wrote():
    council = ruleset_named("council-mafia")
    ledger = ledger_of((Said(1, "I name Anika."), 1), (Nominated(1, 0), 1), (Said(2, "Well."), 1))
    value = "nominated Anika, as my friend the doctor Celia wished"
    marks = Marks(NAMES, council.roles, council.hidden_team, EVERYBODY)
    marks.answered(6, 1, [Claim("deed", 1, "nominated Anika, as my friend the doctor wished"), Claim("deed", 1, value)])
    ledger[6] = ledger[6]._replace(poll=6)
    found = [mark for entry in ledger for mark in marks.hear(entry)]
    assert found == [Mark(6, 1, Claim("deed", 1, "nominated Anika"), "true", 7)]


def test_who_nominated_nobody_is_told_so():
    council = ruleset_named("council-mafia")
    ledger = ledger_of((Said(1, "Not today."), 1), (Nominated(1, None), 1))
    ledger[6] = ledger[6]._replace(poll=6)
    marks = Marks(NAMES, council.roles, council.hidden_team, EVERYBODY)
    marks.answered(6, 1, [Claim("deed", 1, "nominated nobody, and that is that")])
    found = [mark for entry in ledger for mark in marks.hear(entry)]
    assert found == [Mark(6, 1, Claim("deed", 1, "nominated nobody"), "true", 7)]


def test_verdicts_are_found_once_of_a_game_that_is_over_and_anew_of_one_that_goes_on():
    game, other = played("town-mafia", "marks/0"), played("town-mafia", "marks/1")
    assert verdicts_in(game) is verdicts_in(game)
    assert verdicts_in(game) != verdicts_in(other)

    going_on = Moderator(game.ruleset, game.options, game.deal, game.seed)
    assert verdicts_in(going_on) == ()
    at_hand = {(each.poll, each.seat): each for each in game.journal}
    while going_on.pending:
        for seat in tuple(going_on.pending):
            answer = at_hand[going_on.poll, seat]
            going_on.answer(seat, {**answer.answer, "disclosed": answer.disclosed})
    assert verdicts_in(going_on) == verdicts_in(game) != ()


@pytest.mark.parametrize("slug", SLUGS)
def test_at_the_end_marks_are_the_verdicts_and_everybody_has_those_that_are_no_secret(slug: str):
    truths = set()
    for number in range(2, 5):
        game = played(slug, f"marks/{number}")
        rules, names = game.ruleset, game.deal.aliases
        spoken = spoken_in([(each.poll, each.seat, each.disclosed.claims) for each in game.journal], game.ledger)
        found = verdicts(spoken, game.ledger, names, rules.roles, rules.hidden_team)
        truths |= {verdict.truth for verdict in found}
        assert verdicts_in(game) == tuple(found)
        glass, everybody = shown_in(game, GLASS), shown_in(game, EVERYBODY)
        assert sorted((at.speech, at.speaker, at.claim, at.truth) for _, at in glass) == sorted(
            (each.seq, each.speaker, each.claim, each.truth) for each in found
        )
        known = [each for each in found if each.truth != "unknowable" and each.public_from is not None]
        assert sorted(
            (at.speech, at.speaker, at.claim.kind, at.claim.about, at.truth) for _, at in everybody
        ) == sorted((each.seq, each.speaker, each.claim.kind, each.claim.about, each.truth) for each in known)
        first = {(each.seq, each.claim): each.public_from for each in known}
        for at, mark in everybody:
            assert at >= max(mark.speech, first.get((mark.speech, mark.claim)) or 0)
    assert {"true", "false"} <= truths


def shown_in(game: Moderator, eyes: Eyes) -> list[tuple[int, Mark]]:
    """The marks of a whole game, each with the event that it is shown with."""
    marks, found = Marks(game.deal.aliases, game.ruleset.roles, game.ruleset.hidden_team, eyes), []
    for answer in sorted(game.journal, key=lambda answer: answer.poll):
        marks.answered(answer.poll, answer.seat, answer.disclosed.claims)
    for entry in game.ledger:
        shown = marks.hear(entry)
        if entry.event.kind == "revealed":
            shown += marks.rest(game.ledger, entry.seq)
        found += [(entry.seq, mark) for mark in shown]
    return found
