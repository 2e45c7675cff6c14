"""Signs that show when somebody falls: who had accused them, spoken up for them, voted for them or kept still.

Law: whether somebody was hidden is known when everybody was shown it. Of one who falls otherwise than by a vote it is
not asked: the next death is looked back at, whoever it is.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from games.agents.signs.record import Ballot, Fall, Record, Stage
from games.agents.signs.sign import Shown, sign
from games.engine.events import Seat


class Fallen(NamedTuple):
    """Somebody who fell, with the stage before it and its last vote."""

    stage: Stage
    ballot: Ballot
    fall: Fall

    @property
    def seat(self) -> Seat:
        return self.fall.seat


Look = Callable[[Fallen], Iterator[Shown]]
OPEN: Final = "open"
HIDDEN: Final = "hidden"
WHO: Final = {OPEN: "one who was not hidden", HIDDEN: "one who was hidden"}
VOTED: Final = "voted-when"
NEXT: Final = "voted-before-a-death"


def of_the_hanged(
    slug: str, told: str, own: str = "", *, teams: tuple[str, ...] = (OPEN, HIDDEN)
) -> Callable[[Look], Look]:
    """Makes a sign of whoever is voted out, for those of the hidden team and for the others; `told` and `own` say
    {who}. It means something among those who voted then."""

    def make(look: Look) -> Look:
        for team in teams:
            known = sign(
                f"{slug}-{team}-fell",
                told.format(who=WHO[team]),
                own.format(who=WHO[team]),
                among=f"{VOTED}-{team}-fell" if slug != VOTED else "",
                is_occasion=slug == VOTED,
            )
            known(partial(_of_the_hanged, team, look))
        return look

    return make


def _of_the_hanged(team: str, look: Look, record: Record) -> Iterator[Shown]:
    for stage, ballot, fall, is_hidden in record.hanged():
        if is_hidden == (team == HIDDEN):
            yield from _at_the_vote(look, Fallen(stage, ballot, fall))


def of_the_next_to_die(slug: str, told: str, own: str = "") -> Callable[[Look], Look]:
    """Makes a sign of who dies after a vote and not by it; it means something among those who were at the vote."""

    def make(look: Look) -> Look:
        among = NEXT if slug != NEXT else ""
        sign(slug, told, own, among=among, is_occasion=slug == NEXT)(partial(_of_the_next_to_die, look))
        return look

    return make


def _of_the_next_to_die(look: Look, record: Record) -> Iterator[Shown]:
    for fall in record.falls:
        stage = record.voted(fall.after) if fall.after and not fall.by_vote else None
        if stage is not None:
            yield from _at_the_vote(look, Fallen(stage, stage.ballots[-1], fall))


def _at_the_vote(look: Look, fallen: Fallen) -> Iterator[Shown]:
    """What is shown by others who voted then, with the event of the fall."""
    for seat, seqs in look(fallen):
        if seat != fallen.seat and seat in fallen.ballot.votes:
            yield Shown(seat, tuple(dict.fromkeys((*seqs, fallen.fall.seq))))


@of_the_hanged(VOTED, "had a vote when {who} was voted out")
@of_the_next_to_die(NEXT, "had a vote before somebody died")
def was_there(fallen: Fallen) -> Iterator[Shown]:
    for seat, seq in fallen.ballot.seqs.items():
        yield Shown(seat, (seq,))


@of_the_hanged("helped", "helped to vote out {who}", "helped to vote out {who}")
def helped(fallen: Fallen) -> Iterator[Shown]:
    for seat in fallen.ballot.on(fallen.seat):
        yield Shown(seat, (fallen.ballot.seqs[seat],))


@of_the_hanged("led", "was the first to accuse {who}, soon voted out", "was the first to accuse {who}, soon voted out")
def led(fallen: Fallen) -> Iterator[Shown]:
    yield from list(accused(fallen))[:1]


@of_the_next_to_die("accused-next-dead", "accused whoever died next", "accused whoever died next")
def accused(fallen: Fallen) -> Iterator[Shown]:
    for speech in fallen.stage.talk:
        if fallen.seat in speech.heard.accused:
            yield Shown(speech.seat, (speech.seq,))


@of_the_hanged("shielded", "spoke up for {who}, soon voted out", "spoke up for {who}, soon voted out", teams=(HIDDEN,))
def shielded(fallen: Fallen) -> Iterator[Shown]:
    for speech in fallen.stage.talk:
        if fallen.seat in speech.heard.praised:
            yield Shown(speech.seat, (speech.seq,))


@of_the_hanged(
    "kept-still", "kept still about {who}, soon voted out", "kept still about {who}, soon voted out", teams=(HIDDEN,)
)
def kept_still(fallen: Fallen) -> Iterator[Shown]:
    spoke = {each.seat for each in fallen.stage.talk if fallen.seat in each.heard.named | each.heard.accused}
    for seat, seq in fallen.ballot.seqs.items():
        if fallen.stage.talk and seat not in spoke:
            yield Shown(seat, (seq,))


@of_the_hanged("accused-by", "was accused by {who}, soon voted out")
@of_the_next_to_die("accused-by-next-dead", "was accused by whoever died next")
def accused_by(fallen: Fallen) -> Iterator[Shown]:
    for speech in fallen.stage.talk:
        for about in sorted(speech.heard.accused) if speech.seat == fallen.seat else ():
            yield Shown(about, (speech.seq,))


@of_the_hanged("voted-for-by", "got the vote of {who}, voted out then")
def voted_for_by(fallen: Fallen) -> Iterator[Shown]:
    whom = fallen.ballot.votes.get(fallen.seat)
    if whom is not None:
        yield Shown(whom, (fallen.ballot.seqs[fallen.seat],))
