"""How a game went, scene by scene: who was lost, by which deeds as far as the lens knows, and how the vote stood.

Law: made of the beats of a lens and of nothing else, in the words of their events.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from league.queries.stage.beats import END, Beat
from league.queries.stage.transcript import BEFORE, Place, by_votes

VERDICT, NOTE = "verdict", "note"
NIGHT: Final = "moon"  # its icon
DEEDS: Final = ("deed", "plain")  # shapes of beats at which somebody, or those of a team, do something
FEW: Final = 2  # deeds to whom a scene loses that are told: a table that nominates one and the same says nothing new


@dataclass(frozen=True, slots=True)
class Turn:
    """What a scene came to: its title, the number of the beat at which that begins, what happened, and how the vote
    stood, which is "" where there was none."""

    title: str
    number: int
    told: str
    count: str


def story_of(beats: Iterable[Beat], seats: Sequence[Place]) -> list[Turn]:
    """The turns of a game, in their order; a scene that came to nothing is left out."""
    scenes: dict[str, list[Beat]] = {}
    for beat in beats:
        scenes.setdefault(beat.scene, []).append(beat)
    found = [_turn(scene, seats) for name, scene in scenes.items() if name not in (BEFORE, END)]
    return [turn for turn in found if turn is not None]


def _turn(scene: Sequence[Beat], seats: Sequence[Place]) -> Turn | None:
    lost = {seat for beat in scene for seat in _lost_at(beat)}
    done = [beat for beat in scene if _is_done_to(beat, lost)]
    came = [beat for beat in scene if _comes_of_it(beat)]
    if any(beat.shape == NOTE for beat in came):
        # That somebody was attacked and lives says that nobody died.
        came = [beat for beat in came if beat.shape != VERDICT or beat.votes]
    told = sorted(came + (done if len(done) <= FEW else []), key=lambda beat: beat.number)
    if not came:
        return None
    is_night = scene[0].sets.get("icon") == NIGHT  # whose votes are of a few, and told by what they did
    voted = () if is_night else next((beat.votes for beat in reversed(scene) if beat.votes), ())
    behind: dict[int | None, list[int]] = {}
    for voter, target in voted:
        behind.setdefault(target, []).append(voter)
    return Turn(
        scene[0].sets.get("title", ""),
        told[0].number,
        " ".join(dict.fromkeys(beat.text for beat in told)),
        ", ".join(
            f"{'nobody' if target is None else seats[target].alias} {len(behind[target])}"
            for target in by_votes(behind)
        ),
    )


def _lost_at(beat: Beat) -> set[int]:
    return {int(seat) for seat, known in beat.sets.get("seats", {}).items() if known.get("fate")}


def _comes_of_it(beat: Beat) -> bool:
    """Whether somebody is lost at a beat, or it is told that nobody is, or who was attacked and lives. A note of nobody
    in particular, such as that a default stood in for an answer, is none of that."""
    return beat.shape == VERDICT or (beat.shape == NOTE and bool(beat.targets)) or bool(_lost_at(beat))


def _is_done_to(beat: Beat, lost: Collection[int]) -> bool:
    is_vote = any((beat.speaker, target) in beat.votes for target in beat.targets)
    is_deed = beat.shape in DEEDS and not is_vote and beat.speaker not in beat.targets
    return is_deed and any(target in lost for target in beat.targets)
