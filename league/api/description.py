"""What the API's documentation says above its operations: who may ask how often, what need not be sent twice, the
sockets, which OpenAPI has no words for, and the streams, which have the same frames. Law: numbers and codes are written
here from where they are decided; the examples are run by a test."""

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.live.consumers import TERMS
from league.access.accounts import USUAL_LIFE
from league.api.drafting.way import CHECKED, WAY
from league.api.once import HEADER, REPLAYED
from league.api.throttling import MOST_WRONG
from league.models import Token
from league.models.account import FORMERLY
from league.web.foreign_pages import TOLD
from personas.api.reading import Asked
from personas.api.streaming import EVENTS, LINES

EXAMPLE: Final = '''\
import json
from websockets.sync.client import connect  # pip install websockets

def follow(site, game, lens="audience"):
    """Prints a game as it goes on, and leaves when it is over."""
    after = 0
    with connect(f"{site}/ws/games/{game}/?after={after}&lens={lens}") as socket:
        for text in socket:
            frame = json.loads(text)
            if frame["type"] == "event":
                after = frame["seq"]  # who comes back after a loss asks for what is behind it
                print(frame["event"]["text"])
            elif frame["type"] == "status" and frame["status"] in ("finished", "void", "diverged"):
                return frame["winner"]

follow("wss://league.example", "GAME_ID")
'''
STREAMED: Final = """\
import json
import httpx  # pip install httpx

def read(site, game, lens="audience"):
    \"\"\"Prints a game as it goes on, and ends with it.\"\"\"
    after, winner = 0, None
    asked = {"after": after, "lens": lens}
    with httpx.stream("GET", f"{site}/api/v1/games/{game}/stream/", params=asked, timeout=60) as lines:
        for line in lines.iter_lines():
            frame = json.loads(line)
            if frame["type"] == "event":
                after = frame["seq"]  # who comes back after a cut asks for what is behind it
                print(frame["event"]["text"])
            elif frame["type"] == "status":
                winner = frame["winner"]
    return winner

read("https://league.example", "GAME_ID")
"""


FORMATS: Final[Mapping[str, type[BaseRenderer]]] = {"json": OpenApiJsonRenderer2, "yaml": OpenApiYamlRenderer2}
WRITTEN: Final[dict[type, tuple[str | bytes, str]]] = {}


def described() -> str:
    """The whole text, in Markdown."""
    rates = api_settings.DEFAULT_THROTTLE_RATES
    closings = "\n".join(f"| {code} | {meaning} |" for code, meaning in TERMS.closings.items())
    scopes = "\n".join(f"| `{each.value}` | {each.label.removeprefix(f'{each.value}: ')} |" for each in Token.Scope)
    formerly = "; ".join(
        f"`{old}`, from before there were these, means {' and '.join(f'`{each.value}`' for each in meant)}"
        for old, meant in FORMERLY.items()
    )
    return f"""\
Seasons of hidden-role games between language models: games, players, standings. Reading needs no token; one shows its
owner what is not for everybody, such as a game's secrets before its end. It is sent as `Authorization: Bearer <token>`.

## What a token may do

| scope | lets its token |
|---|---|
{scopes}

Each lets it read, and none more than its account may do by its permissions: what is written here is for staff. What an
operation wants stands at its 403, as `x-token-scope`, and as `x-right` the permissions. Where caps are said, `money` is
wanted too, and for an exhibition in which a model behind a provider is asked; it alone lets a model be tried out
(`models/<slug>/probe/`), without which no season of it starts unless somebody says why. {formerly}.

Whoever has logged in makes, lists and revokes their own at `/account/tokens/`, and so does `tokens/`
here with a token of scope `admin`; `manage.py token USER --scopes …` makes one for an account. It is shown once, and
lasts {USUAL_LIFE.days} days unless another time is said. One that has expired is answered 401 with `token_expired`.

## How often

{_rate(rates["anon"])} without a token, counted by address (of IPv6 by /64), and {_rate(rates["user"])} of an account.
Every answer says where you stand, also a refusal (401, 403, 404), which counts as any other request (but 406, to who
takes nothing that there is, and what leads to another address):
`RateLimit-Policy: "anon";q=240;w=60` (so many requests in so many seconds) and `RateLimit: "anon";r=239;t=60` (so many
left; in `t` seconds there are more), as in the IETF's draft; that to a wrong token tells of those. Past the limit the
answer is 429 with `Retry-After` in seconds. {MOST_WRONG} wrong tokens a minute from one address are told 401;
further ones 429, and so is a right one that was not used there within the hour.

## From other pages

Pages of any origin may read here without an account (CORS, `Access-Control-Allow-Origin: *`), and are told {TOLD}. They
may not write, nor send cookies or a token.

## What need not be sent twice

Answers to reading carry an `ETag`. Send it back as `If-None-Match`, and when nothing has changed the answer is 304
without a body; it counts as a request. `Cache-Control: no-cache` means just that: keep it, but ask. A closed range of
a finished game's events is `immutable` and need not be asked for again.

## Writing

Whatever is wrong with a body by itself is told at once (400): `fields` has a complaint for each field, those that are
none among them, and nothing was written. What is wrong by what there is, such as a slug that is taken or a player that
is unknown, is told when that is mended, as much of it at once as can be told. What would be right of a row in another
state is a conflict (409, `wrong_state`): a verb that is not possible now, a field that is frozen since the season
began. What is written over a sheet, a model, a memory, a draft, a series or a budget wants the `ETag` of what you
looked at as `If-Match`: 412 without it (`precondition_required`), and where somebody has written meanwhile
(`precondition_failed`), with the `ETag` that there is now, or what that begins with. What stands before the hyphen of
one is enough. For what of a draft may change later, too (`pace`, `at_once`, caps, `keep`), of a player or of a season
on its way it may be sent, as it may to delete something, or to restore it: what was there before a restoration stays as
a revision or version, and comes back in the same way. With a verb of a game, a season, a series or a board it may be
sent, too: 412 where it has come to another state meanwhile. What was done is answered with the `ETag` of what there is
then.

A `POST` that makes something takes an `{HEADER}`, any text of your own: sent again with the same body by the same token
it makes nothing twice, and the first answer comes again (`{REPLAYED}: true`) for 24 hours at least; 409 while the first
is under way, 422 with another body. Refusals are not kept. What makes nothing (`briefings/`), or nothing a second time
(`memories/undo/`, `seasons/<slug>/prune/`, `addressees/<slug>/try/`), takes none, and neither does `tokens/`, whose
answer is kept nowhere. A body says how long it is (`Content-Length`, else 411); one of JSON of more than
{settings.DATA_UPLOAD_MAX_MEMORY_SIZE:,} bytes is answered 413. A `DELETE` takes a body with a `reason`, or none.
Whatever is done stands in the record of acts, under the account of the token, with the `reason` that was given; where a
field of that name says so, everybody is shown it. At `acts/` any token reads what was done by API under its account, as
far as its scopes go, and one of scope `admin`, of whoever may see that record in the admin, what everybody did:
`?season=<slug>` has a season's with those of its calendar, its caps, its board and its games, `?order=time` the oldest
first. What was done to it is called as its verb is; a draft that is changed, `edit`, and a season on its way, `change
course`.

## Lists

They come in pages, with the addresses of those before and behind in `previous` and `next`. Who asks for more rows than
a page may have (`page_size`) is refused as for any wrong value, with how many that is (400). Of `games/`, whose
rows grew longer, up to 60 may be asked for as before: 50 come.

## A season from draft to standings

{WAY}
## Hash and commitment of a game

{CHECKED}
## Sockets

`/ws/games/<id>/` tells a game as it goes on: first what was missed, then what happens. Its parameters:

| parameter | without it | meaning |
|---|---|---|
| `after` | `0` | the `seq` of the last event that you have, in the same lens |
| `lens` | `audience` | whose eyes: `audience`, `glass`, `seat:K` or `ghost:K`, as for a game's events |
| `narrations` | `0` | `1`: the narrator's words too |
| `beats` | `0` | `1`: what the game's page shows of each event, too |

`/ws/league/` tells that games are ordered, start, end or are held up, and that standings moved. It has no parameters.

Each frame is a JSON object in a text message; pass over types that you do not know.

| frame | on | fields |
|---|---|---|
| `event` | a game | `seq` (the lens's own number, from 1 without gaps) and `event`, as in a game's events |
| `beat` | a game | `seq` (of the event that comes next) and `beat`, as in a game's beats: a new one, or one that you \
have (`n`) with more in it or a longer `hold`, as a verdict prolongs the last vote; several where it changes several |
| `narration` | a game | `after` (the `seq` that it follows), `text`, `author`; those of the event that you named as \
your last one too, for they come behind it: one that you have is told again |
| `status` | a game | `status`, `winner`, `waiting`, `rounds`, `started_at`, `finished_at`; when all is told \
that you have missed, and when it changes |
| `game` | the league | `game` (its id), `status`, `season`, `waiting` |
| `standings` | the league | `season` (its slug), `status` |
| `ping` | both | nothing; every {TERMS.ping_every:g} seconds |

A token goes into the one header that a browser's socket can be given, as a subprotocol beside the one that is spoken:
`new WebSocket(address, ["league.v1", "bearer." + token])`, `Sec-WebSocket-Protocol: league.v1, bearer.<token>`. Never
put it into the address, which stands in logs. Such a socket is its token's account's, and may be opened by pages of
other origins; when the token is revoked or expires it is closed, half a minute later at most.

What you send is not listened to. A socket that cannot be had is opened and closed at once with the reason (but that of
a page of another origin without a token, which is refused with HTTP 403: such a page reads the stream instead); one
that was closed may be opened again with `after`.

| close code | meaning |
|---|---|
{closings}

```python
{EXAMPLE}```

## Streams

`GET games/<id>/stream/` tells the same without a socket: the frames of `/ws/games/<id>/` in the same order, with the
same parameters, as the body of an answer. It is `{LINES}`, a frame a line, or with
`Accept: {EVENTS}` a frame each as the `data` of a server-sent event; there an event's frame has its `seq` as
`id`, which a browser's `EventSource` sends as `Last-Event-ID` when it comes back: it is told what is behind that,
whatever `after` its address has.

A stream ends when the game is over and all of it is told: its last frame is the `status` that says so, with the
number of the last event and `{TERMS.to_the_end}` as its `id`. An `EventSource` comes back once with that, is told
204, and comes no more; with another number before it, it is told what is behind that. A stream that ends without it
was cut: because you take too long, by the bounds of a socket, or take nothing for {TERMS.stalled:g} seconds; because
your token was revoked or has expired (half a minute later at most); because the site is started anew, or its database
is away. Come back with `after`; what is refused is told as everywhere here, and 503 (`full`) where as many watch as
may. Opening a stream counts as one request. It is sent as it happens: nothing on the way may keep or compress it
(`Cache-Control: no-store, no-transform`).

```python
{STREAMED}```

## Beliefs, claims, verdicts

Beside some of its answers a player says more than the game asks: `beliefs`, whom it takes for hidden, and `claims`,
what its words say is so. Both are its `disclosed`, beside an event in the lens `glass` and beside an answer in the
journals of the logs `viewer` and `analysis`. Nobody at the table learns them. What of them could not be read is left
out and counted in `dropped`; no answer is sent back for it. For whom a vote is that somebody has cast (`vote_cast`)
while others are still to vote stands as its `target` in the lens `glass` alone, and not in logs.

Each claim that was made aloud has a verdict: `true` or `false` where an event shows it (`shown_by`), else
`unknowable`. It is held against what had happened when it was said; a vote of that round, and a nomination that goes
with the words, against the one that comes. What can be meant in two ways of which only one is so is unknowable.
`public_from` is the event from which on everybody could know. What was claimed in words that nobody heard has no
verdict: a bid on the ship that was not drawn, even where its vote was cast (`vote_cast`).

The verdicts of a game that is over are the `claims` of its logs. While it goes on, an event has as `marks` those that
come out with it: in the lens `glass` with the words, or with the vote that they promised; in every other lens with
the event that shows it to everybody, and of the rest with the one that tells all roles. Of a deed everybody is told
what was seen, in the rules' words.

Sums of these are the `claiming` of players, models and statistics. There `heard` are claims that words plainly make,
as the house's own players hear them, and `unfiled` those of them that stand in no claim; `unsaid` are claims that
name somebody, a role or a room that the words do not. Both are counted of models behind a provider.

## How models were asked, and what came of it

`asked` says by seat how its model was asked, and `answered` which one answered; each entry holds from the poll
`since_poll` on. In the journal of the log `analysis`, `tries` is how often an answer was asked for, `used` what that
took, and `refused` what the model answered that could not stand and was sent back to it, with the reason. A **call**
that is `refused` is something else: the provider did not take it, and nothing was answered. (In sums of askings the
former are `faulty`, the latter `refused`; an event `refused` is an order that the ship did not take.)

`games/<id>/calls/` and a season's log with `view=calls` are lines of JSON: a `game` first, then a `call` for each
request in the order in which they were made, and before the first that names it each `text` that was sent, once, by
its SHA-256. A call has its `prompt`, `reply`, `fault` (why the answer could not stand), `usage` and `cost`; `is_sure`
says whether it cost that, or that is only the most. Words go when the time is over for which the game keeps them; the
rest stays.
"""


class DescriptionAsked(Asked):
    """What the OpenAPI may be asked."""

    format = serializers.ChoiceField(list(FORMATS), required=False, label=f"one of {', '.join(FORMATS)}")


class DescriptionView(SpectacularAPIView):
    """The OpenAPI, written once a process: it hangs on the code and the settings alone."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:  # noqa: FBT001, FBT002  (its own)
        """The form that the address asks for; where it asks for none, the one that `Accept` does."""
        kind = FORMATS.get(request.query_params.get("format", ""))
        return (kind(), kind.media_type) if kind is not None else super().perform_content_negotiation(request, force)

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        DescriptionAsked.of(request)
        kind = type(request.accepted_renderer)
        if kind not in WRITTEN:
            response = super().get(request, *args, **kwargs)
            as_ = request.accepted_renderer
            body = as_.render(response.data, as_.media_type, {"view": self, "request": request, "response": response})
            WRITTEN[kind] = body, response.headers["Content-Disposition"]
        body, disposition = WRITTEN[kind]
        charset = f"; charset={kind.charset}" if kind.charset else ""
        told = f"{request.accepted_renderer.media_type}{charset}"
        return HttpResponse(body, told, headers={"Content-Disposition": disposition})


def describe(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Puts the text into the OpenAPI (a hook of drf-spectacular)."""
    result["info"]["description"] = described()
    return result


def _rate(rate: object) -> str:
    number, _, period = str(rate).partition("/")
    return f"{int(number):,} requests a {period.replace('min', 'minute')}"
