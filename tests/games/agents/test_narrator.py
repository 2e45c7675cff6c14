"""The narrator: what the audience hears, told in colour; nothing of what is secret, nothing of what was said."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from games.agents.narrator import Narration, Narrator, narrated
from games.agents.narrator.lines import LINES
from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.events import Died, Ended, Event, Lynched, PhaseBegan, QuietNight, Seated, Vote, Voted
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets
from games.engine.table import EVERYONE
from tests.games.rule_books import TALKING, is_shipped
from tests.games.twins import ALIASES, TWIN_ROLES, TWIN_SEED, dealt, play_first_day

SPOKEN = ("words", "reason")
RUN = 5  # words in a row that would be a quotation


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def runs(text: str) -> set[tuple[str, ...]]:
    said = words(text)
    return {tuple(said[place : place + RUN]) for place in range(len(said) - RUN + 1)}


def speeches(event: Event) -> list[str]:
    """Whatever a player put into words in an event."""
    data = event.data()
    return [str(part[name]) for part in (data, *data.get("votes", ())) for name in SPOKEN if part.get(name)]


def house_game(ruleset: str, seed: str) -> Moderator:
    rules = all_rulesets()[ruleset]
    players = [player_named("house", place) for place in range(rules.default_seats)]
    options = rules.options_from({}, rules.default_seats)
    names = [player.sheet.name if player.sheet else "" for player in players]
    deal = rules.deal(seed, rules.default_seats, options, names)
    return play_out(Moderator(rules, options, deal, seed), players)


def told(moderator: Moderator, seed: str = "a game") -> list[Narration]:
    return list(narrated(seed, moderator.ledger))


def follows(moderator: Moderator, kind: str) -> list[str]:
    """What the narrator says to events of a kind."""
    seqs = {entry.seq for entry in moderator.ledger if entry.event.kind == kind}
    return [each.text for each in told(moderator) if each.seq in seqs]


@pytest.mark.parametrize("ruleset", all_rulesets())
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_it_opens_begins_each_phase_and_closes_and_says_nothing_twice(ruleset: str, seed: str) -> None:
    moderator = house_game(ruleset, seed)
    said = told(moderator)
    public = [entry for entry in moderator.ledger if entry.heard_by == EVERYONE]

    assert [public[each.number - 1].seq for each in said] == [each.seq for each in said]
    for kind in ("seated", "ended"):
        assert len(follows(moderator, kind)) == 1, kind
    begun = [entry for entry in public if entry.event.kind == "phase"]
    assert len(follows(moderator, "phase")) == len(begun)
    assert len(said) >= 4
    fates = [entry for entry in public if entry.event.kind in ("died", "lynched", "missed", "ejected", "quiet_night")]
    assert {each.seq for each in said} >= {entry.seq for entry in fates}
    assert len({each.text for each in said}) == len(said)


@pytest.mark.parametrize("ruleset", [rules.slug for rules in TALKING])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_no_run_of_words_from_a_speech_is_in_its_words(ruleset: str, seed: str) -> None:
    moderator = house_game(ruleset, seed)
    said = {text for entry in moderator.ledger for text in speeches(entry.event) if runs(text)}
    spoken = {run for text in said for run in runs(text)}
    assert len(spoken) > 50 or (len(spoken) >= len(said) > 0 and not is_shipped(all_rulesets()[ruleset]))
    assert spoken & {run for each in told(moderator) for run in runs(each.text)} == set()


def test_two_games_with_the_same_public_play_are_told_in_the_same_words() -> None:
    one, other = play_first_day(dealt()), play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3)
    assert len(one.ledger) != len(other.ledger)
    assert [(each.number, each.text) for each in told(one)] == [(each.number, each.text) for each in told(other)] != []


def test_what_is_secret_cannot_be_told_for_it_is_not_heard() -> None:
    moderator = play_first_day(dealt())
    public = [entry for entry in moderator.ledger if entry.heard_by == EVERYONE]
    assert told(moderator) == list(narrated("a game", public))


def test_another_game_is_told_in_other_words() -> None:
    moderator = house_game("town-mafia", "1")
    one, other = ([each.text for each in told(moderator, seed)] for seed in ("a game", "another"))
    assert one != other
    assert one == [each.text for each in told(moderator)]


@pytest.mark.parametrize("moment", ["opening", "first night", "first day", "quiet"])
def test_a_season_is_told_in_all_lines_before_one_comes_again(moment: str) -> None:
    hears = {
        "opening": Seated(ALIASES),
        "first night": PhaseBegan("night", 1),
        "first day": PhaseBegan("day", 1),
        "quiet": QuietNight(),
    }
    lines = len(LINES[moment])
    said = [Narrator("a season", outing).hear(hears[moment]) for outing in range(41, 41 + 2 * lines)]
    assert len(set(said[:lines])) == lines
    assert said[:lines] == said[lines:]


def test_a_game_says_little_of_what_the_one_before_it_said() -> None:
    """Of the same plays, one after the other, as games of one season and as games that know nothing of each other."""

    def again(told_by: list[list[str]]) -> int:
        return sum(len(set(one) & set(other)) for one, other in pairwise(told_by))

    plays = [house_game("town-mafia", str(number)).ledger for number in range(6)]
    season = [[each.text for each in narrated("a season", play, outing)] for outing, play in enumerate(plays)]
    alone = [[each.text for each in narrated(f"game {outing}", play)] for outing, play in enumerate(plays)]
    assert again(season) < again(alone) / 2


def test_a_game_longer_than_its_lines_is_told_less_but_never_again() -> None:
    narrator = Narrator("long")
    narrator.hear(Seated(ALIASES))
    said = [narrator.hear(QuietNight()) for _ in range(20)]
    assert len(set(filter(None, said))) == len(list(filter(None, said))) == len(LINES["quiet"])
    assert said[-1] == ""


def test_a_name_of_any_shape_is_told_as_it_is() -> None:
    narrator = Narrator("names")
    narrator.hear(Seated(("{who}", "<b>Bea</b>", "C", "D", "E", "F")))
    assert "{who}" in narrator.hear(Died(0, None, None))
    assert "<b>Bea</b>" in narrator.hear(Died(1, None, None))


def test_a_vote_is_told_by_how_it_came_out() -> None:
    def vote(*targets: int) -> str:
        narrator = Narrator("vote")
        narrator.hear(Seated(tuple("ABCDEFGH")))
        narrator.hear(Voted(tuple(Vote(seat, target) for seat, target in enumerate(targets))))
        return narrator.hear(Lynched(0, None, None))

    def told_by(moment: str) -> list[str]:
        return [line.format(who="A") for line in LINES[moment]]

    assert vote(1, 0, 0, 0, 0) in told_by("by all"), "but for who is voted out"
    assert vote(0, 0, 0, 0) in told_by("by all")
    assert vote(2, 0, 0) in told_by("by one"), "two of three are no agreement"
    assert vote(1, 2, 0, 0, 0, 0) in told_by("voted out"), "somebody thinks otherwise"
    assert vote(1, 0, 0, 1, 0) in told_by("by one")
    assert vote(1, 0, 0, 0, 2, 0, 1, 2) in told_by("voted out")


@pytest.mark.parametrize("moment", LINES)
def test_every_line_can_be_said(moment: str) -> None:
    slots: dict[str, str] = dict.fromkeys(("who", "count", "left", "what"), "seven")
    lines: Sequence[str] = LINES[moment]
    assert len(set(lines)) == len(lines)
    assert all(line.format(**slots) for line in lines)


@pytest.mark.parametrize("is_end", [False, True])
def test_that_few_are_left_waits_for_the_next_event_and_falls_when_that_is_the_end(*, is_end: bool) -> None:
    narrator = Narrator("few")
    narrator.hear(Seated(("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")))
    few = {each.format(left="three").capitalize() for each in LINES["few left"]}
    few |= {each[:1].upper() + each[1:] for each in (line.format(left="three") for line in LINES["few left"])}
    heard = [narrator.hear(Died(seat, None, None)) for seat in range(3)]
    assert not any(text in said for said in heard for text in few), "one more may die, or the game be over"
    next_one = narrator.hear(Ended("mafia", "they are as many")) if is_end else narrator.hear(PhaseBegan("day", 2))
    assert any(next_one.startswith(text) for text in few) is not is_end
    assert not any(text in narrator.hear(QuietNight()) for text in few), "it is said once"
