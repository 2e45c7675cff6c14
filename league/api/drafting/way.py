"""A season from its draft to its standings by the API alone, and a game that is over held against what was promised of
it, as the documentation has both; docs/api.md has the same, and a test sends each of these requests."""

from typing import Final

WAY: Final = """\
```sh
SITE=https://league.example; TOKEN=lg_…   # of scope season, of an account that may add and change seasons

# A draft, by its plan. The key makes it once, however often it is sent.
curl -X POST "$SITE/api/v1/seasons/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: autumn" -d '{"slug": "autumn", "name": "Autumn", "games_planned": 2, "pace": 0,
  "rules": [{"ruleset": "town-mafia", "seats": 5}], "players": ["house-accuser_captain_brannoch",
  "house-listener_old_fenn", "house-logician_abacus_nine", "house-joker_granny_pickle",
  "house-loyalist_rook_calloway", "house-contrarian_professor_quill"]}'

# As it stands: the answer's ETag is what a change of it is held against.
curl -i "$SITE/api/v1/seasons/autumn/" -H "Authorization: Bearer $TOKEN"
curl -X PATCH "$SITE/api/v1/seasons/autumn/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -H "If-Match: $ETAG" -d '{"name": "Autumn games", "memory": "off", "reason": "A trial."}'

# Its plan, as it could be put again or made another season of.
curl "$SITE/api/v1/seasons/autumn/plan/" -H "Authorization: Bearer $TOKEN"

# Everybody may know of it, and until its deadline players join and leave; then it begins. With a calendar in its plan,
# {"calendar": {"times": ["18:00"], "weekdays": ["mon", "wed"], "time_zone": "Europe/Berlin"}, "at_once": 2}, two games
# begin at each of these times, and at pace 0 each is over within seconds: whoever is to watch wants 1.
curl -X POST "$SITE/api/v1/seasons/autumn/announce/" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{"reason": "The roster is whole."}'
curl -X POST "$SITE/api/v1/seasons/autumn/roster/" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{"remove": ["house-joker_granny_pickle"], "reason": "She is away."}'
# With a calendar `{"now": true}` has it begin now: the calendar is taken off it, as an act of its own in the record.
curl -X POST "$SITE/api/v1/seasons/autumn/start/" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{}'

# How far it is, its games, and who leads: for everybody, without a token.
curl "$SITE/api/v1/seasons/autumn/"
curl "$SITE/api/v1/seasons/autumn/fixtures/"
curl "$SITE/api/v1/seasons/autumn/standings/"

# Once more with the same plan.
curl -X POST "$SITE/api/v1/seasons/autumn/clone/" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{"slug": "autumn-2"}'
```
"""

CHECKED: Final = """\
A game that is over can be checked by anybody, from its log of the view `viewer` (`public` leaves out events that the
hash covers). The **hash** is SHA-256, in hexadecimal, over lines that each end with a line feed: a head (`ruleset`,
`revision`, `options`, and of each seat its `alias` and `role`), a line for each event in order, and the outcome
(`winner`, `rounds`). Each line is canonical JSON: keys sorted, no blanks, UTF-8 without escapes of letters. Of an event
it has all fields but those that stand beside what was decided: `at`, `text`, `thought`, `thoughts`, `disclosed`,
`marks`. The **commitment** is public before the first event: SHA-256 over the canonical JSON, without a line feed, of
`seed`, `salt`, `first`, `aliases` and `roles`, and of `dealt` where the log has that. Seed and salt are told in the
end: who compares them with the `commitment` that `games/<id>/` had before the first event, and notes it down then, has
seen that the roles were dealt before anybody spoke.

```python
import hashlib
import json
import httpx  # pip install httpx

BESIDE = {"at", "text", "thought", "thoughts", "disclosed", "marks"}


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def check(site, game, noted=None):
    \"\"\"Whether a game that is over has the hash that is told, and the deal of the commitment.\"\"\"
    told = httpx.get(f"{site}/api/v1/games/{game}/").raise_for_status().json()
    log = httpx.get(f"{site}/api/v1/games/{game}/log/", params={"view": "viewer"}).raise_for_status().json()
    head = {name: log[name] for name in ("ruleset", "revision", "options")}
    head["seats"] = [{"alias": seat["alias"], "role": seat["role"]} for seat in log["seats"]]
    events = [{name: value for name, value in each.items() if name not in BESIDE} for each in log["events"]]
    lines = [head, *events, {"winner": log["winner"], "rounds": log["rounds"]}]
    digest = hashlib.sha256(b"".join(canonical(line) + b"\\n" for line in lines)).hexdigest()
    deal = {name: log[name] for name in ("seed", "salt", "first", "dealt") if name in log}
    deal["aliases"] = [seat["alias"] for seat in log["seats"]]
    deal["roles"] = [seat["role"] for seat in log["seats"]]
    promised = hashlib.sha256(canonical(deal)).hexdigest()
    return {"hash": digest == told["hash"], "commitment": promised == (noted or told["commitment"])}


print(check("https://league.example", "GAME_ID"))
```
"""
