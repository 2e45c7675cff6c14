"""What can be known: each event as a sentence and as what is stored."""

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from games.engine.events import (
    KINDS,
    Conferred,
    Dealt,
    Defaulted,
    Defended,
    Died,
    Ended,
    Event,
    Investigated,
    KillVoted,
    LastWords,
    Lynched,
    Nominated,
    Nominees,
    NotLynched,
    Partners,
    PhaseBegan,
    Planned,
    Plotted,
    Pressed,
    Protected,
    QuietNight,
    Reasoned,
    Remarked,
    Revealed,
    Runoff,
    Said,
    Seated,
    Shot,
    Stopped,
    Targeted,
    Vote,
    Voted,
    VotedWhy,
    a,
    known,
    listed,
    load,
)
from tests.games.engine.glass_box.told import EVENTS as OF_THE_SHIP

NAMES = ("Ada", "Ben", "Cleo")

# The event, what caused it, its sentence, what is stored.
EVENTS: list[tuple[Event, tuple[int, ...], str, dict[str, Any]]] = [
    (Seated(NAMES), (), "3 players sit down: Ada, Ben and Cleo.", {"aliases": ["Ada", "Ben", "Cleo"]}),
    (Dealt(1, "doctor", "town"), (), "Ben is a doctor (town).", {"seat": 1, "role": "doctor", "team": "town"}),
    (Partners("mafia", (0, 2)), (), "The mafia are Ada and Cleo.", {"team": "mafia", "seats": [0, 2]}),
    (Partners("mafia", (1,)), (), "The mafia is Ben.", {"team": "mafia", "seats": [1]}),
    (PhaseBegan("night", 2), (), "Night 2 begins.", {"name": "night", "number": 2}),
    (
        Pressed(3),
        (),
        "Nobody has died for 3 rounds: until somebody does, the mafia must kill and every vote must name a player.",
        {"rounds": 3},
    ),
    (
        Pressed(1),
        (),
        "Nobody has died for 1 round: until somebody does, the mafia must kill and every vote must name a player.",
        {"rounds": 1},
    ),
    (
        Plotted(0, "She knows.", 2),
        (0,),
        "Ada proposes to kill Cleo: She knows.",
        {"seat": 0, "words": "She knows.", "target": 2},
    ),
    (Plotted(0, "", None), (0,), "Ada proposes to kill nobody.", {"seat": 0, "words": "", "target": None}),
    (
        Targeted(1, "agreed"),
        (),
        "The mafia go for Ben (agreed).",
        {"target": 1, "how": "agreed", "seat": None},
    ),
    (Targeted(None, "alone", 2), (2,), "The mafia go for nobody (alone).", {"target": None, "how": "alone", "seat": 2}),
    (Protected(1, 0), (1,), "Ben protects Ada.", {"seat": 1, "target": 0}),
    (Protected(1, 1), (1,), "Ben protects themselves.", {"seat": 1, "target": 1}),
    (
        Investigated(1, 0, "sheriff", "town"),
        (1,),
        "Ben investigates Ada, who is a sheriff.",
        {"seat": 1, "target": 0, "role": "sheriff", "team": "town"},
    ),
    (
        Investigated(1, 0, None, "mafia"),
        (1,),
        "Ben investigates Ada, who is on the side of the mafia.",
        {"seat": 1, "target": 0, "role": None, "team": "mafia"},
    ),
    (Shot(2, 0), (2,), "Cleo shoots at Ada.", {"seat": 2, "target": 0}),
    (Shot(2, None), (2,), "Cleo holds fire.", {"seat": 2, "target": None}),
    (Stopped(0, (1, 2)), (), "Ada was attacked and saved by Ben and Cleo.", {"target": 0, "by": [1, 2]}),
    (
        Died(0, "impostor", "crew"),
        (),
        "Ada, who was an impostor, died in the night.",
        {"seat": 0, "role": "impostor", "team": "crew"},
    ),
    (
        Died(0, None, "town"),
        (),
        "Ada, who was on the side of the town, died in the night.",
        {"seat": 0, "role": None, "team": "town"},
    ),
    (Died(0, None, None), (), "Ada died in the night.", {"seat": 0, "role": None, "team": None}),
    (QuietNight(), (), "Nobody died in the night.", {}),
    (Said(2, "Hello."), (2,), "Cleo: Hello.", {"seat": 2, "words": "Hello."}),
    (
        Voted((Vote(0, 1), Vote(1, None))),
        (0, 1),
        "The votes: Ada for Ben, Ben for nobody.",
        {"votes": [{"seat": 0, "target": 1}, {"seat": 1, "target": None}]},
    ),
    (
        Lynched(1, "mafioso", "mafia"),
        (),
        "Ben, who was a mafioso, is lynched.",
        {"seat": 1, "role": "mafioso", "team": "mafia"},
    ),
    (Lynched(1, None, None), (), "Ben is lynched.", {"seat": 1, "role": None, "team": None}),
    (NotLynched("tie"), (), "Nobody is lynched: the most votes are shared.", {"reason": "tie"}),
    (NotLynched("skip"), (), "Nobody is lynched: most chose nobody.", {"reason": "skip"}),
    (
        NotLynched("no majority"),
        (),
        "Nobody is lynched: no one is named by more than half.",
        {"reason": "no majority"},
    ),
    (NotLynched("no nominee"), (), "Nobody is lynched: no one is nominated.", {"reason": "no nominee"}),
    (Planned(0, "We hide."), (0,), "Ada plans: We hide.", {"seat": 0, "words": "We hide."}),
    (Nominated(0, 2), (), "Ada nominates Cleo.", {"seat": 0, "target": 2}),
    (Nominated(0, 0), (), "Ada nominates themselves.", {"seat": 0, "target": 0}),
    (Nominated(0, None), (), "Ada nominates nobody.", {"seat": 0, "target": None}),
    (Nominees((0, 2)), (), "Up for the vote: Ada and Cleo.", {"seats": [0, 2]}),
    (
        Runoff((2, 0)),
        (),
        "Cleo and Ada are tied: each speaks in defence, then all vote again between them.",
        {"seats": [2, 0]},
    ),
    (
        Runoff((1,)),
        (),
        "Ben and nobody are tied: Ben speaks in defence, then all vote again.",
        {"seats": [1]},
    ),
    (Defended(1, "Not me."), (1,), "Ben, in defence: Not me.", {"seat": 1, "words": "Not me."}),
    (LastWords(1, "Watch Ada."), (1,), "Ben, in last words: Watch Ada.", {"seat": 1, "words": "Watch Ada."}),
    (
        Remarked(2, "Hello.", 65),
        (2,),
        "1:05 Cleo: Hello.",
        {"seat": 2, "words": "Hello.", "clock": 65},
    ),
    (
        Conferred(0, "Psst.", 9),
        (0,),
        "0:09 Ada to the mafia: Psst.",
        {"seat": 0, "words": "Psst.", "clock": 9},
    ),
    (
        KillVoted((Vote(0, 1), Vote(2, 1))),
        (0, 2),
        "The mafia's votes: Ada for Ben, Cleo for Ben.",
        {"votes": [{"seat": 0, "target": 1}, {"seat": 2, "target": 1}]},
    ),
    (
        VotedWhy((Reasoned(0, 1, "He lies."), Reasoned(1, None, ""))),
        (0, 1),
        'The votes: Ada for Ben ("He lies."), Ben for nobody.',
        {"votes": [{"seat": 0, "target": 1, "reason": "He lies."}, {"seat": 1, "target": None, "reason": ""}]},
    ),
    (
        Ended("town", "no mafioso is left"),
        (),
        "The town wins: no mafioso is left.",
        {"winner": "town", "reason": "no mafioso is left"},
    ),
    (Ended("draw", "time is up"), (), "The game is a draw: time is up.", {"winner": "draw", "reason": "time is up"}),
    (
        Revealed(("doctor", "villager")),
        (),
        "The roles were: Ada a doctor, Ben a villager.",
        {"roles": ["doctor", "villager"]},
    ),
    (
        Defaulted(0, "vote", "no answer"),
        (),
        "The default stands in for Ada's answer (vote): no answer",
        {"seat": 0, "question": "vote", "reason": "no answer"},
    ),
    *OF_THE_SHIP,
]
EVERY_EVENT = pytest.mark.parametrize(
    ("event", "authors", "sentence", "data"), EVENTS, ids=[f"{n} {row[0].kind}" for n, row in enumerate(EVENTS)]
)


def test_every_kind_of_event_is_in_the_table_below() -> None:
    own = {kind for kind, cls in KINDS.items() if cls.__module__.startswith("games.engine.events.")}
    assert {row[0].kind for row in EVENTS} == own


@EVERY_EVENT
def test_an_event_says_itself_in_one_sentence(
    event: Event, authors: tuple[int, ...], sentence: str, data: dict[str, Any]
) -> None:
    assert event.text(NAMES) == sentence


@EVERY_EVENT
def test_an_event_names_those_whose_answers_caused_it(
    event: Event, authors: tuple[int, ...], sentence: str, data: dict[str, Any]
) -> None:
    assert event.authors == authors


@EVERY_EVENT
def test_an_event_is_stored_and_loaded(
    event: Event, authors: tuple[int, ...], sentence: str, data: dict[str, Any]
) -> None:
    assert event.data() == data
    assert load(event.kind, data) == event
    assert list(data) == [each.name for each in fields(event)]


@EVERY_EVENT
def test_what_is_stored_with_a_field_too_many_or_too_few_is_refused(
    event: Event, authors: tuple[int, ...], sentence: str, data: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=f"'{event.kind}' needs the fields "):
        load(event.kind, {**data, "mood": "grim"})
    if data:
        with pytest.raises(ValueError, match=f"'{event.kind}' needs the fields "):
            load(event.kind, dict(list(data.items())[1:]))


@pytest.mark.parametrize("kind", ["voted", "kill_voted", "voted_why"])
@pytest.mark.parametrize("votes", [None, [1], [{"seat": 1}], [{"seat": 1, "target": 2, "why": "?"}], ["ab"]], ids=str)
def test_votes_that_are_no_votes_are_refused(kind: str, votes: Any) -> None:
    with pytest.raises(ValueError, match=f"'{kind}' needs .*votes with seat"):
        load(kind, {"votes": votes})


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no event is of the kind 'sneezed'"):
        load("sneezed", {})


def test_two_events_cannot_be_of_one_kind() -> None:
    with pytest.raises(TypeError, match=r"Died\.kind: 'died' is .*Died's already"):
        known(Died)


@EVERY_EVENT
def test_an_event_cannot_be_changed(
    event: Event, authors: tuple[int, ...], sentence: str, data: dict[str, Any]
) -> None:
    for each in fields(event):
        with pytest.raises(FrozenInstanceError):
            setattr(event, each.name, None)
    assert not hasattr(event, "__dict__")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_words_are_listed_as_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert listed(words) == sentence


def test_a_noun_has_its_article() -> None:
    assert [a(noun) for noun in ("doctor", "impostor", "engineer")] == ["a doctor", "an impostor", "an engineer"]
