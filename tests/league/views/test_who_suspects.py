"""Who suspects whom, beneath the line: who counts as suspected, and how the table is drawn with it."""

import re
from collections.abc import Collection
from math import hypot

import pytest
from django.test import Client

from league.queries.stage.beliefs import Beliefs, Believer, Chance
from league.queries.stage.transcript import Place
from league.views.stage.suspicions import web_of
from tests.league.views.test_pages_glass import EVERY_BELIEVING, stretches, whole

ALIASES = ("Ann", "Bea", "Cal", "Dot")
ANN, BEA, CAL, DOT = (Place(number, alias, alias[:2], f"seat-{number}") for number, alias in enumerate(ALIASES))


def believed(*rows: tuple[Place, dict[Place, int]], hidden: Place = DOT) -> Beliefs:
    """What some said of the others; the rest was not asked."""
    seats = (ANN, BEA, CAL, DOT)
    believers = tuple(
        Believer(by, by == hidden, "Day 1", tuple(Chance(of, said.get(of), is_self=of == by) for of in seats))
        for by, said in rows
    )
    return Beliefs(tuple((seat, seat == hidden) for seat in seats), believers, ("Day 1",), ())


def suspected(beliefs: Beliefs, dead: Collection[int] = ()) -> list[tuple[str, str, int, bool]]:
    return [(each.by.alias, each.of.alias, each.chance, each.is_right) for each in beliefs.suspicions(dead)]


def test_suspected_is_whom_one_holds_likeliest_of_those_who_live_if_that_is_likely_at_all() -> None:
    beliefs = believed(
        (ANN, {BEA: 80, CAL: 79, DOT: 80}), (BEA, {ANN: 49, CAL: 12}), (CAL, {BEA: 50, DOT: 100}), (DOT, {ANN: 100})
    )
    assert suspected(beliefs) == [
        ("Ann", "Bea", 80, False),
        ("Ann", "Dot", 80, True),
        ("Cal", "Dot", 100, True),
    ]  # who hides knows; Bea holds nobody likely
    assert suspected(beliefs, {DOT.number}) == [("Ann", "Bea", 80, False), ("Cal", "Bea", 50, False)]
    assert suspected(beliefs, {ANN.number, BEA.number}) == [("Cal", "Dot", 100, True)]
    assert suspected(beliefs, {0, 1, 2, 3}) == []


def test_a_suspicion_is_drawn_from_seat_to_seat_the_thicker_the_likelier_and_two_of_each_other_apart() -> None:
    beliefs = believed((ANN, {CAL: 100}), (BEA, {DOT: 50}), (CAL, {ANN: 75}))
    positions = [(500, 120), (930, 500), (500, 880), (70, 500)]
    web = web_of(beliefs, positions, {3})
    assert [(seat.place.alias, seat.is_hidden, seat.is_dead) for seat in web.seats][2:] == [
        ("Cal", False, False),
        ("Dot", True, True),
    ]
    there, back = web.arcs
    assert (there.width, back.width) == (5.0, 3.1)
    assert there.line != back.line
    for arc in web.arcs:
        x1, y1, _, _, x2, y2 = map(float, re.findall(r"-?\d+", arc.line))
        by, of = (web.seats[place.number] for place in (arc.suspicion.by, arc.suspicion.of))
        assert hypot(x1 - by.x, y1 - by.y) == pytest.approx(21, abs=2)
        assert hypot(x2 - of.x, y2 - of.y) == pytest.approx(30, abs=2)
    assert web.told == "Ann suspects Cal (100); Cal suspects Ann (75)"


@pytest.mark.django_db
@EVERY_BELIEVING
def test_the_page_draws_each_suspicion_once_and_only_among_those_who_live(client: Client, slug: str) -> None:
    told = stretches(client, whole(slug))
    drawn = [page for page in told.values() if '<figure class="web">' in page]
    assert drawn
    counts = []
    for page in drawn:
        dead = set(re.findall(r'class="who">([^<]*)</tspan>(?:, hidden)?, dead', page))
        (label,) = re.findall(r'<svg[^>]*role="img" aria-label="([^"]*)"', page)
        pairs = re.findall(r"(\w[\w ]*?) suspects (\w[\w ]*?) \((\d+)\)", label)
        assert len(pairs) == page.count('class="suspicion ')
        assert not dead & {name for by, of, _ in pairs for name in (by, of)}
        counts.append(len(pairs))
    assert max(counts) > 1
