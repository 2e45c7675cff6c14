"""How the contrarian says it: as somebody who distrusts whatever everybody says."""

from typing import Final

LINES: Final[dict[str, str]] = {
    # --- suspects and votes ---
    "verdict": """
        Nobody asked me to, which is why I say it: I suspect {a}.
        Look where nobody is looking, and you find {a}; {a} looks guilty.{alone}
        You may all shake your heads, I think {a} is mafia.
        This will not be popular: I don't trust {a}.{alone}
        I came to it by my own road, and I suspect {a}.
        The obvious name is seldom the right one, and mine is {a}; I suspect {a}.{alone}
        Go on, disagree with me: {a} is guilty.
    """,
    "verdict_mild": """
        Just to put something against the general opinion, I suspect {a}.{alone}
        I'd like somebody to argue me out of it, but I suspect {a} a little.
        You may have your favourites, and I'm a little suspicious of {a}.
        I hold it loosely, but I suspect {a}, and not because anyone told me to.
    """,
    "still": """
        The more heads are shaken at me, the more I suspect {a}.{alone}
        I notice that nobody wants to hear it, and I still suspect {a}.{alone}
        I have argued the other side to myself, and I still suspect {a}.
        I have looked for a reason to think the opposite and there is none; I still think {a} is mafia.
    """,
    "switch": """
        I looked at {b} again, from the other side, and now I suspect {a}.
        I have argued myself out of {b}, and now I suspect {a}.
    """,
    "vote_call": """
        I vote {a}, and I don't need company for it.
        My vote is on {a}, whatever the rest of you agree on.
        Count me on the other side if you must: I vote for {a}.
        I vote {a}, on my own account and nobody else's.
    """,
    "vote_join": """
        It hurts me to be of one mind with {b}, but I vote {a}.
        I looked for a way around {b} and did not find one; I vote {a}.
        For once I am not against it, {b}: I vote for {a}.
    """,
    "vote_break": """
        When so many agree on {b}, somebody is being led; I vote {a}.
        {b} is too easy, and I never liked easy; I vote {a}.
        The crowd has {b}, and the crowd has been wrong before; my vote is on {a}.
        You can have {b} without my help, I vote for {a}.
        I have counted the heads that want {b}, and I'd rather think; I vote {a}.
        So many of you were so quick with {b} that I vote {a}.
    """,
    "vote_none": """
        A whole table in a hurry, and nobody with a reason; I vote for nobody.
        Since you all want somebody dead so badly, I will be the one who wants nobody.
    """,
    "trust": """
        I trust {a}, whatever the fashion will be by noon.
        Somebody has to say it: {a} is innocent.
        I believe {a}, and I need no second voice for it.
    """,
    "disagree": """
        {b}, that was too smooth; I trust {a}.
        The opposite, {b}: I believe {a}.
        {b} says so, and what I hear is the opposite: I believe {a}.
        Not so fast, {b}; turn it round and {a} is innocent.
        I take the other side, {b}, and I trust {a}.
    """,
    "unconvinced": """
        {b}, say it again without the nodding around you.{crowd}
        {b}, if that was the first reason, what is the second?
        And if it were the other way round with {a}, {b}, what would you see?
        I could make the same case against anybody, {b}.
        {b}, a thing does not get truer because it is said about {a} twice.{crowd}
        Who told you that about {a}, {b}, or did it come with the tea?
    """,
    "agree": """
        I tried to disagree with {b} and could not; I suspect {a}.
        {b} is right about {a}, annoyingly; I suspect {a} as well.
    """,
    "ask": """
        {a}, which thing that everybody believes do you not believe?
        Suppose all of us are wrong, {a}; who is it then?
        {a}, what would you say if nobody had spoken before you?{later}
    """,
    "idle": """
        I disagree with most of it and cannot prove any of it.
        Whatever we are all sure of by tonight, I would like to doubt it in advance.
    """,
    # --- being accused ---
    "deny": """
        No, {b}, and it would not be so if all of you said it.
        I contradict people, {b}; it is a bad habit and no crime.
        {b}, you mistake an unpopular opinion for a dagger.
        Whoever hides agrees with everybody, {b}, and when did I last agree?
    """,
    "deny_turn": """
        {b}, all of you were so sure of {c} as well, and {c} was {r}.
    """,
    "deny_vote": """
        I stood against the lot of you over {c}, {b}, and {c} was {r}.
    """,
    "deny_crowd": """
        {n_cap} people with one thought; I would be more worried by {n} thoughts.
    """,
    "deny_result": """
        {b} is lying, and you all swallow it because it arrived with a badge.
    """,
    "deny_last": """
        Have it your way, and tomorrow look where you never looked; I suspect {a}.{alone}
        Have it your way, and when it turns out wrong, remember that I suspect {a}.
    """,
    "mirror": """
        I wonder whether {b} would say it standing alone.
    """,
    "thanks": """
        You are in a minority there, {b}, and it suits you.
    """,
    "answer": """
        Not the one you want to hear, {b}: I suspect {a}.
    """,
    "answer_none": """
        So far I only know whom I would not hang, {b}.
    """,
    # --- claims ---
    "claim_sheriff": """
        You have it all wrong, and I can prove it, because I'm the sheriff.
    """,
    "claim_doctor": """
        Against the general opinion I am worth keeping: I'm the doctor.
    """,
    "claim_villager": """
        I'm a villager, of the disagreeable sort.
    """,
    "believe_claim": """
        I looked for the catch and there is none; I believe {b}.
    """,
    "retract": """
        I was against you on principle, {b}, and the principle was wrong; I believe you.
    """,
    "doubt_claim": """
        Whoever is glad of {b}'s news should look at it twice; I don't trust {b}.
        A claim should be questioned before it is liked, and I don't trust {b}.
    """,
    "follow_result": """
        Even I cannot argue with {b} here, so I say {a} is guilty.
    """,
    "doubt_result": """
        We are all to march behind {b} now, and I would rather not; I don't trust {b}.
    """,
    "torn_claims": """
        {b} or {c}, and I wager that the popular one is the wrong one.
    """,
    # --- the night and the day before ---
    "start": """
        Before we all agree on something, may I ask that we do not?
        Whoever gets three nods first today will have me against them.
    """,
    "night_town": """
        {b} was {r}, and whatever we conclude from that is what somebody wants us to conclude.
        Before you all read the same thing into it: {b} was {r}, and that is all we know.
        They chose {b}, {r}, and I don't think the reason is the one you are thinking of.
    """,
    "night_quiet": """
        Nobody died, and you will all thank the doctor, and perhaps there was no doctor in it.
    """,
    "hanged_town": """
        It took {n} of us to be wrong about {b}, {r}, and I would like fewer next time.
        {b} was {r}, and whoever felt sure {when} may feel something else today.
    """,
    "own_mistake": """
        I had {b} wrong as well, and I would rather have been alone and right.
    """,
    "hanged_mafia": """
        {b} was mafia, and the crowd was right, which worries me more than it should.
    """,
    "no_lynch_tie": """
        A tie {when}, and I have seen worse things than people who do not agree.
    """,
    # --- reasons ---
    "g_hanged_town": """
        {a} was happy in the company against {b}, who was {r}.
    """,
    "g_pushed_town": """
        {a} was so convincing about {b}, and {b} was {r}.
    """,
    "g_echo": """
        {a} said about {b} what had been said already, only later.
        {a} has not had one thought about {b} that was not somebody else's first.
    """,
    "g_ringleader": """
        One voice began it, {a}'s, and now the whole choir sings {b}.
        Ask who profits when everybody shouts {b}, and {a} shouted first.
    """,
    "g_gut": """
        Nobody else seems bothered by {a}, and that bothers me.{alone}
        {a} is the sort of person one agrees with, and I never trust that in myself.
    """,
    "g_quiet": """
        {a} nods along and has yet to contradict a soul.
    """,
    "g_accused_by": """
        I do not like to side with {b}, but about {a} there is something in it.
    """,
    "g_accused_me": """
        {a} picked the least popular person here {when}, which takes no courage.
    """,
    # --- among themselves ---
    "plot": """
        Everybody expects somebody else, so {a}.
        I'd go against the obvious: {a}.
    """,
    "plot_agree": """
        I meant to object, {b}, and cannot: {a}.
    """,
    "plot_differ": """
        No, {b}, that is what they expect; {a}.
    """,
    # --- thoughts ---
    "th_suspect": """
        Let them look the other way; I look at {a}. {because}
        If the table were right about things we should have won by now. {a}, {p} per cent.
        Somebody has to hold the other end. {a}. {because}
    """,
    "th_accused": """
        {b} dislikes me, and takes it for evidence.
        Of course it is my turn; I never nod. {b} only said it first.
    """,
    "th_mafia": """
        I contradict everybody, so nobody notices whom it serves. {a}.
        They think it is my nature. {a} will find out that it is my trade.
    """,
    "th_vote": """
        {a}, and let them stare. {because}
        One vote out of line. {a}.
    """,
    # --- where nobody has a turn ---
    "g_hunted": """
        {a} was against {b} by day and somebody was against {b} by night, and I don't like such agreement.
    """,
    "vote_why": """
        Since nobody asked: {a}.
        I turned the case round, and it still stood: {a}.
        The comfortable name was another one, so {a}.
        I don't need you all to agree about {a}.
        Ask me tomorrow why, and today why not: {a}.
        {a} is the name I could not argue myself out of.
    """,
    "vote_why_none": """
        Everybody in a hurry, so I am not.
        I oppose the motion, whichever it is.
    """,
    "th_silent": """
        They would only agree with me, and then I would have to change my mind.
        Nothing to contradict yet. How dull.
    """,
    "mh_silent": """
        I am always against it, so let me be against talking.
    """,
    # --- thoughts aboard a ship ---
    "w_count": """
        If nobody else misses {a}, I do.
        A full bar interests me less than {a} does, just now.
        Ask where everybody is and they say: here. {a} is not.
    """,
    "w_count_last": """
        If they have all forgotten {a}, I have not. {room}, was it not?
        Everybody assumes that {a} is fine. I never assume what everybody assumes.
        Where the crowd is, nothing happens. {a} was in {room}.
    """,
    "w_task": """
        Let the others go where they like. I go to {room}, to {task}.
        {room}. If nobody wants to go there, I do.
        Everybody preaches haste. I take my time: {task}, in {room}.
    """,
    "w_task_here": """
        Let them move on. I stay in {room} and {task}.
        I {task}, if only because nobody asked me to.
        They think one is safe in company. I {task} and keep my own.
    """,
    "tr_empty": """
        I would disagree with {b}, if there were anything to disagree with.
        Let the others nod at {b}. At what?
        {b} says what all would say. That is where I begin to wonder.
    """,
    "tr_me": """
        Good, {b}, somebody had to pick the one nobody agrees with.
        {b} against me. In a minute they will all be. I know how this goes.
        I am easy to dislike, {b}. It has nothing to do with the dead.
    """,
    "tr_alibi": """
        Let them swallow {b}'s {room} whole. I chew.
        {room}. If everybody is content with that, I am not.
        If {b} had said nothing I should have believed it sooner. {room}!
    """,
    "tr_sus_believe": """
        I hate to agree, but {b} may have something on {a}.
        {b} says {a}. I looked for the catch and have not found it yet.
        {a}? For once I do not want to say no.
    """,
    "tr_sus_doubt": """
        {b} says {a}, so I look at everybody else.
        In a moment they will all run after {b}. Poor {a}.
        {b} needs {a} to be guilty. I like {a} better already.
    """,
    "tm_lead_sure": """
        I have argued against it with myself, and lost: {a}.
        I would love to say the opposite. But {a}.
        Even I cannot find a case for {a}.
    """,
    "tm_lead": """
        Wherever they look, I look at {a}.
        Too comfortable for my taste: {a}.
        If I am alone in it, the better: {a}.
    """,
    "tm_lead_weak": """
        I have next to nothing against {a}, and still.
        {a}, mostly because it is not the name I keep hearing in my head.
        I doubt them all, and {a} by one grain more.
    """,
    "tm_lost": """
        They may agree on something. I agree on nothing.
        Every name sounds wrong as soon as I think it.
        I could argue for each of them and against each of them.
    """,
    "tm_vote": """
        {a}, and let them stare.
        I vote {a}. If they all do, I shall regret it.
        {a}, for reasons of my own.
    """,
    "tm_keep_top": """
        Whatever they all think by tomorrow, I have {a}.
        They will have forgotten {a} by the next bell. I will not.
        {a}. I write it down before it gets popular.
    """,
    "tm_frame": """
        I say the unpopular thing about {a}, and they take me for honest.
        They expect me to contradict. I contradict {a}.
        A dissenting voice, against {a}. Nobody suspects a dissenter of a plan.
    """,
}
