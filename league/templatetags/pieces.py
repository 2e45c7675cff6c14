"""Pieces that stand on a page a hundred times: a row of results, an interval, a player's token, a number.

They are written here, and not as templates, for a variable of a template takes some 20 µs, and a row of results has
twenty of them: of a season's page that was a third. Everything that is not a number goes through `format_html`.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django import template
from django.forms import BaseForm
from django.forms.boundfield import BoundField
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.billing.money import in_dollars
from league.queries.results import Result, Row, signed
from league.queries.schedule import Slot
from league.queries.stage.transcript import Place

register = template.Library()
NOTHING = SafeString()


@register.filter
def commas(number: int) -> str:
    """1234567 as "1,234,567"."""
    return f"{number:,}"


@register.filter
def percent(share: float) -> str:
    """0.519 as "52%"."""
    return f"{share:.0%}"


@register.filter
def hundredths(share: float) -> str:
    """As boards tell wins above expectation: -0.051 in hundredths, with its sign."""
    return signed(share)


@register.filter
def clock(at: datetime) -> str:
    """A moment to come, in UTC: "18:00:00 UTC" today, "2 Dec, 18:00:00 UTC" on another day."""
    at = at.astimezone(UTC)
    day = "" if at.date() == timezone.now().astimezone(UTC).date() else f"{at:%-d %b}, "
    return f"{day}{at:%H:%M:%S} UTC"


@register.filter
def any_set(filters: Iterable[Any]) -> bool:
    """Whether something is chosen in any of these filters."""
    return any(each.is_set for each in filters)


@register.filter
def spare(told: str, word: str) -> SafeString:
    """Something told in which this word may be left out where there is no room for all (`.spare-word` in game.css)."""
    before, found, after = told.partition(word)
    return (
        format_html('{}<span class="spare-word">{}</span>{}', before, found, after)
        if found
        else format_html("{}", told)
    )


@register.simple_tag
def dollars(amount: Decimal) -> str:
    """An amount in words."""
    return in_dollars(amount)


@register.simple_tag
def token(seat: Place) -> SafeString:
    """A player's letters in its colour, for the eye alone: the name is said beside it."""
    return format_html('<span class="token {}" aria-hidden="true">{}</span>', seat.hue, seat.letters)


@register.simple_tag
def slot_of_strip(slot: Slot) -> SafeString:
    """A fixture in a season's strip: its number, and by which rules where there are several; it leads to its game."""
    marked = format_html("{}<small>{}</small>", slot.number, slot.mark) if slot.mark else slot.number
    if slot.url:
        return format_html(
            '<a class="{}" href="{}" title="{}"><span aria-hidden="true">{}</span><span class="away">{}</span></a>',
            *(slot.side, slot.url, slot.told, marked, slot.told),
        )
    painted = format_html(' class="{}"', slot.side) if slot.side else NOTHING
    return format_html('<span{} title="{}">{}</span>', painted, slot.told, marked)


@register.simple_tag
def face(slug: str, mood: str = "") -> SafeString:
    """A persona's face, for the eye alone: the name is said beside it. How large it is, the place decides."""
    address = reverse("face", args=[slug]) + (f"?mood={mood}" if mood else "")
    return format_html('<img class="face" src="{}" alt="" width="64" height="64" loading="lazy">', address)


@register.simple_tag
def interval(result: Result, side: str = "") -> SafeString:
    """The 95 % interval of a result as a line; nothing before the first decided game."""
    if not (drawn := result.drawn):
        return NOTHING
    return format_html(
        '<svg class="interval {}" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<line class="track" x1="0" y1="5" x2="100" y2="5"></line><line class="half" x1="50" y1="1" x2="50" y2="9">'
        '</line><rect class="span" x="{}" y="3" width="{}" height="4"></rect>'
        '<rect class="point" x="{}" y="0.5" width="1.4" height="9"></rect></svg>',
        *(side, result.between, drawn["from"], drawn["width"], drawn["at"]),
    )


@register.simple_tag
def cells_of_result(row: Row, *, small: bool = False, splits: bool = False, counted: Any = None) -> SafeString:
    """The cells of a row of results; `small` has the fewest, `splits` how it went by team. With the lists that are
    `counted` its numbers lead to the games behind them."""
    result = row.result
    games: Any = result.games
    wins: Any = result.wins
    uncounted = NOTHING
    if counted and not small:
        linked = '<a href="{}">{}</a>'
        games = format_html(linked, counted.of(row.key), result.games)
        wins = format_html(linked, counted.of(row.key, "won"), result.wins)
        uncounted = format_html(
            ' <a class="small why-not" href="{}" title="Its games that do not count here, and why">why not more?</a>',
            counted.not_of(row.key),
        )
    name = format_html('<a href="{}">{}</a>', row.url, row.name) if row.page else row.name
    beside = format_html('<span class="small">{}</span>', row.beside) if row.beside else ""
    of_whom = face(row.face) if row.face else NOTHING
    draws = between = defaults = by_team = NOTHING
    value = format_html("<strong>{}</strong>", row.value)
    if counted and row.above is not None and (why := counted.why(row.key)):
        value = format_html('<a href="{}" title="How this number comes about">{}</a>', why, value)
    above = format_html('<td class="number">{}</td>', value)
    lacking = NOTHING
    if row.missing:
        games_short = f"{row.missing} game{'' if row.missing == 1 else 's'}"
        lacking = format_html('<span class="small">{} short of a place</span>', games_short)
    if not small:
        draws = format_html('<td class="number wide">{}</td>', result.draws)
        between = format_html(' <span class="small wide">{}</span>', result.between)
        above = format_html(
            '<td class="number">{} <span class="small wide around">{}</span></td><td class="number spare">{}</td>',
            *(value, row.around, row.expected),
        )
        defaults = format_html('<td class="number wide">{}</td>', result.fallback)
    if splits:
        by_team = format_html(
            '<td class="wide">{}</td>',
            format_html_join(
                "",
                '<span class="split text-{}">{} {}/{}</span>',
                ((each.side, each.name, each.result.wins, each.result.games) for each in row.splits),
            ),
        )
    return format_html(
        '<td class="rank">{rank}</td><th scope="row"><span class="who">{face}<span class="who-line">{name}{beside}'
        '{lacking}<span class="small folded">{wins} of {games} won{around}</span></span></span></th>'
        '{above}<td class="number spare">{games}{uncounted}</td><td class="number spare">{wins}</td>{draws}'
        '<td class="number">{percent}</td><td class="spare">{interval}{between}</td>{defaults}{by_team}',
        rank=row.rank or "",
        lacking=lacking,
        above=above,
        around=f", {row.around}" if row.around else "",
        uncounted=uncounted,
        face=of_whom,
        name=name,
        beside=beside,
        games=games,
        wins=wins,
        draws=draws,
        percent=result.percent,
        interval=interval(result),
        between=between,
        defaults=defaults,
        by_team=by_team,
    )


@register.simple_tag
def wrong_fields(form: BaseForm) -> SafeString:
    """Links to the fields of a refused form that are wrong, with those of the rule books that a season is to play."""
    forms = [form, *(book for book in getattr(form, "books", ()) if book.is_chosen)]
    wrong = [each[name] for each in forms for name in each.errors if name in each.fields]
    items = [
        # Of several boxes to tick each has a label of its own, and the first is where one goes.
        (field.id_for_label or f"{field.auto_id}_0", _named(field), field.errors[0])
        for field in wrong
    ]
    links = format_html_join("", '<li><a href="#{}">{}</a>: {}</li>', items)
    return format_html("<ul>{}</ul>", links) if items else NOTHING


def _named(field: BoundField) -> str:
    """What a field is called where it does not stand with its rule book."""
    ruleset = getattr(field.form, "ruleset", None) if hasattr(field.form, "is_chosen") else None
    return f"{field.label}, {ruleset.title}" if ruleset else str(field.label)
