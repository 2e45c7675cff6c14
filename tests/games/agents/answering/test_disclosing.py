"""What a model says beside its answer is read in whatever form it came; what cannot be is dropped and counted."""

import json
from typing import Any

import pytest

from games.agents.answering import Beside, read_answer
from games.engine.disclosing import (
    BELIEFS,
    CLAIMS,
    LONGEST_VALUE,
    MOST_CLAIMS,
    NOTHING,
    Claim,
    Disclosure,
    disclosure_from_plain,
)
from games.engine.questions import Choose, Illegal, Speak

NAMES = ("Anika", "Bruno Vane", "Celia")
VOTE = Choose("vote", "Vote.", (0, 1, 2))
SPEAK = Speak("speak", "Speak.")
ME = 2


def believed(given: object) -> Disclosure:
    text = json.dumps({"thought": "", "reply": {"answer": "vote", "beliefs": given, "target": "Anika"}})
    answer = read_answer(VOTE, text, NAMES, beside=Beside(ME, (BELIEFS,)))
    assert answer["target"] == 0
    return answer["disclosed"]


def claimed(given: object) -> Disclosure:
    text = json.dumps({"thought": "", "reply": {"answer": "speak", "message": "Hello.", "claims": given}})
    answer = read_answer(SPEAK, text, NAMES, beside=Beside(ME, (CLAIMS,)))
    assert answer["message"] == "Hello."
    return answer["disclosed"]


@pytest.mark.parametrize(
    "given",
    [
        ["Anika 30", "Bruno Vane 0"],
        ["anika: 30 %", "Bruno  vane - 0%"],
        ["Anika (30)", "bruno vane = 0.2"],
        {"Anika": 30, "Bruno Vane": 0},
        [{"about": "Anika", "chance": 30}, {"player": "Bruno Vane", "probability": 0.4}],
        ["Anika 90", "Anika 30", "Bruno Vane 0"],
    ],
)
def test_beliefs_are_read_in_any_form(given: object) -> None:
    assert believed(given) == Disclosure({0: 30, 1: 0})


@pytest.mark.parametrize(
    ("given", "kept", "dropped"),
    [
        (None, {}, 0),
        ([], {}, 0),
        ("Anika 30", {0: 30}, 0),
        (["Anika", "Anika 101", "Anika -3", "Nobody 10", "Celia 50", 7, None, ["Anika", 3]], {}, 8),
        ([{"about": "Anika", "chance": True}, {"about": 0, "chance": 10}, {"about": "Anika", "chance": 10**30}], {}, 3),
        (["Anika 1"] * 150, {0: 1}, 50),
        (["x" * 100_000, "Anika " + "9" * 100_000], {}, 2),
        (17, {}, 1),
    ],
)
def test_what_is_no_belief_is_dropped_and_counted(given: object, kept: dict[int, int], dropped: int) -> None:
    assert believed(given) == Disclosure(kept, (), dropped)


def test_claims_are_read_and_what_is_none_is_dropped_and_counted() -> None:
    whole = {"kind": "role", "about": "Anika", "value": "sheriff"}
    mine = {"kind": "Innocence ", "about": "me", "value": " not \n guilty "}
    others: list[Any] = [
        {"kind": "rumour", "about": "Anika", "value": "x"},
        {"kind": "role", "about": "Zofia", "value": "x"},
        {"kind": "role", "about": "Anika", "value": "  "},
        {"kind": "role", "about": "Anika"},
        {"kind": ["role"], "about": {"a": 1}, "value": 3},
        "rumour Anika: x",
        "role Zofia: x",
        "role Anika: ",
        "role",
        "place",
        "role " * 10_000,
        None,
    ]
    assert claimed([whole, mine, whole, *others]) == Disclosure(
        {}, (Claim("role", 0, "sheriff"), Claim("innocence", ME, "not guilty")), len(others)
    )
    assert claimed(whole) == Disclosure({}, (Claim("role", 0, "sheriff"),))
    assert claimed("nothing") == Disclosure({}, (), 1)
    assert claimed(None) == claimed([]) == NOTHING
    many = [{"kind": "vote", "about": "Anika", "value": f"{number}"} for number in range(MOST_CLAIMS + 3)]
    assert (len(claimed(many).claims), claimed(many).dropped) == (MOST_CLAIMS, 3)
    assert len(claimed([whole | {"value": "v" * 9_999}]).claims[0].value) == LONGEST_VALUE


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("role Anika: sheriff", Claim("role", 0, "sheriff")),
        ("Role: Anika = sheriff", Claim("role", 0, "sheriff")),
        ("role anika sheriff", Claim("role", 0, "sheriff")),
        ("place Bruno Vane: in electrical, with Anika", Claim("place", 1, "in electrical, with Anika")),
        ("deed me: protected Bruno Vane", Claim("deed", ME, "protected Bruno Vane")),
        ("vote Celia: Anika, yesterday", Claim("vote", ME, "Anika, yesterday")),
        ("result (Anika) \u2013 mafia", Claim("result", 0, "mafia")),
        (" innocence \n Anika: not\nguilty ", Claim("innocence", 0, "not guilty")),
    ],
)
def test_a_claim_is_read_out_of_a_short_text(told: str, claim: Claim) -> None:
    assert claimed([told]) == Disclosure({}, (claim,))


def test_of_two_names_that_a_claim_may_begin_with_the_longer_one_is_meant() -> None:
    reply = {"answer": "speak", "message": "Hm.", "claims": ["role Vane Bo: mafia"]}
    text = json.dumps({"thought": "", "reply": reply})
    read = read_answer(SPEAK, text, ("Vane", "Vane Bo", "Celia"), beside=Beside(ME, (CLAIMS,)))
    assert read["disclosed"].claims == (Claim("role", 1, "mafia"),)


def test_nothing_beside_an_answer_sends_it_back_or_stands_in_for_it() -> None:
    """Not even a field of the same name in another spelling; and nothing is read that was not asked for."""
    text = '{"reply": {"answer": "vote", "target": "Anika", "Beliefs": ["Anika 5"], "BELIEFS": ["Anika 6"]}}'
    assert read_answer(VOTE, text, NAMES, beside=Beside(ME, (BELIEFS,)))["disclosed"].beliefs == {0: 6}
    assert "disclosed" not in read_answer(VOTE, text, NAMES)
    with pytest.raises(Illegal, match="target is missing"):
        read_answer(VOTE, '{"beliefs": ["Anika 5"], "target ": null}'.replace('"target ": null', '"x": 1'), NAMES)


@pytest.mark.parametrize("plain", [None, [], "x", 3, {"beliefs": 1, "claims": "x", "dropped": -1}, {"beliefs": [[]]}])
def test_what_somebody_stored_is_read_as_far_as_it_goes(plain: object) -> None:
    assert disclosure_from_plain(plain) == NOTHING


def test_what_is_disclosed_is_the_same_again_after_it_was_stored() -> None:
    told = Disclosure({0: 30, 2: 100}, (Claim("deed", 1, "protected Anika"),), 2)
    assert disclosure_from_plain(json.loads(json.dumps(told.plain))) == told
    assert NOTHING.plain is None
