"""What is seen on the ship says something of a death since the last meeting, and nothing of one after the next."""

from games.agents.signs import SIGNS, sightings
from games.engine.events import Seat
from games.engine.rulesets import all_rulesets
from games.engine.rulesets.glass_box import GlassBox
from tests.games.engine.glass_box.ship_scene import ShipScene

SHIP = all_rulesets()[GlassBox.slug]
ROLES = "IICCCCCC"
WITNESS = 7


def shown(scene: ShipScene, sign: str, *, by: Seat = WITNESS) -> list[Seat]:
    """Who showed a sign, as one seat saw it."""
    moderator = scene.moderator
    found = sightings(scene.ledger, by, moderator.ruleset, moderator.options, moderator.deal.aliases)
    assert sign in SIGNS
    return [sighting.about for sighting in found if sighting.sign == sign]


def after_a_meeting() -> ShipScene:
    """The witness saw seats 2 and 3 in medbay and seats 4 and 5 in admin; then there was a meeting."""
    scene = ShipScene(SHIP, ROLES, kill_cooldown=1, emergency_cooldown=2)
    scene.tick({seat: "move medbay" for seat in (2, 3, WITNESS)} | {seat: "move admin" for seat in (4, 5)})
    scene.tick({seat: "move cafeteria" for seat in (2, 3, 4, 5, WITNESS)}).tick({WITNESS: "move admin"})
    scene.tick({seat: "move admin" for seat in (4, 5)}).tick({6: "emergency"})
    return scene.vote()


def test_who_was_where_a_body_lies_since_the_last_meeting_is_near_it_and_who_was_there_before_is_not() -> None:
    scene = after_a_meeting()
    scene.tick({seat: "move medbay" for seat in (0, 6, 4, WITNESS)})
    scene.tick({0: "kill 6", WITNESS: "move upper engine", 4: "move cafeteria"}).tick({WITNESS: "move medbay"})
    scene.tick({WITNESS: "report"})
    assert sorted(set(shown(scene, "near-a-body"))) == [0, 4]


def test_that_all_were_gathered_where_a_body_lies_says_nothing_of_anybody() -> None:
    scene = after_a_meeting()
    scene.tick({seat: "move medbay" for seat in (2, 3, WITNESS)} | {seat: "move admin" for seat in (1, 5)})
    scene.tick({0: "kill 6"}).tick({WITNESS: "move cafeteria"}).tick({WITNESS: "report"})  # 0, 4 are there
    assert sorted(set(shown(scene, "near-a-body"))) == [0, 4]


def test_who_was_last_seen_with_the_dead_since_the_last_meeting_was_alone_with_them() -> None:
    scene = ShipScene(SHIP, ROLES)
    scene.tick({seat: "move medbay" for seat in (2, 3, WITNESS)})
    scene.tick({0: "move medbay", WITNESS: "move upper engine"}).tick({0: "kill 3"}).tick({2: "report"})
    assert scene.told(WITNESS, "missed") == ["Dov is dead."]
    assert shown(scene, "alone-with-the-dead") == [2]


def test_who_was_last_seen_with_the_dead_before_the_last_meeting_was_not() -> None:
    scene = ShipScene(SHIP, ROLES, kill_cooldown=1)
    scene.tick({seat: "move medbay" for seat in (2, 3, WITNESS)})
    scene.tick({0: "kill 6", WITNESS: "move upper engine"}).tick({1: "sabotage lights"}).tick({1: "report"}).vote()
    scene.tick({seat: "move admin" for seat in (0, 3)}).tick({0: "kill 3"}).tick({0: "report"})  # and all is dark
    assert scene.told(WITNESS, "missed") == ["Gus is dead.", "Dov is dead."]
    assert shown(scene, "alone-with-the-dead") == []
