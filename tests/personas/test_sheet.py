import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

import pytest

from games.agents.answering import names
from games.agents.briefing.identity import character
from games.engine.questions import SKIP, WAIT
from games.engine.rulesets import all_rulesets
from personas.fields import LONGEST_SHOWN, MOST_TOLD, SLUG, SheetError
from personas.parts import PARTS, words_of
from personas.sheet import (
    FEELINGS,
    FIRST_TWELVE,
    INTENTS,
    NO_NAMES,
    PROSE,
    ROSTER,
    TEMPERS,
    Relationship,
    Sheet,
    accept,
    accept_by_hand,
    dump,
    load,
)


def spoiled(**changes):
    data = deepcopy(dump(ROSTER[0]))
    for path, value in changes.items():
        *outer, last = path.split("__")
        inner = data
        for key in outer:
            inner = inner[key]
        inner[last] = value
    return data


def complaint(data):
    with pytest.raises(SheetError) as caught:
        load(data)
    return str(caught.value)


def test_every_shipped_sheet_survives_the_round_trip():
    assert [load(dump(sheet)) for sheet in ROSTER] == list(ROSTER)


def test_every_temper_has_three_characters():
    assert Counter(sheet.temper for sheet in ROSTER) == dict.fromkeys(TEMPERS, 3)


def test_the_first_twelve_stay_in_their_order():
    """Games at the command line are functions of their seed: whom `house` seats, and where, is never changed."""
    assert [sheet.slug for sheet in FIRST_TWELVE] == [
        *("captain_brannoch", "old_fenn", "abacus_nine", "granny_pickle", "rook_calloway", "professor_quill"),
        *("sister_amity", "baron_zuppa", "dame_hortensia", "tamsin_reed", "milena_voss", "pip_barlow"),
    ]
    assert ROSTER[:12] == FIRST_TWELVE


def test_any_eight_neighbours_of_the_roster_make_a_mixed_table():
    for first in range(len(ROSTER) - 7):
        assert {sheet.temper for sheet in ROSTER[first : first + 8]} == set(TEMPERS)


def test_slugs_and_names_of_the_roster_are_unique_and_well_formed():
    assert len({sheet.slug for sheet in ROSTER}) == len({sheet.name for sheet in ROSTER}) == len(ROSTER) == 24
    assert all(SLUG.fullmatch(sheet.slug) for sheet in ROSTER)


def test_no_two_names_of_the_roster_begin_alike():
    assert len({sheet.name[:4].casefold() for sheet in ROSTER}) == len(ROSTER)
    assert len({sheet.name.split()[-1][:4].casefold() for sheet in ROSTER}) == len(ROSTER)


def material(sheet: Sheet) -> Iterator[str]:
    """Whatever a character may say in its own words."""
    voice = sheet.voice
    yield from (*voice.signature_phrases, *voice.leads, *voice.images, *voice.tags)
    for _, lines in voice.lines:
        yield from lines


def test_no_two_characters_share_a_line_a_phrase_an_opening_an_ending_or_an_image():
    said = Counter(text for sheet in ROSTER for text in material(sheet))
    assert {text for text, count in said.items() if count > 1} == {"bless them"}  # two of the first twelve, who stay


def test_a_new_character_repeats_five_words_in_a_row_of_nobody():
    """That much is heard as the same turn of phrase."""
    runs: dict[tuple[str, ...], set[str]] = {}
    for sheet in ROSTER:
        for text in material(sheet):
            words = re.findall(r"[^\W_]+(?:'\w+)?|\{name\}", text.casefold())
            for start in range(len(words) - 4):
                runs.setdefault(tuple(words[start : start + 5]), set()).add(sheet.slug)
    new = {sheet.slug for sheet in ROSTER[12:]}
    assert {" ".join(run) for run, who in runs.items() if len(who) > 1 and who & new} == set()


def test_a_sheet_says_enough_and_not_too_much():
    for sheet in ROSTER:
        assert 150 <= words_of(sheet) <= 400, sheet.slug
        assert 3 <= len(sheet.identity.traits) <= 5, sheet.slug
        assert 5 <= len(sheet.voice.signature_phrases) <= 8, sheet.slug
        assert sheet.relationships, sheet.slug


def test_every_character_has_lines_for_every_intent():
    assert all([intent for intent, lines in sheet.voice.lines if lines] == list(INTENTS) for sheet in ROSTER)


def test_no_persona_is_called_like_an_alias():
    aliases = {alias for ruleset in all_rulesets().values() for alias in ruleset.aliases}
    assert not aliases & {word for sheet in ROSTER for word in sheet.name.split()}


def test_no_character_says_the_own_name():
    """Behind an alias the name of the persona stays hidden, so the material never speaks it."""
    for sheet in ROSTER:
        voice = sheet.voice
        said = " ".join(
            (*voice.signature_phrases, *voice.leads, *voice.tags, *(x for _, xs in voice.lines for x in xs))
        )
        assert not [word for word in sheet.name.split() if word in said and word not in ("Old", "Nine")]


def test_relationships_lead_to_shipped_characters_only():
    slugs = {sheet.slug for sheet in ROSTER}
    for sheet in ROSTER:
        assert {relation.toward for relation in sheet.relationships} <= slugs - {sheet.slug}


def test_a_relationship_is_even_unless_it_says_so_and_does_not_say_so_if_it_is():
    before = spoiled(relationships=[{"toward": "x", "text": "Met."}])
    assert [each.feeling for each in load(before).relationships] == ["even"]
    assert dump(load(before)) == before
    even = spoiled(relationships=[{"toward": "x", "feeling": "even", "text": "Met."}])
    assert dump(load(even)) == before
    for feeling in ("fond", "wary"):
        felt = spoiled(relationships=[{"toward": "x", "feeling": feeling, "text": "Met."}])
        assert load(felt).relationships == (Relationship("x", "Met.", feeling),)
        assert dump(load(felt)) == felt


def test_the_shipped_characters_have_friends_and_those_they_are_wary_of():
    felt = [each.feeling for sheet in ROSTER for each in sheet.relationships]
    assert set(felt) == set(FEELINGS)
    assert felt.count("fond") > felt.count("even") > felt.count("wary")


def test_those_whom_a_character_knows_are_found_by_their_names():
    sheet = load(spoiled(relationships=[{"toward": "old_fenn", "text": "A debt."}, {"toward": "x", "text": "Met."}]))
    assert sheet.known_among(("Pip", "Old  FENN")) == [(1, sheet.relationships[0])]
    assert sheet.known_among(("Anika", "Bruno")) == []


def test_another_temper_keeps_the_character():
    joker = ROSTER[0].with_temper("joker")
    assert joker.temper == "joker"
    assert joker.voice == ROSTER[0].voice
    with pytest.raises(SheetError, match=f"temper must be one of {', '.join(TEMPERS)}, not 'grump'"):
        ROSTER[0].with_temper("grump")


def test_a_sheet_without_offline_material_is_a_sheet():
    data = dump(ROSTER[0])
    for field in ("signature_phrases", "quirks", "leads", "tags", "images", "lines"):
        del data["voice"][field]
    del data["role_guidance"], data["relationships"]
    sheet = load(data)
    assert (sheet.voice.lines, sheet.voice.lines_for("accuse"), sheet.guidance_for("open")) == ((), (), "")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"slug": "Captain-X"}, "slug must be 1 to 40 of a-z, 0-9 and _, not 'Captain-X'"),
        ({"name": " Hal "}, "name must be one printable line without blanks around it, not ' Hal '"),
        ({"temper": "grump"}, f"temper must be one of {', '.join(TEMPERS)}, not 'grump'"),
        ({"identity__traits": []}, "identity.traits must hold at least 1, not 0"),
        ({"identity__traits": "brave"}, "identity.traits must be a list, not 'brave'"),
        ({"voice__tags": ["fine", 7]}, "voice.tags[1] must be a text of 1 to 240 characters, not 7"),
        ({"voice__risk_tolerance": ""}, "voice.risk_tolerance must be a text of 1 to 1200 characters, not ''"),
        ({"voice__mood": "dark"}, "not 'mood'"),
        ({"voice__lines": {"sing": ["la"]}}, "not 'sing'"),
        ({"voice__lines": {"accuse": ["{role}!"]}}, "the slot {name} and no other brace, not '{role}!'"),
        ({"voice__lines": {"accuse": ["{name"]}}, "the slot {name} and no other brace, not '{name'"),
        ({"voice__lines": {"greet": ["Hello {name}"]}}, "may hold no braces, not 'Hello {name}'"),
        ({"relationships": [{"toward": "x"}]}, "relationships[0] lacks text"),
        (
            {"relationships": [{"toward": "x", "text": "Met."}, {"toward": "y", "text": "Met.", "feeling": "cross"}]},
            "relationships[1].feeling must be one of fond, even, wary, not 'cross'",
        ),
        ({"role_guidance": ["be loud"]}, "role_guidance must be an object of role to text, not ['be loud']"),
    ],
)
def test_a_wrong_field_is_named_with_what_was_wanted_and_what_came(changes, said):
    assert said in complaint(spoiled(**changes))


def test_a_missing_field_is_named():
    data = dump(ROSTER[0])
    del data["voice"]["speech_style"]
    assert complaint(data) == "voice lacks speech_style"
    assert complaint("a text") == "sheet must be an object, not 'a text'"


def test_all_that_is_wrong_is_said_at_once_field_by_field():
    data = spoiled(
        slug="Captain-X",
        temper="grump",
        identity__traits=[],
        voice__mood="dark",
        voice__tags=["fine", 7, ""],
        voice__lines={"sing": ["la"], "greet": ["Hello {name}"], "accuse": "no list"},
        role_guidance={"doctor": 3},
        relationships=[{"toward": "x"}, "a text", {"toward": "Y", "text": ""}],
    )
    del data["name"], data["voice"]["speech_style"], data["voice"]["quirks"]

    with pytest.raises(SheetError) as caught:
        load(data)

    intents, fields = (
        ", ".join(INTENTS),
        ", ".join((*PROSE, "signature_phrases", "signature_moves", "quirks", "leads", "tags", "images")),
    )
    assert list(caught.value.complaints) == [
        "sheet lacks name",
        "slug must be 1 to 40 of a-z, 0-9 and _, not 'Captain-X'",
        f"temper must be one of {', '.join(TEMPERS)}, not 'grump'",
        "identity.traits must hold at least 1, not 0",
        "voice lacks speech_style",
        f"voice knows {fields}, lines; not 'mood'",
        "voice.tags[1] must be a text of 1 to 240 characters, not 7",
        "voice.tags[2] must be a text of 1 to 240 characters, not ''",
        f"voice.lines knows {intents}; not 'sing'",
        "voice.lines.accuse must be a list, not 'no list'",
        "voice.lines.greet may hold no braces, not 'Hello {name}'",
        "role_guidance.doctor must be a text of 1 to 1200 characters, not 3",
        "relationships[0] lacks text",
        "relationships[1] must be an object, not 'a text'",
        "relationships[2].toward must be 1 to 40 of a-z, 0-9 and _, not 'Y'",
        "relationships[2].text must be a text of 1 to 1200 characters, not ''",
    ]
    assert str(caught.value) == "; ".join(caught.value.complaints)


def test_what_only_writers_must_heed_is_said_with_the_rest():
    with pytest.raises(SheetError) as caught:
        accept(spoiled(name="Nobody", temper="grump"), slug="else", name="Somebody")

    assert [complaint.split(" must")[0] for complaint in caught.value.complaints] == [
        "temper",
        "name",
        f"slug in the sheet is {ROSTER[0].slug!r}, here it is 'else'",
        "name in the sheet is 'Nobody', here it is 'Somebody'",
    ]


@pytest.mark.parametrize("data", [None, 7, "text", [], [[]], {}, {"voice": {}, "identity": []}, {"name": {"a": 1}}])
def test_whatever_comes_is_refused_with_complaints_and_nothing_else(data):
    with pytest.raises(SheetError) as caught:
        accept(data, slug="a", name="A")
    assert caught.value.complaints


def test_a_flood_of_faults_and_a_giant_value_are_told_in_short():
    with pytest.raises(SheetError) as caught:
        load(spoiled(temper="x" * 1_000_000, voice__tags=[7] * 10_000))

    *told, rest = caught.value.complaints
    assert (len(told), rest) == (MOST_TOLD, f"{10_001 - MOST_TOLD} more of the kind")
    assert max(map(len, told)) < LONGEST_SHOWN + 150


@pytest.mark.parametrize(
    "name",
    [
        *(
            "nobody",
            "Nobody",
            "NO ONE",
            "No-one.",
            "skip",
            "Skip",
            "everyone",
            "Not yet",
            "None",
            "Moderator",
            "The Moderator",
        ),
        *(
            "\uff4eobody",
            "* Moderator",
            "~ note",
            "[SILENT]",
            "Ada: Quint",
            'Ada "Ace"',
            "Ada_Quint",
            "-Ada",
            "<b>Ada</b>",
        ),
        *("Ada, Ben", "@Ada", "Ada (old)"),
    ],
)
def test_nobody_takes_a_name_that_answers_or_transcripts_have_a_use_for(name):
    assert load(spoiled(name=name)).name == name  # where one was stored before, it still plays
    with pytest.raises(SheetError, match=r"^name must be"):
        accept(spoiled(name=name))


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ada",
            "O'Neill",
            "D\u2019Artagnan",
            "Dr. Jean-Luc 2",
            "Óscar d'Étable",
            "影",
            "Иван Грозный",
            "मीरा",
            "7 of 9",
        ),
        *("Nobody Special", "Allan", "Skipper"),
    ],
)
def test_names_of_every_script_are_taken(name):
    assert accept(spoiled(name=name)).name == name


def test_the_shipped_sheets_could_be_written_today():
    assert [accept(dump(sheet)) for sheet in ROSTER] == list(ROSTER)


# --- what people write ------------------------------------------------------------------------------------------------


def by_hand(**changes):
    return accept_by_hand(spoiled(**changes), slug=ROSTER[0].slug, name=ROSTER[0].name)


def test_the_shipped_sheets_keep_to_the_bounds():
    for sheet in ROSTER:
        assert accept_by_hand(dump(sheet), slug=sheet.slug, name=sheet.name) == sheet


def test_every_field_of_a_sheet_stands_in_the_table_of_parts():
    """But for what it is called by and played in."""
    data = dump(replace(ROSTER[0], voice=replace(ROSTER[0].voice, signature_moves=("sits by the door",))))
    paths = [f"{outer}.{inner}" for outer in ("identity", "voice") for inner in data[outer]]
    assert sorted(part.path for part in PARTS) == sorted([*paths, "role_guidance", "relationships"])
    assert set(data) - {"identity", "voice", "role_guidance", "relationships"} == {"slug", "name", "temper"}


def test_what_is_too_long_too_short_or_too_much_is_told_at_once_and_plays_where_it_was_stored():
    changes = {
        "identity__traits": ["calm", "x" * 61],
        "voice__quirks": ["hums"] * 6,
        "voice__risk_tolerance": "by and by " * 99,
        "role_guidance": {"open": "y" * 301},
    }
    with pytest.raises(SheetError) as caught:
        by_hand(**changes)

    words = words_of(load(spoiled(**changes)))
    assert list(caught.value.complaints) == [
        "identity.traits must hold 3 to 5, not 2",
        "identity.traits[1] must be of at most 60 characters, not 61",
        "voice.risk_tolerance must be of at most 300 characters, not 990",
        "voice.quirks must hold 0 to 5, not 6",
        "role_guidance.open must be of at most 300 characters, not 301",
        f"the sheet must be of 150 to 400 words in all, not {words}",
    ]
    assert words > 400
    assert accept(spoiled(**changes)) == load(spoiled(**changes))


def test_words_are_counted_over_what_models_are_told():
    sheet = load(spoiled())
    assert words_of(load(spoiled(voice__leads=["so then"] * 9))) == words_of(sheet)
    assert words_of(load(spoiled(voice__quirks=[*sheet.voice.quirks, "hums two tunes"]))) == words_of(sheet) + 3
    few = {"identity__background": "A cook.", "voice__signature_phrases": [], "role_guidance": {}, "relationships": []}
    with pytest.raises(SheetError, match=r"^the sheet must be of 150 to 400 words in all, not \d+$"):
        by_hand(**few)


def test_moves_are_told_where_there_are_some_and_change_no_sheet_that_has_none():
    assert "signature_moves" not in dump(ROSTER[0])["voice"]
    moves = by_hand(voice__signature_moves=["counts the votes aloud", "names two and drops one"])
    assert load(dump(moves)) == moves
    assert "Habits: counts the votes aloud; names two and drops one" in character(moves).splitlines()
    assert "Habits: " not in character(ROSTER[0])


def test_no_word_of_an_answer_is_a_name():
    words = names._NOBODY | names._EVERYONE | names._NOT_YET | {SKIP, WAIT}
    assert sorted(word for word in words if word.isascii() and "/" not in word and word and word not in NO_NAMES) == []


@pytest.mark.parametrize(
    ("changes", "unread", "unfit"),
    [
        (
            {"temper": "sulker", "identity__traits": ["calm"]},
            "temper must be",
            "identity.traits must hold 3 to 5, not 1",
        ),
        (
            {"voice__mood": "dark", "voice__quirks": ["x" * 161]},
            "voice knows",
            "voice.quirks[0] must be of at most 160 characters, not 161",
        ),
        (
            {"identity__traits": ["calm", 7], "voice__tags": ["y"] * 21},
            "identity.traits[1] must be",
            "voice.tags must hold",
        ),
        (
            {"voice": 7, "identity__background": "z" * 601},
            "voice must be an object",
            "identity.background must be of at",
        ),
    ],
)
def test_what_is_unfit_is_told_beside_what_cannot_be_read_and_nothing_of_what_stands_in_for_that(
    changes, unread, unfit
):
    with pytest.raises(SheetError) as refused:
        accept_by_hand(spoiled(**changes), slug=ROSTER[0].slug, name=ROSTER[0].name)

    told = refused.value.complaints
    assert len([each for each in told if each.startswith(unread)]) == 1
    assert len([each for each in told if each.startswith(unfit)]) == 1
    assert len(told) == 2


def test_of_what_is_lacking_no_bounds_are_told():
    data = spoiled()
    del data["identity"], data["voice"]["quirks"], data["voice"]["speech_style"]
    with pytest.raises(SheetError) as refused:
        accept_by_hand(data, slug=ROSTER[0].slug, name=ROSTER[0].name)
    assert refused.value.complaints == ("sheet lacks identity", "voice lacks speech_style")
