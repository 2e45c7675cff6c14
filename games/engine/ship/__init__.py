"""The ship on which the glass box plays: its chart, its duties, what can be ordered and how a tick is resolved."""
