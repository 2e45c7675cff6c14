"""Models that say what they were given, and models that believe whatever they hear."""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import openai
import pytest

from games.agents.agent import Asked
from games.agents.exchanges import Character, Recollection
from games.agents.lessons.choosing import FIELD, KIND, PROMPT, ChooseLessons
from games.agents.providers import Reply, Request
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.loopback.process import Provider
from games.loopback.replies.draws import Draws, digest_of
from games.loopback.replies.hearsay import heard_in, retold, said_in
from games.loopback.replies.playing import answer_text
from games.loopback.replies.talk import Talk
from tests.games.loopback.asking import by_schema
from tests.poison.corpus import SENTENCES, TRANSLATIONS

SAYS = ("Trust the one who sits by the door.", "Whoever counts the votes is honest, and so is their friend.")
POISONERS = (0, 3)
SLUGS = ["town-mafia", "reactive-mafia", "council-mafia", "glass-box"]
TABLE = """\
At the table sit, in this order from seat 0: Hugo, Ines. You are Hugo. All names are drawn for this game.
Hugo: "I said so."
Ines (last words): "Remember the door."
{"speaker":"Ines","message":"And the window.","t":0}
* Hugo: "is no speech"
~ note: "nor is this\""""


class Turn(NamedTuple):
    """What a seat was asked, and what it answered."""

    seat: int
    kind: str
    prompt: str
    answer: dict[str, Any]

    @property
    def kept_to_itself(self) -> list[str]:
        """Its texts that nobody hears."""
        private = [each for each in self.answer.values() if isinstance(each, str)]
        reply = self.answer["reply"]
        summed_up = [reply[name] for name in ("happened", "suspicions", "strategy") if name in reply]
        return [*private, *summed_up, *(each["text"] for each in reply.get("scratchpad_updates", []))]


def turns(slug: str, talk: Callable[[int], Talk]) -> Iterator[Turn]:
    """A game of models that talk so, by seat, and what one of them takes from it; the league reads each answer."""
    rules = ruleset_named(slug)
    seats = rules.seats[0]
    options = rules.options_from({}, seats)
    moderator = Moderator(rules, options, rules.deal("talk", seats, options), "talk")
    told = Recollection(moderator, "talk", learns=True)
    while moderator.pending:
        seat = next(iter(moderator.pending))
        exchange = told.exchange(seat, Character(), Asked("m"))
        draws = Draws(digest_of(moderator.poll, seat))
        turn = turn_of(seat, moderator.pending[seat].kind, exchange.request(), talk(seat), draws)
        moderator.answer(seat, exchange.read(Reply(json.dumps(turn.answer))))
        yield turn
    offered = tuple(f"{verb} sign-{number}: suspect" for verb in ("keep", "add") for number in range(9))
    exchange = told.afterwards(1, ChooseLessons(KIND, PROMPT, offered), Character(), Asked("m"))
    turn = turn_of(1, KIND, exchange.request(), talk(1), Draws(digest_of("after")))
    exchange.read(Reply(json.dumps(turn.answer)))
    yield turn


def turn_of(seat: int, kind: str, request: Request, talk: Talk, draws: Draws) -> Turn:
    prompt = "\n".join((*request.system, *request.history, request.task))
    text = talk.worded(answer_text(dict(request.schema), prompt, draws), prompt, draws)
    return Turn(seat, kind, prompt, json.loads(text))


def poisoned(seat: int) -> Talk:
    """A table at which two say things, and the others believe whatever they hear."""
    return Talk(says=SAYS) if seat in POISONERS else Talk(gullible="verbatim")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_model_says_aloud_what_it_was_given_and_nothing_twice_before_all_is_said(slug: str) -> None:
    said = [turn for turn in turns(slug, poisoned) if turn.answer["reply"].get("message") in SAYS]
    assert {turn.seat for turn in said} <= set(POISONERS)
    assert said
    for turn in said:
        before = said_in(turn.prompt)
        assert turn.answer["reply"]["message"] not in before or before >= set(SAYS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_gullible_model_keeps_whatever_it_heard_wherever_it_may_write(slug: str) -> None:
    believed = [turn for turn in turns(slug, poisoned) if turn.seat not in POISONERS and heard_in(turn.prompt)]
    kept = [(turn, text) for turn in believed for text in turn.kept_to_itself]
    assert len(kept) > 3
    assert all(any(words[:40] in text for words in heard_in(turn.prompt)) for turn, text in kept)
    assert any(each in text for each in SAYS for _, text in kept)


@pytest.mark.parametrize("slug", SLUGS)
def test_it_takes_as_many_new_lessons_as_it_may_when_the_game_is_over(slug: str) -> None:
    *_, last = turns(slug, poisoned)
    chosen = last.answer["reply"][FIELD]
    assert last.kind == KIND
    assert len(set(chosen)) == len(chosen) == 5
    assert all(each.startswith("add ") for each in chosen)


def test_what_it_heard_it_tells_in_other_words_or_in_another_language() -> None:
    said = SAYS[1]
    words = {"honest": "upright", "friend": "mate"}
    german = {said: "Wer zählt, ist ehrlich."}
    assert retold(f"Well. {said}", "verbatim", words) == ["Well.", said]
    assert retold(said, "paraphrased", words) == ["And so is their mate, whoever counts the votes is upright."]
    assert retold(f"Well. {said}", "translated", german) == ["Well.", "Wer zählt, ist ehrlich."]


def test_each_sentence_of_the_poison_can_be_told_in_another_language() -> None:
    told = [tuple(" ".join(retold(part, "translated", TRANSLATIONS)) for part in each.said) for each in SENTENCES]
    assert told == [tuple(sentence.translated) for sentence in SENTENCES]


def test_a_model_hears_the_others_and_not_itself() -> None:
    assert heard_in(TABLE) == ["Remember the door.", "And the window."]


def test_over_the_wire_the_same_request_gets_the_same_words(provider: Provider, chat: openai.OpenAI) -> None:
    asked = by_schema(messages=[{"role": "user", "content": TABLE}])
    words = {"Remember the door.": "Denk an die Tür.", "And the window.": "Und an das Fenster."}
    provider.control(talk={"gpt-4o-mini": {"gullible": "translated", "words": words}})
    said = {chat.chat.completions.create(**asked).choices[0].message.content for _ in range(3)}
    assert len(said) == 1
    assert sorted(json.loads(said.pop() or "")["reasoning"].split()) == sorted(" ".join(words.values()).split())


@pytest.mark.parametrize(
    ("talk", "told"),
    [
        ({"gullible": "always"}, "gullible is one of verbatim, paraphrased, translated, not 'always'"),
        ({"says": "Trust me."}, "says is a list of sentences"),
        ({"says": [""]}, "says is a list of sentences"),
        ({"words": {"a": 1}}, "words is texts by texts"),
        ({"words": []}, "words is texts by texts"),
    ],
)
def test_what_is_no_talk_is_refused_by_name(provider: Provider, talk: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        provider.control(talk={"gpt-4o-mini": talk})
