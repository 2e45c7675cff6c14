"""What some tempers do with words that others do not: slow a crowd, ask for reasons, bring two camps to one name, fret.

Who does which is said by numbers in tempers.py; so these serve any temper.
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- against a crowd: {n} people are after {a}, {b} the last of them to say so ---
    "against_crowd": {
        "any": """
            That makes {n} of you after {a}, and I should like one of you to be against it.
            {n_cap} voices on {a}, and I count about one thought among them.
            Everybody has {a} now, so I'd rather look where nobody is looking.
            If {a} were the answer it would not be this easy, {b}.
            {b} too? Then I want to know who first thought of {a}, and why.
            A name that suits {n} people suits somebody a little too well, and I mean {a}'s.
            I get off this cart before it reaches {a}; anybody else?
            {n_cap} of you on one name by now, and the mafia have votes like everybody else.
            When {n} people agree on {a} so fast, at least one of them is pleased for another reason.
            Stop for a moment, all of you: what do we know about {a} that {b} did not hear from somebody else?
        """,
    },
    # --- my own suspect {a} is everybody's ---
    "uneasy_company": {
        "any": """
            I'd feel better about {a} if fewer of you felt the same.
            That so many of you have come round to {a} worries me, and I was there first.
            And now that you all nod about {a}, I begin to look at the nodding.
            I don't like the company I keep on {a}, I'll admit.
            With everybody on {a} I had better check my own sums.
        """,
    },
    # --- asking {a} for a reason against {b} ---
    "ask_reason": {
        "any": """
            {a}, what is it about {b} that you heard or saw?
            {a}, may I ask what your reason is about {b}?
            What did {b} do that decided you, {a}?
            Could you help us see it, {a}, what makes you choose {b}?
            {a}, I'd like to follow you on {b}, so what is the reason?
            {a}, would you say a little more about {b}, and about what it rests on?
            What would {b} have to say, {a}, for you to think again?
            {a}, how did you come to {b}, step by step?
            Is there one thing about {b} that all of us could check, {a}, and what is it?
        """,
    },
    # --- one name for two camps: {a} rather than {b} ---
    "vote_unite": {
        "any": """
            We are split between {b} and {a}, and a split helps nobody here; I vote {a}.
            Two names are one too many, so may I ask you all to settle on one; I vote {a}.
            I could argue {b} with you till night, and then nobody goes; I vote {a}.
            Whoever leans to {b}, meet me halfway today, and tomorrow I listen to you; I vote {a}.
            Let {b} wait a day, and let us be of one mind for once: I vote {a}.
            A tie would be the worst of all, so let us all give way to one name; I vote {a}.
            It is {a} or {b} by the sound of it, and so that it is not neither, I vote {a}.
        """,
    },
    # --- being named, with nerves ---
    "fret": {
        "any": """
            I knew this would happen, I said so to myself this morning.
            Was it how I sat, or something I said?{spoke}
            Is it my hands? They always do this.
            I've gone over everything that I said, and there's nothing in it, is there?{spoke}
            Everybody is looking at me now, please don't all look at once.
            I talk when I'm frightened, I always have, it means nothing.
            It's the way I breathe, people always think it means something.
            I can't even say it properly, listen to me, my voice is going.
            If I go red it is because I'm being stared at, and for no other reason.
            Let me start again, I had an answer a moment ago, a good one.
            I only ever wanted to get through one day without this.
            You'd be shaking too, {b}, if it were you.
            And the more I explain the worse it sounds, I can hear that myself.
            Give me a moment, {b}, just one moment, and don't count that against me.
            I didn't sleep, {b}, that's why I look like this.
        """,
    },
    # --- having named {a}, in doubt ---
    "waver": {
        "any": """
            Or am I being unfair to {a}?
            Or is it only my nerves?
            No, yes, no, I do mean it, I think.
            Tell me if that's silly.
            Unless it's somebody else altogether, which it may well be.
            I wish I hadn't said that so loudly.
            I might think differently in a minute, I usually do.
            There, I've said it, and now I feel sick.
            Am I the only one who sees that?{alone}
            Don't all rush at {a} because of me, though.
            I shouldn't have said that first, should I?{alone}
        """,
    },
    # --- speaking up for {a} before anybody asked ---
    "pledge": {
        "any": """
            I'll say it before anyone asks: I trust {a}.
            One thing first, so that you know where I stand: I trust {a}.
            You should know that I stand by {a}; I believe {a}.
            Come what may today, I won't be turned on {a}, whom I trust.
            I have given {a} my word in my heart, so I trust {a} aloud as well.
            Whatever else is said today, I trust {a} and I will say so each time.
        """,
    },
    # --- a vote that turned at the last moment ---
    "th_vote_turn": {
        "any": """
            I said {b}, and now that it counts my hand goes to {a}.
            Not {b} after all. {a}. {because}
        """,
        "contrarian": """
            I said {b}, and then everybody said so. {a}.
            Too many hands for {b}. Mine is for {a}.
        """,
        "nervous": """
            Not {b}, I cannot, I saw that look. {a}. Sorry, {a}.
            {b}, no, {a}. Write {a} before I change it again.
        """,
        "loyalist": """
            I said {b}, but I will not leave my friends alone in this. {a}.
        """,
        "diplomat": """
            I named {b}, and {a} is where we can meet.
        """,
    },
    "th_vote_ally": {
        "any": """
            {b} votes {a}, and I do not let {b} stand alone.
            With {b}, as I promised myself. {a}.
            {a}. If {b} is wrong then we are wrong together.
            I go where {b} goes today. {a}.
        """,
    },
    "th_against_crowd": {
        "any": """
            They are all so sure of {a}. That alone makes me want to let {a} live.
            Stop the wagon on {a} if I can; somebody is riding it who knows better.
            Nobody has checked the first link of the chain to {a}.
            So much agreement on {a}, and so little reason.
        """,
    },
    "th_stand_by": {
        "any": """
            Not {a}. I have made up my mind about {a}, and {b} will not unmake it.
            If I let {a} fall, who would stand up for me?
            {b} may be right. I do not care to find out that way. {a} stays.
            I said that I trust {a}, so now I have to be worth something.
        """,
    },
}
