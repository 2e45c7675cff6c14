"""Where nobody has a turn: reasons that go with a vote, and what is thought in silence or at the end of a round."""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    "g_hunted": {
        "any": """
            {a} was after {b} {when}, and the night finished what {a} began.
            {a} wanted {b} gone, and by morning {b} was gone.
            {when_cap} {a} talked against {b}, and then {b} did not wake up.
            {b} had a quarrel with {a}, and the next morning {b} was dead.
            It was {a} who went for {b}, and then somebody made sure of {b} in the dark.
            The vote did not take {b} for {a}, so the night did.
        """,
        "accuser": """
            {a} could not get {b} hanged, so {b} died in bed; convenient, {a}.
        """,
        "listener": """
            I keep hearing {a} speak against {b}, and then I think of the empty chair.
        """,
        "logician": """
            {a} argued against {b}, and {b} was killed; the two events are not independent.
        """,
        "joker": """
            {a} said {b} had to go, and the night takes requests, it seems.
        """,
    },
    "n_hunted": {
        "any": """
            Went for {b} by day, and {b} was dead by morning.
            {b} was in the way of that one.
            Who wanted {b} gone? That one said so aloud.
        """
    },
    "x_hunted": {
        "any": """
            They spoke against {b}, and we buried {b}; what a gift.
            {b} quarrelled with them first, so let them answer for the night.
        """
    },
    "vote_why": {
        "any": """
            {a} has given me [nothing|too little] to go on.
            I [like|trust] {a} less than anybody else here.
            I would rather be wrong about {a} than do nothing.
            Of all of us {a} [worries|troubles|bothers] me most.
            Somebody has to go, and I can spare {a} [best|most easily].
            {a} had the whole day to [change my mind|win me over|convince me] and did not.
            I looked at everybody, and {a} is [who is left|what remains].
            If not {a}, then I have [no idea|nothing], and I'd rather test this one.
            [My doubts|All my doubts|The doubts I have] point at {a}.
            I [said what I think of|made myself clear about] {a}, and I stand by it.
            Nobody made me feel [better|easier] about {a}.
            {a} never [settled|answered] what I wanted to know.
            With {a} gone we'll [learn something|know more], whichever way it turns.
            [Call it|It is] a judgement, not a proof: {a}.
            [The way|How] {a} went about this day [decided it|settled it for me].
            There is [more against|less in favour of] {a} than of anybody else.
            {a}, because waiting has [cost us enough|never helped us].
            I can't make {a} fit with [an honest player|the town].
        """,
        "accuser": """
            {a} is guilty, and I'm not whispering it.
            Because {a} has it coming.
            {a} dodged, and I don't forgive dodging.
            I came for {a} and I'm leaving with {a}.
            No more chances for {a}.
            I'd hang {a} with my own shoelaces.
        """,
        "listener": """
            What {a} did not say was louder than what {a} said.
            I heard {a} out, and it did not help.
            With a heavy heart, {a}.
            I waited for one warm word from {a}.
            {a} spoke, and I felt colder.
            I hope I am wrong about {a}.
        """,
        "logician": """
            {a} has the highest probability I can assign today.
            By elimination it is {a}.
            The expected gain is largest with {a}.
            {a} explains more of what happened than anybody else.
            Every other name costs us more than {a}.
            My ranking starts with {a}.
        """,
        "joker": """
            {a} laughed at none of my jokes.
            I flipped a coin and it fell on {a}, twice.
            My left knee says {a}, and it is never wrong about rain.
            {a}, with [kisses|warm regards|apologies to the family].
            Because {a} rhymes with guilty, if you say it badly enough.
            I asked the soup, and the soup said {a}.
        """,
    },
    "vote_why_none": {
        "any": """
            I [know|have heard] too little to hang anybody.
            Not on a guess.
            I'd rather [lose a day|wait a day] than an innocent.
            Nobody here has [earned a rope|done enough] yet.
            There is no case, only noise.
            I can't tell, and I won't pretend.
            [Tomorrow we will|By tomorrow we may] know more.
            I will not hang somebody to pass the time.
            No name I heard [convinced|moved] me.
            The loudest name today is not the likeliest.
            I keep my vote until it [means|is worth] something.
            [We hang|A hanging on] nothing helps only those who know.
            I have doubts, and none of them is a reason.
            I'd be [throwing|spending] a life on a feeling.
        """,
        "listener": """
            I heard fear today, but no guilt.
            Let everybody sleep on it.
            Nobody sounded false enough to me.
        """,
        "logician": """
            The evidence does not separate any two of us.
            Expected value below zero, so nobody.
            My estimates are too flat to act on.
        """,
        "accuser": """
            For once I have nobody to shout at.
            I want a fight, not a lottery.
        """,
        "joker": """
            I pledge my vote to the empty chair.
            Nobody, and nobody knows it better than I do.
        """,
    },
    "th_silent": {
        "any": """
            Nothing new, so not a word.
            I have said it; saying it twice makes it smaller.
            Let them talk. I want to see who comes back to {a}.
            If I speak now I only add noise.
            I would like somebody else to say it first.
            Wait. Who answers whom is worth more than what I could add.
            My doubt about {a} keeps until the vote.
            Silence costs nothing and they forget I am listening.
            Not now. I would only repeat myself.
            {a} can stew for a while.
        """,
        "accuser": """
            Hold the tongue for once; let {a} fill the gap.
            I have made my point. Now they may choke on it.
        """,
        "listener": """
            I learn more with my mouth shut.
            Listen. Who is relieved that nobody speaks?
        """,
        "logician": """
            No new fact, no new statement.
            The information is in the others' next move, not in mine.
        """,
        "joker": """
            A pause is part of the act.
            Even I have nothing funny to say about this.
        """,
    },
    "mh_silent": {
        "any": """
            They do our work for us. Not a word.
            Every sentence is a thing they can hold against me later.
            Quiet now, but not the quietest.
            Let the town hunt itself; {a} is doing badly without my help.
            Nobody is looking this way. Leave it so.
            If I push now they will ask why I care.
            Let somebody else say it about {a}; a town voice sounds better.
            Wait until it is nearly settled, then nod.
        """,
        "accuser": """
            I want to shout, and that is exactly what they expect. Later.
        """,
        "listener": """
            They think I am listening. I am.
        """,
        "logician": """
            No statement of mine improves on the present course.
        """,
        "joker": """
            Best joke so far: nobody asks me anything.
        """,
    },
    "th_confer_silent": {
        "any": """
            It is settled, so no more whispering.
            Nothing to add; the fewer words at night the better.
            We know whom we want.
            Enough. Somebody might be awake.
            My word stands, let them come round to it.
            Whispers carry. No more of them.
            What I want is said; sleep would be useful too.
            If they change their minds they will say so.
            I listen for steps in the corridor.
            Every word at night is a word that one could regret by day.
            It will be as we said, or it will be nothing.
        """,
    },
    "th_summary": {
        "any": """
            Write it down before the memory flatters me.
            So much for today. Keep {a} in mind.
            What is worth keeping fits in a few lines.
            Tomorrow I start from this.
            Another round. What do I really know?
            If I am gone tomorrow nobody reads this anyway.
        """,
    },
}
