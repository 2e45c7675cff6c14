"""What the caches of the provider hold, for how long, and how far back it is looked for."""

from games.loopback.catalogue import MODELS
from games.loopback.tokens import LIVES, LIVES_LONG, Block, Cache, Found, tokens_in

GPT, CLAUDE = MODELS["gpt-4o-mini"], MODELS["claude-sonnet-4-6"]
PAGE = "x" * 4 * 1024  # 1,024 tokens


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def asked(cache: Cache, model: object, *blocks: Block) -> Found:
    found = cache.look_up(model, blocks)  # type: ignore[arg-type]  # one of the two above
    cache.keep(found)
    return found


def marked(text: str, lives: float = LIVES) -> Block:
    return Block(text, lives)


def test_tokens_are_a_quarter_rounded_up() -> None:
    assert [tokens_in(chars) for chars in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_openai_forgets_five_minutes_after_the_last_use() -> None:
    clock = Clock()
    cache = Cache(clock)
    assert asked(cache, GPT, Block(PAGE)).read == 0
    clock.now = 299
    assert asked(cache, GPT, Block(PAGE)).read == 1024
    clock.now = 299 + 299
    assert asked(cache, GPT, Block(PAGE)).read == 1024
    clock.now += 301
    assert asked(cache, GPT, Block(PAGE)).read == 0


def test_prompts_that_are_sent_together_do_not_find_each_other() -> None:
    cache = Cache(Clock())
    both = [cache.look_up(GPT, [Block(PAGE)]) for _ in range(2)]
    assert [found.read for found in both] == [0, 0]


def test_anthropic_writes_nothing_that_is_not_marked_or_too_short() -> None:
    cache = Cache(Clock())
    for block in (Block(PAGE * 2), marked(PAGE[:-4])):
        found = [asked(cache, CLAUDE, block) for _ in range(2)]
        assert [(each.short, each.read) for each in found] == [(0, 0), (0, 0)]


def test_an_hour_is_written_apart_and_lasts() -> None:
    clock = Clock()
    cache = Cache(clock)
    blocks = (marked(PAGE, LIVES_LONG), marked(PAGE))
    assert asked(cache, CLAUDE, *blocks).long == 1024
    clock.now = 400
    found = asked(cache, CLAUDE, *blocks)
    assert (found.read, found.short, found.long) == (1024, 1024, 0)


def test_longer_conversation_reads_what_the_shorter_one_wrote() -> None:
    cache = Cache(Clock())
    assert asked(cache, CLAUDE, marked(PAGE)).short == 1024
    found = asked(cache, CLAUDE, Block(PAGE), Block(PAGE), marked(PAGE))
    assert (found.read, found.short, found.prompt) == (1024, 2048, 3072)


def test_mark_is_looked_for_twenty_blocks_back_and_no_further() -> None:
    for between, read in ((18, 1024), (19, 0)):
        cache = Cache(Clock())
        asked(cache, CLAUDE, marked(PAGE))
        more = [Block(f"{at}") for at in range(between)]
        assert asked(cache, CLAUDE, Block(PAGE), *more, marked("end")).read == read


def test_change_in_the_middle_makes_all_that_follows_new() -> None:
    cache = Cache(Clock())
    asked(cache, CLAUDE, marked(PAGE), marked("one " * 400), marked("two " * 400))
    found = asked(cache, CLAUDE, marked(PAGE), marked("One " * 400), marked("two " * 400))
    assert (found.read, found.short) == (1024, 800)


def test_what_else_counts_makes_a_block_another() -> None:
    cache = Cache(Clock())
    asked(cache, CLAUDE, Block(PAGE, LIVES, b"thinking"))
    assert asked(cache, CLAUDE, Block(PAGE, LIVES, b"not")).read == 0
