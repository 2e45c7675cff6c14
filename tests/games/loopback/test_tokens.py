"""What the caches of the provider hold, for how long, and how far back it is looked for."""

from games.loopback.catalogue import MODELS, Model
from games.loopback.tokens import LIVES, LIVES_AT_BREAKPOINTS, LIVES_LONG, Block, Cache, Found, tokens_in

GPT, CLAUDE, NEWER = MODELS["gpt-4o-mini"], MODELS["claude-sonnet-4-6"], MODELS["gpt-5.6"]
PAGE = "x" * 4 * 1024  # 1,024 tokens


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def asked(cache: Cache, model: Model, *blocks: Block, key: str = "game") -> Found:
    found = cache.look_up(model, blocks, key)
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


def ended(text: str) -> Block:
    """A part of a prompt that ends at a breakpoint."""
    return Block(text, LIVES_AT_BREAKPOINTS)


def test_from_gpt_5_6_on_only_what_ends_at_a_breakpoint_is_written_and_found() -> None:
    cache = Cache(Clock())
    bare = [asked(cache, NEWER, Block(PAGE)) for _ in range(2)]
    assert [(each.short, each.read) for each in bare] == [(0, 0), (0, 0)]
    first = asked(cache, NEWER, Block(PAGE), ended("x" * 400), Block("?"))
    assert (first.prompt, first.short, first.read) == (1125, 1124, 0)
    assert asked(cache, NEWER, Block(PAGE), ended("x" * 400), Block("!")).read == 1124
    assert asked(cache, NEWER, ended(PAGE), Block("x" * 400)).read == 0, "no shorter prefix is fallen back to"


def test_what_is_found_is_not_written_again() -> None:
    cache = Cache(Clock())
    asked(cache, NEWER, ended(PAGE))
    found = asked(cache, NEWER, ended(PAGE), ended("x" * 400))
    assert (found.read, found.short) == (1024, 100)
    found = asked(cache, NEWER, ended(PAGE), ended("x" * 400), ended("y" * 400))
    assert (found.read, found.short) == (1124, 100)


def test_prefix_of_fewer_than_1024_tokens_is_not_written() -> None:
    cache = Cache(Clock())
    found = [asked(cache, NEWER, ended(PAGE[:-4])) for _ in range(2)]
    assert [(each.short, each.read) for each in found] == [(0, 0), (0, 0)]


def test_another_key_finds_nothing_and_no_key_is_not_counted_on() -> None:
    cache = Cache(Clock())
    for key, read in (("game/1", 0), ("game/1", 1024), ("game/2", 0), ("", 0), ("", 0), ("game/1", 1024)):
        found = asked(cache, NEWER, ended(PAGE), key=key)
        assert (found.read, found.short) == (read, 1024 - read)


def test_breakpoint_lasts_for_thirty_minutes_from_its_writing() -> None:
    clock = Clock()
    cache = Cache(clock)
    for now, read in ((0, 0), (1799, 1024), (1801, 0), (3600, 1024)):
        clock.now = now
        assert asked(cache, NEWER, ended(PAGE)).read == read


def test_breakpoint_that_is_not_written_is_looked_for_all_the_same() -> None:
    cache = Cache(Clock())
    seen = Block(PAGE, LIVES_AT_BREAKPOINTS, is_written=False)
    assert asked(cache, NEWER, seen).short == 0
    assert asked(cache, NEWER, seen).read == 0
    asked(cache, NEWER, ended(PAGE))
    assert asked(cache, NEWER, seen).read == 1024


def test_no_more_than_the_newest_eighty_breakpoints_are_looked_for() -> None:
    for between, read in ((79, 1024), (80, 0)):
        cache = Cache(Clock())
        asked(cache, NEWER, ended(PAGE))
        more = [Block(f"{at:04}", LIVES_AT_BREAKPOINTS, is_written=False) for at in range(between)]
        assert asked(cache, NEWER, ended(PAGE), *more).read == read


def test_parts_are_nothing_to_the_cache_but_where_they_end() -> None:
    cache = Cache(Clock())
    asked(cache, NEWER, ended(PAGE))
    assert asked(cache, NEWER, Block(PAGE[:1000]), ended(PAGE[1000:])).read == 1024
