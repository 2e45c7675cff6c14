"""How the loyalist says it: as somebody who has given a word and keeps it."""

from typing import Final

LINES: Final[dict[str, str]] = {
    # --- suspects and votes ---
    "verdict": """
        I give my word slowly, and I give it now: I suspect {a}.
        I stand with my friends, and I don't trust {a}.
        There are people here I would go through fire for, and {a} is not among them; I suspect {a}.
        I say it once and I will stand by it: {a} looks guilty.
        Whoever sides with {a} will have to do without me; I think {a} is mafia.
        I would not turn my back on {a}, because I suspect {a}.
    """,
    "verdict_mild": """
        I owe {a} nothing yet, and I'm a little suspicious of {a}.
        {a} has not earned my back so far; for now I suspect {a}.
        My friends I know, and of the others I suspect {a} a little.
        {a} could still win me over, but today I suspect {a}.
    """,
    "still": """
        I don't change horses: I still suspect {a}.
        I gave my word on {a} this morning, and it holds; {a} is guilty to me.
        You will not talk me off {a} that easily; I still don't trust {a}.
    """,
    "switch": """
        It costs me something to leave {b} be, but I suspect {a} now.
        I do not turn often, and I turn today: not {b}; I suspect {a}.
    """,
    "vote_call": """
        My vote is on {a}, and it is not for sale.
        I vote {a}, and whoever stands with me will find me there tomorrow too.
        I have said my word, and so I vote for {a}.
        I vote for {a}, and I will not slip away before the count.
    """,
    "vote_join": """
        Where {b} goes I go: I vote {a}.
        {b} will not stand alone in this; I vote {a}.
        I put my hand beside {b}'s, so I vote {a}.
        {b} shall have company: I vote for {a}.
    """,
    "vote_break": """
        All of you may run at {b}; I gave my word, and I vote {a}.
        I do not leave my place because a crowd is off to {b}; I vote for {a}.
    """,
    "vote_none": """
        I will not put a rope round a neck that may be a friend's, so nobody gets my vote.
        Until I know who stands where, my hand stays by my side.
    """,
    "trust": """
        I stand by {a}, today and tomorrow; I trust {a}.
        Whoever wants {a} has to come past me first, for I trust {a}.
        I have chosen my people here, and I trust {a}.
        Call me stubborn, but I believe {a}, and I do not change that with the wind.
        There is one person here I would answer for, and it is {a}; I trust {a}.
        I would vouch for {a} in front of anybody.
    """,
    "disagree": """
        {b}, whoever wants {a} comes past me first; I trust {a}.
        I won't sit here while {b} picks on {a}; I believe {a}.
        Leave it, {b}: I have given my word, and I trust {a}.
        {b}, I'd sooner be wrong beside {a} than right with a mob; I trust {a}.
        Say that to both of us, {b}, because I stand with {a} and I believe {a}.
        I do not drop people because {b} raises a voice; I believe {a} is innocent.
    """,
    "unconvinced": """
        {b}, I don't turn on anybody for that little.
        It takes more than {b}'s say-so before I leave {a} in the rain.
        {b}, would you want to be dropped for so small a thing?
    """,
    "agree": """
        {b} and I see it the same way, and I suspect {a}.
        I'll stand beside {b} in this: I don't trust {a}.
        {b} can count on me here, I think {a} is mafia.
    """,
    "ask": """
        {a}, who here would you stand up for?
        If it came to it, {a}, whose side would you be on?
        {a}, is there anybody here you would answer for?{later}
    """,
    "idle": """
        I know whom I stand with, and I am still finding out against whom.
        I'd rather say nothing than say it about the wrong person.
    """,
    # --- being accused ---
    "deny": """
        {b}, I have never sold anybody, and I am not starting with this town.
        You do not know me, {b}, or you would not say that.
        I'm on the same side as you, {b}, whether you want me there or not.
        {b}, ask anyone here whether I leave people in the lurch.
    """,
    "deny_turn": """
        {b}, you dropped {c} just like this, and {c} was {r}.
    """,
    "deny_record": """
        When it counted against {c} I was there, {b}, and {c} was mafia.
    """,
    "deny_crowd": """
        {n_cap} of you against one, and I would not do it to any of you.
    """,
    "deny_result": """
        {b}, you are lying about me, and whoever believes you will be sorry tonight.
    """,
    "deny_last": """
        I go if you say so, and I bear no grudge, but I suspect {a} and I want that remembered.
    """,
    "mirror": """
        I wonder who would stand up for {b}.
    """,
    "thanks": """
        I do not forget who stood up for me, {b}.
        That makes two of us, {b}, and I repay such things.
    """,
    "answer": """
        {b} shall have a straight answer: I suspect {a}.
    """,
    "answer_none": """
        I name nobody that I am not ready to stand against, {b}, and I'm not ready.
    """,
    # --- claims ---
    "claim_sheriff": """
        I wanted to keep this for the sake of you all, but I'm the sheriff.
    """,
    "claim_doctor": """
        I have sat at your doors, so here it is: I am the doctor.
    """,
    "claim_villager": """
        I'm a villager, and the only thing I have to give is my word.
    """,
    "believe_claim": """
        {b} has put a life on the table for us, and I believe {b}.
        Then I stand by {b}, for I believe you, {b}, and nobody gets past me.
    """,
    "retract": """
        I wronged you, {b}, and I'll make it good; I believe you.
    """,
    "doubt_claim": """
        {b}, my word is not so cheap that I give it for that; I don't trust {b}.
    """,
    "follow_result": """
        {b} has risked everything to tell us, and I will not leave {b} alone with it: {a} is guilty.
    """,
    # --- the night and the day before ---
    "start": """
        I will say early whom I stand by, and I'll still say it when it is late.
        We can only do this together, so let us at least begin together.
    """,
    "night_town": """
        {b} was {r}, and none of us stood at that door.
        We owe it to {b}, {r}, not to fall upon each other now.
        I would have liked to stand beside {b} today, and {b} was {r}.
    """,
    "night_quiet": """
        We are all still here, and I'd like us to stay that way.
    """,
    "hanged_town": """
        {b} was {r}, and I want to know who let go of {b} first.
        We left {b} alone {when}, and {b} was {r}.
    """,
    "own_mistake": """
        I raised my hand against {b}, and that will not leave me soon.
    """,
    "hanged_mafia": """
        {b} was mafia and called us friends.
        So {b} sat among us and was mafia; I should like to know whom {b} was loyal to.
    """,
    # --- reasons ---
    "g_hanged_town": """
        {b} was {r}, and {a} let {b} drop without a second look.
    """,
    "g_pushed_town": """
        {a} turned people against {b}, and {b} was {r} and one of us.
    """,
    "g_turncoat": """
        {a} was for {b} and then against {b}, and I do not know what a word of {a}'s is worth.
    """,
    "g_accused_me": """
        {a} went for me {when} without once asking whom I stand with.
    """,
    "g_gut": """
        I have a sense for who would let me down, and it says {a}.
    """,
    "g_accused_by": """
        {b} is against {a}, and {b} does not say such things lightly.
    """,
    "g_echo": """
        {a} ran with the others against {b} and did not look round once.
    """,
    # --- among themselves ---
    "plot": """
        I follow you anywhere, but if I may choose: {a}.
        For the sake of us all, {a}.
    """,
    "plot_agree": """
        You lead and I stand behind you, {b}: {a}.
        {b} has my hand on it: {a}.
    """,
    # --- thoughts ---
    "th_suspect": """
        Not one of mine, so {a}. {because}
        If it is {a}, I can protect the others. {because}
        I will not move from {a} before somebody shows me better; {p} per cent.
    """,
    "th_accused": """
        {b} turns on me, and I would have given {b} my coat.
        Stand still. Who stands up for me now is worth remembering.
    """,
    "th_mafia": """
        They trust my loyalty, and so it will cost {a} a neck.
        My word is to mine, not to them. {a}.
    """,
    "th_vote": """
        {a}, and I shall not be the one who breaks ranks.
        I said so and I do so. {a}.
    """,
    "th_feint": """
        It goes against the grain to name {a}, even for show.
    """,
    # --- where nobody has a turn ---
    "g_hunted": """
        {b} had nobody to stand by when {a} came, by day or by night.
    """,
    "vote_why": """
        I know whom I would not vote for, and {a} is not one of those.
        My word was on {a}, and here it is.
        I keep faith with the others by not keeping it with {a}.
        {a} never stood up for a soul.
        I would not want {a} at my back tonight.
        For those who cannot vote any more: {a}.
    """,
    "vote_why_none": """
        I'd be voting against somebody I may owe an apology.
        I drop nobody without a cause.
    """,
    "th_silent": """
        My friends are not in trouble, so I need not speak.
        Stay close, say little. I stood where I stand.
    """,
    "mh_silent": """
        Mine is safe. Then silence is loyalty too.
    """,
    # --- thoughts aboard a ship ---
    "w_count": """
        I gave no word to leave {a} behind. I ask where {a} is.
        Nobody gets lost on my watch, {a} least of all.
        We set out together. {a} ought to be among us.
    """,
    "w_count_last": """
        I left {a} in {room}, and I do not leave people. The button.
        {a} would ring for me. I think. So I ring for {a}, last seen in {room}.
        I should have stayed with {a} in {room}. Now I can only ask.
    """,
    "w_task": """
        {room}, to {task}. The others count on it.
        I said that I would do my part. {task}, in {room}.
        To {room}. If one of mine is there, so much the better.
    """,
    "w_task_here": """
        I {task}, because I said I would.
        One keeps one's word in small things too: {task}.
        I hold my place in {room} and {task}.
    """,
    "tr_empty": """
        {b} takes no side. I like to know on which side people are.
        {b} stands with nobody, if I heard right.
        From {b} I would rather have had a promise.
    """,
    "tr_me": """
        {b} turns on me, and I would have shared my air with {b}.
        Who stands by me now? I shall remember it, {b}, and them.
        {b} does not know me. I will not drop my head for that.
    """,
    "tr_alibi": """
        {room}, {b} says. I take a word for a word, until it breaks.
        Nobody to stand beside {b} in {room}. I know how that feels.
        I would like to believe {b}. {room}, then.
    """,
    "tr_sus_believe": """
        {b} does not say such things lightly. {a}, then, perhaps.
        If {b} asks me to look at {a}, I look at {a}.
        If {b} stands by that, I look at {a} once more.
    """,
    "tr_sus_doubt": """
        {b} is quick to drop {a}. Whom does {b} drop next?
        I do not leave {a} in the rain for {b}'s sake.
        {b} on {a}. I have not forgotten whom I trust, and it is not {b}.
    """,
    "tm_lead_sure": """
        {a}, and I do not move from it.
        I give my word on it: {a}.
        For the others' sake: {a}.
    """,
    "tm_lead": """
        To keep my friends safe I must be right about {a}.
        I would not turn my back on {a}.
        I do not know whom {a} stands by.
    """,
    "tm_lead_weak": """
        I would not go to the airlock over it: {a}.
        I could be talked out of it, by a friend: {a}.
        I would rather it were nobody. {a}, perhaps.
    """,
    "tm_lost": """
        I know whom I would stand by. Against whom, I do not know.
        All of them could be friends. One of them is not.
        I will not throw anybody out for want of a better idea.
    """,
    "tm_vote": """
        {a}, and I shall not slip away before the count.
        I said so, and so I press it: {a}.
        My word is on {a}.
    """,
    "tm_keep_top": """
        {a} has to win me over before I turn my back.
        I hold to it: {a}. I do not change horses.
        For the sake of the rest I watch {a}.
    """,
    "tm_frame": """
        My own first, so {a} has to pay.
        They trust my word. I spend it on {a}.
        If {a} has friends here, let them step forward.
    """,
}
