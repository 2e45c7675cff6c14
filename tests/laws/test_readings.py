"""The laws of the house that can be read off a file: none of ours breaks one. (breaches.py shows that each would be
noticed.)"""

import pytest

from tests.laws.of_games import OF_HEARERS, SPOKEN_IN
from tests.laws.of_the_house import FINDS_ITS_OWN, WRITES_ITSELF
from tests.laws.of_words import AS_THE_SERVER, FRAGMENTS
from tests.laws.tree import LAWS, PROJECT, Reading, faults_of_the_tree, files


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_file_keeps_the_law(law: Reading) -> None:
    assert files(law)
    assert faults_of_the_tree()[law] == []


@pytest.mark.parametrize("named", [AS_THE_SERVER, FINDS_ITS_OWN, FRAGMENTS, OF_HEARERS, SPOKEN_IN, WRITES_ITSELF])
def test_who_is_excepted_is_there(named: dict[str, str]) -> None:
    assert [path for path in named if not (PROJECT / path).is_file()] == []
