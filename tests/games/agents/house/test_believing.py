"""What house players disclose: the hidden know, the others believe what they decide by; they claim what they say."""

from collections import Counter

import pytest

from benchmarks.players.claims import meaning
from games.agents.house import House
from games.agents.house.hearing.speeches import hear, may_claim
from games.agents.house.ship.hearing import heard, may_tell
from games.agents.house.speaking.book import sentences
from games.agents.house.speaking.claimed import SLOT
from games.agents.house.speaking.wording import Telling, Told
from games.agents.offline import play_out, play_whole
from games.agents.played import Played
from games.agents.players import player_named
from games.engine.disclosing import Claim
from games.engine.events import Ejected
from games.engine.moderator import Moderator
from games.engine.questions import Nominate, Speak
from games.engine.record import hash_of_finished
from games.engine.rulesets import ruleset_named
from games.engine.truth import Spoken, verdicts
from personas.sheet import ROSTER

SLUGS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid")
SLOTS = {"a": "Bruno", "b": "Celia", "c": "Dario", "r": "a villager", "role": "doctor", "room": "electrical"}


def begun(slug: str, seed: str, seats: int = 8, **chosen: bool) -> Moderator:
    ruleset = ruleset_named(slug)
    options = ruleset.options_from(chosen, seats)
    return Moderator(ruleset, options, ruleset.deal(seed, seats, options), seed)


def house(seats: int = 8) -> list[House]:
    return [player_named("house", seat) for seat in range(seats)]  # type: ignore[misc]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_hidden_know_and_the_others_believe_and_nobody_speaks_of_itself_or_the_dead(slug: str) -> None:
    moderator = play_whole(begun(slug, "beliefs"), house())
    hidden = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == moderator.ruleset.hidden_team}
    asked = [answer for answer in moderator.journal if answer.kind in moderator.ruleset.believing]
    told = [answer for answer in asked if answer.disclosed.beliefs]
    assert told
    if slug != "glass-box":
        assert told == asked
    for answer in told:
        beliefs = answer.disclosed.beliefs
        assert answer.seat not in beliefs
        assert all(0 <= chance <= 100 for chance in beliefs.values())
        if answer.seat in hidden:
            assert {seat for seat, chance in beliefs.items() if chance} <= hidden
            assert set(beliefs.values()) <= {0, 100}
    unsure = [answer for answer in told if answer.seat not in hidden]
    assert any(set(answer.disclosed.beliefs.values()) - {0, 100} for answer in unsure)


def test_on_the_ship_beliefs_come_with_the_first_bid_of_a_meeting_and_with_the_reaction() -> None:
    moderator = play_whole(begun("glass-box", "first bids"), house())
    polls = {answer.poll for answer in moderator.journal if answer.kind == "bid" and answer.disclosed.beliefs}
    meetings = [entry.poll for entry in moderator.ledger if entry.event.kind == "called"]
    assert meetings
    assert sorted(polls) == [poll + 1 for poll in meetings]
    assert Counter(a.kind for a in moderator.journal if a.disclosed.beliefs).keys() == {"bid", "reaction"}


def test_with_one_reflection_beliefs_come_with_it_and_the_pads_are_kept() -> None:
    moderator = play_whole(begun("glass-box", "one", one_reflection=True), house())
    assert Counter(a.kind for a in moderator.journal if a.disclosed.beliefs).keys() == {"bid", "reflection"}
    reflections = [answer for answer in moderator.journal if answer.kind == "reflection"]
    gone = {entry.event.seat for entry in moderator.ledger if isinstance(entry.event, Ejected)}
    assert all(answer.thought for answer in reflections)
    assert set() < {answer.seat for answer in reflections if not answer.answer["scratchpad_updates"]} <= gone


@pytest.mark.parametrize("slug", SLUGS)
def test_what_they_disclose_changes_nothing_of_the_game(slug: str) -> None:
    plain, whole = play_out(begun(slug, "same"), house()), play_whole(begun(slug, "same"), house())
    assert [entry.plain() for entry in plain.ledger] == [entry.plain() for entry in whole.ledger]
    assert [answer._replace(disclosed=plain.journal[0].disclosed) for answer in whole.journal] == plain.journal
    assert hash_of_finished(plain) == hash_of_finished(whole)
    assert any(answer.disclosed.claims for answer in whole.journal)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_house_player_of_the_open_team_claims_of_its_role_and_results_is_true(slug: str) -> None:
    """The town of the house does not lie about what it is and has learned; the mafia does."""
    lies: Counter[str] = Counter()
    for number in range(6):
        moderator = play_whole(begun(slug, f"truth/{number}"), house())
        rules, deal = moderator.ruleset, moderator.deal
        spoken = [Spoken(answer.poll, answer.seat, answer.disclosed.claims) for answer in moderator.journal]
        for verdict in verdicts(spoken, moderator.ledger, deal.aliases, rules.roles, rules.hidden_team):
            team = deal.roles[verdict.speaker].team
            is_own = verdict.claim.kind in ("result", "deed") or verdict.claim.about == verdict.speaker
            if verdict.truth == "false" and verdict.claim.kind != "vote" and is_own:
                lies[team] += 1
                assert team == rules.hidden_team, verdict
            assert verdict.shown_by is not None or verdict.truth == "unknowable"
    assert lies[ruleset_named(slug).hidden_team], "and there are lies to be found"


@pytest.mark.parametrize(
    ("words", "claims"),
    [
        (
            "I am the sheriff. I checked Bruno last night: Bruno is mafia.",
            [("role", 0, "sheriff"), ("result", 1, "mafia")],
        ),
        ("I'm the doctor, and I protected Celia.", [("role", 0, "doctor"), ("deed", 0, "protected Celia")]),
        ("I'm not mafia. I vote Dario.", [("innocence", 0, "innocent"), ("vote", 0, "Dario")]),
        ("I nominate Edda.", []),
        ("Who voted for Farid yesterday?", []),
        ('Bruno said "I am the doctor".', []),
    ],
)
def test_claims_are_what_the_words_say(words: str, claims: list[tuple[str, int, str]]) -> None:
    town = ruleset_named("town-mafia")
    played = Played(town, town.options_from({}, 6), NAMES)
    found = House(ROSTER[0]).disclose(0, Speak("speak", ""), (), {"message": words}, played)
    assert found.claims == tuple(Claim(*each) for each in claims)


SAID = [
    *(
        SLOT.sub(lambda slot: SLOTS.get(slot[1], "so"), each.text)
        for by_temper in sentences().values()
        for pool in by_temper.values()
        for each in pool
    ),
    *("Bruno is mafia: I checked him.", "I am honest.", "Doctor? I'm that.", "I shot Celia", "The ballot? Celia."),
    *("Bruno was in electrical.", "“A body.” Celia did it.", "Dario came out of the floor", "Edda did real work."),
]


def test_only_what_can_claim_nothing_is_passed_over() -> None:
    town, aboard = Counter[bool](), Counter[bool]()
    for words in SAID:
        claims = {remark.act for remark in hear(words, NAMES, 0).remarks} - {"accuse", "defend", "ask"}
        town[may_claim(words)] += 1
        assert may_claim(words) or not claims, words
        told = [each for each in heard(words, NAMES, 0) if each.room or each.kind in ("killed", "vented", "clear")]
        aboard[may_tell(words)] += 1
        assert may_tell(words) or not told, words
    assert min(*town.values(), *aboard.values()) > len(SAID) // 20, "many are, and many are not"


def said(intent: str, beginning: str, words: str, **slots: str) -> Told:
    """A sentence of the house as somebody said it."""
    found = [each for pool in sentences()[intent].values() for each in pool if each.text.startswith(beginning)]
    return Told(words, found[0], slots)


def filed(told: list[Told], words: str, slug: str = "town-mafia", names: tuple[str, ...] = NAMES) -> list[Claim]:
    rules = ruleset_named(slug)
    played = Played(rules, rules.options_from({}, rules.default_seats), names)
    question = Nominate("nominate", "", (), ()) if slug == "council-mafia" else Speak("speak", "")
    return list(House(ROSTER[0]).disclose(0, question, (), Telling({"message": words}, told), played).claims)


def test_what_is_written_beside_a_sentence_is_claimed_however_it_was_dressed_and_is_not_heard_besides() -> None:
    vote = "Mind you, bruno voted for Celia on day 2, and Celia was a villager."
    told = [
        said("g_hanged_town", "{a} voted", vote, a="Bruno", b="Celia", r="a villager", when="on day 2"),
        said("claim_sheriff", "I'm the sheriff.", "I'm the sheriff."),
        said("vote_call", "I vote for", "I vote for Dario.", a="Dario"),
    ]
    assert filed(told, f"{vote} I'm the sheriff. I vote for Dario. I'm not mafia.") == [
        Claim("vote", 1, "Celia, on day 2"),
        Claim("role", 2, "villager"),
        Claim("role", 0, "sheriff"),
        Claim("vote", 0, "Dario"),
        Claim("innocence", 0, "innocent"),
    ]


def test_a_claim_has_the_roles_of_its_table_and_no_role_where_only_a_team_is_known() -> None:
    told = [
        said("counter_sheriff", "{b} is lying, because", "Edda is lying.", b="Edda"),
        said("torn_claims", "{b} and {c} both", "Both say it.", b="Edda", c="Farid", role="sheriff"),
        said("night_town", "{b} is dead", "Bruno is dead.", b="Bruno", r="one of the town"),
        said("nominate_join", "Like {b}", "Like Edda I nominate Celia.", a="Celia", b="Edda"),
    ]
    assert filed(told, " ".join(each.words for each in told), "council-mafia") == [
        Claim("role", 0, "detective"),
        Claim("deed", 4, "lied"),
        Claim("deed", 4, "claimed detective"),
        Claim("deed", 5, "claimed detective"),
        Claim("innocence", 1, "innocent"),
        Claim("deed", 0, "nominated Celia"),
        Claim("deed", 4, "nominated Celia"),
    ]


def test_what_was_thought_of_and_not_said_or_says_nothing_is_no_claim() -> None:
    told = [
        said("claim_doctor", "I'm the doctor.", "I'm the doctor."),
        said("deny", "You can put that finger", "You can put that finger down, Bruno.", b="Bruno"),
    ]
    assert filed(told, "You can put that finger down, Bruno.") == []


def test_a_line_of_ones_own_claims_the_vote_it_was_said_for_and_denies_where_its_words_do() -> None:
    own = (
        ("vote", "All hands on Bruno.", [Claim("vote", 0, "Bruno")]),
        ("deny", "It is not so, Celia.", [Claim("innocence", 0, "innocent")]),
        ("deny", "I have been heckled by professionals, Celia.", []),
        ("accuse", "Bruno is fibbing, dears.", [Claim("deed", 1, "lied")]),
        ("accuse", "Ring the bell on Bruno.", []),
    )
    for line, words, claims in own:
        assert filed([Told(words, None, {"a": "Bruno"}, line)], words) == claims


def test_nominations_that_a_council_says_aloud_are_filed_and_true() -> None:
    moderator = play_whole(begun("council-mafia", "nominations", 9), house(9))
    spoken = [Spoken(answer.poll, answer.seat, answer.disclosed.claims) for answer in moderator.journal]
    rules = moderator.ruleset
    found = verdicts(spoken, moderator.ledger, moderator.deal.aliases, rules.roles, rules.hidden_team)
    told = [verdict for verdict in found if verdict.claim.value.startswith("nominated")]
    assert {verdict.claim.about == verdict.speaker for verdict in told} == {True, False}
    assert {verdict.truth for verdict in told} == {"true"}


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("deed", "shot Bruno", "shoots at Bruno"),
        ("deed", "nominated nobody", "made no nomination"),
        ("deed", "accused Celia", "pointed at Celia"),
        ("deed", "worked on a real task", "did a real task"),
        ("deed", "worked on start reactor", "start reactor"),
        ("deed", "pressed the button", "called the meeting"),
        ("vote", "Dario, yesterday", "for Dario"),
        ("vote", "not Dario, on day 2", "somebody other than Dario"),
        ("vote", "nobody", "skip"),
        ("place", "upper engine", "the upper engine room"),
        ("result", "mafia", "guilty"),
    ],
)
def test_what_readers_word_otherwise_is_the_same_claim(kind: str, one: str, other: str) -> None:
    """As benchmarks/players/claims.py compares them, in which nothing else is the same."""

    def read(value: str, kind: str = kind) -> tuple[str, str, str]:
        return meaning({"kind": kind, "about": "Edda", "value": value}, NAMES)

    assert read(one) == read(other)
    assert len({read(value) for value in ("Bruno", "Celia", "not Celia", "vented", "lied", "guilty")}) > 2
    assert read("mafioso", "role") == read("guilty", "innocence") != read("sheriff", "role")


def test_what_is_kept_of_an_answer_is_without_what_was_disclosed() -> None:
    moderator = play_whole(begun("town-mafia", "kept"), house())
    told = [answer for answer in moderator.journal if answer.disclosed.plain]
    assert told
    for answer in told:
        assert "disclosed" not in answer.answer
        assert answer.plain["answer"] == dict(answer.answer)
        assert answer.plain["disclosed"] == answer.disclosed.plain
        assert type(answer).from_plain(answer.plain) == answer
