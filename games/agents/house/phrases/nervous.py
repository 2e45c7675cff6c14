"""How the nervous one says it: with hesitation, with afterthoughts, and far too much when accused."""

from typing import Final

LINES: Final[dict[str, str]] = {
    # --- suspects and votes ---
    "verdict": """
        Oh, I don't know, I really don't, but I suspect {a}.
        Please don't shout at me, but I think {a} is mafia.
        Well, if I have to, and it seems I have to, I suspect {a}.
        {a} frightens me, honestly, and I don't trust {a}.
        I keep looking at {a} and away again; {a} looks guilty.
        It's {a}, it has to be {a}, doesn't it; I suspect {a}.
    """,
    "verdict_mild": """
        Um, and I may be quite wrong, but I'm a little suspicious of {a}.
        Sorry, {a}, I'm sorry, but I suspect you a little.
        I think I suspect {a}, or at least I thought so a minute ago.
        Don't hold me to it, but for now I suspect {a}.
        My hands are cold, that's all I know, and I don't quite trust {a}.
    """,
    "still": """
        I thought it over, twice, three times, and I still suspect {a}.
        I wish I could stop thinking it, but I still don't trust {a}.
    """,
    "switch": """
        No, wait, not {b}, I was wrong about that; I suspect {a}.
        I know, I know, I said {b}, but I've changed my mind, and I suspect {a}.
        Forget what I said of {b}, I was in a state; I suspect {a} now.
        It was {b} before, I admit it, and now I suspect {a}.
    """,
    "vote_call": """
        All right, all right, I vote {a}, there, it's out.
        I vote for {a}, quickly, before I lose my nerve.
        I'm going to say it with my eyes shut: I vote {a}.
        My vote is on {a}, I think, yes, on {a}.
    """,
    "vote_join": """
        If {b} is sure then I'm nearly sure; I vote {a}.
        I'd rather not be alone in this, so with {b} I vote {a}.
        {b} said it first, so don't blame me alone: I vote {a}.
    """,
    "vote_break": """
        You all want {b} and I can't, I just can't; I vote {a}.
        Don't be cross, I know it's {b} for most of you, but I vote {a}.
    """,
    "vote_none": """
        I can't do it, not today, I'd see the face every night; I vote for nobody.
        What if we're wrong? I vote for nobody, I'm sorry.
    """,
    "trust": """
        I feel a bit safer near {a}, so I trust {a}.
        Oh, I do hope I'm right about this one: I trust {a}.
        {a} at least doesn't make my heart race; I think {a} is honest.
    """,
    "disagree": """
        {b}, I, well, I believe {a}, if that's allowed.
        Don't be angry, {b}, but I trust {a}.
    """,
    "unconvinced": """
        {b}, are you quite certain about {a}, because I'm certain of nothing.
        Wait, {b}, wait, what did {a} do?
        I lost the thread, {b}; what was it about {a}?
    """,
    "agree": """
        Oh, thank goodness, I thought it was only me, {b}; I suspect {a} too.
        {b} says it so firmly that I think so too: {a} looks guilty.
        Yes, yes, what {b} said, I don't trust {a} either.
    """,
    "ask": """
        {a}, you don't think it's me, do you?
        Does anybody else feel that, {a}, or what do you make of it?
        {a}, who is it, do you know, have you any idea?
    """,
    "idle": """
        I had something to say, and now it's gone.
        Every time somebody coughs I change my mind.
    """,
    # --- being accused ---
    "deny": """
        Me? No, no, no, {b}, what have I done?
        {b}, I'm not mafia, I'm just bad at sitting still.
        I knew it, I knew somebody would say it; it isn't true, {b}.
        Why would you say that, {b}, what did I ever do to you?
        {b}, I look like this every morning, ask anybody.
        Please, {b}, I'm not mafia, I couldn't keep it in for an hour.
    """,
    "deny_turn": """
        {b}, you said the very same of {c}, and {c} was {r}, oh dear, and now it's me.
    """,
    "deny_record": """
        But I voted for {c}, {b}, I did, with a shaking hand, and {c} was mafia!
    """,
    "deny_crowd": """
        {n_cap} of you, oh heavens, {n} of you, and not one of you is right.
    """,
    "deny_result": """
        That's not true, {b}, that's just not true, you are lying!
    """,
    "deny_last": """
        You're going to do it, aren't you, and it's the wrong one, because I suspect {a}, I do suspect {a}.
    """,
    "mirror": """
        And why is {b} so calm, may I ask?
    """,
    "thanks": """
        Oh, thank you, {b}, thank you, I could hug you.
        I needed that, {b}, my knees were going.
    """,
    "answer": """
        Who, me, now? Well, {b}, I suspect {a}.
    """,
    "answer_none": """
        Don't put me on the spot, {b}, I had a name and it's gone again.
        I can't think when everybody looks at me, {b}.
    """,
    # --- claims ---
    "claim_sheriff": """
        I can't keep it in any longer: I'm the sheriff.
        Oh, I shouldn't, I shouldn't, but I'm the sheriff.
    """,
    "claim_doctor": """
        Stop, please stop, I'm the doctor!
    """,
    "claim_vigilante": """
        I hate the thing, I hate even holding it, but I'm the vigilante.
    """,
    "claim_villager": """
        I'm a villager, only a villager, a small one.
        What do you want from me, I'm just a villager.
    """,
    "believe_claim": """
        Oh, what a relief, somebody who knows something; I believe {b}.
    """,
    "retract": """
        Oh no, what have I said; I believe you, {b}, I'm so sorry.
    """,
    "doubt_claim": """
        I want to, I really want to, but I don't believe {b}.
    """,
    "follow_result": """
        {b} saw it, so it's settled, isn't it; {a} is guilty.
    """,
    "doubt_result": """
        I don't know whom to listen to any more, but I don't trust {b}.
    """,
    "torn_claims": """
        {b} and {c} can't both be telling the truth, and I feel quite ill.
    """,
    # --- the night and the day before ---
    "start": """
        Who begins? Not me, please, oh, I have begun.
        I don't like this table, I don't like this light, and I don't like beginning.
    """,
    "night_town": """
        {b} was {r}, and it could have been me, it could have been any of us.
        They got {b}, {r}, and I heard something on the stairs and did not dare to look.
        Oh, not {b}, and {r} at that.
    """,
    "night_town_first": """
        Already? It's hardly begun, and {b}, {r}, is dead.
    """,
    "night_quiet": """
        Nobody died, nobody died, I counted us three times.
        I did not sleep a wink, and then nothing happened at all.
    """,
    "night_mafia": """
        {b} was mafia, and I sat next to that!
    """,
    "hanged_town": """
        {b} was {r}, and I haven't been able to eat since.
        We did that to {b}, to {r}, oh, what have we done?
    """,
    "own_mistake": """
        And I voted for {b} too, I did, I'll never forgive myself.
    """,
    "hanged_mafia": """
        {b} was mafia, so I wasn't imagining things, not all of them.
    """,
    "stakes": """
        Only {n} of us, and I keep counting, and it stays {n}.
    """,
    # --- reasons ---
    "g_hanged_town": """
        {a} voted for {b}, and {b} was {r}, and {a} did not even look sorry.
    """,
    "g_accused_me": """
        {a} came for me {when}, just like that, and I still shake.
        Why did {a} have to pick me {when}, of all people?
    """,
    "g_gut": """
        I can't explain it, it's my stomach, it does this whenever {a} speaks.
        It's only nerves, perhaps, but they all point at {a}.
        Every hair I have stands up when I look at {a}.
    """,
    "g_quiet": """
        {a} says nothing, and I hate it when people say nothing.
    """,
    "g_accused_by": """
        {b} thinks so as well about {a}, so I'm not mad.
    """,
    "g_turncoat": """
        First this about {b}, then that, {a} is worse than I am.
    """,
    "g_ringleader": """
        {a} began with {b} and then everybody was shouting, and I can't bear shouting.
    """,
    # --- among themselves ---
    "plot": """
        Somebody has to say it, oh dear: {a}.
        {a}, please, and let it be over quickly.
    """,
    "plot_agree": """
        Yes, fine, {b}, {a}, anything, only let us not talk so loudly.
    """,
    # --- thoughts ---
    "th_suspect": """
        {a}? Or {b}? {a}. I think {a}.
        It is {a}, {p} per cent, no, more, no, I do not know.
        If I am wrong about {a} I will not sleep. {because}
    """,
    "th_accused": """
        They know. No, there is nothing to know. Why did {b} say that?
        Stop talking. I cannot stop talking. {b} is looking.
        My face is hot, they can see it, {b} can see it.
    """,
    "th_mafia": """
        Nobody heard my heart. {a}, then, quickly.
        They take me for a coward, and cowards do not kill. {a}.
    """,
    "th_mafia_accused": """
        {b} knows, {b} knows, {b} knows. Say {a}.
    """,
    "th_vote": """
        {a}. Done. Do not look.
        I was for somebody else a minute ago. {a}. {because}
    """,
    # --- where nobody has a turn ---
    "g_hunted": """
        First {a} shouted at {b}, and then {b} was dead, and I heard both.
    """,
    "vote_why": """
        I don't know, I don't know, {a}, I think.
        {a} makes my hands shake more than the rest of you.
        Don't ask me to explain {a}, I'd only cry.
        Somebody said {a} and I could not get it out of my head.
        {a}, and I had another name just before.
        Quick, {a}, before I change it again.
    """,
    "vote_why_none": """
        I can't, my hand won't go up.
        Not today, please, not on my account.
    """,
    "th_silent": """
        Do not draw their eyes. Small. Smaller.
        I had a sentence. No. Better not.
    """,
    "mh_silent": """
        Breathe through the nose. Nobody is asking anything.
    """,
    # --- thoughts aboard a ship ---
    "w_count": """
        Where is {a}? Where is {a}? I am pressing it, I am.
        I keep counting, and {a} is not there, and I count again.
        Somebody must be dead. It is {a}, or I am seeing things.
    """,
    "w_count_last": """
        {a} was in {room}. Was. I cannot stand it, I have to ask.
        I heard nothing from {room}. Why did I hear nothing? {a}!
        They will laugh at me. I do not care. {a} has been gone since {room}.
    """,
    "w_task": """
        {room}. In, {task}, out, and not a moment longer.
        What was that? Nothing. {room}, {task}, do not look round.
        I go to {room} along the wall. {task}, {task}, think of nothing else.
    """,
    "w_task_here": """
        My hands shake, but they can still {task}.
        {task}. If I keep busy I do not hear the pipes.
        Just {task} and breathe. {room} is only a room.
    """,
    "tr_empty": """
        What did {b} mean by that? Nothing. Did it mean nothing?
        Was that about me, {b}? No. Was it?
        I did not take in a word, {b}, my ears are ringing.
    """,
    "tr_me": """
        {b} said my name. Why my name? My face is hot.
        I knew it. I knew that {b} would. I did nothing, I did nothing.
        Do not stammer. {b} is waiting for me to stammer.
    """,
    "tr_alibi": """
        {room}. Could be. Anything could be, with {b}, with anybody.
        How can {b} just say {room}, like that? I could not say my own name.
        {room}, {room}. I must remember that, and I will not.
    """,
    "tr_sus_believe": """
        {b} thinks {a}. Then I am not imagining it. Or we both are.
        {a}? Oh. I would not have thought of {a}.
        If {b} is sure of {a}, I can be a little sure too.
    """,
    "tr_sus_doubt": """
        {b} says {a}, but {b} frightens me more.
        Not {a}, surely? It is how {b} says it. I went cold.
        Why is {b} so certain of {a}? Nobody is certain in here.
    """,
    "tm_lead_sure": """
        It is {a}. It is. Oh, and there {a} sits.
        {a}. I would scream it if I had any voice.
        I am never sure, and I am sure: {a}.
    """,
    "tm_lead": """
        {a}. No. Yes. {a}.
        {a} makes the hair on my arms stand up.
        I cannot look at {a} for long.
    """,
    "tm_lead_weak": """
        {a}? Or somebody else. {a}. I had another name a moment ago.
        I do not know, I do not know. {a}, maybe.
        It might be {a}, and it might be my nerves.
    """,
    "tm_lost": """
        It could be any of them. It could be the one next to me.
        I do not trust the quiet ones, or the loud ones.
        I cannot think with all these eyes. Nobody. Anybody.
    """,
    "tm_vote": """
        {a}. Done. Do not look at {a} now.
        Quick, before I change it: {a}.
        I pressed {a}. I did. Is it too late to take it back?
    """,
    "tm_keep_top": """
        I write {a} and my pencil breaks.
        Stay away from {a}. Stay away from all of them.
        {a}, {a}, {a}. It looks worse each time I write it.
    """,
    "tm_frame": """
        {a}. Not me. {a}. If I say it often I may even believe it.
        They take me for a coward, and cowards do not kill. {a}.
        Let my voice shake. It will sound like fear of {a}.
    """,
}
