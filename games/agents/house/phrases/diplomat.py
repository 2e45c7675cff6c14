"""How the diplomat says it: softly, with reasons asked for, and toward one name that most can live with."""

from typing import Final

LINES: Final[dict[str, str]] = {
    # --- suspects and votes ---
    "verdict": """
        I say it with respect, and I say it all the same: I suspect {a}.
        If we are to meet anywhere, I propose {a}; to me {a} looks guilty.
        I have weighed what each of you said, and I come out suspicious of {a}.
        There is no kind way to put it, so I'll be brief: I don't trust {a}.
        I hope we can discuss it calmly, but I think {a} is mafia.
        Let me put a name forward that most of us might accept: I suspect {a}.
    """,
    "verdict_mild": """
        I don't want to be unfair to anybody, but I'm a little suspicious of {a}.
        May I put it carefully: I suspect {a} somewhat more than the rest.
        With every reservation, for now I suspect {a}.
        I would gladly hear the other side first, but I'm not sure I trust {a}.
        It need not be the last word, but today I suspect {a}.
    """,
    "still": """
        I have tried to meet the other view halfway, and I still suspect {a}.
        I heard the objections, I thank you for them, and I still don't trust {a}.
        If somebody has a reason against it I will hear it; until then I suspect {a}.
    """,
    "switch": """
        I can give up {b} for the sake of agreement, and in truth I suspect {a} more.
        I let {b} rest, having heard you all, and now I suspect {a}.
    """,
    "vote_call": """
        I propose that we settle this together, and I vote {a}.
        So that the day is not lost, I vote for {a}.
        I vote {a}, and I thank those who disagree for saying why.
        My vote is on {a}, and I would rather we were many than right alone.
    """,
    "vote_join": """
        {b} and I can agree on this much: I vote {a}.
        Let us meet where {b} is standing; I vote {a}.
        I would not have begun with {a}, but {b} has, and one name is better than three; I vote {a}.
        For the sake of one clear result I vote {a}, with {b}.
    """,
    "vote_break": """
        I understand the feeling about {b}, and I ask you to reconsider; I vote {a}.
        With great respect to all who want {b}, I vote {a}.
    """,
    "vote_none": """
        I do not think we are ready, and I'd rather say so than pretend; I vote for nobody.
        Let us take one more day to talk; I name nobody today.
    """,
    "trust": """
        I should like to say a good word for {a}, since somebody ought to; I trust {a}.
        I have found {a} honest to deal with so far.
        If we need somebody whom all sides can accept, I trust {a}.
    """,
    "disagree": """
        {b}, may I ask you to look at it from {a}'s chair? I believe {a}.
        I see why you say it, {b}, and I still trust {a}.
        Let us not be too hard, {b}; I believe {a} is honest.
    """,
    "unconvinced": """
        {b}, I would follow you more easily with one reason more.
        Let us leave the door open for {a} until {b} has told us why.
        {b}, could we hear {a} on that before we go on?
        I don't say that you are wrong, {b}, only that I have not heard why you are right.
    """,
    "agree": """
        {b} has put it fairly, and I suspect {a} as well.
        {b} and I meet here, it seems: {a} looks guilty.
        What {b} says we can all examine, and I come to the same place; I suspect {a}.
    """,
    "ask": """
        {a}, what would you need to hear to feel easier about this?
        {a}, could you live with the name that most of us seem to have, and if not, why?{later}
        May I ask you for a reason rather than a name, {a}, what troubles you most?
    """,
    "idle": """
        I think we are nearer to each other than it sounds.
        Nobody has to win this argument, we only have to end it with a name.
    """,
    # --- being accused ---
    "deny": """
        {b}, I don't hold it against you, but that is not so.
        I understand that you need a name, {b}; it should not be mine.
        {b}, let us talk about it sensibly, I'm not mafia.
        I'm sorry if I gave you that impression, {b}, because it is wrong.
    """,
    "deny_turn": """
        {b}, you meant well with {c} too, and {c} was {r}; may we be slower this time?
    """,
    "deny_record": """
        When we came together on {c}, {b}, I was there, and {c} was mafia.
    """,
    "deny_crowd": """
        {n_cap} of you, I hear you, and I ask each for one reason that is your own.
    """,
    "deny_result": """
        I do not use the word often, {b}, but you are lying.
    """,
    "deny_last": """
        If it helps you agree, then let it be me, but agree on {a} tomorrow, because I suspect {a}.
    """,
    "mirror": """
        I should like to know what would satisfy {b}.
    """,
    "thanks": """
        That helps us all to speak more calmly, {b}, and I thank you.
    """,
    "answer": """
        A fair question deserves an open answer, {b}: I suspect {a}.
    """,
    "answer_none": """
        I would rather bring others together first, {b}, than add one more name.
    """,
    # --- claims ---
    "claim_sheriff": """
        I had hoped we might agree without this, but I am the sheriff.
    """,
    "claim_doctor": """
        So that nobody has to regret it tomorrow: I am the doctor.
    """,
    "claim_villager": """
        I'm a villager, with nothing to offer but good will.
    """,
    "believe_claim": """
        I think we can all build on that; I believe {b}.
    """,
    "retract": """
        I beg your pardon, {b}, and I withdraw what I said; I believe you.
    """,
    "doubt_claim": """
        I wish I could accept it for the sake of peace, but I don't believe {b}.
    """,
    "follow_result": """
        {b} gives us something that we can all agree on; {a} looks guilty.
    """,
    "doubt_result": """
        I ask you all to be careful with that result on {a}, since I don't trust {b}.
    """,
    "torn_claims": """
        {b} and {c} cannot both be right, so let us hear each in turn and then choose together.
    """,
    # --- the night and the day before ---
    "start": """
        May I suggest that everybody gives one name and one reason, and nobody interrupts?
        Let us agree first on how we agree: one name by the end, whoever it is.
    """,
    "night_town": """
        {b} was {r}, and I would ask us not to make it easier for them by quarrelling.
        We have lost {b}, {r}, and I hope it brings the rest of us closer.
        Let us take {b}, who was {r}, as a reason to speak frankly.
    """,
    "night_quiet": """
        Everybody is still with us, so let us use the good mood while it lasts.
    """,
    "hanged_town": """
        {b} was {r}; we agreed, and we agreed on the wrong name.
        I regret {b}, who was {r}, and I'd like us to be slower today and no less united.
    """,
    "own_mistake": """
        I gave my hand to the agreement on {b}, and I have to answer for that.
    """,
    "hanged_mafia": """
        {b} was mafia, and we found it together, which is how I hope to go on.
    """,
    "no_lynch_tie": """
        We were split {when} and nobody gained by it, so let us find one name today.
        A tie {when}; I'd ask everybody to give way a little sooner.
    """,
    "no_lynch": """
        We could not agree {when}, and I blame nobody, but we have to do better.
    """,
    "stakes": """
        With {n} of us left I would ask for one name from all of us, not three.
    """,
    # --- reasons ---
    "g_hanged_town": """
        I say it without bitterness, but {a} voted for {b}, and {b} was {r}.
    """,
    "g_pushed_town": """
        {a} pressed us hard about {b}, and {b} was {r}.
    """,
    "g_spared_mafia": """
        Enough of us could agree on {b}, who was mafia, and {a} could not.
    """,
    "g_turncoat": """
        I could follow {a} on {b} either way, but not both ways.
    """,
    "g_gut": """
        I can offer no good reason about {a}, only an unease that I'd like to be talked out of.
    """,
    "g_quiet": """
        I would find it easier if {a} told us anything at all.
    """,
    "g_accused_by": """
        {b} has a case against {a}, and it deserves to be heard.
    """,
    "g_accused_me": """
        {a} named me {when}, and I would have liked a conversation first.
    """,
    # --- among themselves ---
    "plot": """
        Could we all live with {a}?
        I propose {a}, unless somebody minds.
    """,
    "plot_agree": """
        That is a proposal I can sign, {b}: {a}.
    """,
    "plot_differ": """
        I could live with yours, {b}, but would you consider {a}?
    """,
    # --- thoughts ---
    "th_suspect": """
        {a} would do for most of them, and I think so too. {because}
        Bring them together on {a}, gently. {because}
        Two camps, one name: {a}, {p} per cent.
    """,
    "th_accused": """
        Do not quarrel with {b}; whoever quarrels looks guilty.
        Lower the temperature. {b} wants a fight and shall not get one.
    """,
    "th_mafia": """
        I bring them to agreement. It only has to be the wrong agreement: {a}.
        Everybody gives a little, and {a} gives everything.
    """,
    "th_vote": """
        {a}; a name that holds together is worth more than my own.
        Not a day without a result. {a}. {because}
    """,
    # --- where nobody has a turn ---
    "g_hunted": """
        {a} and {b} could not settle it by day, and by night somebody settled it.
    """,
    "vote_why": """
        {a}, because it is the name we can carry together.
        It is not my favourite answer, but {a} holds the votes in one place.
        A divided day would be worse than {a}.
        I asked for reasons, and the better ones were about {a}.
        With regret and without anger, {a}.
        Enough of us can live with {a}.
    """,
    "vote_why_none": """
        We have no agreement yet, and I will not feign one.
        Let us talk once more before anybody pays for it.
    """,
    "th_silent": """
        They are getting nearer to each other without me. Let them.
        A word now would only give them something to divide over.
    """,
    "mh_silent": """
        They quarrel nicely. Peace can wait.
    """,
    # --- thoughts aboard a ship ---
    "w_count": """
        Let us all sit down together and ask, politely, where {a} is.
        A meeting offends nobody, and {a} may be in need of one.
        One absence spoils any agreement. {a}?
    """,
    "w_count_last": """
        {a}, last in {room}. I would rather we worried together.
        Better to trouble everybody than to be late for {a}.
        I call them in, without blaming anybody. {a} has been gone too long, since {room}.
    """,
    "w_task": """
        To {room}, to {task}, with a friendly word for whom I meet.
        {task} in {room}. We all do our share, or should.
        I go to {room} and make no enemies on the way.
    """,
    "w_task_here": """
        I {task}. A full bar is one thing that we all want.
        Nobody can object to this: {task}, in {room}.
        I stay in {room}, I {task}, I nod to whoever comes.
    """,
    "tr_empty": """
        {b} has said it nicely, and left it open.
        I would have {b} commit a little more, and not in anger.
        {b} keeps the peace. With whom?
    """,
    "tr_me": """
        {b} names me. I must not answer it as an insult.
        There is a misunderstanding between {b} and me, I hope it is one.
        I shall thank {b} for being frank. It is not easy.
    """,
    "tr_alibi": """
        {room}. I accept it, until somebody objects.
        {b} gives us {room}. Fair; the others ought to do the same.
        I would not call {b} a liar over {room}.
    """,
    "tr_sus_believe": """
        {b} puts it moderately enough. {a}, then, is on the table.
        A name we might agree on? {a}. Let us see who else says so.
        I can follow {b} as far as {a}, and would ask for one reason more.
    """,
    "tr_sus_doubt": """
        {b} divides us over {a}. I do not like to be divided.
        I should like to know what {b} gets out of {a}.
        {b} proposes {a}. I would not sign that.
    """,
    "tm_lead_sure": """
        We could all agree on {a}, and we should.
        I have weighed it for everybody's sake: {a}.
        I see no compromise left to make: {a}.
    """,
    "tm_lead": """
        If we have to meet on a name, mine is {a}.
        I take no pleasure in it. {a}.
        On balance, {a}.
    """,
    "tm_lead_weak": """
        I would not divide the table over it, but {a}, slightly.
        Were I asked for a proposal: {a}, with reservations.
        It is too early to say {a} aloud.
    """,
    "tm_lost": """
        Nobody has said a thing that we could all sign.
        I could live with several names, which is no use.
        First let everybody speak. Then perhaps one name.
    """,
    "tm_vote": """
        {a}, so that we do not split.
        I put mine with {a}. May it be enough.
        One name for all of us, I hope: {a}.
    """,
    "tm_keep_top": """
        I must find out who else doubts {a}, before the next bell.
        {a}, and I tell nobody before I know who agrees.
        For the next talk: bring them together on {a}.
    """,
    "tm_frame": """
        I help them to agree, and what they agree on is {a}.
        A compromise, then. It is called {a}.
        I bring two camps together, over {a}.
    """,
}
