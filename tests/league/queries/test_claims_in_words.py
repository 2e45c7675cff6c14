"""Claims in words: each reads as English behind "claimed that", whatever its value is."""

import pytest

from league.queries.claims import said_of


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Greta", "Mirela votes for Greta"),
        ("for Greta", "Mirela votes for Greta"),
        ("nobody", "Mirela votes for nobody"),
        ("not Greta", "Mirela does not vote for Greta"),
        ("Greta, perhaps", "Mirela votes for Greta, perhaps"),
        ("Greta, yesterday", "Mirela voted for Greta, yesterday"),
        ("not Greta, on day 2", "Mirela did not vote for Greta, on day 2"),
    ],
)
def test_a_vote_that_is_claimed_is_a_sentence(value: str, said: str) -> None:
    assert said_of("vote", "Mirela", value) == said


def test_so_are_the_others() -> None:
    assert [said_of(kind, "Edda", value) for kind, value in (("place", "admin"), ("deed", "vents"))] == [
        "Edda was in admin",
        "Edda vents",
    ]
