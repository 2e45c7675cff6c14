"""Lessons of counts: what was seen how often, in one sentence, where the counts bear it out."""

import re

import pytest

from games.agents.signs import SIGNS, told
from games.engine.rulesets import all_rulesets
from games.engine.rulesets.glass_box import GlassBox
from games.engine.rulesets.town_mafia import TownMafia
from personas.experience import EMPTY, Experience, OfOpponent, OfRuleset, OfTeam, Play, Tally

TOWN, SHIP = all_rulesets()[TownMafia.slug], all_rulesets()[GlassBox.slug]
SIGN = "accused-by-nobody-vote-1"
OTHERS = (
    ("accused-two-vote-1", Tally(6, 15)),
    (SIGN, Tally(14, 17)),
    ("spoke-up-vote-1", Tally(0, 40)),
    ("there-vote-1", Tally(20, 80)),
)
OWN = (OfTeam("mafia", Play(20, 9), (("turned", Play(9, 2)),)), OfTeam("town", Play(20, 9), (("turned", Play(10, 9)),)))
PLAYED = Experience((OfRuleset(TOWN.slug, 30, Tally(20, 80), OTHERS, OWN, (OfOpponent("gpt_x", Tally(9, 9)),)),))


def sentences(experience: Experience, team: str) -> list[str]:
    return [lesson.sentence for lesson in told(experience, TOWN, team)]


def test_the_best_borne_out_comes_first_in_one_sentence_each():
    nobody = "Whoever was accused by nobody before the first vote was mafia in 14 of 31 games"
    spoke_up = "Whoever spoke up for somebody before the first vote was town in 40 of 40 games"
    assert sentences(PLAYED, "town") == [
        f"{nobody}; of the others it was 6 of 69.",
        f"{spoke_up}; of the others it was 40 of 60.",
        "When I changed sides about somebody as town I won 9 of 10 games, else 0 of 10.",
    ]


def test_whoever_is_hidden_learns_of_its_own_play():
    wins = OfTeam("mafia", Play(40, 20), (("accused-first-vote-1", Play(11, 1)), ("there-vote-1", Play(40, 20))))
    experience = Experience((OfRuleset(TOWN.slug, 40, Tally(20, 80), OTHERS, (wins,)),))
    assert sentences(experience, "mafia") == [
        "When I was the first to accuse somebody as mafia I won 1 of 11 games, else 19 of 29."
    ]


def test_a_lesson_carries_its_numbers():
    lesson = told(PLAYED, TOWN, "town")[0]
    assert (lesson.sign, lesson.means, lesson.times, lesson.seen, lesson.usual, lesson.others) == (
        *(SIGN, "hidden", 14, 31),
        *(6, 69),
    )
    assert lesson.lift == pytest.approx(14 / 31 - 6 / 69)
    assert lesson.support > 0


def test_what_chance_would_have_is_no_lesson():
    usual = (("turned", Tally(10, 40)), ("spoke-up-vote-1", Tally(2, 0)))
    assert told(Experience((OfRuleset(TOWN.slug, 30, Tally(20, 80), usual),)), TOWN, "town") == []
    assert told(EMPTY, TOWN, "town") == []


def test_a_team_of_many_is_told_as_one_of_them():
    signs = (("worked", Tally(2, 60)),)
    (lesson,) = told(Experience((OfRuleset(SHIP.slug, 30, Tally(20, 80), signs),)), SHIP, "crew")
    assert lesson.sentence == "Whoever was seen at a task was crew in 60 of 62 games; of the others it was 20 of 38."


def test_no_lesson_is_of_a_sign_that_is_gone_or_of_an_occasion():
    signs = (("forgotten", Tally(20, 0)), ("there-vote-1", Tally(20, 20)))
    assert told(Experience((OfRuleset(TOWN.slug, 30, Tally(20, 80), signs),)), TOWN, "town") == []


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
def test_every_sign_fits_into_its_sentences(sign):
    for words in (sign.told, sign.own):
        assert words == words.strip()
        assert not re.search(r"[{}.]", words)
    assert sign.told
    assert " me " not in f" {sign.told} "
    assert not re.search(r"\b(?:them|they|themselves)\b", sign.own)
