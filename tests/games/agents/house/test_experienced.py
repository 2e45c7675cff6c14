"""The house plays by what it has counted: it corrects what it suspects, and little after few games."""

import gc
from collections.abc import Sequence

import pytest

from games.agents.house import House
from games.agents.house.experienced import IN_PART, MIMICS, Experienced, Following, taught_by, weights_of
from games.agents.offline import play_out
from games.agents.played import Played
from games.agents.signs import SIGNS
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.questions import Choose
from games.engine.rulesets import all_rulesets
from games.engine.rulesets.town_mafia import TownMafia
from personas.experience import EMPTY, Experience, OfOpponent, OfRuleset, Tally
from personas.sheet import FIRST_TWELVE
from tests.games.agents.test_purity import EVERY, Witness

TOWN = all_rulesets()[TownMafia.slug]
OPTIONS = TOWN.options_from({}, 8)
SIGN = "accused-by-nobody-vote-1"


def counted(shown: Tally, of_all: Tally, *opponents: OfOpponent) -> Experience:
    """An experience of Town Mafia in which so many showed a sign, of so many who could have."""
    signs = ((SIGN, shown), ("there-vote-1", of_all))
    return Experience((OfRuleset(TOWN.slug, of_all.hidden, of_all, signs, (), opponents),))


TELLING = counted(Tally(10, 300), Tally(100, 300))


def game(players: Sequence[House], seed: str = "experienced") -> Moderator:
    deal = TOWN.deal(seed, len(players), OPTIONS)
    return play_out(Moderator(TOWN, OPTIONS, deal, seed), players)


def journal(moderator: Moderator) -> list[tuple[object, ...]]:
    return [(answer.poll, answer.seat, dict(answer.answer), answer.thought) for answer in moderator.journal]


@pytest.mark.parametrize("experience", [None, EMPTY, Experience((OfRuleset("elsewhere", 9, Tally(9, 9)),))])
def test_without_experience_of_these_rules_the_house_plays_as_ever(experience: Experience | None):
    ever = game([House(sheet) for sheet in FIRST_TWELVE[:8]])
    assert journal(game([House(sheet, experience) for sheet in FIRST_TWELVE[:8]])) == journal(ever)


def test_with_experience_it_plays_otherwise():
    ever = game([House(sheet) for sheet in FIRST_TWELVE[:8]])
    assert journal(game([House(sheet, TELLING) for sheet in FIRST_TWELVE[:8]])) != journal(ever)


def test_a_sign_of_the_open_speaks_for_whoever_shows_it_and_against_who_does_not():
    weight = weights_of(TELLING, TOWN.slug)[SIGN]
    assert weight.shown < 0 < weight.absent


def test_few_games_change_little():
    # After one game in which both hidden players showed it and no other did: as far as it can tell.
    weight = weights_of(counted(Tally(2, 0), Tally(2, 5)), TOWN.slug)[SIGN]
    assert 0 < IN_PART * weight.shown < 0.3
    assert -0.3 < IN_PART * weight.absent < 0


def test_weights_have_few_decimals_so_that_nothing_hangs_on_a_last_bit():
    weights = weights_of(counted(Tally(37, 211), Tally(101, 307)), TOWN.slug).values()
    assert weights
    assert all(part == round(part, 4) for weight in weights for part in weight)


def test_occasions_weigh_nothing():
    assert not {slug for slug, sign in SIGNS.items() if sign.is_occasion} & weights_of(TELLING, TOWN.slug).keys()


def test_an_opponent_is_weighed_by_their_own_counts_once_there_are_some():
    often = OfOpponent("anna", Tally(30, 30), ((SIGN, Tally(30, 0)), ("there-vote-1", Tally(30, 30))))
    once = OfOpponent("bert", Tally(1, 0), ((SIGN, Tally(1, 0)), ("there-vote-1", Tally(1, 0))))
    experience = counted(Tally(50, 150), Tally(100, 300), often, once)
    everybody, anna, bert = (weights_of(experience, TOWN.slug, who)[SIGN].shown for who in ("", "anna", "bert"))
    assert everybody == 0
    assert 0 < bert < 0.2 < anna


@pytest.mark.parametrize("slug", all_rulesets())
def test_a_learner_asked_again_with_a_view_made_anew_says_the_same(slug: str):
    rules, seed = all_rulesets()[slug], "asked again of what was learned"
    seats = rules.default_seats
    telling = TELLING.rulesets[0]._replace(ruleset=slug, signs=(*TELLING.rulesets[0].signs, ("worked", Tally(9, 99))))
    options = rules.options_from({}, seats)
    moderator = Moderator(rules, options, rules.deal(seed, seats, options), seed)
    learners = [House(FIRST_TWELVE[seat % 12], Experience((telling,))) for seat in range(seats)]
    players = [Witness(learner, [moderator]) for learner in learners]
    play_out(moderator, players)
    asked = [each for player in players for each in player.asked]
    votes = [each for each in asked if isinstance(each.question, Choose)]
    assert len(asked) == len(moderator.journal)
    for each in Dice("order").shuffled([*asked[:: 3 * EVERY], *votes[::4]]):
        assert each.again(seed) == each.answer


SEEN_MUCH = Experience((OfRuleset(TOWN.slug, 1_000, Tally(2_000, 5_000)),))


def following(moderator: Moderator, seat: int) -> Following:
    taught = taught_by(TELLING, Played(TOWN, OPTIONS, moderator.deal.aliases))
    assert isinstance(taught, Experienced)
    return taught.follower(seat)


def test_whoever_is_hidden_has_nothing_to_suspect():
    moderator = game([House(sheet) for sheet in FIRST_TWELVE[:8]])
    for seat, role in enumerate(moderator.deal.roles):
        follower = following(moderator, seat)
        leanings = [dict(follower.hear(entry)) for entry in moderator.table.views[seat]]
        if role.team == TOWN.hidden_team:
            assert not any(leanings)
        elif seat not in moderator.table.dead:
            assert any(leanings)
            assert all(seat not in each for each in leanings)


def seen(games: int) -> Experience:
    return Experience((OfRuleset(TOWN.slug, games, Tally(2 * games, 5 * games)),))


def test_the_more_games_somebody_has_seen_the_oftener_it_mimics_the_open_when_it_is_hidden():
    played = Played(TOWN, OPTIONS, tuple("abcdefgh"))
    shares = [found.mimicry for games in (0, 1, 8, 40, 1000) if (found := taught_by(seen(games), played))]
    assert shares == sorted(shares)
    assert (shares[0], shares[2]) == (0, MIMICS / 2)
    assert MIMICS / 2 < shares[3] < shares[4] < MIMICS


def test_whoever_mimics_votes_otherwise_and_keeps_what_it_knows_to_itself():
    otherwise = 0
    for seed in ("mimic one", "mimic two", "mimic three"):
        deal = TOWN.deal(seed, 8, OPTIONS)
        learns = [SEEN_MUCH if role.team == TOWN.hidden_team else None for role in deal.roles]
        players = [House(sheet, each) for sheet, each in zip(FIRST_TWELVE[:8], learns, strict=True)]
        moderator = game(players, seed)
        otherwise += journal(moderator) != journal(game([House(sheet) for sheet in FIRST_TWELVE[:8]], seed))
        partners = {seat for seat, role in enumerate(deal.roles) if role.team == TOWN.hidden_team}
        for answer in moderator.journal:
            if answer.seat in partners and answer.disclosed.beliefs:
                believed = {other for other, chance in answer.disclosed.beliefs.items() if chance}
                assert believed <= partners, "it still knows who they are"
    assert otherwise


def test_what_is_made_of_a_vote_that_is_held_leaves_nothing_behind():
    moderator = game([House(sheet) for sheet in FIRST_TWELVE[:8]])
    seat = next(seat for seat in moderator.table.living() if moderator.table.role(seat).team == TOWN.open_team)
    asked, unasked = following(moderator, seat), following(moderator, seat)
    differed = False
    for entry in moderator.table.views[seat]:
        assert asked.hear(entry) == unasked.hear(entry)
        differed = differed or asked.against(at_the_vote=True) != asked.against()
    assert differed


@pytest.mark.slow
def test_nothing_holds_an_experience_by_which_nobody_plays_any_more():
    """Each game makes another experience of each of its players: what was worked out of one goes with its game."""

    def kept() -> int:
        gc.collect()
        ours = [each for each in gc.get_objects() if type(each) is Experience and each.rulesets]
        return sum(each.rulesets[0].all.open in range(1_000, 1_100) for each in ours)

    moderator = game([House(sheet) for sheet in FIRST_TWELVE[:8]])
    innocent = next(seat for seat, role in enumerate(moderator.deal.roles) if role.team == TOWN.open_team)
    played = Played(TOWN, OPTIONS, moderator.deal.aliases)
    followers = []
    for number in range(100):
        opponent = OfOpponent("anna", Tally(1, 9), ((SIGN, Tally(0, 9)),))
        taught = taught_by(counted(Tally(10, 300), Tally(100, 1_000 + number), opponent), played, ("anna",) * 8)
        assert isinstance(taught, Experienced)
        followers.append(taught.follower(innocent))
        leanings = [dict(followers[-1].hear(entry)) for entry in moderator.table.views[innocent]]
        assert any(leanings)
    del taught
    assert kept() == 100
    followers.clear()
    assert kept() == 0
