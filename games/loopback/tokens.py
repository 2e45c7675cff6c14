"""Tokens, and the caches of prompts. Law: tokens are a quarter of the characters, rounded up; what a cache holds is
known by the digest of everything before it, per model, and lives for as long as the provider says.

OpenAI before GPT-5.6: by itself, from 1,024 tokens in steps of 128, for five minutes since the last use. From GPT-5.6
on: where a prefix of 1,024 tokens or more ends at a breakpoint, for thirty minutes since it was written, and nowhere
else: no shorter prefix is fallen back to. A request finds what ends at one of its own newest 80 breakpoints and was
written under the same `prompt_cache_key`; without a key it may be lucky, which cannot be counted on, and here is not.
What is found is not written again.
https://developers.openai.com/api/docs/guides/prompt-caching and the types of OpenAI's SDK; where one says that a strict
schema keeps these models from writing (https://community.openai.com/t/1386687), the guide holds.
Anthropic: at the marks of the caller, found again up to 20 blocks before a mark, for five minutes or an hour.
https://platform.claude.com/docs/en/build-with-claude/prompt-caching
A cache is written when the answer begins, so requests that are sent together do not find each other's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from games.loopback.catalogue import Model

CHARS: Final = 4  # in a token
FIRST: Final = 1024  # tokens, OpenAI's shortest prefix
STEP: Final = 128
LIVES: Final = 300.0  # seconds
LIVES_LONG: Final = 3600.0
LIVES_AT_BREAKPOINTS: Final = 1800.0
MOST_LOOKED_FOR: Final = 80  # breakpoints
LOOK_BACK: Final = 20  # blocks
SWEEP: Final = 100_000  # entries from which on dead ones are thrown away

Entry = tuple[str, bytes]


def tokens_in(chars: int) -> int:
    """How many tokens so many characters are."""
    return -(-chars // CHARS)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a prompt in the order in which the cache sees it; `lives` is set where the caller marked it, and
    `is_written` says whether the mark is for writing too. `salt` is what else it depends on, without being read."""

    text: str
    lives: float | None = None
    salt: bytes = b""
    is_written: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """What a cache knew of a prompt: tokens of it in all, read from the cache, and to be written for as long as is
    usual and for an hour; and the entries to write, with their lives."""

    prompt: int
    read: int = 0
    short: int = 0
    long: int = 0
    entries: tuple[tuple[Entry, float], ...] = ()


@dataclass(slots=True)
class Cache:
    """What the provider remembers of prompts. `clock` gives seconds."""

    clock: Callable[[], float]
    _until: dict[Entry, float] = field(default_factory=dict)

    def look_up(self, model: Model, blocks: Sequence[Block], key: str = "") -> Found:
        """What is known of the prompt now; the cache itself stays as it is until `keep`."""
        if model.has_breakpoints:
            return self._at_breakpoints(model, blocks, key)
        return self._automatic(model, blocks) if model.protocol == "openai" else self._marked(model, blocks)

    def keep(self, found: Found) -> None:
        """Writes what was found to be written, and prolongs what was read."""
        now = self.clock()
        if len(self._until) > SWEEP:
            self._until = {entry: until for entry, until in self._until.items() if until > now}
        for entry, lives in found.entries:
            self._until[entry] = max(self._until.get(entry, 0.0), now + lives)

    def _automatic(self, model: Model, blocks: Sequence[Block]) -> Found:
        text = "".join(block.text for block in blocks)
        whole, now = tokens_in(len(text)), self.clock()
        digest = blake2b(digest_size=16)
        entries: list[tuple[Entry, float]] = []
        begin, read, is_known = 0, 0, True
        for end in range(FIRST, len(text) // CHARS + 1, STEP):
            digest.update(text[begin * CHARS : end * CHARS].encode())
            begin = end
            entry = (model.slug, digest.digest())
            is_known = is_known and self._until.get(entry, 0.0) > now
            read = end if is_known else read
            entries.append((entry, LIVES))
        if model.is_local:
            return Found(min(whole, model.cuts_at or whole), 0)
        return Found(whole, read, entries=tuple(entries))

    def _at_breakpoints(self, model: Model, blocks: Sequence[Block], key: str) -> Found:
        now, digest, chars = self.clock(), blake2b(f"{key}\n".encode(), digest_size=16), 0
        marks: list[tuple[int, Entry, bool]] = []
        for block in blocks:
            digest.update(block.text.encode())
            chars += len(block.text)
            if block.lives and tokens_in(chars) >= model.cache_floor:
                marks.append((tokens_in(chars), (model.slug, digest.digest()), block.is_written))
        known = [end for end, entry, _ in marks[-MOST_LOOKED_FOR:] if key and self._until.get(entry, 0.0) > now]
        read = max(known, default=0)
        new = [(end, entry) for end, entry, is_written in marks if is_written and end > read]
        written = max((end for end, _ in new), default=read) - read
        entries = tuple((entry, LIVES_AT_BREAKPOINTS) for _, entry in new)
        return Found(tokens_in(chars), read, short=written, entries=entries)

    def _marked(self, model: Model, blocks: Sequence[Block]) -> Found:
        ends, entries = self._chain(model, blocks)
        marks = [at for at, block in enumerate(blocks) if block.lives and ends[at] >= model.cache_floor]
        now = self.clock()
        seen: list[tuple[Entry, float]] = []
        read = 0
        for mark in marks:
            for at in range(mark, max(mark - LOOK_BACK, -1), -1):
                if self._until.get(entries[at], 0.0) > now:
                    read = max(read, ends[at])
                    seen.append((entries[at], blocks[at].lives or LIVES))
                    break
        written = {LIVES: 0, LIVES_LONG: 0}
        done = read
        for mark in marks:
            lives = blocks[mark].lives or LIVES
            written[lives] += max(ends[mark] - done, 0)
            done = max(done, ends[mark])
            seen.append((entries[mark], lives))
        whole = ends[-1] if ends else 0
        return Found(whole, read, written[LIVES], written[LIVES_LONG], tuple(seen))

    def _chain(self, model: Model, blocks: Sequence[Block]) -> tuple[list[int], list[Entry]]:
        """The tokens up to the end of each block, and what stands for everything up to there."""
        digest, chars = blake2b(digest_size=16), 0
        ends: list[int] = []
        entries: list[Entry] = []
        for block in blocks:
            piece = block.text.encode()
            digest.update(len(piece).to_bytes(8, "big") + piece + block.salt)
            chars += len(block.text)
            ends.append(tokens_in(chars))
            entries.append((model.slug, digest.digest()))
        return ends, entries
