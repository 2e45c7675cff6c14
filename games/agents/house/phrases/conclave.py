"""What is said in council where only partners hear it, and what is only thought."""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- the mafia, before the first day ---
    "plan_open": {
        "any": """
            Here is how I see it.
            So it is us, then.
            Good evening, friends.
            Nobody knows us yet, and it can stay that way.
            A few words before it gets light.
            I have slept badly and planned well.
        """,
        "joker": """
            The meeting of the wicked is now open, and I brought biscuits.
        """,
        "accuser": """
            Right, no sentiment.
        """,
        "listener": """
            It is good to know who I am sitting with.
        """,
        "logician": """
            Three points, in order.
            Let us fix the plan while nothing is at stake.
        """,
    },
    "plan_doubt": {
        "any": """
            I shall doubt {b} aloud on the first day, for show, and {b} must not take it to heart.
            If I frown at {b} tomorrow it is theatre.
            {b}, I'll be a little rude to you early on, so that nobody pairs us.
        """,
    },
    "plan_apart": {
        "any": """
            I'll put neither of you up for a vote unless you are lost already.
            Let us not sit in one another's pockets, and let us not nominate alike.
            We should not all speak against the same person.
            No kind words among ourselves, they read like a signature.
            If one of us is lost the others vote along and look sad.
        """,
    },
    "plan_cover_doctor": {
        "any": """
            If they corner me I'll say I was the doctor, so leave that one to me.
            My cover is the doctor, should I need one.
            I have a doctor's manner, so that is whom I play if it gets warm.
        """,
    },
    "plan_cover_sheriff": {
        "any": """
            If a badge names me I'll say the badge is mine.
            Whoever finds me out by night will hear of a second sheriff, and loudly.
            Should the real sheriff come for me, I shall be the sheriff too, and let them choose.
        """,
    },
    "plan_cover_villager": {
        "any": """
            My story is no story: a plain villager with nothing to tell.
            I shall be nobody in particular, which is the best cover there is.
            I mean to claim nothing, and a dull villager is what they get.
        """,
    },
    "plan_suspect": {
        "any": """
            For the first day I have {a} in mind.
            {a} would do nicely as a first suspect.
            Let the talk drift toward {a}, and let others push.
            I'd begin with a doubt or two about {a}.
        """,
        "joker": """
            {a} has a suspicious haircut, so I shall start there.
        """,
        "logician": """
            {a} is as good a first suspect as any, and better placed than most.
        """,
        "accuser": """
            I go for {a} in the morning, loudly.
        """,
        "listener": """
            I would be worried about {a}, if I were them, so I shall be.
        """,
    },
    "plan_settle": {
        "any": """
            If we cannot agree at night, {b} decides, so let us follow {b} in the second round.
            Two rounds at night, and then {b} has the last word, so look to {b}.
            The rule gives {b} the last word when we quarrel, so let us not quarrel for long.
        """,
    },
    "plan_settle_me": {
        "any": """
            If we cannot agree at night the last word is mine, so tell me early what you want.
            At night my proposal stands when we differ, so bend toward it in the second round.
            A quarrel at night ends with me, which I would rather avoid, so speak up in the first round.
        """,
    },
    "plan_kill": {
        "any": """
            By night I would take whoever reads us best, not whoever shouts most.
            The first to find our scent goes first.
            Claims of a badge go to the top of my list.
            The doctor is worth more to us dead than anybody but the sheriff.
        """,
    },
    "n_left_nominee": {"any": "Put {b} up and voted for another.\nNamed {b}, then wandered off."},
    "x_left_nominee": {"any": "They put {b} up and then looked elsewhere; I can make that sound crooked."},
    "n_cornered_claim": {"any": "That badge came out only when {b} pointed."},
    "x_cornered_claim": {"any": "They claimed late, after {b}; I can make that look like fear."},
    # --- thoughts ---
    "th_wait": {
        "any": """
            We are an even number ahead, so a day without a lynch costs us nothing. Wait, and leave {a} be.
            Nobody; the count allows it, and {a} at {p} per cent is not worth a mistake.
            If we [pass|wait] today we lose nothing but time, and we gain a night. {a} can [wait|keep].
            I could live with {a} gone, but the sums say that we may wait.
            {a}? {p} per cent. For that I do not [hang|send away] anybody while we can afford [patience|to wait].
            A vote for {a} is a guess. A vote for nobody is [a guess postponed|free, today].
            Let {a} go on talking, and let the night tell us [more|something].
            Not {a}, not on {p} per cent, not today.
            [Tomorrow|In a day] {a} will look better or worse, and waiting is free.
            {because} It is something, and not enough. Nobody.
            I keep {a} in mind and my hand down.
            We are not yet so few that we must [guess|gamble]; {a} may sleep one more night.
            With {a} at {p} per cent I would sooner see what the night brings.
        """,
        "joker": """
            The arithmetic says nap, and who am I to argue with arithmetic.
            {a} at {p} per cent? I have had better odds on a three-legged horse. Pass.
            I choose nobody, my oldest friend, and {a} owes me one.
        """,
        "accuser": """
            I want blood and the numbers want patience. Fine. Nobody, today.
            {a} would do, but {p} per cent is a slap and not a punch. Save it.
        """,
    },
    "th_vote_mafia_nobody": {
        "any": """
            Nobody. Only ours are up there, and I will not help.
            {m} is up there, so a quiet day suits me.
            Let it come to nothing; I have no wish to lose one of us.
        """,
    },
    "th_nominate_nobody": {
        "any": """
            I have no name that I would stand by, so I give none.
            Let the others show their hands first.
            A first day; whoever names somebody now is guessing or lying.
            I would only be pointing to be seen pointing. Not yet.
            My list is [blank|a row of question marks], so I hand in [nothing|no name].
            Somebody will name somebody soon enough, and then I shall have something to look at.
            No name today. I want to see who is [eager|in a hurry] first.
            If I said a name now I would have to defend it tomorrow, and I could not.
        """,
    },
    "th_nominate_nobody_mafia": {
        "any": """
            No name from me; I look careful, and somebody else will do the pushing.
            Let the town name its own on the first day. I watch.
            I need not lead. They will find a victim without me.
            [Careful people|Modest people] get trusted. So, nobody, with [regret|a sigh].
            There are enough stones in the air already; mine would only show my hand.
            They hang each other best when nobody helps.
        """,
    },
    "th_defend": {
        "any": """
            I am up here for nothing. Keep calm, and give them a better name than mine.
            They could really do it. A fact, a name, and no begging.
            If I go, the town is one fewer and does not even know it.
            Look at them. Half of them have decided, so speak to the other half.
            My whole game in a minute. Do not whine.
        """,
    },
    "th_defend_mafia": {
        "any": """
            They are right, so I must sound like somebody who is wronged.
            Up here with {m} watching and not allowed to help. Lie well.
            Make it about somebody else, make it quickly.
            An innocent person would be hurt now, so I am hurt.
            One more lie, and a good one.
        """,
    },
    "th_defend_alone": {
        "any": """
            If I fall here it is over. Lie as never before.
            The last of us, and on the scaffold. Smile.
            Everything hangs on this minute. Be hurt, be honest, be anybody else.
        """,
    },
    "th_last": {
        "any": """
            It is done. At least leave them something to use.
            So this is how it ends. Say the one thing that matters.
            I cannot save myself, but I may still save them.
            They will see. It does not help me, but they will see.
            A whole life of honest votes, and this. Say {a}, and go.
            If one of them remembers {a} tomorrow I have not talked for nothing.
            I am not even angry. They know no better, and {a} does.
            One name, clearly: {a}. Then the door.
            Keep it short. What they need from me is {a}, not a scene.
            {a} got what {a} wanted today. Let them at least hear it from me.
        """,
    },
    "th_last_mafia": {
        "any": """
            Lost. The last thing I can do for {m} is to die innocent.
            They got me. Let them doubt it for as long as possible.
            Go down with a clean face, and leave a little poison.
            Not one look at {m} now.
            Let {a} carry my last word around for a day. {m} will know what to do.
            They were right, and with luck they will never be sure of it.
            Be innocent to the last syllable, and hang it on {a}.
            {m} must play on without me. Make it easy: blame {a}.
        """,
    },
    "th_last_alone": {
        "any": """
            It is over, and they do not know yet that it is.
            Well played, town. I shall not say so.
            So that was the game. One last lie, for the beauty of it.
            Alone to the end, and this is the end.
        """,
    },
    "th_plan": {
        "any": """
            {m} and I. Keep it simple, and keep apart.
            I know {m} now, and nobody else does. That is worth more than any gun.
            Talk little, plan once, and let the town do the rest, with {m} at my side.
            I wonder whether {m} can lie. I can.
        """,
        "joker": """
            {m}, of all people. This will be fun.
        """,
        "logician": """
            With {m} the sums look good, provided that we are never counted together.
        """,
    },
}
