"""What is said only in council: of dead who show nothing, nominations, defences, last words.

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- the dead show nothing ---
    "night_silent": {
        "any": """
            {b} is gone, and the grave tells us nothing.
            They took {b} in the night.
            {b} was alive at supper, and this morning there is a chair too many.
            So it was {b} whom they wanted quiet.
            The mafia kill no friends of theirs, so {b} was honest, and that much we know.
            Whatever {b} was, {b} was not one of them, for they do not kill their own.
            {b} is dead, and one of ours, since nobody murders a partner.
            Somebody decided that we can do without {b}, and I disagree.
            We have lost {b}, and it was no accident.
            The night chose {b}, and the night has reasons.
            I had hoped to hear {b} again today.
            There were words left in {b}, and somebody was afraid of them.
            Strike {b} from the list of suspects, at a price.
            {b} did nothing but talk, and it was enough to die for.
        """,
        "accuser": """
            {b} is dead, and the hand that did it is lying on this table right now.
            You killed {b}, one of you, and you have the nerve to sit down with us.
            They silenced {b}, and I will be louder for it.
        """,
        "listener": """
            I keep hearing what {b} said last, and I mean to hear it properly this time.
            {b} is gone, and I am going over every word of {b}'s again.
            It should not take a death to make us listen to {b}.
        """,
        "logician": """
            The kill of {b} is evidence: whom did {b} threaten?
            {b} is dead, hence {b} was no mafioso, hence the rest of us are a little more suspect.
            A rational killer removes a danger, so ask to whom {b} was one.
        """,
        "joker": """
            {b} has checked out without paying, and I do not blame {b}.
            They took {b}, and left us me, which shows no taste at all.
            {b} is dead, so I withdraw everything I said about {b}'s singing.
        """,
    },
    "hanged_silent": {
        "any": """
            We sent {b} away {when}, and nobody will tell us whether we were right.
            It took {n} votes for {b} {when}, and it gave us not one answer.
            {b} is gone by our own hands, and we know as little as before.
            I would give a lot to know what {b} was.
            {when_cap} it was {b}, and I still turn it over in my mind.
            If {b} was one of them we are ahead, and if not we are in trouble.
            The chair of {b} says nothing, which is the trouble with chairs.
            {b} took the truth along {when}.
        """,
        "accuser": """
            {b} is gone, and I do not lose sleep over it, not yet.
            We threw out {b} {when}, so let us see who looks relieved.
        """,
        "listener": """
            I listened to the last words of {b}, and they have stayed with me.
            {b} went quietly or not so quietly, and I wonder still.
        """,
        "logician": """
            Unknown: the side of {b}. Known: who voted for it.
            {b} is an open variable, and I carry both values along.
        """,
        "joker": """
            We returned {b} to the sender {when}, and there is no receipt.
            {b} is gone, and the management gives no refunds.
        """,
    },
    "no_lynch_idle": {
        "any": """
            Nobody put up a single name {when}, and the night did not return the favour.
            We had not one nominee {when}, which was polite and useless.
            {when_cap} we nominated nobody at all, and that cannot be how we win.
        """,
        "joker": """
            Not one nominee {when}; we are the friendliest murder victims in the county.
        """,
    },
    "no_lynch_even": {
        "any": """
            We hanged nobody {when}, and by the count it cost us nothing.
            It was no waste to wait {when}, for the numbers allowed it.
        """,
    },
    # --- nominations ---
    "nominate_call": {
        "any": """
            I nominate {a}.
            My nomination is {a}.
            I'm nominating {a} today.
            My nomination goes to {a}.
            {a} gets my nomination.
            For the vote I nominate {a}.
            I nominate {a}, and we can hear the answer.
            Put it down: I nominate {a}.
            Somebody must stand up there, and I nominate {a}.
            I nominate {a}, and I'd like to see who comes along.
            So that we have something to decide, I nominate {a}.
            I will nominate {a}, and I'll live with it.
            Let it be written that I nominate {a}.
            I nominate {a}, unless somebody shows me better.
            [Today|This time|For now] I nominate {a}.
            [So|And so|Therefore] my nomination is {a}.
            I have made up my mind and nominate {a}.
            I nominate {a} and will [explain it again|repeat it] to anybody who asks.
            The name on my slip reads like this: I nominate {a}.
            I nominate {a}, [plainly|openly|in front of everybody].
            Let us hear {a} up there; I nominate {a}.
            If nobody else will, I nominate {a}.
            Even if I stand alone with it, I nominate {a}.
            I nominate {a} and ask [each of you|the rest of you] to think about it.
            For what I have heard [today|so far] I nominate {a}.
            Before I sit down I nominate {a}.
            [One name from me|My one name]: I nominate {a}.
        """,
        "accuser": """
            I nominate {a}, and I mean it.
            I'm nominating {a}, and I dare you to join me.
            No more circling: I nominate {a}.
            I nominate {a}, and [whoever dodges that|whoever looks away now] is next on my list.
            Up you go; I nominate {a}.
            You all heard it, so I nominate {a}.
            I nominate {a}, hard and early.
        """,
        "listener": """
            After listening to everybody, I nominate {a}.
            I nominate {a}, and I hope for a good answer.
            With some regret I nominate {a}.
            I have gone over it [twice|in my head], and I nominate {a}.
            Softly, but clearly, I nominate {a}.
            I would gladly take it back later, but I nominate {a}.
            I nominate {a}, so that we hear more from there.
        """,
        "logician": """
            It follows that I nominate {a}.
            On these premises I nominate {a}.
            [By elimination|By weight of evidence|After due calculation] I nominate {a}.
            The list is ranked, and from the top of it I nominate {a}.
            I nominate {a}, with [moderate|some] confidence.
            I nominate {a}; the vote will test it.
            As the most informative choice I nominate {a}.
        """,
        "joker": """
            And the envelope says: I nominate {a}.
            [With a flourish|On one leg|Hat in hand] I nominate {a}.
            I nominate {a}, and the band plays something sad.
            By a majority of one, which is me, I nominate {a}.
            I nominate {a}, best supporting suspect.
            Ladies and gentlemen, I nominate {a}.
            I nominate {a}, and I brought the confetti myself.
        """,
    },
    "nominate_join": {
        "any": """
            Like {b} I nominate {a}.
            I nominate {a} too, with {b}.
            {b} put up a name that I can live with: I nominate {a}.
            I'm with {b} on this one, and I nominate {a}.
            So that the votes do not scatter, I nominate {a}, as {b} did.
            {b} spoke for me as well: I nominate {a}.
            I have nothing better than {b} has, so I nominate {a}.
            Add me to {b}: I nominate {a}.
            [After|Following] {b}, I nominate {a}.
            {b} and I agree for once, and I nominate {a}.
        """,
        "accuser": """
            {b} is right, and late, and I nominate {a}.
        """,
        "listener": """
            I have listened to {b}, and I nominate {a} as well.
        """,
        "logician": """
            I see no reason to differ from {b}, so I nominate {a}.
        """,
        "joker": """
            I'd like to copy the homework of {b}: I nominate {a}.
        """,
    },
    "nominate_break": {
        "any": """
            There are enough who name {b}, so I nominate {a}.
            I will not pile on {b}, and I nominate {a} instead.
            Let us have a choice besides {b}: I nominate {a}.
            Before we all run one way, toward {b}, I nominate {a}.
            {b} is up already, so I nominate {a} and we can compare.
            {b} has enough of us already, and so I nominate {a}.
            Not {b} again; I nominate {a}.
        """,
        "joker": """
            {b} has admirers enough, and I nominate {a}.
        """,
        "logician": """
            A vote on {b} alone tells us little, so I nominate {a}.
        """,
    },
    "nominate_none": {
        "any": """
            I nominate nobody today.
            No name from me on a first day.
            I have nothing against anybody yet, so no nomination from me.
            I'll put nobody up on a hunch.
            Today I keep my nomination in my pocket.
            I would rather hear you all once more than name somebody now.
            Nobody, for my part; tomorrow we know more.
            I pass on a nomination, and I listen.
        """,
        "accuser": """
            I hate to say it, but I have no name yet.
            No nomination; it will not happen often.
        """,
        "listener": """
            I have only just begun to listen, so I name nobody.
            It would be unkind to name anybody on so little, and I do not.
        """,
        "logician": """
            Without information I decline to nominate.
            The count allows us to wait, so I nominate no one.
        """,
        "joker": """
            I nominate the furniture, which I am told does not count.
            I name nobody, and I name it beautifully.
        """,
    },
    "nominate_self": {
        "joker": """
            I nominate myself, because nobody else ever thinks of me.
            Write down my own name, for I adore attention.
            I nominate myself, and I promise to lose with grace.
        """,
        "any": """
            Since nobody knows anything, I nominate myself, and you may watch who hurries.
        """,
    },
    # --- tied, and speaking in defence ---
    "defence_open": {
        "any": """
            So it comes down to me, and I'm not mafia.
            Before you decide: I'm innocent, and I can only say so once.
            You are about to waste a day, because I'm not mafia.
            I am standing up here for nothing, and I'm not mafia.
            Listen for one minute, it is all I have got.
            I did not expect to be up here, and I do not deserve to be.
            I'm not mafia, and every night that follows will show it.
            Think of what you lose if you are wrong about me.
            I have been careless with my words, perhaps, but never false.
            Somebody is enjoying this, and it is not me.
            There is no trick in what I say: I'm innocent.
            I said what I thought from the first day, and it has brought me here.
            Look at my votes, all of them are in the open.
            If I were one of them, would I have made myself so easy to find?
        """,
        "accuser": """
            You want to throw me out? Then do it with your eyes open, because I'm not mafia.
            I made noise, and noise gets you up here, while the quiet ones sit and smile.
            I'm innocent, and I'll be angry about this for a long time.
        """,
        "listener": """
            I have listened to all of you, so please listen to me this once.
            I'm not mafia, and I hold it against nobody that they wondered.
            I would rather be asked than counted, but here I am.
        """,
        "logician": """
            There are two hypotheses about me, and one of them predicts nothing that you have seen.
            I'm innocent; therefore the case against me contains an error, and I ask you to find it.
            Consider what my elimination would teach you: nothing at all.
        """,
        "joker": """
            I always wanted a bigger stage, but not this one.
            I'm not mafia; I can barely organise a picnic.
            Tied for first place, and for once I would rather lose.
        """,
    },
    "defence_rival": {
        "any": """
            Between the two of us it is {a} whom I don't trust.
            If it must be one of us, then I suspect {a}.
            Look across at {a}, because I think {a} is lying to you.
            Of the two of us I say that {a} is guilty.
            I suspect {a}, and not only because we stand here together.
            Weigh us fairly, and {a} looks guilty.
            {a} has said less than I have and hidden more; I suspect {a}.
        """,
        "accuser": """
            It's {a}, you can see it from here, {a} is guilty.
        """,
        "listener": """
            I take no pleasure in it, but I don't trust {a}.
        """,
        "logician": """
            Of the candidates, {a} is the more suspicious.
        """,
        "joker": """
            Next to {a} even I look respectable, and I suspect {a}.
        """,
    },
    "defence_suspect": {
        "any": """
            Instead of me you should look at {a}, because I suspect {a}.
            I still say that {a} is lying, and you will not hear it from me again if I go.
            While I stand here {a} is safe, and I don't trust {a}.
            The one I suspect is {a}, up here or not.
        """,
    },
    "defence_ask": {
        "any": """
            {b}, you nominated me, so what did I do?
            {b}, why me and not somebody who said nothing?
            {b}, what would it take to change your mind?
            {b}, are you sure, or were you only first?
        """,
        "joker": """
            {b}, was it something I said, or the hat?
        """,
        "accuser": """
            {b}, you dragged me up here, so what have you got?
        """,
    },
    "defence_nobody": {
        "any": """
            If you are not sure, choose nobody, and we talk again tomorrow.
            Nobody is the better choice today, and you half know it.
            You can send me away tomorrow as well, and you will know more by then.
            Half of you would rather wait, so wait.
        """,
        "logician": """
            Waiting is reversible, and this is not.
        """,
        "joker": """
            I am tied with nobody, which is the closest I have come to winning.
        """,
    },
    "defence_close": {
        "any": """
            That is all I have.
            Do as you must, but remember that I said it.
            I ask you to think once more before you raise your hands.
            I have no more to say, and I am not afraid of the truth.
            You know me by now, so judge.
            Please, not on so little.
            The rest is up to you.
        """,
        "joker": """
            I rest my case, and my feet.
            Thank you, I am here until the count.
        """,
        "accuser": """
            There, now look me in the face and do it.
        """,
        "logician": """
            I submit it to your judgement, such as it is.
        """,
        "listener": """
            Whatever you decide, go on listening to one another.
        """,
    },
    # --- last words ---
    "last_words": {
        "any": """
            You have made a mistake, and you will know it by tomorrow night.
            I was never one of them, and I hope it helps you to know it too late.
            I go, and they stay, and they are smiling.
            Then I go, and I forgive you, mostly.
            One day you will count the dead and put me on the right list.
            It is not me you are rid of, it is one of your own.
            I would have stood by you to the end, and this is the end.
            So be it, but do better tomorrow.
            You were so sure, and it was the wrong door.
            Remember this vote when you are fewer.
            I hope my chair is worth more to you empty.
            I was on your side all along, for what it is worth now.
        """,
        "accuser": """
            You fools, you have done their work for them.
            I fought for this town, and this town sends me off with a show of hands.
            Remember who pushed hardest today, because I will.
        """,
        "listener": """
            I only wish that we had listened to one another a little longer.
            I am not angry, only sorry for what comes next.
            Be kinder to the next one, and slower.
        """,
        "logician": """
            Your conclusion was wrong, so find out which premise was.
            Record my vote and my words, and read them again when the roles are known.
            I was a false positive, and there is still a true one among you.
        """,
        "joker": """
            Well, I did say I needed a rest.
            Tell my creditors that I died as I lived, owing.
            Exit, pursued by a show of hands.
            My last wish is an encore.
        """,
    },
    "last_suspect": {
        "any": """
            Tomorrow look at {a}, because I suspect {a}.
            For my sake don't trust {a}.
            I leave you one name, and I still suspect {a}.
            My money stays on {a}, and I think {a} is mafia.
            Ask yourselves what {a} gained today; I suspect {a}.
            Keep your eyes on {a}, who looks guilty to me.
            Whatever else you forget of me, remember that I suspect {a}.
        """,
        "accuser": """
            {a} is guilty, and I say it with my last breath.
        """,
        "listener": """
            Listen to {a} tomorrow with my ears, because I don't trust {a}.
        """,
        "logician": """
            My final estimate has not changed: {a} is the most suspicious of you.
        """,
        "joker": """
            I leave my spoons to the poor and my suspicion to {a}; I suspect {a}.
        """,
    },
    "last_trust": {
        "any": """
            And listen to {a}, for I trust {a}.
            You can believe {a}; I trust {a}.
        """,
    },
    "last_bye": {
        "any": """
            Good night, all of you.
            That is all, so long.
            Look after one another.
            I will be watching from the quiet side.
        """,
        "joker": """
            Do not wait up.
        """,
        "accuser": """
            Now get on with it.
        """,
        "listener": """
            Take care, I mean it.
        """,
        "logician": """
            End of transcript.
        """,
    },
    # --- grounds ---
    "g_left_nominee": {
        "any": """
            {a} nominated {b} {when}, and then gave the vote to somebody else.
            {when_cap} {a} put {b} up there and then left {b} standing.
            First {a} nominates {b}, then {a} goes for another; explain that to me.
            It was {a} who named {b} {when}, and in the end it was not {b} whom {a} wanted gone.
        """,
    },
    "g_cornered_claim": {
        "any": """
            {a} found a badge only when {b} had named {a}.
            A claim that comes right after an accusation by {b} is worth little, {a}.
            Not a word of a badge from {a}, until {b} pointed at {a}.
            Is it not convenient that {a} remembers a badge once {b} has spoken?
        """,
    },
}
