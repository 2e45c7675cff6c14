"""How a model is asked has versions: written down when somebody first sits down with it, and never changed."""

import threading
from decimal import Decimal

import pytest
from django.db import DatabaseError, connections, transaction

from personas.models import LanguageModel, ModelVersion
from personas.versions import asked_now, digest_of, model_at, versions_now
from tests.factories import make_model

pytestmark = pytest.mark.django_db


def now(model: LanguageModel) -> ModelVersion:
    return versions_now(models=[LanguageModel.objects.get(pk=model.pk)])[model.pk]


def edited(model: LanguageModel, **fields: object) -> ModelVersion:
    LanguageModel.objects.filter(pk=model.pk).update(**fields)
    return now(model)


def test_another_way_is_another_version_and_the_same_way_again_the_same() -> None:
    one, other = make_model(slug="one", effort="low"), make_model(slug="other", effort="low")
    first = now(one)
    higher, bounded = edited(one, effort="high"), edited(one, most_tokens=900)
    assert [version.number for version in (first, higher, bounded)] == [1, 2, 3]
    assert edited(one, effort="low", most_tokens=None) == first
    assert (now(other).number, now(other).pk != first.pk) == (1, True)
    assert ModelVersion.objects.count() == 4


def test_what_says_nothing_of_how_it_is_asked_makes_no_version() -> None:
    model = make_model(provider="openai", model_name="m")
    first = now(model)
    assert edited(model, name="Another name", key_variable="OTHER_KEY", in_flight=3, rung="text", thinks=True) == first
    assert first.asked == asked_now(LanguageModel.objects.get(pk=model.pk))
    assert first.digest == digest_of(first.asked)


def test_a_number_is_the_same_however_it_was_written() -> None:
    model = make_model()
    model.temperature = 1
    assert digest_of(asked_now(model)) == digest_of(asked_now(make_model(slug="b", temperature=1.0)) | asked_now(model))
    model.temperature = Decimal("1.0")
    assert asked_now(model)["temperature"] == 1.0


def test_a_model_is_as_it_was_in_a_version_and_what_was_learnt_of_another_is_not_known_of_it() -> None:
    model = make_model(model_name="old", temperature=0.5, rung="text", without="temperature")
    before = now(model)
    edited(model, model_name="new", temperature=None, effort="high", rung="json_object", thinks=True)
    row = LanguageModel.objects.get(pk=model.pk)

    then = model_at(model=row, version=before)

    assert (then.model_name, then.temperature, then.effort) == ("old", 0.5, "")
    assert (then.rung, then.without, then.thinks) == ("", "", False)
    assert (row.model_name, row.effort) == ("new", "high"), "the row itself is as it was"
    assert model_at(model=row, version=None) is row

    edited(model, model_name="old", temperature=None)
    of_the_same = model_at(model=LanguageModel.objects.get(pk=model.pk), version=before)
    assert (of_the_same.temperature, of_the_same.rung) == (0.5, "json_object"), "it is the same model that learnt it"


def test_nothing_of_a_version_is_changed() -> None:
    version = now(make_model())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ModelVersion.objects.filter(pk=version.pk).update(number=7)
    assert now(version.language_model).number == 1


@pytest.mark.django_db(transaction=True)
def test_several_who_sit_down_at_once_write_each_way_once() -> None:
    model = make_model()
    ways = [LanguageModel(pk=model.pk, provider="house", model_name=name) for name in ("a", "b", "c", "a", "b", "c")]
    together = threading.Barrier(len(ways))
    found: list[ModelVersion] = []

    def sit_down(way: LanguageModel) -> None:
        together.wait()
        found.append(versions_now(models=[way])[model.pk])
        connections.close_all()

    threads = [threading.Thread(target=sit_down, args=[way]) for way in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(version.asked["model_name"] for version in found) == ["a", "a", "b", "b", "c", "c"]
    assert sorted(ModelVersion.objects.values_list("number", flat=True)) == [1, 2, 3]
