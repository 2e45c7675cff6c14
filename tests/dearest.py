"""Where the time of a whole run goes: its dearest files, told at its end."""

from collections import Counter
from typing import Final

import pytest

FILES: Final = 24
WORTH_IT: Final = 500  # tests from which on a run is one whose time somebody waits for


class Dearest:
    """Adds up how long the tests of each file took, with what they set up."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.location[0]
        self.seconds[file] += report.duration  # type: ignore[assignment]  # a Counter adds up what is no integer, too
        self.tests[file] += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.tests.total() < WORTH_IT:
            return
        terminalreporter.section(f"the dearest of {len(self.tests)} files")
        for file, seconds in self.seconds.most_common(FILES):
            terminalreporter.write_line(f"{seconds:7.0f} s {self.tests[file]:5} tests  {file}")
        terminalreporter.write_line(f"{self.seconds.total():7.0f} s {self.tests.total():5} tests  all")
