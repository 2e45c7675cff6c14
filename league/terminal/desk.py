"""The day's page at a command line: in lines what staff see at /desk/, but for drafts."""

from collections.abc import Iterator

from league.queries.upkeep.desk import Desk, Weighed, spending_line
from league.queries.upkeep.seasons import NEXT, ago
from league.seasons.pruning import size_told


def desk_lines(desk: Desk) -> Iterator[str]:
    """All of it."""
    yield f"As of {desk.at:%Y-%m-%d %H:%M:%S} UTC"
    yield from under("Wrong now", (f"{each.told} {each.cure}" for each in desk.wrong), "nothing")
    yield from under("Seasons", season_lines(desk), "none is under way")
    if desk.ended:
        ended = (f"{each.slug}: {each.status} {each.at:%Y-%m-%d %H:%M} UTC" for each in desk.ended)
        yield from under("Ended within a day", ended, "none")
    yield from under("Games held up", held_lines(desk), "none")
    yield from under("Games in play", game_lines(desk), "none")
    yield from under("Failed or set aside within a day", failed_lines(desk), "nothing")
    yield from under("Spending", (f"{each.scope} {each.name}: {spending_line(each)}" for each in desk.spending), "none")
    yield from under("Queue and processes", process_lines(desk), "no sign within a day")
    slots = [f"{each.slug}: {each.next_is} {each.next_local:%Y-%m-%d %H:%M} {each.time_zone}" for each in desk.slots]
    slots += [f"{each.slug}: {each.next_told}" for each in desk.paused]
    yield from under("Next slots", iter(slots), "none is known")
    weights = map(weight_line, desk.weights)
    yield from under("Bytes by season", weights, "none was weighed yet")
    yield from under("Told within a day", alert_lines(desk), "nothing")


def alert_lines(desk: Desk) -> Iterator[str]:
    """What was told by mail and webhook, and who could not be told."""
    for each in desk.addressees:
        if each.hindrance:
            yield f"{each.slug} is not told: {each.hindrance}"
        elif each.failures:
            yield f"{each.slug} could not be told, {each.failures} times in a row: {each.error}"
    for told in desk.alerts:
        over = f", over {told.alert.over_at:%H:%M:%S} UTC" if told.alert.over_at else ""
        to = ", ".join(each.addressee.slug for each in told.to)
        yield f"{told.since:%H:%M:%S} UTC{over}: {told.alert.told} Told to {to}"


def weight_line(each: Weighed) -> str:
    """What a season weighs."""
    kinds = ", ".join(f"{kind} {size_told(size)}" for kind, size in each.bytes.items())
    at = f"{each.weighed_at:%Y-%m-%d %H:%M} UTC"
    if not each.is_known:
        return f"{each.season}: not weighed yet"
    return f"{each.season}: {size_told(each.total)} ({kinds}) in {each.games:,} games, as of {at}"


def under(title: str, lines: Iterator[str], nothing: str) -> Iterator[str]:
    """Lines under a title; what is said where there are none."""
    told = list(lines)
    yield title
    yield from (f"  {line}" for line in told or [nothing])


def season_lines(desk: Desk) -> Iterator[str]:
    """How the seasons stand."""
    for each in desk.seasons:
        since = f" since {each.since:%Y-%m-%d %H:%M}" if each.since else ""
        told = f"{each.slug}: {each.status}{since}, {each.played:,} of {each.planned:,} games, {each.running} in play"
        told += f", waits for {each.waiting}" if each.waiting else ""
        next_is = f", next: {each.next_told}" if each.waits_for in NEXT or each.slots_left else ""
        next_is = f", {each.next_is} {each.next_at:%Y-%m-%d %H:%M:%S} UTC" if each.next_at else next_is
        yield f"{told}{next_is}"


def held_lines(desk: Desk) -> Iterator[str]:
    """The games that do not go on, and why."""
    for each in desk.held_up:
        since = f" since {each.since:%Y-%m-%d %H:%M:%S} UTC" if each.since else ""
        yield f"{each.name} ({each.public_id}), {each.status}{since}: {each.why}"


def game_lines(desk: Desk) -> Iterator[str]:
    """The games that are played, and who holds how many."""
    for host in desk.hosts:
        yield f"{host.games} held by {host.name} on {host.host}"
    for each in desk.games:
        since = f" for {ago(each.started_at, desk.at)}" if each.started_at else ""
        waits = each.waiting or each.asks
        told = f"{each.name} ({each.public_id}), {each.title}, round {each.round}{since}"
        yield f"{told}, waits for {waits}" if waits else told


def failed_lines(desk: Desk) -> Iterator[str]:
    """What failed, and what was done about it."""
    failed = desk.failed
    for game in failed.set_aside:
        yield f"{game.name} ({game.public_id}), {game.status}: {game.why or 'no reason was given'}; {game.done}"
    for each in failed.calls:
        yield f"{each.calls} calls to {each.model} ({each.provider}), last {each.last_at:%H:%M:%S} UTC: {each.error}"
    if failed.defaults:
        yield f"{failed.defaults:,} of {failed.answers:,} answers of the last {failed.games} games by default"
    for act in failed.acts:
        what = f"{act.name}, {act.what}" if act.name else act.what
        yield f"{act.at:%H:%M:%S} {act.who}: {act.verb} {what}{f' ({act.reason})' if act.reason else ''}"


def process_lines(desk: Desk) -> Iterator[str]:
    """What waits to be begun, and what runs."""
    queue = desk.queue
    if queue.games and queue.oldest_due_at:
        yield f"{queue.games} games due and not begun, the first for {ago(queue.oldest_due_at, desk.at)}"
    if queue.messages is not None:
        yield f"{queue.messages} messages in the queue"
    for each in desk.processes:
        held = f", {each.games} games" if each.games else ""
        told = f"{each.name} on {each.host}: {each.stand}, last sign {ago(each.seen_at, desk.at)} ago{held}"
        yield f"{told}, started {each.started_at:%Y-%m-%d %H:%M}, release {each.release}"
