"""What a speech changes in a mind: who is accused or trusted by whom, how it was said, and who is owed an answer."""

from typing import Final, NamedTuple

from games.agents.house.hearing.speeches import Heard, hear
from games.agents.house.mind.claims_heard import hear_claims
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS, Stance, Toward
from games.agents.house.settling import settled
from games.engine import events as e
from games.engine.events import Seat

PLAIN: Final = 0.3  # how clear a word for or against somebody must be to be what a speech comes to


def listen(mind: Mind, event: e.Said | e.Remarked) -> None:
    speaker = event.seat
    heard = hear(event.words, mind.names, speaker)
    mind.spoken.append(event)
    mind.order.append(speaker)
    mind.speeches[speaker] = mind.speeches.get(speaker, 0) + 1
    mind.spoke_at[speaker] = len(mind.order)
    if heard.vote is not None:
        mind.declared[speaker] = heard.vote
    if speaker == mind.me:
        mind.toward_me, mind.since = [], []
    else:
        mind.since.append((speaker, heard))
        if mind.talks_freely:
            kind = gist(mind, speaker, heard).kind
            mind.gists[kind] = mind.gists.get(kind, 0) + 1
    if heard.claims:
        hear_claims(mind, speaker, heard)
    hear_stances(mind, speaker, heard)
    if speaker != mind.me:
        if not mind.talks_freely:
            hear_manner(mind, speaker, heard)
        elif is_idle(heard) and len(mind.order) > 2:
            hear_quiet(mind, speaker)
        if mind.me in heard.named or any(remark.about == mind.me for remark in heard.remarks):
            mind.toward_me += [Toward(speaker, remark) for remark in heard.remarks if remark.about == mind.me]
    for seat in heard.asked:
        mind.asked_today.setdefault(seat, []).append(speaker)


class Gist(NamedTuple):
    """What somebody's words come to for whoever listens in silence: `kind` is mate (a partner spoke), blame or thanks
    (of me), claim, against, vote, praise (of another), question, name or nothing; about whom, and which role."""

    kind: str
    about: Seat | None = None
    role: str = ""


def gist(mind: Mind, speaker: Seat, heard: Heard) -> Gist:
    """The gist of a speech, by what weighs most in it."""
    if speaker in mind.partners:
        return Gist("mate")
    on_me = next((value for about, value, _ in heard.stances if about == mind.me), 0.0)
    if abs(on_me) > PLAIN:
        return Gist("blame" if on_me > 0 else "thanks")
    for remark in heard.claims:
        if remark.act == "claim" and remark.role in POWERS:
            return Gist("claim", None, remark.role)
    others = [stance for stance in heard.stances if stance[0] in mind.living and abs(stance[1]) > PLAIN]
    if others:
        about, value, _ = max(others, key=lambda stance: abs(stance[1]))
        return Gist("praise" if value < 0 else "vote" if heard.vote == about else "against", about)
    for kind, seats in (("question", heard.asked), ("name", heard.named)):
        for seat in seats:
            if seat in mind.living and seat not in (mind.me, speaker):
                return Gist(kind, seat)
    return Gist("nothing")


def hear_again(mind: Mind, speaker: Seat, words: str) -> None:
    """Takes in what is said out of turn, in a defence or as last words: claims and stances, and no manners."""
    heard = hear(words, mind.names, speaker)
    if heard.claims:
        hear_claims(mind, speaker, heard)
    hear_stances(mind, speaker, heard)


def hear_stances(mind: Mind, speaker: Seat, heard: Heard) -> None:
    views = mind.today.setdefault(speaker, {})
    credit = mind.credit(speaker) if speaker != mind.me else 0.0
    for about, value, sentence in heard.stances:
        if about not in mind.living:
            continue
        earlier = mind.latest.get((speaker, about))
        stance = Stance(mind.day, speaker, about, value, sentence)
        mind.stances.append(stance)
        mind.latest[speaker, about] = stance
        if speaker != mind.me:
            if earlier is not None and settled(earlier.value * value) < -0.2 and mind.certain.get(about) is None:
                mind.note(speaker, "turncoat", other=about, key=mind.day, sentence=earlier.sentence)
            if about == mind.me:
                mind.note(speaker, "accused_me" if value > 0 else "backed_me", key=mind.day, sentence=sentence)
            elif value > 0:
                if not mind.level.weighs_words:
                    forget_words(mind)
                # The fifth to say it adds little to the first.
                voices = mind.voices.setdefault(about, [])
                if speaker not in voices:
                    voices.append(speaker)
                scale = value * credit / (1 + voices.index(speaker))
                mind.note(about, "accused_by", other=speaker, scale=scale, sentence=sentence)
                first = mind.accused.setdefault(about, speaker)
                if first != speaker and about not in views:
                    if mind.speeches[speaker] == 1:
                        mind.note(speaker, "echo", other=about, key=mind.day)
                    if len(voices) >= 3:
                        mind.note(first, "ringleader", other=about, key=mind.day)
            else:
                mind.note(about, "trusted_by", other=speaker, scale=-value * credit, sentence=sentence)
        views[about] = value


def forget_words(mind: Mind) -> None:
    """Who only knows what was said last holds nothing else against anybody."""
    for case in mind.cases:
        for kind, other, _ in tuple(case.grounds):
            if kind == "accused_by" and other is not None:
                case.drop(kind, other)
    mind.voices.clear()


def hear_manner(mind: Mind, speaker: Seat, heard: Heard) -> None:
    if mind.day == 1 and len(mind.order) <= 2:
        return  # whoever begins knows nothing
    if is_idle(heard) and (heard.words <= 12 or mind.speeches[speaker] > 1):
        hear_quiet(mind, speaker)
    elif not any(value > 0 for value in mind.today[speaker].values()):
        mind.note(speaker, "no_name", key=mind.day)
    elif mind.day == 1 and list(mind.accused.values()) == [speaker]:
        mind.note(speaker, "first_stone", key=1)
    if speaker in mind.asked_today and heard.is_empty:
        mind.note(speaker, "unanswered", other=mind.asked_today[speaker][0], key=mind.day)


def is_idle(heard: Heard) -> bool:
    """Whether words are about nobody at all."""
    return heard.is_empty and not heard.named


def hear_quiet(mind: Mind, speaker: Seat) -> None:
    """Counts words that are about nobody, up to four of them."""
    count = mind.cases[speaker].grounds.get(("quiet", None, 0))
    quiets = 1 if count is None else 1 + round(settled(count.weight / mind.weights["quiet"]))
    mind.note(speaker, "quiet", scale=min(quiets, 4))
