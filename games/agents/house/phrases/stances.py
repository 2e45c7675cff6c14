"""Verdicts and votes: what a speaker makes of somebody, in words that cannot be misheard.

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    "verdict": {
        "any": """
            I suspect {a}.
            I don't trust {a}.
            To me {a} looks guilty.
            {a} is [my suspect|the one I suspect] today.
            I think {a} is mafia.
            I believe {a} is [one of the mafia|hiding something].
            My suspicion is on {a}.
            {a} looks suspicious to me.
            That makes me suspicious of {a}.{so}
            I can no longer trust {a}.
            Wake me at night and ask me for a name, and I suspect {a}.
            [More and more|Every hour] I suspect {a}.
            So I accuse {a}.{so}
            I say {a} is lying to us.
        """,
        "accuser": """
            {a} is mafia, and I'll say it to {a}'s face.
            I accuse {a}, plainly and out loud.
            {a} is guilty, and I'm done [being polite|whispering].
            I don't trust {a} as far as I can throw this table.
            {a}, I say you're mafia.
            {a}, you are lying, and [you know that I know|it shows].
            Enough: I accuse {a}.
        """,
        "listener": """
            I have listened, and I find I don't trust {a}.
            The more I hear, the more {a} sounds insincere.
            It gives me no joy, but I suspect {a}.
            {a} no longer sounds honest to me, and I am suspicious of {a}.
            My ear keeps coming back to {a}, and I think {a} is lying.
            I wanted to trust {a}, and I can't trust {a} now.
        """,
        "logician": """
            The best explanation is that {a} is mafia.
            On balance {a} is guilty.
            Of everybody here {a} is most likely mafia.
            I conclude that {a} is lying.
            The evidence makes {a} the most suspicious of us.
            {a} stands first on my list; {a} looks guilty.
            If I must commit, and I must, I suspect {a}.
        """,
        "joker": """
            I suspect {a}, and I say that with all the dignity I have left.
            {a} is guilty, or I'm a {noun}.
            If {a} is innocent, I'll eat [my hat|this chair|the minutes]; I suspect {a}.
            I wouldn't trust {a} with [a borrowed umbrella|my second-best spoon|an empty glass].
            {a} is as guilty as [custard|a sleepwalking goose|a wet cat in a pantry].
            {a} is mafia, darlings, and not even the stylish kind.
            I suspect {a}, and so does [my left knee|every pigeon outside|my tailor].
        """,
    },
    "verdict_mild": {
        "any": """
            I'm not sure I trust {a}.
            I am a little suspicious of {a}.
            For now I suspect {a} more than the rest.
            I have half a suspicion of {a}, no more.
            I'd like to hear more before I accuse {a}, but I'm not easy.
            If I had to choose now, I'd suspect {a}.
            {a} seems a shade suspicious to me.
            Mildly, and subject to what comes, I suspect {a}.
            Nobody else stands out, so I suspect {a} for the moment.
            I can't say I trust {a} yet.
        """,
        "accuser": """
            {a} first; I suspect {a} until I hear something better.
            Somebody has to be on the grill, and I suspect {a}.
            I suspect {a}, and I'd like to see {a} squirm or laugh, I'll learn either way.
        """,
        "listener": """
            I don't quite trust {a}, and I'd be glad to be shown wrong.
            There is something guarded in {a}, and I am faintly suspicious of {a}.
        """,
        "logician": """
            By a thin margin I suspect {a}.
            {a} is slightly more suspicious than the average of this table.
            Provisionally, I suspect {a}; I revise easily.
        """,
        "joker": """
            I suspect {a}, mostly because somebody has to go first and I'm shy.
            My finger wandered round the table and came home to {a}; I suspect {a}.
            I don't trust {a}, but then I don't trust my own left hand.
        """,
    },
    "still": {
        "any": """
            I said I suspect {a}, and nothing I've heard since [changes that|helps {a}].
            I still suspect {a}.
            My mind has not moved: I suspect {a}.
            I have listened to all of it, and I still don't trust {a}.
            I'm where I was: {a} looks guilty.
            Another round of talk, and I still think {a} is mafia.
            Nobody has talked me out of it; I suspect {a} as before.
        """,
        "accuser": """
            I had {a} this morning and I have {a} now; {a} is guilty both times.
            I'm not letting go: {a} is mafia.
            You can talk till dark, I still say {a} is guilty.
        """,
        "listener": """
            I gave {a} a second hearing, and I still don't trust {a}.
            I have tried to hear it the other way, and {a} still sounds guilty.
        """,
        "logician": """
            No new fact has displaced {a}, so I still suspect {a}.
            I have rechecked it, and {a} remains suspicious.
        """,
        "joker": """
            I still suspect {a}; I'm as surprised as you that I remember.
            My nose hasn't moved an inch; I still suspect {a}.
        """,
    },
    "switch": {
        "any": """
            I had {b} in mind before, but now I suspect {a} more.
            I am letting {b} go for today, because I suspect {a}.
            I came in thinking of {b}, and I leave it suspecting {a}; I suspect {a} now.
            I have moved on from {b}, and now I suspect {a}.
        """,
        "accuser": """
            Forget {b} for a minute, I accuse {a}.
        """,
        "listener": """
            I was uneasy about {b}, but having listened, I suspect {a} more.
        """,
        "logician": """
            New evidence demotes {b} and promotes {a}, so I suspect {a}.
        """,
        "joker": """
            I was all set to pick on {b}, and then {a} happened; I suspect {a}.
        """,
    },
    "vote_call": {
        "any": """
            I vote for {a}.
            I'm voting for {a} today.
            My vote goes to {a}.
            My vote is on {a}.
            I will vote for {a}, and I'd ask you to do the same.
            I'll be voting {a}.
            {a} gets my vote.
            When it comes to the count, I vote {a}.
            Put me down for {a}; I vote {a}.
            I am ready to vote, and I vote {a}.
            Unless somebody stops me, I vote for {a}.
            Let's lynch {a}; {a} has my vote.
        """,
        "accuser": """
            I vote {a}. Who's with me?
            Let's not dither: I vote for {a}.
            My vote is on {a} and it's nailed down.
            I'm voting {a}, and I want to see who won't.
            Hang {a}, I say; my vote is on {a}.
        """,
        "listener": """
            With a heavy heart I vote for {a}.
            I have heard enough, and I will vote for {a}.
            I will vote for {a}, and I hope I am not wronging anyone.
        """,
        "logician": """
            It follows that I vote for {a}.
            My vote is {a}, for the reasons given.
            I vote {a}, and I recommend that we do not split.
            The numbers favour one answer; I vote {a}.
        """,
        "joker": """
            I vote {a}, may the rope be gentle and the exit swift.
            My vote goes to {a}, with a ribbon on it.
            I vote for {a}; I'd vote twice if they let me hold the box.
            Drum roll, and my vote is {a}.
        """,
    },
    "vote_join": {
        "any": """
            We should not split, so like {b} I vote {a}.
            {b} is voting for {a}, and I vote {a} too.
            Let us agree on one name; I vote {a}, with {b}.
            So it is to be {a}, and I won't stand aside: I vote {a}.
            I was not first to say it, but I vote {a}, like {b}.
        """,
        "accuser": """
            {b}'s got {a}, I've got {a}, that's how ropes get pulled; I vote {a}.
        """,
        "listener": """
            {b} persuaded me, and I will vote for {a}.
        """,
        "logician": """
            A split vote helps only them, so I vote {a} with {b}.
        """,
        "joker": """
            I'm climbing aboard {b}'s cart: I vote {a}.
        """,
    },
    "vote_break": {
        "any": """
            I know most of you want {b}, but I vote {a}.
            I won't follow the crowd onto {b}; I vote for {a}.
            Everybody is running at {b}, and that is why I stop and vote {a}.
            The wagon on {b} rolls too easily, so my vote stays on {a}.
        """,
        "accuser": """
            You're all chasing {b}; I vote {a}, because I'm right.
        """,
        "listener": """
            I hear how sure everyone is of {b}, and that worries me; I vote {a}.
        """,
        "logician": """
            The case on {b} is popular rather than strong, so I vote {a}.
        """,
        "joker": """
            The whole parade is marching at {b}, so naturally I vote {a}.
        """,
    },
    "vote_none": {
        "any": """
            I won't hang anybody on a feeling, so today I name nobody.
            If I had to swear to it I couldn't, so I keep my vote to myself.
            I would rather lose a day than a friend, and nobody gets a vote from me.
            There is not enough here to kill for, and I will vote for nobody.
            Today I pass, and I'll say so openly.
            A rope needs a reason, and I have none yet.
        """,
        "listener": """
            I have heard guesses, not truth, and I will not raise my hand for a guess.
            My hand stays down today, out of caution and not out of comfort.
        """,
        "logician": """
            The expected value of a blind vote is negative for us, so I abstain.
            I abstain, and I want it entered that I gave a reason.
        """,
        "joker": """
            My vote is staying home with a cold today.
            I shall vote for nobody, a dear friend who has never let me down.
        """,
        "accuser": """
            For once I'm holding fire, and don't get used to it.
        """,
    },
    "trust": {
        "any": """
            I trust {a}.
            I believe {a} is town.
            I'd leave {a} alone, for I trust {a}.
            {a} is honest, as far as I can tell.
            I would vouch for {a} today.
            If you ask me, {a} is innocent.
        """,
        "accuser": """
            {a}'s all right, I trust {a}.
            Hands off {a}, I trust {a}.
        """,
        "listener": """
            I have listened to {a}, and I believe {a}.
            {a} sounds sincere to me.
        """,
        "logician": """
            I rate {a} as probably innocent.
            The record makes {a} trustworthy, and I trust records.
        """,
        "joker": """
            I trust {a}, and I don't even trust soup.
            {a} is innocent, or at least too busy.
        """,
    },
    "ask": {
        "any": """
            {a}, whom do you suspect?
            What do you make of {b}, {a}?
            {a}, what do you make of all this?{later}
            I'd like to hear from {a} next: where do you stand, {a}?
            {a}, if you had to name one person now, who would it be?
            Whom would you hang today, {a}?
            {a}, you have been listening; what have you heard?{later}
        """,
        "accuser": """
            {a}, whom have you got, and why are you looking at your shoes?
            What are you waiting for, {a}?
            {a}, yes or no, do you have a suspect?
        """,
        "listener": """
            {a}, would you tell us how it looks from where you sit?
            May I ask what worries you most, {a}?
            {a}, who has surprised you so far?{later}
        """,
        "logician": """
            {a}, would you state your suspicion and one fact behind it?
            What would change your mind, {a}?
            {a}, which of us is least likely to be innocent, in your view?
        """,
        "joker": """
            {a}, are you about to confess, or would you rather name somebody?
            Any villains to declare, {a}?
            {a}, what does your nose say?
        """,
    },
    "ask_why_vote": {
        "any": """
            {a}, why did you vote for {b} {when}?
            {a}, you voted for {b} {when}; would you do it again?
            What made you put your vote on {b} {when}, {a}?
        """,
        "logician": """
            {a}, you chose {b} {when}; on what evidence?
        """,
        "accuser": """
            Why {b} {when}, {a}?
        """,
    },
    "idle": {
        "any": """
            I'd rather listen for one more round than guess.
            Nobody has convinced me yet.
            I am keeping my own counsel for the moment.
            I hear a lot of certainty and not much reason.
            Somebody at this table is enjoying this, and I mean to find out who.
        """,
        "joker": """
            I've got nothing, but I've got it in style.
            My mind is open, and so is the window, hence the draught.
        """,
    },
}
