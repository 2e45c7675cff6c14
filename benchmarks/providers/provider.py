"""What does the loopback provider itself cost? Keeps connections in flight and prints its CPU for each call.

    python benchmarks/providers/provider.py --connections 1000 --calls 3 --latency 0.5

Whoever measures the league against it takes this much off. The prompts are of 8 KB (OpenAI) and 16 KB (Anthropic) and
no two are the same; the answers are by schema.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from games.loopback.process import Provider, provider  # noqa: E402  after the path

PAGE: Final = "Anna said that she was asleep, and Bela did not believe a word of it. " * 115
VOTE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "reasoning": {"type": "string"},
        "trust": {"type": "integer", "description": "from 0 to 10"},
        "vote": {"type": "string", "enum": ["Anna", "Bela"]},
    },
    "required": ["reasoning", "trust", "vote"],
    "additionalProperties": False,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=100)
    parser.add_argument("--calls", type=int, default=20, help="by each connection")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds")
    asked = parser.parse_args()
    with provider(latency=asked.latency) as running:
        for protocol, make in (("openai", chat), ("anthropic", message)):
            began, used = time.monotonic(), cpu_of(running.pid)
            asyncio.run(ask(running, make, asked.connections, asked.calls))
            count = asked.connections * asked.calls
            seconds, used = time.monotonic() - began, cpu_of(running.pid) - used
            sys.stdout.write(
                f"{protocol}: {count} calls on {asked.connections} connections in {seconds:.1f} s, "
                f"{used / count * 1000:.2f} ms of CPU a call\n"
            )
        sys.stdout.write(f"{running.counter()['statuses']}, memory {memory_of(running.pid)} MiB\n")


async def ask(running: Provider, make: Any, connections: int, calls: int) -> None:
    host, _, port = running.url.removeprefix("http://").partition(":")

    async def one(number: int) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        for call in range(calls):
            path, body = make(f"{number}/{call}")
            raw = json.dumps(body).encode()
            head = f"POST {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {running.key}\r\n"
            head += "anthropic-version: 2026-10-21\r\ncontent-type: application/json\r\n"
            writer.write(f"{head}content-length: {len(raw)}\r\n\r\n".encode() + raw)
            await read(reader)
        writer.close()

    await asyncio.gather(*(one(number) for number in range(connections)))


async def read(reader: asyncio.StreamReader) -> None:
    """Reads one answer, which must be one."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
    body = await reader.readexactly(length)
    if b" 200 " not in head[:20]:
        raise SystemExit(body.decode())


def chat(name: str) -> tuple[str, dict[str, Any]]:
    said = [{"role": "system", "content": PAGE}, {"role": "user", "content": f"Game {name}: vote!"}]
    wanted = {"type": "json_schema", "json_schema": {"name": "vote", "strict": True, "schema": VOTE}}
    return "/v1/chat/completions", {"model": "gpt-4o-mini", "messages": said, "response_format": wanted}


def message(name: str) -> tuple[str, dict[str, Any]]:
    return "/v1/messages", {
        "model": "claude-haiku-4-5",
        "max_tokens": 400,
        "system": [{"type": "text", "text": PAGE * 2, "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": f"Game {name}: vote!"}],
        "output_config": {"format": {"type": "json_schema", "schema": VOTE}},
    }


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """MiB that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


if __name__ == "__main__":
    main()
