"""What a count of votes shows at once: who kept their word, and who voted for nobody."""

from collections.abc import Mapping

from games.agents.house.mind.memory import Mind
from games.engine.events import Seat


def see_votes(mind: Mind, votes: Mapping[Seat, Seat | None]) -> None:
    mind.votes[mind.day] = dict(votes)
    for voter, target in votes.items():
        if voter == mind.me:
            continue
        declared = mind.declared.get(voter)
        if declared is not None and declared != target and declared in mind.living:
            mind.note(voter, "broke_word", other=declared, key=mind.day)
        if target is None:
            mind.note(voter, "skipped", key=mind.day)
