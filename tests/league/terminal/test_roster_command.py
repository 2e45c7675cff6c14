"""`roster` lets personas enter new seasons, or keeps them out, all that are named or none."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.models import Act
from personas.models import Persona
from personas.sheet import ROSTER, dump
from tests.factories import make_persona

pytestmark = pytest.mark.django_db


def said(*words: str) -> str:
    out = StringIO()
    call_command("roster", *words, stdout=out)
    return out.getvalue().strip()


def statuses() -> dict[str, tuple[str, str]]:
    return {each.slug: (each.status, each.decided_by) for each in Persona.objects.all()}


def test_personas_are_approved_and_retired_by_name_each_an_act_and_twice_is_once() -> None:
    one, other = (make_persona(slug=each.slug, sheet=dump(each), status="draft").slug for each in ROSTER[:2])

    assert said("--approve", one, other) == "2 of 2 personas approved, the others were so already"
    assert said("--approve", one) == "0 of 1 personas approved, the others were so already"
    assert said("--retire", other) == "1 of 1 personas retired, the others were so already"

    assert statuses() == {one: ("approved", "command line"), other: ("retired", "command line")}
    acts = list(Act.objects.order_by("pk").values_list("verb", "name"))
    assert acts == [("approve", one), ("approve", other), ("retire", other)]


def test_one_wrong_name_or_sheet_among_them_and_nobody_is_approved() -> None:
    fit = make_persona(slug=ROSTER[0].slug, sheet=dump(ROSTER[0]), status="draft").slug
    make_persona(slug="hollow", status="draft")
    make_persona(slug="once", written_for="spring/1/0", status="retired")
    before = statuses()

    for wrong, why in (
        ("nobody_here", "there is no persona"),
        ("once", "there is no persona"),
        ("hollow", "lacks slug"),
    ):
        with pytest.raises(CommandError, match=why):
            said("--approve", fit, wrong)

    assert statuses() == before
    assert not Act.objects.exists()
