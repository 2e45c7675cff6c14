"""What the house says in the meetings of a ship, and among its dead; long, because it is all of it.

Slots: {a}, {b} names, {room} a place, {task} a task. What is said in meetings house/ship/hearing.py
understands as it is meant: a test says so.
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- what was seen ---
    "m_saw_kill": {
        "any": """
            I saw {a} kill {b} in {room}.
            [With my own eyes|Plain as day], I saw {a} killing {b} in {room}.
            {a} killed {b} in front of me, I saw it [happen|all], in {room}.
            I was standing in {room} and saw {a} murder {b}.
            There is no riddle here: I watched {a} kill {b} in {room}.
        """,
        "accuser": """
            I caught {a} in the act, murdering {b} in {room}.
            {a} murdered {b} in {room} and I saw every bit of it.
        """,
        "logician": """
            Observation, not inference: I saw {a} kill {b} in {room}.
        """,
        "joker": """
            I saw {a} kill {b} in {room}, and nobody even offered me a seat.
        """,
        "listener": """
            I wish I had not seen it, but I saw {a} kill {b} in {room}.
        """,
    },
    "m_saw_vent": {
        "any": """
            I saw {a} use the vent in {room}.
            {a} vented in {room}, [right in front of me|and I was there].
            In {room} I watched {a} come by the vent, and the crew does not vent.
            I saw the vent in {room} open, and it was {a} who vented.
            [Only impostors vent|The crew cannot vent], and I saw {a} vent in {room}.
        """,
        "accuser": """
            {a} vented under my nose in {room}, so that is that.
        """,
        "logician": """
            Crew cannot vent; {a} vented in {room}; the rest follows.
        """,
        "joker": """
            {a} takes the vent in {room} like other people take the stairs, I saw it.
        """,
    },
    "m_found": {
        "any": """
            I found {b} [lying|dead] in {room}.
            {b} was lying in {room} when I came in.
            I walked into {room} and there was {b}, [dead|on the floor].
            It is {b}, in {room}; I called it the moment I saw the body.
            The body in {room} is {b}, [cold already|still warm].
        """,
        "joker": """
            I came to {room} for some peace and found {b} in pieces.
        """,
        "logician": """
            Facts first: body of {b}, found in {room}, reported at once.
        """,
    },
    "m_found_alone": {
        "any": """
            Nobody else was about.
            There was no one [near it|by it|with it] when I got there.
            I was [by myself|alone] when I found it.
            Whoever did it was gone by then.
            Not a soul stood over it.
        """,
    },
    "m_at_scene": {
        "any": """
            I saw {a} in {room} [not long before|shortly before that].
            {a} was in {room} just before, I [saw|passed] {a} there.
            [Shortly before|A little earlier] I passed {a} in {room}.
            When I came by {room}, I saw {a} [in there|inside].
            I noticed {a} in {room} a moment earlier.
            I can place {a} in {room}, for I saw {a} there.
        """,
        "accuser": """
            And who did I see in {room}? I saw {a} in {room}.
        """,
        "logician": """
            My log puts {a} in {room} a few ticks before, seen by me.
        """,
        "listener": """
            I remember that I met {a} in {room}, only moments before.
        """,
    },
    "m_last_with": {
        "any": """
            The last I saw of {b}, {a} was in {room} with {b}.
            {a} was with {b} in {room} when I last saw them.
            I left {a} together with {b} in {room}.
            When I last looked, {a} and {b} were together in {room}.
            {a} stood with {b} in {room}, and then {b} was dead.
        """,
        "logician": """
            Last known company of {b}: {a}, together with {b} in {room}.
        """,
        "joker": """
            {a} was with {b} in {room}, and only one of them is here for the party.
        """,
    },
    "m_far": {
        "any": """
            I saw {a} over in {room}, [nowhere near it|far from all that].
            {a} was in {room} when I passed, which is [a long walk|some way] off.
            For what it is worth, I saw {a} in {room}.
        """,
    },
    # --- who is fine ---
    "m_clear": {
        "any": """
            {a} is clear: I watched {a} do a real task.
            What {a} was doing cannot be faked, I saw it.
            {a} did real work in front of me and is cleared.
            [Leave {a} out of it|Not {a}]: I stood by a real task of {a}'s.
            Take {a} off the list, I saw the proof of a real task.
            {a} is innocent, I have seen the task go through.
        """,
        "logician": """
            {a} is proved: the effect I saw cannot be faked.
        """,
        "listener": """
            I stood by {a} long enough to see a real task, so {a} is innocent.
        """,
        "joker": """
            {a} is cleared, unless impostors have started doing real work for fun.
        """,
        "accuser": """
            I have no quarrel with {a}, who is cleared by real work.
        """,
    },
    "m_vouch": {
        "any": """
            {a} was with me [the whole time|all along], in {room}.
            I can vouch for {a}, we were both in {room}.
            {a} was by my side in {room} when it happened.
            I had {a} in my sight [all through|the whole while].
            {a} kept me company in {room}.
            {a} worked next to me in {room}.
        """,
        "logician": """
            {a} was with me in {room}, which gives both of us an alibi.
        """,
        "joker": """
            {a} was with me in {room}, breathing rather loudly.
        """,
        "listener": """
            I vouch for {a}; we shared {room} and little else.
        """,
    },
    # --- where I was ---
    "m_alibi": {
        "any": """
            I was in {room}, [alone|on my own].
            Me, I was in {room}, nobody else about.
            I spent the last while in {room}.
            I came straight from {room}.
            I was busy in {room} [all that time|until the call].
            You would have found me in {room}.
        """,
    },
    "m_alibi_task": {
        "any": """
            I was in {room}, [busy with|at] a task: {task}.
            I had my hands full in {room}: {task}.
            I was doing my work in {room}, to be exact: {task}.
            I came from {room}, where I had to {task}.
            I was in {room} to {task}.
            My last job was to {task}, so I was in {room}.
        """,
        "logician": """
            My position was {room}; my work, to {task}.
        """,
        "joker": """
            I was in {room}, trying to {task} and failing with dignity.
        """,
    },
    "m_alibi_with": {
        "any": """
            I was in {room}, and {a} was with me.
            I was in {room} with {a} next to me.
            {a} can tell you that I was in {room}, beside me all the while.
        """,
    },
    # --- accused, asked ---
    "m_deny_kill": {
        "any": """
            {b} says I did it, and {b} is lying.
            That is a lie, {b}, and you know why you are lying.
            I did nothing of the sort; {b} is lying to save somebody.
            {b} is lying, and you should ask what {b} gets out of it.
        """,
        "accuser": """
            Liar! {b} is lying, and the liar is the one to eject.
        """,
        "logician": """
            One of us two is lying, {b} or me, and I know which: {b} is.
        """,
        "joker": """
            {b} is lying, and not even well, charming as it sounds.
        """,
    },
    "m_deny": {
        "any": """
            You have the wrong one, {b}.
            It was not me, {b}[, look elsewhere|].
            {b}, I understand the thought, but I had no part in it.
            I would look at it differently, {b}.
            Easy, {b}; I was nowhere near.
        """,
        "accuser": """
            Watch where you point that finger, {b}.
        """,
        "logician": """
            Your argument has a hole in it, {b}: I was elsewhere.
        """,
        "joker": """
            Me? I can hardly find my own locker, {b}.
        """,
        "listener": """
            I hear you, {b}, and I still had nothing to do with it.
        """,
    },
    "m_answer": {
        "any": """
            Since you ask, {b}:
            A fair question, {b}.
            You want to know, {b}, so here it is.
            Gladly, {b}.
            To answer you, {b}:
        """,
    },
    "m_counter": {
        "any": """
            It was {a} who killed {b}, I saw it in {room}, and now the blame goes round.
            I kept quiet too long: I saw {a} kill {b} in {room}.
            Turn it around: I saw {a} kill {b}, which is why {a} shouts first.
            {a} is doing this because I saw {a} murder {b} in {room}.
        """,
    },
    # --- verdicts ---
    "m_suspect": {
        "any": """
            I suspect {a}.
            My suspicion is on {a}.
            {a} looks suspicious to me.
            If I had to name somebody as impostor, it would be {a}.
            I do not trust {a} [at all|one bit|on this].
            I have my doubts about {a}, and I doubt {a} more by the minute.
            [Right now|As things stand], I suspect {a} most.
            My vote is drifting to {a}, my vote and my trust apart.
            I would vote for {a} [if nobody has better|today|as it stands].
            {a} seems guilty to me.
        """,
        "accuser": """
            It is {a}, and I will vote for {a} with both hands.
            {a} is guilty until somebody shows me otherwise.
            {a} smells guilty from here.
        """,
        "logician": """
            The weight of it falls on {a}; I suspect {a}.
            By elimination I suspect {a}.
        """,
        "joker": """
            My money and my vote for {a}, I suspect, and I hate losing either.
            {a} is as suspicious as a quiet toddler.
        """,
        "listener": """
            I listened to everybody, and it is {a} I suspect.
            The more I hear, the more I suspect {a}.
        """,
    },
    "m_sure": {
        "any": """
            My vote is on {a}, and I ask for yours.
            Vote for {a}, all of you.
            We should eject {a} now.
            {a} is the impostor, vote for {a}.
            I vote for {a} and I am not waiting.
        """,
    },
    "m_follow": {
        "any": """
            I go with {b} on this: I suspect {a} too.
            After what {b} told us I suspect {a}.
            {b} has convinced me about {a}, so I would vote for {a}.
            What {b} says makes {a} look guilty.
        """,
        "logician": """
            If {b} is right, and I see no flaw, then {a} is an impostor.
        """,
        "listener": """
            I heard {b} out, and it makes me suspect {a}.
        """,
    },
    "m_believe_not": {
        "any": """
            I do not believe {b} about {a}.
            I doubt {b} more than {a} in this.
            {b} was quick to point, and it is {b} I suspect.
            That story of {b}'s never added up, and I suspect {b}.
        """,
    },
    # --- reasons ---
    "m_why_last_with": {
        "any": """
            {a} was the last one I know of with {b}, in {room}.
            Who else was with {b}? I only know of {a} with {b} in {room}.
        """,
    },
    "m_why_at_scene": {
        "any": """
            {a} had been in {room}, [of all places|where it happened].
            The only one I saw near {room} was {a}.
        """,
    },
    "m_why_alibi_broken": {
        "any": """
            {a} lied about having been in {room}, for I saw {a} somewhere else.
            That {a} was in {room} is a lie, for I saw {a} elsewhere: lying.
            {a} lied about {room}; I met {a} on the other side of the ship.
        """,
    },
    "m_why_lied": {
        "any": """
            {a} swore to something about {b} last time, and it was a lie.
            {a} had us eject {b}, who was crew, on a lie.
            {b} was crew, and it was {a} who lied about {b}.
        """,
    },
    "m_why_voted_wrong": {
        "any": """
            {a} voted against {b}, who was crew, and I suspect that was no slip.
            {a} helped to eject {b}, and {b} was crew.
        """,
    },
    "m_why_voted_beside": {
        "any": """
            When we had to eject {b}, an impostor, {a} was voting elsewhere, which is fishy.
            {a} kept a vote away from {b}, who was an impostor, and that is suspicious.
        """,
    },
    "m_why_covered": {
        "any": """
            {a} spoke up for {b}, and {b} was an impostor, so {a} is suspicious.
        """,
    },
    "m_why_silent": {
        "any": """
            {a} has been too quiet for my taste.
            {a} has not said a word, which is suspicious.
        """,
    },
    "m_ask": {
        "any": """
            {a}, where were you?
            Where have you been, {a}?
            {a}, what did you do [before the call|all this time]?
            Can anybody place {a}?
            And you, {a}, which room were you in?
            Who has seen {a}?
        """,
        "accuser": """
            {a}, talk: where were you, and with whom?
        """,
        "joker": """
            {a}, where did you hide, and was it nice there?
        """,
        "listener": """
            I would like to hear {a}: where did you go?
        """,
    },
    # --- what only some tempers do ---
    "m_stand_by": {
        "any": """
            I trust {a}, and I will go on saying so.
            I stand by {a}, whom I trust, whoever else turns away.
            You know that I trust {a}; that has not changed.
            I gave {a} my word, so I believe {a} today as well.
            Come what may, I trust {a}.
        """,
    },
    "m_against_crowd": {
        "any": """
            So many fingers on {a}, and so few eyes that were there.
            When everybody points at {a}, I look where nobody points.
            You all run after {a}, and somebody here is glad of it.
            It is a little too easy, all of it, with {a}.
            How quickly we agree about {a}, and on how little.
        """,
    },
    "m_one_name": {
        "any": """
            Two names split us, so let us meet on one: I suspect {a}.
            We cannot afford a tie, so I go with those who suspect {a}.
            Whatever each of us thinks of the others, my vote goes to {a}, so that we are of one mind.
            Let us settle on one name, and I suspect {a} a little more.
            A tie helps nobody but them; my vote is for {a}, and I ask for yours.
        """,
    },
    "m_fret": {
        "any": """
            Oh no, I knew that my name would come up.
            Please, not all at once, my head is swimming.
            My hands are shaking, and they always do.
            I am saying this all wrong, am I not.
            Give me a moment, I cannot breathe in here.
            I have been dreading this since the alarm bell.
        """,
    },
    "m_pressed": {
        "any": """
            I pressed the button because this cannot wait.
            I called you all together before somebody else is missing.
            That was me on the button; we have to talk.
            I pressed it, yes, so let us compare notes.
        """,
    },
    "m_pressed_missing": {
        "any": """
            I pressed because I had not seen {b} for a while, and now we know why.
            Nobody had seen {b}, so I pressed, and I wish I had been wrong.
            I missed {b} and came to ask; {b} is dead.
            I wanted to count heads, and {b} is not among them.
            Somebody had to ask where {b} was, so I called you here.
        """,
        "logician": """
            I counted, the count was short, I pressed: {b} is dead.
        """,
        "joker": """
            I rang for a roll-call and {b} did not answer.
        """,
    },
    "m_missing": {
        "any": """
            So {b} is dead.
            {b} is gone, and [we should be careful|it will not be the last].
            Poor {b}.
            First of all, {b} deserves better than this.
            {b} is dead and one of us is glad.
        """,
        "joker": """
            {b} finally got out of the cleaning rota.
        """,
        "logician": """
            One fewer: {b}.
        """,
    },
    "m_skip": {
        "any": """
            I know too little; I will skip.
            We have nothing solid, so I would skip this one.
            Better no ejection than a wrong one.
            I am for skipping [today|this time|until somebody saw something].
            Nobody has shown me enough, I skip.
        """,
        "logician": """
            The evidence does not carry a vote; skip.
        """,
        "accuser": """
            I hate to say it, but I have no name, so skip.
        """,
    },
    "m_hurry": {
        "any": """
            Fewer of us each time; a skip helps them more than us.
            We cannot afford to skip again.
            Think hard now, one more mistake may be the last.
        """,
    },
    "m_idle": {
        "any": """
            I saw nothing that helps.
            Nothing from me, I was busy.
            I have no more than you do.
            I did my work and saw nobody do harm.
            I can add little to that.
            Let us hear from those who were near.
        """,
        "joker": """
            I saw a lot of corridor and no crime.
        """,
        "listener": """
            I will listen first, if nobody minds.
        """,
    },
    # --- the dead among themselves ---
    "gh_said": {
        "any": """
            It was {a}, if anybody up there could hear me.
            Look at {a}, sitting there as if nothing had happened.
            They all look past {a}.
            {a} did it, and {a} will do it again.
            I could tell them in one word: {a}.
            From here one sees everything, and {a} most of all.
            I have nothing but time to watch {a} now.
        """,
        "joker": """
            Being dead, I finally have an alibi; {a} has none.
        """,
        "accuser": """
            {a}! {a}! Not one of them hears me.
        """,
    },
    "gh_impostor": {
        "any": """
            I had a good run.
            Careful, {a}, they are getting close.
            {a} plays it better than I did.
            Come on, {a}, finish it.
        """,
    },
}
