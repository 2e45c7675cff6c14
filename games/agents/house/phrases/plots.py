"""What the mafia say among themselves at night."""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    "plot": {
        "any": """
            I say we take {a} tonight.
            Tonight it should be {a}.
            My choice is {a}.
            Let it be {a}.
            {a}, before it gets harder.
            I'd go for {a}.
            If you ask me, {a} has seen a last sunset.
            {a} sleeps badly anyway.
        """,
        "accuser": """
            {a}, no debate.
            We hit {a} tonight, and we hit clean.
        """,
        "listener": """
            I have been listening to {a} all day, and {a} worries me.
            Quietly, then: {a}.
        """,
        "logician": """
            By my reckoning {a} costs us most if left alive.
            The numbers say {a}.
        """,
        "joker": """
            I nominate {a} for the big sleep.
            Let's send {a} a surprise.
        """,
    },
    "plot_first": {
        "any": """
            Nobody has said a word yet, so any of them will do; I say {a}.
            We know nothing tonight, so let us be quick: {a}.
            First night, no tracks: {a}.
            I have no reason, which makes it hard to trace: {a}.
        """,
        "joker": """
            I closed my eyes, pointed, and it was {a}; a scholar's method.
        """,
        "logician": """
            With no information every target is equal, so {a}, to leave no pattern.
        """,
        "listener": """
            {a} looks like somebody who listens well, and I would rather be the only one.
        """,
        "accuser": """
            {a} has a face that will cause trouble; {a} first.
        """,
    },
    "why_sheriff": {
        "any": """
            A sheriff with another night is a rope with our name on it.
            {a} claimed sheriff, and we cannot let {a} look at one of us.
            Leave {a} alive and tomorrow {a} reads out one of our names.
        """,
    },
    "why_doctor": {
        "any": """
            {a} claimed doctor, and I'm tired of waking up to full chairs.
            Without {a} nobody stands at the doors.
            No more miracles, and {a} has been working them.
        """,
    },
    "why_vigilante": {
        "any": """
            {a} has a gun, and sooner or later it finds one of us.
            I don't like a vigilante who is still thinking.
        """,
    },
    "why_after_us": {
        "any": """
            {a} is on our track.
            {a} has said our names too often.
            One more day and {a} has the table convinced about us.
            {a} pointed the right way, even if nobody listened.
        """,
    },
    "why_good_eye": {
        "any": """
            {a} has an eye for us, look at what happened to our friend.
            {a} read us right once already.
        """,
    },
    "why_trusted": {
        "any": """
            They all trust {a}, so {a} can't be hanged and has to be helped along.
            Nobody will ever vote {a} out, so it falls to us.
            {a} is the one they would follow.
        """,
    },
    "why_nobody_suspects": {
        "any": """
            Nobody will miss a pattern in it.
            It points at no one in particular.
            {a} is of no use to us alive.
        """,
    },
    "why_nobody_left": {"any": "It hardly matters now.\nThere is no choice left.\nThis is the end of it anyway."},
    "why_saved": {
        "any": """
            The doctor guessed right last night, so let us not knock at the same door.
            Somebody is standing in front of the last one, so we go around.
            That door was kept last night, and it may be kept again.
        """,
    },
    "plot_agree": {
        "any": """
            Agreed, {b}: {a}.
            {b} is right, {a} it is.
            I'm with you, {b}; {a} tonight.
            {a}, then, and let's be asleep by midnight.
            No objection to {a} from me.
            {b} and I want the same: {a}.
        """,
        "joker": """
            {b}, you had me at {a}.
            {a} it is, {b}, and I'll bring the candles.
        """,
        "logician": """
            I checked {b}'s reasoning and arrive at {a} too.
        """,
        "accuser": """
            {a}, good, {b}, done talking.
        """,
        "listener": """
            I hear you, {b}, and I would not have chosen otherwise: {a}.
        """,
    },
    "plot_differ": {
        "any": """
            {b}, I'd rather it were {a}.
            Not that one, {b}; think of {a}.
            I see your point, {b}, but {a} is worse for us.
        """,
        "joker": """
            {b}, lovely idea, but {a} owes me less.
        """,
    },
    "plot_frame": {
        "any": """
            Tomorrow we let {c} take the blame.
            {c} is already half hanged, so we only need to nod.
            By day I'll lean on {c}, and you do not need to help.
            Keep {c} in the talk tomorrow.
            If anybody asks, I have been worried about {c} for days.
        """,
        "joker": """
            And tomorrow, tears for the cameras, and {c} for dessert.
        """,
    },
    "plot_care": {
        "any": """
            And let's not defend each other too warmly, {b}.
            {b}, if they come for me, let me go and vote with them.
            Stay calm tomorrow, {b}.
            Don't look at me when they read out the votes, {b}.
            We should disagree a little in public, {b}.
        """,
    },
    "plot_feint": {
        "any": """
            Tomorrow I [name|doubt|poke at] you early, {b}, while it is cheap[, and then I let it drop|].
            [Be a little cross with me in the morning|Look hurt], {b}; I [mean to|shall] say your name first.
            I'll wonder about you aloud, {b}, so that one of us is worth something if the other falls.
            {b}, if I come at you tomorrow, come back at me; [strangers do that|we have never met].
            Expect a small stone from me, {b}, and [don't thank me|throw one back].
            They look for friends, {b}, so tomorrow we are [none|something less].
            One doubt of you from me, {b}; [they will remember it later|it pays when one of us is gone].
        """,
        "accuser": """
            I'll take a swing at you first thing, {b}, and you swing back.
        """,
        "logician": """
            An early accusation between us costs little now and is evidence later; I shall enter one against you, {b}.
        """,
        "joker": """
            Tomorrow I heckle you, {b}; [boo back|do not laugh].
        """,
    },
    "plot_loss": {
        "any": """
            They got {c}, so we play it tighter from here.
            I'm sorry about {c}, and it nearly took me along.
            With {c} gone it is down to us.
        """,
    },
}
