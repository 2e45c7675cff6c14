"""A draft that is deleted: with its roster, rules and calendar, and with no call forgotten."""

import pytest

from games.models import Account, Call
from league.access.acts import COMMAND_LINE
from league.models import Act, Calendar, Season, SeasonPlayer, SeasonRules
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import WrongSeason
from league.seasons.making.deleting import delete_draft, what_goes
from league.seasons.making.plans import When
from league.seasons.making.twinning import create_twin
from personas.models import Player
from tests.factories import NOON, make_account, make_call, make_roster
from tests.league.seasons.making.test_rewriting import drafted

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]


def deleted(season):
    delete_draft(season=season, by=COMMAND_LINE, reason="no use")


def test_a_draft_goes_with_what_is_its_own():
    season, other = drafted(when=When("12", "18:00", "UTC")), drafted("autumn", players=make_roster()[:6])
    assert what_goes(season) == (
        "The draft goes: its roster of 8, its rules (town-mafia) and its calendar.",
        "Its players, their personas and what they remember stay.",
    )
    deleted(season)
    assert (list(Season.objects.all()), Calendar.objects.count()) == ([other], 0)
    assert (SeasonRules.objects.count(), SeasonPlayer.objects.count(), Player.objects.count()) == (1, 6, 12)
    (act,) = Act.objects.all()
    assert (act.verb, act.name, act.reason, act.after) == ("delete", "spring", "no use", {})
    assert (act.before["name"], act.before["rules"], len(act.before["players"])) == (
        "Spring",
        [{"ruleset": "town-mafia", "seats": 6, "options": {}}],
        8,
    )
    with pytest.raises(WrongSeason, match=r"status: there is no season spring any more\."):
        deleted(Season(pk=act.pk + 10**6, slug="spring"))


def test_nothing_but_a_draft_is_deleted():
    season = drafted()
    start_season(season=season, now=NOON)
    with pytest.raises(WrongSeason, match=r"status: only a draft season can be deleted, and spring is running\."):
        deleted(season)
    assert Season.objects.get() == season


def test_a_draft_with_twins_is_deleted_after_them():
    first = drafted()
    twins = [create_twin(first=first, slug=f"twin-{number}", memory="off", name="Twin") for number in (1, 2)]
    with pytest.raises(WrongSeason, match=r"status: twin-1, twin-2 are its twins; delete those first\."):
        deleted(first)
    deleted(twins[0])
    with pytest.raises(WrongSeason, match=r"status: twin-2 is its twin; delete that first\."):
        deleted(first)
    deleted(twins[1])
    deleted(first)
    assert not Season.objects.exists()


def test_what_its_models_were_paid_for_stays_accounted_for():
    season = drafted(persona_source="season")
    season.roster.filter(number=0).update(is_written=True)
    account = make_account(scope="season", name="spring", spent="0.25", calls=2)
    call = make_call(purpose="persona", game=None, season="spring", status="sent")
    with pytest.raises(WrongSeason, match=r"status: a model writes a persona for spring just now; wait until that is "):
        deleted(season)
    Call.objects.filter(pk=call.pk).update(status="answered", cost="0.25")
    written, paid = what_goes(season)[2:]
    assert written == "Of these personas 1 was written for it; they stay, too."
    assert paid == (
        "Its models were asked in 2 calls for $0.25: these stay in the call ledger and in the budget spring, and no "
        "other season can be called so."
    )
    deleted(season)
    assert (list(Call.objects.values_list("season", flat=True)), Account.objects.get()) == (["spring"], account)
    with pytest.raises(WrongSeason, match=r"slug: the budget of a season that was deleted is called 'spring'"):
        drafted(players=make_roster()[:6])
