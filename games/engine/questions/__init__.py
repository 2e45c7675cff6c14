"""What can be asked: the question itself, and a file for each way of answering."""

from games.engine.questions.acting import WAIT, Act, Ordered
from games.engine.questions.bidding import SKIP, Bid, BidToSpeak, VoteAction
from games.engine.questions.choosing import Choose
from games.engine.questions.nominating import Nominate
from games.engine.questions.question import (
    LONGEST_SPEECH,
    LONGEST_THOUGHT,
    MESSAGE,
    MESSAGE_OR_NONE,
    NEUTRAL,
    Illegal,
    Question,
    Raw,
    Target,
    cleaned,
    fields_of,
    in_one_line,
    seats_schema,
    shown,
    target_in,
    text_in,
    thought_in,
    words_in,
)
from games.engine.questions.reacting import LONGEST_REASON, SILENT, Justify, React, Summarise, Summary
from games.engine.questions.scratchpads import CONSOLIDATION, PADS, REFLECTION, Pads, Reflect, kept
from games.engine.questions.speaking import Propose, Remark, Speak

__all__ = [
    "Question",
    "Illegal",
    "Raw",
    "Target",
    "Speak",
    "Choose",
    "Propose",
    "Nominate",
    "React",
    "Justify",
    "Summarise",
    "Summary",
    "SILENT",
    "Remark",
    "Act",
    "Ordered",
    "WAIT",
    "BidToSpeak",
    "Bid",
    "VoteAction",
    "SKIP",
    "Reflect",
    "Pads",
    "PADS",
    "CONSOLIDATION",
    "REFLECTION",
    "kept",
    "NEUTRAL",
    "MESSAGE",
    "MESSAGE_OR_NONE",
    "LONGEST_SPEECH",
    "LONGEST_THOUGHT",
    "LONGEST_REASON",
    "cleaned",
    "fields_of",
    "in_one_line",
    "seats_schema",
    "shown",
    "target_in",
    "text_in",
    "thought_in",
    "words_in",
]
