"""What single signs mean, at tables where a test says who says and votes what."""

from collections.abc import Mapping, Sequence

from games.agents.signs import SIGNS, sightings
from games.engine.events import Seat
from games.engine.rulesets import all_rulesets
from games.engine.rulesets.town_mafia import TownMafia
from tests.games.engine.scenes import Scene

TOWN = all_rulesets()[TownMafia.slug]
# Ada and Ben are of the mafia, Cleo the doctor, Dov the sheriff, the others villagers.
ROLES = "MMDSVVVV"


def talked(words: Mapping[Seat, str], votes: Mapping[Seat, Seat | None], *, after: Sequence[Seat | None] = ()) -> Scene:
    """A quiet night, a day on which some say something and all vote; then nights with these victims, and quiet days."""
    scene = Scene(TOWN, ROLES, discussion_rounds=1).night()
    table = scene.moderator.table
    while scene.moderator.pending and table.phase == "day" and table.round == 1:
        for seat in tuple(scene.moderator.pending):
            scene.answer(seat, message=words.get(seat, "Hm."), target=votes.get(seat))
    for victim in after:
        scene.night(victim).day()
    return scene


def shown(scene: Scene, sign: str, *, by: Seat = 7) -> list[Seat]:
    """Who showed a sign, as one seat saw it."""
    moderator = scene.moderator
    found = sightings(scene.ledger, by, moderator.ruleset, moderator.options, moderator.deal.aliases)
    assert sign in SIGNS
    return [sighting.about for sighting in found if sighting.sign == sign]


ACCUSED = {0: "I suspect Edie.", 1: "I suspect Edie too.", 4: "I suspect Ada.", 5: "I trust Edie.", 6: "Hm."}


def test_who_accuses_first_back_and_after_another_and_who_is_accused_by_nobody():
    scene = talked(ACCUSED, {})
    assert shown(scene, "accused-first-vote-1") == [0]
    assert shown(scene, "accused-back-vote-1") == [4]
    assert shown(scene, "followed-vote-1") == [1]
    assert shown(scene, "accused-by-nobody-vote-1") == [1, 2, 3, 5, 6, 7]
    assert shown(scene, "accused-nobody-vote-1") == [2, 3, 5, 6, 7]
    assert shown(scene, "spoke-up-vote-1") == [5]
    assert shown(scene, "spoken-up-for-vote-1") == [4]


def test_nothing_is_known_of_a_talk_before_its_vote():
    scene = Scene(TOWN, ROLES, discussion_rounds=1).night()
    scene.answer(0, message="I suspect Edie.", target=None)
    assert shown(scene, "accused-first-vote-1") == []
    assert shown(scene, "accused-nobody-vote-1") == []


def test_votes_alone_for_nobody_unsaid_and_for_an_accuser():
    scene = talked(ACCUSED, {0: 4, 1: 4, 2: 4, 4: 0, 5: 6})
    assert shown(scene, "voted-alone-vote-1") == [4, 5]
    assert shown(scene, "voted-for-nobody-vote-1") == [3, 6, 7]
    assert shown(scene, "voted-for-accuser-vote-1") == [0, 4]
    assert shown(scene, "voted-each-other-vote-1") == [0, 4]
    assert shown(scene, "voted-unsaid-vote-1") == [2, 5]
    assert shown(scene, "no-votes-vote-1") == [1, 2, 3, 5, 7]


def test_who_helped_led_shielded_and_kept_still_when_one_of_the_mafia_fell():
    words = {1: "I trust Ada.", 4: "I suspect Ada.", 5: "I suspect Ada as well.", 0: "I suspect Finn."}
    scene = talked(words, {seat: 0 for seat in (2, 4, 5, 6, 7)} | {0: 5, 1: 5, 3: 5})
    assert shown(scene, "helped-hidden-fell") == [2, 4, 5, 6, 7]
    assert shown(scene, "led-hidden-fell") == [4]
    assert shown(scene, "shielded-hidden-fell") == [1]
    assert shown(scene, "kept-still-hidden-fell") == [2, 3, 6, 7]
    assert shown(scene, "accused-by-hidden-fell") == [5]
    assert shown(scene, "voted-for-by-hidden-fell") == [5]
    assert shown(scene, "helped-open-fell") == []


def test_who_helped_when_one_of_the_town_fell():
    scene = talked({1: "I suspect Finn."}, dict.fromkeys((0, 1, 2, 3, 4), 5))
    assert shown(scene, "helped-open-fell") == [0, 1, 2, 3, 4]
    assert shown(scene, "led-open-fell") == [1]
    assert shown(scene, "helped-hidden-fell") == []


def test_who_had_accused_and_was_accused_by_whoever_died_next():
    scene = talked({4: "I suspect Finn.", 5: "I suspect Gus."}, {}, after=(5,))
    assert shown(scene, "accused-next-dead") == [4]
    assert shown(scene, "accused-by-next-dead") == [6]
    assert 5 not in shown(scene, "voted-before-a-death")


def test_claims_alone_after_another_and_when_accused():
    words = {
        0: "I suspect Ben.",
        1: "I am the doctor.",
        2: "I am the doctor.",
        3: "I am the sheriff. I checked Ben: mafia.",
        4: "I am a villager.",
    }
    scene = talked(words, {})
    assert shown(scene, "claimed-a-role") == [1, 2, 3]
    assert shown(scene, "claimed-alone") == [3]
    assert shown(scene, "claimed-then-another") == [1]
    assert shown(scene, "claimed-after-another") == [2]
    assert shown(scene, "claimed-when-accused") == [1]
    assert shown(scene, "claimed-to-be-plain") == [4]
    assert shown(scene, "told-of-guilt") == [3]
    assert shown(scene, "said-to-be-guilty") == [1]


def test_what_somebody_claims_shows_that_they_claimed_it_whoever_they_are():
    liar = talked({0: "I am the sheriff."}, {})
    honest = talked({3: "I am the sheriff."}, {})
    assert shown(liar, "claimed-a-role") == [0]
    assert shown(honest, "claimed-a-role") == [3]


def test_ones_own_signs_are_seen_as_others_are():
    scene = talked(ACCUSED, {})
    assert shown(scene, "accused-first-vote-1", by=0) == shown(scene, "accused-first-vote-1", by=7) == [0]
