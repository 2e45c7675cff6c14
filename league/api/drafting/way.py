"""A season from its draft to its standings by the API alone, as the documentation has it; docs/api.md has the same, and
a test sends each of its requests."""

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
