"""Signs of votes: with whom somebody votes, for whom, and when."""

from collections.abc import Iterator

from games.agents.signs.record import Record, Stage
from games.agents.signs.sign import Shown, sign
from games.agents.signs.talking import at_vote


@at_vote(
    "voted-alone",
    "cast a vote that nobody shared at the {which} vote",
    "cast a vote that nobody shared at the {which} vote",
)
def voted_alone(stage: Stage) -> Iterator[Shown]:
    ballot = stage.ballots[0]
    for seat, whom in ballot.votes.items():
        if whom is not None and ballot.on(whom) == [seat]:
            yield Shown(seat, ballot.told)


@at_vote("voted-for-nobody", "voted for nobody at the {which} vote", "voted for nobody at the {which} vote")
def voted_for_nobody(stage: Stage) -> Iterator[Shown]:
    ballot = stage.ballots[0]
    for seat in ballot.on(None):
        yield Shown(seat, (ballot.seqs[seat],))


@at_vote(
    "voted-for-accuser",
    "voted for somebody who had accused them at the {which} vote",
    "voted for somebody who had accused me at the {which} vote",
)
def voted_for_accuser(stage: Stage) -> Iterator[Shown]:
    ballot = stage.ballots[0]
    for seat, whom in ballot.votes.items():
        speech = next((each for each in stage.talk if each.seat == whom and seat in each.heard.accused), None)
        if speech is not None:
            yield Shown(seat, (speech.seq, ballot.seqs[seat]))


@at_vote(
    "voted-unsaid",
    "voted for somebody whom they had not accused at the {which} vote",
    "voted for somebody whom I had not accused at the {which} vote",
)
def voted_unsaid(stage: Stage) -> Iterator[Shown]:
    ballot = stage.ballots[0]
    accused = {(speech.seat, about) for speech in stage.talk for about in speech.heard.accused}
    for seat, whom in ballot.votes.items():
        if stage.talk and whom is not None and (seat, whom) not in accused:
            yield Shown(seat, (ballot.seqs[seat],))


@at_vote(
    "voted-each-other",
    "voted for somebody who voted for them at the {which} vote",
    "voted for somebody who voted for me at the {which} vote",
)
def voted_each_other(stage: Stage) -> Iterator[Shown]:
    ballot = stage.ballots[0]
    for seat, whom in ballot.votes.items():
        if whom is not None and ballot.votes.get(whom) == seat:
            yield Shown(seat, tuple(dict.fromkeys((ballot.seqs[seat], ballot.seqs[whom]))))


@at_vote("no-votes", "got no vote at the {which} vote", "got no vote at the {which} vote")
def no_votes(stage: Stage) -> Iterator[Shown]:
    ballot = stage.ballots[0]
    for seat in sorted(stage.there):
        if not ballot.on(seat):
            yield Shown(seat, ballot.told)


@at_vote("voted-first", "voted before all others at the {which} vote", "voted before all others at the {which} vote")
def voted_first(stage: Stage) -> Iterator[Shown]:
    if stage.first_voter is not None:
        seat, seq = stage.first_voter
        yield Shown(seat, (seq,))


@sign("changed-vote", "changed the vote when it was held again", "changed my vote when it was held again")
def changed_vote(record: Record) -> Iterator[Shown]:
    for stage in record.stages:
        for first, second in zip(stage.ballots, stage.ballots[1:], strict=False):
            for seat, whom in second.votes.items() if second.is_over else ():
                if first.votes.get(seat, whom) != whom:
                    yield Shown(seat, tuple(dict.fromkeys((first.seqs[seat], second.seqs[seat]))))
