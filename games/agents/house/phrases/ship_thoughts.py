"""What is thought aboard a ship and not said: at work, on the hunt, in meetings, among the dead; long, because it is a
list of sentences.

Slots: {a} whom it is about, {b} another (who said it, who died), {c} a third, {room} a place, {seen} another, {task} a
task, {p} a percentage, {n} a number in words. Every slot of a pattern is there whenever its intent is: a test says so.
A thought in a meeting is put together: what one makes of the last word (tr_, an impostor ti_), and where one stands
(tm_), with a note to oneself why (tw_).
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- aboard: the crew ---
    "w_report": {
        "any": """
            [A body!|Oh no.] It is {a}. I have to report this at once.
            {a}, dead on the floor of {room}. Report it.
            So that is where {a} went. Call everybody.
            {a}, here, in {room}. Nobody else touches anything. Report.
            No task is worth stepping over {a}. I call it in.
            I came to {room} for something else. Now it is about {a}.
        """
    },
    "w_press": {
        "any": """
            I know what {a} is. The button, now.
            Nobody touches anything: I press, and then I tell them about {a}.
            {a}, in front of everybody, before {a} finds the words.
            Hand on the button. My voice will have to hold when I say {a}.
        """
    },
    "w_count": {
        "any": """
            I have not seen {a} for a long time. Let us count heads.
            Where is {a}? I would rather ask aloud.
            Too quiet. Somebody will be missing, {a} perhaps.
            When did anybody last see {a}? Not I, not this shift.
            Not one glimpse of {a} since we set out. I press, and we shall see who comes.
            If {a} walks in and laughs at me, I shall be glad of it.
            I may look a fool with my hand on the button. {a} may look worse.
            Wherever {a} is, it is not where I have been. I want to know.
            The work can wait for a roll-call. {a} first.
            A head is missing from my count, and it is {a}'s.
        """,
        "accuser": """
            Enough. Everybody to the table, and {a} can explain where {a} has been.
            {a} is hiding or {a} is dead. I want to know which.
            I ring until {a} shows a face.
        """,
        "listener": """
            I have not heard {a} on the corridors at all. That troubles me.
            Nobody has mentioned {a}. I will ask, kindly, with everybody there.
            It is the silence around {a} that I notice.
        """,
        "logician": """
            Position of {a}: unknown. Remedy: a bell.
            Expected cost of a meeting: small. Expected cost of not asking about {a}: larger.
            {a}: last observation, none. That is too old a datum.
        """,
        "joker": """
            {a} owes us a sign of life, or at least a forwarding address.
            Roll-call! It worked at school, and there too somebody was always missing. {a}?
            Either {a} plays hide-and-seek very well, or somebody else won.
        """,
    },
    "w_count_last": {
        "any": """
            I last saw {a} in {room}, and that was a while ago. Let us count heads.
            {a} was in {room}, and then not anywhere. The button.
            Since {room}, nothing of {a}. I would rather ask aloud.
            One of us has dropped out of sight: {a}, last in {room}.
            {a} in {room} is an old picture by now. I want a new one.
            Too long without {a}. If all is well in {room}, nobody minds a roll-call.
            What became of {a} after {room}? The table may know.
            I keep waiting for {a} to come round a corner. I stop waiting.
            {a} and {room}: I do not like how long ago that was.
            If I do not ask for {a} now, I may be too late to ask.
        """,
        "accuser": """
            {a} went out of sight in {room}. Somebody at that table knows why.
            I want {a} in front of me, alive and with an answer.
            Drag them all in. Last I saw of {a} was {room}.
        """,
        "listener": """
            I passed {a} in {room}, and have not heard that step since.
            It may be nothing. But {room} went very still behind {a}.
            I would sleep better if I knew how {a} is. Better ask.
        """,
        "logician": """
            {a}: last observed in {room}, and the observation is stale.
            Either {a} is slow or {a} is dead. A meeting decides it cheaply.
            The list of the unseen is headed by {a}, {room}. Time to call it.
        """,
        "joker": """
            {a} went to {room} and never wrote. I shall ring.
            Lost, one {a}, last seen in {room}. Finder please report.
            I hope {a} only fell asleep in {room}. I hope many things.
        """,
    },
    "w_search": {
        "any": """
            I last saw {a} in {room}. I will see if all is well there.
            {a} went quiet in {room}; a look costs me a few steps.
            Somebody should look in on {a}, so off to {room}.
            My list can wait until I know what became of {a} in {room}.
            {room} again, for {a}'s sake. I hope to be told to mind my own business.
            If {a} is still in {room}, good. If not, I want to know first.
            A detour by {room}. {a} would do it for me, or would not; then I know that too.
            I would rather find {a} busy in {room} than not find {a}.
        """
    },
    "w_last_vote": {
        "any": """
            One more death and they have won. We vote before that.
            It must be settled now, while we are still enough. The button.
            No more waiting: whoever it is, another body ends it.
            We can afford one more talk and not one more corpse.
            Every tick I do not press, I bet all of us on luck.
        """
    },
    "w_run": {
        "any": """
            To the button, before {a} gets to me.
            I saw what {a} is. {room}, quickly.
            Run, do not look back at {a}.
            If I fall on the way to {room}, nobody will ever know it was {a}.
            {a} knows that I know. It is a matter of legs now.
        """
    },
    "w_fix": {
        "any": """
            I am here already, so I mend it.
            Hands on the panel until it works.
            Fix first, think later.
            Whoever broke this wants us running about {room}. Mend it and go.
            The panel does not care who I suspect. Hold it down.
            My back to the door of {room}. Be quick, hands.
        """
    },
    "w_alarm": {
        "any": """
            The alarm comes first: to {room}.
            Somebody has to go to {room}, and I am somebody.
            {room}, before it is too late.
            Off to {room}; tasks can wait.
            Somebody did this on purpose. I still have to run to {room}.
            If everybody thinks another will go to {room}, nobody does. I go.
            To {room}, and I look at every face on the way.
            An alarm is a good cover for a knife. All the same: {room}.
            I drop what I am at. {room} first.
            They want us to run. We have to run. To {room}, with open eyes.
        """,
        "nervous": """
            Oh, that noise. {room}, go, go, before I think about it.
        """,
        "logician": """
            Priority one: {room}. Whoever arrives last is worth a note.
        """,
        "joker": """
            Somebody broke it in {room}, and I am on the rota again.
        """,
    },
    "w_flee": {
        "any": """
            I do not like being alone with {a}.
            Alone with {a}? Not today.
            {a} and nobody else here: time to go.
            {a} here, and my neck noticed first. Out of {room}.
            Two in {room}, and I trust one of us. Away from {a}.
        """
    },
    "w_task": {
        "any": """
            Next on my list: {task}, in {room}.
            To {room}, then, to {task}.
            If I keep moving I can {task} and be gone from {room} again.
            The bar will not fill itself: {task}, in {room}.
            Work first, and the closest is {room}: {task}.
            Off to {room}. {task}, a look round, and on.
            I remember every face on the way to {room}. It may be asked of me.
            {room} next. I would rather not be the only one there.
            To {room}, to {task}, and I keep my back to a wall.
            {task} in {room}, and I note whom I pass.
            A short walk to {room}. Long enough to think about who walks behind me.
            If anybody asks: I went to {room}, to {task}. Let somebody see me do it.
            {room}. Honest work, and a door to keep an eye on.
            One job nearer to home if I {task}. So, {room}.
        """,
        "accuser": """
            To {room}, and woe to whoever loiters there without a task.
            I {task} in {room}, and I dare anybody to get in my way.
            Quickly to {room}. The sooner we are done, the sooner I can point at people.
        """,
        "listener": """
            {room} next. One hears a good deal over one's work.
            I will {task} quietly, and listen who comes into {room}.
            To {room}. I step softly, and others forget to.
        """,
        "logician": """
            Shortest path: {room}, {task}.
            Minimum of steps over the open tasks: {room}. {task}.
            {room}: {task}. Log who is there on arrival.
        """,
        "joker": """
            My calling in life: to {task}. In {room}, of all places.
            {room}, here I come. They never put that on the recruiting poster: {task}.
            If I die in {room}, let it be said that I went there to {task}.
        """,
    },
    "w_task_here": {
        "any": """
            I am here anyway: {task}.
            No steps needed. {task}, here in {room}.
            {room} still has something for me: {task}.
            Hands busy, eyes on the door: {task}.
            I {task} now, before {room} gets lonely.
            {task}. Dull, honest, and it counts.
            While I {task} I cannot be accused of strolling about.
            First this one, in {room}: {task}. Then we shall see.
            The bar moves when I {task}. So do I, afterwards.
            I {task}, and count who comes and goes in {room}.
        """,
        "accuser": """
            I {task}. Let us see who else here does more than pretend.
            Here, at once: {task}. Idlers get no mercy from me later.
            I do my share in {room}, and I watch who does not.
        """,
        "listener": """
            I {task}, and let {room} talk to me.
            It is good to have one's hands full and one's ears free: {task}.
            I stay in {room} a little, to {task} and to listen.
        """,
        "logician": """
            Zero distance: {task} in {room} comes first.
            {task}, then recompute.
            Cost of staying in {room}: nil. So, {task}.
        """,
        "joker": """
            Here I stand, I can do no other: {task}.
            {task}. My mother was so proud.
            {room} and I have unfinished business, to wit: {task}.
        """,
    },
    "w_task_with": {
        "any": """
            {a} is here too. I {task} and keep one eye on those hands.
            Only {a} for company. If {a} is honest, we are each other's alibi.
            {a} and I. One of us is certainly crew: me.
            To {task} with {a} in the room is either safe or very short.
            I remember it: {a} was with me when I turned to {task}.
            {a}, of all people. A friend, or somebody waiting for me to turn my back.
            Does {a} work, or only stand as if?
            If something happens now, they will ask me about {a}, or {a} about me.
            {a}, and nobody else. I talk of {task} and think of the door.
            I could vouch for {a} so far. So far.
        """,
        "accuser": """
            {a}, I see you. {task}, and I see you still.
        """,
        "listener": """
            {a} says nothing over the work. Nor do I. We both listen.
        """,
        "logician": """
            One companion, {a}: an alibi with probability, a danger with the rest.
        """,
        "joker": """
            {a} and I, alone with a job: {task}. How romantic, if nobody is stabbed.
        """,
        "loyalist": """
            {a} and I, side by side. I should like that to mean something.
        """,
        "contrarian": """
            Everybody likes company. With only {a} here, I would rather have a crowd or nobody.
        """,
        "diplomat": """
            A nod to {a}. We work, we watch each other, nobody is offended.
        """,
        "nervous": """
            Only {a} here. Smile. Do not stop working. {a} is only working, surely.
        """,
    },
    "w_task_last": {
        "any": """
            The last one on my list: {task}, in {room}.
            Only {room} left: {task}. After that I am all eyes.
            If I {task} I am done, and they can have no more work out of me.
            One more, {task}, and my part of the bar is full.
            {task}, then nothing to do but stay alive.
            {room}, to {task}, and then I follow people about.
        """
    },
    "w_shut": {
        "any": """
            The doors are shut. Somebody wants me here, or wants me not to see.
            Shut in. I wait and listen.
            Doors do not close by themselves. Who is on the other side?
            {room}, and no way out of it. I stay away from the vent.
        """
    },
    "w_look": {
        "any": """
            My work is done; let me see where everybody is.
            A look costs little.
            From {room} one sees more than people think. Let us look.
            Who is where, and with whom? That is all I want to know.
        """
    },
    "w_idle": {
        "any": """
            Nothing left to do but keep my eyes open.
            I am done. I would rather be where people are.
            No task left. I make myself a witness.
            My list is empty; somebody else's may be too, for worse reasons.
        """
    },
    # --- aboard: impostors ---
    "h_kill": {
        "any": """
            {a}, alone, and nobody to see. Now.
            Only {a} and me in {room}. It will be quick.
            This is the moment for {a}.
            {a} should have stayed with the others.
            No witness in {room} but {a}, and soon none.
            If {a} turns round now, a pity.
            Nothing against {a}. It is arithmetic.
            {room} will do. {a} will do.
            One step, {a}, and then I was never in {room}.
        """
    },
    "h_report": {
        "any": """
            They come in and I stand over {a}. Better that I am the one who found it.
            If I report {a} first, I am the honest one.
            I call it in and look shocked.
            {a} has to be found by somebody. Why not by a friend?
            Who finds {a} gets to tell the story. So, me.
        """
    },
    "h_leave": {
        "any": """
            {a} must not be found with me beside. Away.
            Not here, not next to {a}.
            I never saw {a} in {room}. I was never in {room}.
            Walk, do not run. {a} can wait for somebody else.
        """
    },
    "h_doors": {
        "any": """
            Shut the doors, and {a} stays until I am ready.
            {a} is not going anywhere.
            A closed door in {room}, and time enough for {a}.
        """
    },
    "h_lights": {
        "any": """
            Lights out. In the dark nobody knows anybody.
            A little darkness helps.
            Let them stumble about for a while.
            Who sees nothing can swear to nothing. Lights.
            Dark suits me better than {room} does.
        """
    },
    "h_critical": {
        "any": """
            Let them run, and let them run apart.
            An alarm empties rooms, and empty rooms are mine.
            Either they fix it in time or we have won.
            A bell, a panic, and nobody remembers who stood where.
        """
    },
    "h_comms": {
        "any": """
            No lists, no cameras: that slows them.
            Blind and deaf they are easier.
            Take their lists away and see how they wander.
        """
    },
    "h_pretend": {
        "any": """
            I mend what we broke, and they will remember that I did.
            Look how helpful I am.
            A saboteur would not mend it, they think. Good.
        """
    },
    "h_wait": {
        "any": """
            Stay, {a}, just a moment longer.
            I fake a task and keep {a} company. Not long now.
            {a} thinks that we are working. One of us is waiting.
            Nobody come in, please. {a} and I are nearly done here.
        """
    },
    "h_hunt": {
        "any": """
            Somebody will be alone in {room}.
            To {room}, where people go by themselves.
            I am ready; now for somebody who is alone, perhaps in {room}.
            {room} next. I like it quiet.
            Who works in {room} turns a back to the door.
            {room}. If it is empty, I was only working.
            Nobody hurries to {room} in company.
            An innocent stroll to {room}, with a knife along.
            I hope for one in {room}. Two would be awkward, three a chat.
            They count heads at the table. I count doors on the way to {room}.
            My hands are free again. {room}.
            Let {room} hold one person and no cameras.
        """,
        "accuser": """
            {room}, and no more creeping about.
            Somebody in {room} has been asking for it.
        """,
        "listener": """
            I listen at the door of {room} first. One pair of feet would be right.
            One hears when a room holds a single person. {room}, perhaps.
        """,
        "logician": """
            Expected number of witnesses is least in {room}.
            {room}: few visitors, several exits. Acceptable.
        """,
        "joker": """
            Knock knock, {room}. Anybody in? Anybody else?
            I bring {room} my warmest regards, and no witnesses.
        """,
        "loyalist": """
            I do this for mine, not for sport. {room}.
            My partners do their part; I do mine in {room}.
        """,
        "contrarian": """
            If everybody avoids {room}, that recommends it.
            They look for us in dark corners. I go openly to {room}.
        """,
        "diplomat": """
            No scenes, no witnesses, no fuss. {room}.
            A quiet arrangement with one person, in {room}.
        """,
        "nervous": """
            {room}. If they look at my hands I am done for. Go anyway.
            Please let there be only one in {room}. Please let there be one.
        """,
    },
    "h_hunt_prey": {
        "any": """
            {a} was in {room}. I should look in on {a}.
            I saw {a} go about in {room}. With luck, alone by now.
            To {room}, and if {a} is still there, so much the worse for {a}.
            {a} and {room}: I like the combination.
            {a}, {room}, and let nobody come between us.
            Let {a} stay in {room} a little longer. I am on my way.
            Somebody must be next, and {a} is in {room}.
            If {a} has no company in {room}, I can provide it.
            If {a} asks what I want in {room}: the same as {a}, surely.
        """
    },
    "h_hunt_here": {
        "any": """
            I stay in {room}. Somebody will come to me.
            {room} is as good a trap as any. I wait.
            Why walk? They have to pass through {room}.
        """
    },
    "h_blend": {
        "any": """
            To be seen at work in {room}, that is worth something.
            I cannot do anything yet, so I look busy: {room}.
            A walk to {room}, some fake work, a friendly nod.
            Let them remember me in {room}.
            Idle hands get noticed. {room}, and something to fumble with.
            {room}. I frown at a panel until somebody believes it.
            An hour of honesty, in {room}. I can spare it.
            I was in {room}, I shall say, and for once it will be so.
        """
    },
    "h_blend_after": {
        "any": """
            Away from {a}, and into {room} as if I had been there all along.
            {a} is behind me. {room}, clean hands, calm face.
            Whoever finds {a}, I was in {room}.
            Now to be dull somewhere. {room} is dull.
            The more people see me in {room}, the less I did to {a}.
            Breathe. To {room}. {a} is nobody I know.
        """
    },
    "h_shut": {
        "any": """
            Doors. I fiddle with something until they open.
            Shut in by our own doors. Look surprised.
        """
    },
    "h_ghost": {
        "any": """
            Dead, but my hands still itch.
            I haunt the wiring.
            They cannot vote me out of the walls.
        """
    },
    # --- meetings: what a crewmate makes of the beginning ---
    "tr_my_find": {
        "any": """
            I found {b}, and who finds is asked first. Tell it plainly.
            {b}, in {room}. I still see it. Say it in order.
            They will look at me because I found {b}. Let them; I have nothing to hide.
            Do not tell it too well. I came into {room} and there was {b}.
        """
    },
    "tr_my_call": {
        "any": """
            I rang, so I owe them a reason.
            Everybody came at my bell, and one of them was not glad of it.
            Now that they all sit here, I look at faces first.
            I have the table for as long as they stay patient.
        """
    },
    "tr_call": {
        "any": """
            {b} rang, and nobody is dead. Good, and why?
            No new empty chair. {b} had better have a reason.
            Nobody new is missing. So what does {b} know, or want?
            A bell without a body. {b} is afraid, or clever.
            {b} calls us in. I count, and nobody has been lost.
            Whoever it is sits here with us, quite safe, because {b} rang.
            I was in the middle of something. Let us hear {b}.
            Talk, then. I have little to bring but ears. {b}?
        """
    },
    "tr_dead_with": {
        "any": """
            {b} dead. And when I last saw {b}, {a} was there.
            {b} in {room}, with {a}: that is my last picture of {b}.
            It was {a} I saw beside {b} in {room}. Nobody else.
            {b} is gone, and {a} will have to tell us about {room}.
        """
    },
    "tr_dead_seen": {
        "any": """
            {b} dead. I saw {b} in {room}, alive.
            I passed {b} in {room}. I said nothing, not even a greeting.
            {b} was in {room} when I last looked. Who came after me?
            So it is {b}. From {room} to this in a few ticks.
            Poor {b}. {room} was the last I saw of that one.
            {b}: I remember {room}, and nothing after it.
        """
    },
    "tr_dead": {
        "any": """
            {b} is dead, and I never crossed {b}'s path this shift.
            {b}, then. I know nothing of {b}'s last hour.
            It is {b}. I can say where I was, and not much else.
            I did not see {b} at all. Somebody here did.
            {b} gone. Look at the faces, not at the chair.
            One chair empty, {b}'s. One face here is acting.
            Poor {b}. I have nothing to give but where I was.
        """
    },
    # --- meetings: what a crewmate makes of the last word ---
    "tr_silence": {
        "any": """
            Nobody speaks. That helps exactly one kind of person.
            Silence. Somebody is hoping that it lasts.
            All of us waiting for all of us.
            Not a word from anybody. I could begin, if I had anything.
            So quiet that I hear who swallows.
            Nobody wants to be first. I understand that too well.
        """
    },
    "tr_mine": {
        "any": """
            I have said it. Now I look at who nods.
            That was my piece. Who looks away?
            Was that too much? They took it in, at least.
            Said, and it cannot be unsaid. Watch them.
            Somebody will answer that. The hasty ones interest me.
            I meant every word. Whether it helped is another matter.
            They heard me. Whether they listened, the votes will tell.
            Now let it work, and do not spoil it by talking on.
        """
    },
    "tr_empty": {
        "any": """
            {b} talks, and I know no more than before.
            Words from {b}, and not one room or name that I could use.
            That was {b} being present, nothing more.
            {b} said something. I could not repeat what.
            Nice, {b}. And where were you?
            {b} fills the time. For whom?
            I weigh what {b} said, and the scales do not move.
            From {b} I would have liked a fact.
            {b} commits to nothing. Shy, or careful?
            All right, {b}. That neither helps nor harms anybody.
        """,
        "accuser": """
            Come to the point, {b}, or I shall think you have one to hide.
            {b} wastes our air.
            Soft talk, {b}. I like names.
        """,
        "listener": """
            I listened to {b} twice over, once for the words and once for the voice.
            {b} sounds tired rather than guilty.
            Even nothing has a tone. {b}'s I cannot place yet.
        """,
        "logician": """
            Information in what {b} said: nil.
            {b} adds no constraint. Carry on.
            An utterance by {b}, without content. Noted as such.
        """,
        "joker": """
            Thank you, {b}, we shall carve that on something.
            {b} speaks, and somewhere a plant grows a little.
            I have had soups with more in them than that, {b}.
        """,
    },
    "tr_find": {
        "any": """
            {b} was the first in {room}, or the last. Which?
            So {b} walked into {room} and found it. Somebody had to.
            I believe {b} about {room}, for now; finders are rarely killers, but not never.
            {b} tells it straight. What was {b} doing in {room}?
            Dead in {room}. How far was I from {room}?
            {b} sounds shaken. One can sound that.
        """
    },
    "tr_other": {
        "any": """
            What {b} says may be so. It does not bring me further.
            {b} speaks of those who cannot answer any more.
            I put {b}'s word with the others and wait.
            {b} looks back. I would rather look round.
        """
    },
    "tr_me_grave": {
        "any": """
            {b} says I did it. I did not, so {b} is lying, and I know now what {b} is.
            A plain lie, {b}. Only one kind of player needs that lie.
            {b} has never seen me do it, because I never did. So it is {b}.
            If they believe {b} I am gone, and {b} is still here. Think.
            Thank you, {b}. Now I know. I need the others to know.
        """
    },
    "tr_me": {
        "any": """
            {b} is after me, and I did nothing. Is {b} wrong, or is it {b}?
            Why me, {b}?
            So {b} has picked me. I was only doing my work.
            {b} points at me and is wrong. Honestly wrong, or usefully?
            That is my own name I hear, from {b}.
            One of them is glad that {b} said that.
            {b} is mistaken, and the mistake could kill me.
            Keep calm. I know what I did; {b} does not.
            I would suspect me too, {b}, if I knew as little as you.
            If {b} were an impostor, this is what {b} would do.
            {b} names me. Let me see who nods along.
            Nothing is harder to prove than nothing, {b}.
        """,
        "accuser": """
            Me? {b} has just moved up my list.
            {b} wants a fight. {b} shall have one.
            Point at me, {b}, and I look very closely along that finger.
        """,
        "listener": """
            {b} means me. I try to hear it as {b} does, and cannot.
            It stings. I should still ask what {b} saw, not why {b} said it.
            {b} did not ask before pointing. I would have.
        """,
        "logician": """
            {b} concludes me from false premises. Which premise?
            I have one certainty here, my own innocence, and {b} contradicts it.
            Given that I am crew, {b} is wrong or worse. Update accordingly.
        """,
        "joker": """
            {b} suspects me. I am flattered that somebody thinks I could plan anything.
            Famous at last, says {b}. I had hoped for better reviews.
            Smile. {b} cannot vote out a smile. {b} can, actually.
        """,
    },
    "tr_me_asked": {
        "any": """
            {b} asks, so I answer, with room and all.
            A question from {b}. I have an answer; not everybody will.
            {b} wants to know where I was. That at least I can tell.
            Fair of {b} to ask before judging.
            Is {b} asking, or already telling? Answer plainly.
            Short and true, and then I ask {b} the same.
        """
    },
    "tr_me_for": {
        "any": """
            {b} speaks up for me. Kind, or bait?
            That was a hand held out by {b}. I look at it before I take it.
            {b} is right about me. It does not make {b} innocent.
            I could hug {b}, and I will not, before I know what {b} is.
            A friend at last, if {b} is one.
            Good of {b}. Impostors are good to people too.
            {b} believes me. I note how warm that makes me, and distrust it.
        """
    },
    "tr_me_seen_so": {
        "any": """
            {b} saw me in {room}, and I was there. So far {b} tells the truth.
            True, I was in {room}. What does {b} make of it?
            {room}, yes. {b} has good eyes. Whom else did they see?
            {b} puts me in {room}, rightly. I need not fear that.
        """
    },
    "tr_me_seen_not": {
        "any": """
            {b} puts me in {room}, where I never was this shift. Why?
            I was not in {room}. {b} errs, or {b} invents.
            {room}? Not I. {b} has just told me something about {b}.
        """
    },
    "tr_alibi_holds": {
        "any": """
            {room}: I saw {b} there myself. That holds.
            {b} says {room}, and so do my eyes.
            That fits. I passed {b} in {room}.
            {b} was in {room}; I can sign that.
            No lie from {b} there: {room} is where I saw {b}.
            {b} and {room}, yes, I have that too.
            What {b} says of {room} I could have said for {b}.
            One thing less to doubt: {b} was in {room}.
        """
    },
    "tr_alibi_broken": {
        "any": """
            {b} says {room}. I saw {b} in {seen}, and nobody walks that fast.
            {room}? I saw you in {seen}, {b}.
            That is false: {b} was in {seen} when I looked.
            That does not fit, {b}: {seen}, not {room}.
            From {seen} to {room} in that time? Not on legs, {b}.
            {b} is lying about {room}. I have {b} in {seen}.
        """
    },
    "tr_alibi_scene": {
        "any": """
            {b} was in {room}, says {b}. That is where it happened.
            By {b}'s own account: in {room}. Bold, or honest.
            {room}, of all places. Would a killer say so?
            {b} admits to {room}. I do not know whether that is courage.
        """
    },
    "tr_alibi_missed": {
        "any": """
            {b} in {room}? I was in {room} too, and saw no {b}.
            Odd. I came through {room} and never met {b}.
            I know {room} from just now, and there was no {b} in my sight.
            {b} says {room}. So could I, and I do not remember company.
            Either I missed {b} in {room}, or {b} missed {room}.
        """
    },
    "tr_alibi": {
        "any": """
            {b} says {room}. I can neither prove nor break that.
            {room}, then. Who saw {b} there?
            I cannot speak for {room}. {b} can, or says so.
            {b} gives us {room} and no witness of mine.
            Very well, {b}: {room}. I keep it for later.
            {room}, says {b}. It may be true, or only ready.
            If {b} was in {room}, somebody should have passed {b}.
            {b} has an alibi. I have nothing to hold it up with.
            One room for {b}: {room}. I compare it with the next one.
            I put {b} in {room}, in pencil.
            {room} would be far enough, if {b} was there.
            An answer, at least. {b}: {room}.
        """,
        "accuser": """
            {room}? Says who, {b}, besides {b}?
            {b} hides behind {room}. I will knock on it.
            {room}, how handy for {b}.
        """,
        "listener": """
            I go over the way {b} said {room}.
            I heard {b} say {room}, and heard nothing wrong in it.
            {room}. I want to hear {b} say it once more.
        """,
        "logician": """
            {b}: {room}, unverified.
            Enter {b} under {room}, confidence low, source {b}.
            {b}'s claim of {room} contradicts nothing I have. Yet.
        """,
        "joker": """
            {room}! And did the furniture see you, {b}?
            {b} was in {room}. I was once in Venice; nobody can prove that either.
            {room} cannot testify, {b}, as you may have considered.
        """,
    },
    "tr_grave_saw": {
        "any": """
            {b} has it too. Then we are two who know about {a}.
            So it is not my word alone: {b} names {a} as well.
            Good, {b}. {a} cannot call both of us liars.
        """
    },
    "tr_grave_known": {
        "any": """
            {a}? I watched {a} do a real task. {b} is lying.
            No. {a} is crew, I have seen the proof, and {b} has just accused the wrong one.
            {b} cannot have seen that, because {a} is crew. So what is {b}?
        """
    },
    "tr_grave_believe": {
        "any": """
            {b} saw {a} at it. People have been ejected for less.
            If {b} saw that, we need no more talk about {a}.
            {a}, then, if {b} has eyes and a conscience.
            I believe {b}. {a} will say what they all say.
        """
    },
    "tr_grave_doubt": {
        "any": """
            {b} says that {a} did it. {b} is the last one I would take it from.
            One of those two is lying, and {b} spoke first.
            {a}, caught by {b} of all people? I want to hear {a}.
            If {a} is crew, {b} has just shown us what {b} is.
        """
    },
    "tr_sus_known": {
        "any": """
            {b} suspects {a}, and I have seen a real task of {a}'s. Wasted breath.
            {a} is proved, {b}. Look elsewhere, or I look at you.
            Not {a}. I stood by while {a} did real work.
            {b} barks up the wrong tree; {a} is crew.
            If {b} goes on about {a}, I have to speak up.
        """
    },
    "tr_sus_erred": {
        "any": """
            {b} again, who voted {c} out. {c} was crew.
            {b} was wrong about {c}, and now it is {a}.
            After {c}, I take {b}'s word on {a} with care.
            First {c}, now {a}. {b} goes through us one by one.
            Has {b} forgotten {c}? I have not. And now {a}.
        """
    },
    "tr_sus_back": {
        "any": """
            {a} named {b}, {b} names {a}. That is a quarrel, not evidence.
            {b} gives it back to {a}. One of them may even be right.
            {a} and {b} at each other's throats. Who gains?
            Naturally {b} names {a}, after what {a} said.
            Two who point at each other, {a} and {b}. I would do the same in {b}'s place, guilty or not.
            {b} strikes back at {a}. It tells me about tempers, not about deeds.
        """
    },
    "tr_sus_crowd": {
        "any": """
            That makes {n} against {a}. It goes very fast.
            {n} of us on {a} now, and {b} is the latest. An impostor would be among them.
            {b} joins in. With {n} on {a}, joining costs nothing.
            So many for {a} now. I count {n}, and wonder who only follows.
            {a} again. {b} makes it {n}.
            If {a} is crew, {n} of us are being led.
        """
    },
    "tr_sus_same": {
        "any": """
            {b} sees it as I do.
            So I am not alone with it: {b} has {a} too.
            {b} says what I think. That should please me more than it does.
            Exactly, {b}.
            {b} got there as well. By the same road?
            Another one for {a}. I hope {b} means it.
            Let {b} say it; from me it would sound like a grudge.
            {b} and I agree. I only hope {b} is crew.
            There, {b} has said the name that I had.
            We are two, {b} and I. Or {b} is following me.
        """
    },
    "tr_sus_believe": {
        "any": """
            {b} suspects {a}. {b} does not strike me as a liar.
            {a}, says {b}. Let me hold that against what I saw.
            I had not thought of {a}. {b} may have a point.
            If {b} is honest, and I think so, {a} deserves a look.
            {b} on {a}: I keep it in mind.
            A name from {b}, whom I half trust. {a}.
            {b} has no reason to pick on {a}, as far as I can see.
            I would follow {b} further if {b} had said why {a}.
            {a}? {b} sees something there, or wants to.
            So {b} looks at {a}. I look at {a} looking back.
            {b} means it. Whether it is so about {a} is another thing.
            {a} cannot enjoy that, guilty or not.
        """,
        "accuser": """
            Good, a name at last. {a} may answer {b} now.
            {b} has teeth. Let us see {a} bleed, or not.
            {b} says {a} out loud. That is how one does it.
        """,
        "listener": """
            {b} says {a}, and there is real worry in it.
            I hear {b}. I should like to hear {a} as well.
            {b} is not one to throw names about, and now it is {a}.
        """,
        "logician": """
            {b} is more likely honest than not; so {a} rises a little.
            One report against {a}, source {b}, weight modest.
            {a} gains a fraction. {b} gave no premise.
        """,
        "joker": """
            {b} bids for {a}. Do I hear more?
            {a}, says {b}. I had my money on the coffee machine.
            {b} fancies {a} for it. There are worse horses.
        """,
    },
    "tr_sus_doubt": {
        "any": """
            {b} goes for {a}. It is {b} I would rather look at.
            {a}, says {b}, and I ask myself why {b} says so.
            A name from {b} weighs little with me.
            {b} needs somebody, and {a} was nearest.
            If {b} is what I fear, {a} is innocent.
            That came easily to {b}. {a} has done nothing that I saw.
            {b} accuses, and I watch {b}, not {a}.
            Before I believe {b} about {a}, I want one fact.
            {b} is in a hurry with {a}.
            I would sooner trust {a} than the one who says that.
            {b} on {a}? Then {a} may well be all right.
            That is a lot of certainty from {b}, about {a}.
        """,
        "accuser": """
            Look who is talking. {b}, of all people, on {a}.
            {b} throws {a} at us to get us off something.
            I know a decoy when I hear one, {b}.
        """,
        "listener": """
            {b} says {a} with a voice that does not fit the words.
            I hear a name, {a}, and no sorrow. That is {b} for you.
            There is something rehearsed in how {b} says {a}.
        """,
        "logician": """
            Source {b}: unreliable. Claim on {a}: discounted.
            {b} would say that of {a} whether it is so or not. No information.
            If {b} is guilty, the claim about {a} is what one would expect.
        """,
        "joker": """
            {b} denounces {a}. The pot has met the kettle.
            {a}, says {b}, with the face of a cat next to a birdcage.
            I would not buy a used {a} from {b}.
        """,
    },
    "tr_ask": {
        "any": """
            {b} asks {a}. Let us hear it.
            A question for {a}. I watch how long the answer takes.
            Good question, {b}. What does {a} say?
            {b} wants it from {a}. So would I.
            Now {a} has to come out with something.
            {b} asks. Now {a} may sweat, or think.
            I have not heard {a} on that either.
            Questions are cheap, {b}. Answers from {a} are not.
        """
    },
    "tr_ask_top": {
        "any": """
            {b} asks the very one I want to hear.
            Yes, {b}, ask. And listen well to what comes.
            I could not have asked better, {b}.
            {b} is on the same track. Now for the answer.
            Watch the face, not the words, when {b} gets an answer.
            Good, {b}. Now we shall hear a story.
        """
    },
    "tr_for_known": {
        "any": """
            {b} is right about {a}; I have seen it as well.
            Yes, {a} is crew. That much {b} and I both know.
            {b} and I agree on {a}, and with reason.
        """
    },
    "tr_for_top": {
        "any": """
            {b} speaks for {a}, the one I doubt most. One of us is wrong.
            Of all people {b} clears {a}. Am I mistaken, or is {b} covering?
            Hm. If {b} is right about {a}, I have to begin again.
            {b} takes {a} off my list. I put {a} back, in brackets.
            I was nearly sure of {a}. Now {b}.
            What does {b} know of {a} that I do not?
        """
    },
    "tr_for_believe": {
        "any": """
            {b} stands up for {a}. I take that as it is meant.
            One fewer to think about, if {b} is right about {a}.
            {a} is fine, says {b}, and I tend to believe {b}.
            Good to know about {a}. {b} was there, I was not.
            {b} has {a}'s back. Two of us less to doubt, or two more.
            I strike {a}, lightly, on {b}'s word.
            {b} is sure of {a}. I envy that.
        """
    },
    "tr_for_doubt": {
        "any": """
            {b} clears {a}. And who clears {b}?
            A kind word for {a}, from somebody I do not trust.
            {b} and {a}, arm in arm. I look at both.
            Does {b} help {a}, or is it the other way round?
            That {b} likes {a} does {a} no good with me.
            If {b} is one of them, why so nice to {a}?
            {b} makes a friend of {a}. It is a good time to make friends.
        """
    },
    "tr_seen_same": {
        "any": """
            {a} in {room}, yes; I saw that too.
            {b} has {a} in {room}. So have I.
            That is so: {a} was in {room}. {b} keeps to the truth there.
            My eyes agree with {b}: {a}, {room}.
        """
    },
    "tr_seen_scene": {
        "any": """
            {b} puts {a} in {room}. That is where it was done.
            {a}, in {room}, if {b} saw right. That wants an answer.
            {room}, {a}, and a body. {b} need not say more.
            If it is so, {a} stood where {room} became a grave. If.
        """
    },
    "tr_seen": {
        "any": """
            {a} in {room}, says {b}. I put it on the map.
            {b} saw {a} in {room}. A stone for the mosaic.
            {room}: {a}, by {b}'s account. I could not say otherwise.
            Useful, {b}. {a} in {room}; that leaves fewer for elsewhere.
            I did not see {a} in {room}, but I was not looking.
            {b} at least says whom and where: {a}, {room}.
        """
    },
    # --- meetings: where a crewmate stands ---
    "tm_sure_kill": {
        "any": """
            I know it is {a}. I only have to make them believe it.
            {a}. I saw what I saw, in {room}.
            {a} killed {b}. Nothing anybody says here changes that.
            I close my eyes and see {room}, {b}, and {a}.
            They can talk. I was there: {a}.
            And {a} sits at this table, after {b}.
            Do not shout it. Say it: {a}, {b}, {room}.
            If they will not believe me, {b} dies for nothing.
        """
    },
    "tm_sure_vent": {
        "any": """
            I know it is {a}. I only have to make them believe it.
            {a}, out of the vent in {room}. I saw what I saw.
            The crew does not crawl through floors. {a} does.
            They can talk. I was in {room}, and so was {a}, by the vent.
            {a} does not know how much I saw in {room}.
            One vent, one name: {a}.
        """
    },
    "tm_lead_sure": {
        "any": """
            {a}, and I would bet my place on it.
            It is {a}; I give it {p} in a hundred.
            I have stopped asking who. {a}.
            {a}. What is left of my doubt fits in a thimble.
            As good as certain: {a}.
            If it is not {a}, I understand nothing on this ship.
            {a}, {p} percent.
            Everything points the same way: {a}.
            I could write it on the wall: {a}.
            No more circling: {a}.
        """,
        "accuser": """
            {a}! What are they waiting for?
            I have {a} by the collar.
            {a}, and if I have to shout it.
        """,
        "listener": """
            I wish it were not so, but it is {a}.
            I have listened long enough: {a}.
            For me all the voices come together in one name, {a}.
        """,
        "logician": """
            {a}: {p} percent. The rest is rounding.
            The case is closed, subject to error: {a}.
            No other hypothesis survives. {a}.
        """,
        "joker": """
            {a}, or I eat my helmet.
            And the prize goes to {a}, by several lengths.
            Even the coffee machine knows it is {a}.
        """,
    },
    "tm_lead": {
        "any": """
            {a}, I think, perhaps {p} in a hundred.
            Of all of them I like {a} least, say {p} percent.
            My eye is on {a}.
            It could be {a}; {p} in a hundred is something.
            I keep coming back to {a}.
            If I had to say it now: {a}.
            {a} more than anybody.
            Most of it leads to {a}.
            I would put {a} first, at {p} percent.
            It smells of {a}.
            {a} worries me, more than I show.
            My guess has a name by now: {a}.
            One name stays when I cross out the others: {a}.
            {a}, rather likely.
        """,
        "accuser": """
            {a}, and I want to see {a} squirm.
            My finger knows where it wants to go: {a}.
            {a} has it coming, {p} percent worth.
        """,
        "listener": """
            The more I hear, the more I hear {a}.
            Something in {a}'s voice does not sit right.
            I would ask {a} first, and gently.
        """,
        "logician": """
            Ranking: {a} first, at {p} percent.
            {a} is the simplest explanation I have.
            By what I know, {a}: {p} in a hundred.
        """,
        "joker": """
            I would not lend {a} my toothbrush, let alone my back.
            {a}, at {p} percent. I have backed worse horses.
            If this were a cheap novel it would not be {a}. It is not a novel.
        """,
    },
    "tm_lead_weak": {
        "any": """
            A thin suspicion, {a}, no more than {p} in a hundred.
            {a}, if anybody.
            I lean a little towards {a}.
            Somebody has to be first on my list: {a}.
            {a}, at {p} percent, which is not much.
            I know next to nothing, and most of it is about {a}.
            My best guess is a poor one: {a}.
            {a}, perhaps. I would not swear to it.
            Give me a reason and I drop {a} at once.
            A hair more against {a} than the rest.
            {a} a shade before the others.
            Not enough for a vote, enough for a look: {a}.
            I circle round {a} without landing.
            {p} in a hundred for {a}; a coin knows more.
        """,
        "accuser": """
            Start somewhere. {a}.
            I shake {a} a little and see what falls out.
            Thin, but I have charged at less: {a}.
        """,
        "listener": """
            Nobody has convinced me. {a} a little less than the rest.
            I hear a false note, and it may be {a}'s, or mine.
            Let {a} talk some more. I am not sure of anything.
        """,
        "logician": """
            Weak prior, weak evidence, {a} in front with {p} percent.
            {a}, by a margin that I would not publish.
            Insufficient data. Provisional name: {a}.
        """,
        "joker": """
            Eeny, meeny, {a}.
            {a}, {p} percent, and I am being generous to myself.
            I suspect {a} slightly, the way one suspects a fish pie.
        """,
    },
    "tm_second": {
        "any": """
            {a} first, {c} close behind.
            If it is not {a}, it is {c}.
            {a} or {c}. I turn it over and over.
            Between {a} and {c} there is not much in it.
            I say {a}, and keep {c} in my pocket.
            {a}, and after that {c}.
            Clear {a} for me and I go for {c}.
            Two names: {a}, {c}. In that order, today.
            {c} would be my second, should {a} turn out clean.
            Perhaps both, {a} and {c}. Two would explain a lot.
        """,
        "accuser": """
            {a} now, {c} next.
        """,
        "logician": """
            {a}, then {c}; the gap is within the error.
        """,
        "joker": """
            {a} by a nose, {c} on the rails.
        """,
        "listener": """
            I listen to {a}, and then to {c}, and cannot choose.
        """,
    },
    "tm_moved": {
        "any": """
            A moment ago I had {c}. After {b}, it is {a}.
            {b} has turned me from {c} to {a}.
            Not {c} any more. {b} made me look at {a}.
            I let go of {c}, thanks to {b}. {a}.
            So much for {c}; what {b} says tips it to {a}.
            My mind has just changed seats, from {c} to {a}.
            {c} drops to second. {b} saw to that. First is {a}.
            I was watching {c}. {b} says {a}, and I turn my head.
            {b} tips the scales, away from {c}, down on the side of {a}.
        """
    },
    "tm_moved_oddly": {
        "any": """
            I had {b} first, and it is {b} who brings me to {a}. I do not like that.
            {b} was my first name. Now {b} has given me another, {a}. How convenient.
            From {b} to {a}, and on {b}'s own word. I should look at that twice.
            {b} has talked me off {b} and on to {a}. Well done, or well played.
            A minute ago I watched {b}. Now {b} points, and I watch {a}.
        """
    },
    "tm_lost": {
        "any": """
            I have no idea who it is.
            Nobody stands out, and that worries me.
            Too many stories, too few facts.
            I look round the table and nobody looks guilty, or everybody does.
            I could draw lots and do no worse.
            All of them are alike to me so far.
            What I saw helps nobody.
            I was working, not watching. A mistake.
            No name yet. I wait for somebody to trip.
            I know where I was. That is the sum of it.
        """,
        "accuser": """
            I hate having no name. Somebody give me a name.
            Nobody to go for. It makes my hands itch.
            I could shout at all of them and see who jumps.
        """,
        "listener": """
            I hear all of them and believe all of them. That cannot be right.
            Let them talk; the wrong note will come.
            No voice stands out yet. I keep listening.
        """,
        "logician": """
            Uniform distribution. I dislike uniform distributions.
            No evidence separates them so far.
            The data so far fit everybody equally well.
        """,
        "joker": """
            My list of suspects is the list of passengers.
            I know as much as the potted plant, and the plant was there.
            If ignorance were fuel we would be home by now.
        """,
    },
    # --- why: notes to oneself ---
    "tw_saw_kill": {
        "any": """
            I saw it.
            {b}, before my eyes.
            {room}. I was there.
        """
    },
    "tw_saw_vent": {
        "any": """
            The vent in {room}. I was there.
            Crew does not vent.
            I saw the floor open.
        """
    },
    "tw_last_with": {
        "any": """
            I last saw {b} in {room}, with {a} for company.
            {b} was alive in {room}, and {a} was there.
            When I last saw {b}, only {a} was near.
            {a} and {b}, in {room}, and then no {b}.
            Whoever else came to {b}, I only know of {a}.
            {room}: {b}, {a}, and nobody else that I saw.
        """
    },
    "tw_at_scene": {
        "any": """
            I saw {a} in {room}, where it happened.
            {a} was in {room} shortly before.
            {room}, of all rooms, and {a} in it.
            The body lay in {room}; I had seen {a} there.
            My memory of {room} has {a} in it.
            What did {a} want in {room}?
        """
    },
    "tw_alibi_broken": {
        "any": """
            {a} says {room}, and my eyes say elsewhere.
            That story about {room} cannot be true.
            {a} was not in {room}; I had {a} somewhere else.
            Nobody lies about {room} for fun.
            {room} was a lie, and I can count steps.
            A false {room} is worse than no answer.
        """
    },
    "tw_told_kill": {
        "any": """
            {b} saw {a} do it, says {b}.
            {b} was there, if {b} is honest.
            It all hangs on {b}'s eyes, and I believe them so far.
            {b} would have to be a very cool liar.
            What {b} told us about {a} is not told lightly.
            Against {a} there is {b}'s word, and a body.
        """
    },
    "tw_told_vent": {
        "any": """
            {b} saw {a} vent, says {b}.
            A vent, by {b}'s account. Crew does not vent.
            If {b} saw that vent, it is settled.
            It hangs on {b}'s word about the vent.
        """
    },
    "tw_told_with": {
        "any": """
            Somebody saw {a} with {b}, shortly before.
            {a} was with {b}, they say.
            By what was said here, {b} had {a} for company.
            {b}'s last company, if I heard right: {a}.
            {a} has yet to explain that time with {b}.
        """
    },
    "tw_told_there": {
        "any": """
            {b} saw {a} in {room}.
            {b} puts {a} right there, in {room}.
            {room}, says {b}, and that is where it was done.
            If {b} saw right, {a} was in {room}.
            {a} in {room}: I have it from {b}.
        """
    },
    "tw_told_suspect": {
        "any": """
            {b} thinks so too.
            {b} said it before I did.
            {b} has a feeling about {a}, and it is catching.
            I have it from {b}, which is not proof.
            {b}'s doubt has settled in my head.
            Without {b} I might not look at {a} at all.
            {b}'s word, for what it is worth.
            {b} named {a}, and it sticks.
            I hope {b} had a reason.
            What {b} said about {a} will not leave me.
            Because of {b}, mostly. Hm.
            {b} would not have said {a} for nothing, I hope.
        """
    },
    "tw_voices": {
        "any": """
            There are {n} of us who say so.
            Voices against {a}: {n}.
            They cannot all be liars, all {n}. They can all be wrong.
            So many voices, {n}, and I am half carried along.
            {n} have named {a}, and not all of them are impostors.
            With {n} against one, I ask who began it.
            The table leans that way, {n} of them at least.
            I am not the only one, there are {n} more.
            {n} have said it aloud. I have only thought it.
            When {n} agree this fast, one of them may be steering.
            It is easier with {n} others. It should not be.
            {n} against {a}, and I would have liked one fact.
            If {a} is crew, {n} people owe an apology.
        """
    },
    "tw_unplaced": {
        "any": """
            Nobody else has told me where {a} was.
            Nobody saw {a}, as far as I heard.
            {a} is on nobody else's map.
            I have no room for {a} that another would swear to.
            Not one witness for {a} yet.
            For all that others saw, {a} could have been anywhere.
            Where was {a}? Nobody else can say.
            There is a hole in this shift, the size of {a}.
        """
    },
    "tw_silent": {
        "any": """
            Not a word from {a} so far.
            {a} lets the rest of us do the talking.
            {a} says nothing and misses nothing.
            I have not heard {a} at all in this meeting.
            Whoever is silent cannot be caught in a lie. {a} knows that.
            {a} is the quietest chair at the table.
            Silence proves nothing. It adds up, though.
            I would give something for one sentence from {a}.
        """
    },
    "tw_voted_wrong": {
        "any": """
            {a} voted {b} out, and {b} was crew.
            One vote on {b} was {a}'s, and {b} was crew.
            I remember {b}, and whose votes it took.
            {a} helped us lose {b}.
            {b} was innocent, and {a}'s vote is on the list.
            That vote on {b} sticks to {a}.
            {b} would be here, but for votes like {a}'s.
            Wrong about {b}, by mistake or by trade.
        """
    },
    "tw_voted_beside": {
        "any": """
            When we had {b}, {a}'s vote went elsewhere.
            {b} was an impostor, and {a} aimed beside.
            {a} spared {b}. Why?
            I looked up who did not vote for {b}: {a}.
        """
    },
    "tw_covered": {
        "any": """
            {a} spoke up for {b}, and {b} was an impostor.
            {b} was one of them, and {a} had kind words for {b}.
            {a} covered {b}, knowingly or not.
        """
    },
    "tw_lied": {
        "any": """
            {a} swore to something about {b}, and it was not so.
            We lost {b} over a lie of {a}'s.
            {a} has lied once already, about {b}.
        """
    },
    "tw_accuses_me": {
        "any": """
            {a} says I did it, and I know that I did not.
            Who invents a thing like that about me is no crew.
            I am the proof, only nobody can read me.
            {a} lied about me. I need no more than that.
        """
    },
    "tw_left": {
        "any": """
            Not for anything {a} did; the others have more to show.
            Others have more to show for themselves.
            I begin with those I can strike out, and {a} I cannot.
            It is what remains, not what I saw.
            Nothing against {a}, only less in favour.
            I believe the others a little more, that is all.
            By elimination, which is a cold way to choose.
            The rest of them I can place, roughly.
            No charge against {a}, only a missing excuse.
            One word in favour of {a} would be enough to move me.
            It is not what {a} did; it is what I do not know of {a}.
            {a} happens to stand where the light does not reach.
            I would be content to be wrong about {a}.
            Others have earned a little trust. {a} has not had the chance.
        """
    },
    "tw_nothing": {
        "any": """
            Ask me why and I have nothing.
            A feeling, no more.
            I could not defend it with a single fact.
            It may be the chair, or the light.
            I do not count that as a reason.
            Call it weather.
            It would fall apart if anybody asked.
            Not one fact, only a draught from that side.
        """
    },
    # --- meetings: what an impostor makes of it ---
    "ti_dead_mine": {
        "any": """
            {b}. I remember. Now look as if I had to be told.
            So they know about {b}. If nobody looks at me, good.
            Poor {b}, I say inside, to practise the face.
            {room} was my work. From now on I know nothing of {room}.
            {b}, yes. Count who was near {room} besides me.
            They mourn {b}. I can do that too.
            Let somebody else speak of {b} first.
        """
    },
    "ti_my_find": {
        "any": """
            I found {b}, poor {b}, and I shall tell it with a catch in the voice.
            The finder is an honest soul. So, {room}, {b}, and my horror.
            I came into {room} and there was {b}. Short, shaken, not too exact.
            Let them thank me for finding {b}.
            Nobody asks the one who rings. I hope. {room}, then, and {b}.
            First word is mine. I spend it on {b}, and then on somebody else.
        """
    },
    "ti_my_call": {
        "any": """
            I called them in, so I have to sound like somebody who cares.
            Now they sit here at my word. Use it.
            The one who rings is rarely suspected. Rarely.
        """
    },
    "ti_dead": {
        "any": """
            {b} is dead, and not by my hand. How restful.
            {b}. Good work, partner. I look at the table.
            One crewmate fewer: {b}. Not my doing, which is a help with the face.
            For once I can be honest: I did not touch {b}.
        """
    },
    "ti_call": {
        "any": """
            {b} rang for nothing. We have that much more time.
            No corpse this time, and {b} wants to talk. Talk, then.
            What has {b} seen? Nothing, I hope. I smile.
            A meeting without a body. {b} does us no harm so far.
            {b} costs me a good moment. I will remember that.
            Let them quarrel. {b} started it, not I.
        """
    },
    "ti_silence": {
        "any": """
            Nobody speaks. Long may it last.
            Every minute of silence is ours.
            Let them wait for each other.
            Quiet. I could nearly enjoy this.
        """
    },
    "ti_mine": {
        "any": """
            That went down well enough. No more now.
            I said it evenly. Did anybody look up?
            One more stone in the wall. Do not touch it again.
            They took it. Or they are better than I think.
            My voice held. Now be dull for a while.
        """
    },
    "ti_me": {
        "any": """
            {b} is on to me. Stay calm and sound hurt.
            {b} must not get a second voice.
            {b} is right, so {b} has to look foolish.
            How close {b} is. I must not look too interested.
            {b} guesses, I think. A guess can be talked down.
            Deny it once, not twice. {b} wants me to argue.
            If {b} says that again, somebody may listen.
            {b} has my name. I need theirs on somebody else.
            One accuser is bad luck. Two would be a vote.
            An innocent would be angry with {b}. So, a little anger.
        """,
        "joker": """
            {b} is right, so it had better sound like a joke.
        """,
        "logician": """
            {b} is correct. The task is to make that improbable.
        """,
        "accuser": """
            Hit {b} harder than {b} hits me.
        """,
        "listener": """
            {b} hears too much. A soft answer, and a wounded one.
        """,
        "nervous": """
            {b} knows. {b} cannot know. Look at the table, not at {b}.
        """,
        "contrarian": """
            Everybody denies. I could agree with {b}, and be laughed free.
        """,
        "diplomat": """
            Thank {b} for being frank, and lead them gently elsewhere.
        """,
        "loyalist": """
            {b} comes for me. Let it be me and not my own.
        """,
    },
    "ti_me_grave": {
        "any": """
            {b} saw me. It is {b}'s word against mine, and mine must shine.
            So {b} was there. I should have looked behind me.
            {b} knows. Nobody else does, yet. Make a liar of {b}.
            Caught, unless they trust {b} less than me.
            The truth, from {b}. I need a better story than the truth.
        """
    },
    "ti_me_asked": {
        "any": """
            {b} asks where I was. The story, calmly.
            A room, a task, a shrug. {b} will be content.
            {b} asks. What did I say last time?
            Answer {b} as one who has nothing to remember.
            Not too exact. {b} might check.
        """
    },
    "ti_me_for": {
        "any": """
            {b} speaks for me. Bless {b}, and keep {b} alive a while.
            An honest voice on my side: {b}. Worth more than a partner.
            {b} believes me. I almost feel something.
            Thank you, {b}. You will never know how much.
            Do not thank {b} too warmly.
            As long as {b} lives, I have a friend here.
        """
    },
    "ti_me_seen": {
        "any": """
            {b} has me in {room}. Now my story has to fit {room}.
            {room}, says {b}. What did I want in {room}? Think of something.
            {b} keeps track of me. I do not like to be kept track of.
            So I was in {room}, for {b}. Remember that one too.
        """
    },
    "ti_mate_feints": {
        "any": """
            {b} goes for me, for show. I look stung.
            Well played, {b}. Nobody will pair us after that.
            Easy, {b}. They might believe you.
            {b} sells me, a little. I would do the same.
        """
    },
    "ti_mate_for_me": {
        "any": """
            Careful, {b}. If one of us falls, they will remember that.
            {b} helps me, too openly for my taste.
            A partner's praise is a debt. I look away from {b}.
        """
    },
    "ti_mate_works": {
        "any": """
            {b} has begun on {a}. I let {b} lead.
            {a}, says {b}, and I need only look thoughtful.
            Good, {b}. A little later I join in.
            {b} does it well. I would nearly believe it of {a}.
            Not both of us on {a} at once. {b} first.
            {a} makes a fine culprit. {b} has an eye for it.
            I keep my distance from {b}, and from the joke about {a}.
        """
    },
    "ti_mate_speaks": {
        "any": """
            {b} holds up well. I do not look that way.
            Steady, {b}.
            A good story, {b}. I hope you can remember it.
            {b} sounds like crew. I take lessons.
            I hear {b} as if I did not know.
            If nobody frowns at {b}, good.
            Not too long, {b}. Long stories have seams.
            I could say something for {b}, and had better not.
        """
    },
    "ti_mate_named": {
        "any": """
            {b} smells {a}. Draw it off, without a look at {a}.
            {a} is in trouble, thanks to {b}. Not from me, a word.
            {b} is right about {a}. That must not become fashionable.
            If {a} falls, they will ask who was kind to {a}. Not I.
            {b} against {a}. I could doubt {b}, softly.
            Hold on, {a}. One voice is not a vote.
            {b} has the right name. How do I make it the wrong one?
            First {a}, then me; that is how {b} would count.
        """
    },
    "ti_mate_seen": {
        "any": """
            {b} has an eye on {a}. I would rather it were on nobody of ours.
            {a} will have an answer for {b}. I hope.
            {a} is on {b}'s map. So far it is only a map.
            {b} brings up {a}. I look as if the name meant nothing to me.
            Careful now, {a}. {b} keeps track.
            It is about {a}, and it may pass. I do not move.
        """
    },
    "ti_mate_cleared": {
        "any": """
            {b} speaks for {a}. They do our work.
            {a} is safe with {b} on that side. Lovely.
            Somebody trusts {a}. It takes all sorts.
            {b} swears by {a}. I must not smile.
        """
    },
    "ti_gift": {
        "any": """
            {b} is after {a}, and it is not even true.
            {b} accuses {a}. They do it to each other; I only watch.
            Go on, {b}. {a} will do nicely.
            Wrong, {b}, and so welcome.
            {a}, says {b}. I could not have chosen better.
            Two of theirs at each other: {b}, {a}. Long may it last.
            {b} means it, which makes it so much better.
            As long as {b} looks at {a}, nobody looks here.
            I nod a little at {b}. Not much. A little.
            {a} is innocent, and {b} cannot know it. What a ship.
            Let {b} carry that, I only hold the door.
            {b} has found somebody. It is not one of us.
        """,
        "accuser": """
            {b} throws the first stone at {a}. I have a bigger one.
            Well shouted, {b}. I shout after you.
        """,
        "listener": """
            {b} believes it so honestly. I only have to keep listening.
            How sincere {b} sounds about {a}. It is a pleasure to hear.
        """,
        "logician": """
            {b} errs in our favour. No correction required.
            False positive: {a}, by {b}. Leave it standing.
        """,
        "joker": """
            {b}, I could kiss you. {a}, I could not comment.
            And {b} pulls a name out of the hat, and it is {a}. Applause, inwardly.
        """,
        "loyalist": """
            {b} and {a} fall out. My own stay together.
            They turn on each other. We would never.
        """,
        "contrarian": """
            {b} sees it clearly, and sees wrong. I know that feeling.
            If I doubt {b} a little, I look honest, and {a} is named anyway.
        """,
        "diplomat": """
            {b} has a name. I can help them settle on it.
            Let them agree on {a}. I do like an agreement.
        """,
        "nervous": """
            It is {a} they want. Not me. Not me. Breathe out.
            {b} said {a}. For a moment I thought it was going to be me.
        """,
    },
    "ti_cleared": {
        "any": """
            {b} clears {a}. One fewer to hang it on.
            There goes {a}, out of my reach, thanks to {b}.
            {a} is trusted now. That can be mended in a dark corner.
            Each one they clear leaves us closer to the light.
            {b} and {a} trust each other. I find that unhelpful.
            Not {a}, then. I need another name.
        """
    },
    "ti_asks": {
        "any": """
            {b} asks {a}, not me. Fine.
            Let {a} stammer. I enjoy a question that is not mine.
            {b} is curious. About {a}, luckily.
            A question to {a}. While they wait for it, they forget me.
            Whatever {a} answers, I can doubt it.
            {b} hunts in the wrong room.
        """
    },
    "ti_seen": {
        "any": """
            {b} puts {a} on the map. Does that leave me off it?
            {a}, seen by {b}. I hold my own story against that.
            {b} watches people. I should mind {b}.
            Can I make something of that, against {a}?
            {b} remembers rooms. A bad habit in a witness.
        """
    },
    "ti_alibi": {
        "any": """
            {b} says {room}. Probably true; the innocent are so dull.
            {room}, says {b}. One may always doubt it, later.
            {b} was in {room}. I must not put myself there.
            One more honest room. I keep a list of those that are taken: {room}.
            I nod at {room}. Later I may wonder about it, aloud.
            {b}, {room}. Was there a witness? If not, good.
            They lay out their rooms like cards. {b}: {room}.
            {b} believes that telling the truth helps. {room}, indeed.
            Fine, {b}. {room} is free of suspicion, and so far of me.
            That {room} of {b}'s could be made to look odd.
        """
    },
    "ti_alibi_scene": {
        "any": """
            {b} was in {room}, by {b}'s own account. How generous.
            {room}! {b} has just offered to take my place.
            Did {b} see anything in {room}? Surely {b} would have said so.
            {b} and {room}. I let somebody else draw the conclusion.
        """
    },
    "ti_alibi_clash": {
        "any": """
            {b} was in {room}, where I say I was. That is bad.
            {room} is my story. {b} had better not think about it.
            {b} would know who was in {room}. Change the subject.
            Of all rooms, {b}, why {room}?
        """
    },
    "ti_empty": {
        "any": """
            {b} says nothing of use. That is of use.
            Talk on, {b}. It is all time.
            Harmless, {b}. I like harmless.
            {b} knows nothing. One can hear it.
            I nod at {b}. It costs nothing.
            {b} is groping in the dark. It is our dark.
            Nothing in that for us, nothing against us.
            They listen to {b} and learn nothing. Excellent.
            Not a word about me. Thank you, {b}.
            {b} speaks, I look concerned.
        """
    },
    # --- meetings: where an impostor stands ---
    "tm_frame": {
        "any": """
            Let it be {a}; {a} looks the part.
            {a} is a nudge away from the airlock.
            If they talk about {a}, they do not talk about me.
            {a} will do.
            I need them angry, and I need it to be at {a}.
            A doubt about {a}, dropped in passing.
            If {a} has no good answer, that is all it takes.
            I keep {a} warm for them.
            Steer it to {a}, slowly.
            {a} is innocent and looks terrible. A gift.
            Whatever comes up, it comes back to {a}.
            Nobody would miss {a} much.
            They want a name. I have one to give away: {a}.
            I shall be so reluctant about {a}.
            {a} out, and we are a step nearer.
            A sigh, a pause, and then {a}.
        """,
        "accuser": """
            Loudly at {a}, and nobody asks about me.
            I point at {a} so hard that they look along my arm, not at it.
            {a}, with all the anger I can act.
            Whoever shouts first is the hunter. {a}!
        """,
        "listener": """
            A worried question about {a}, no more.
            I say that I only listen, and lean towards {a}.
            I let them talk themselves into {a}.
            A gentle doubt of {a} goes further than a loud one.
        """,
        "logician": """
            {a} maximises confusion. {a}, then.
            An argument against {a}, valid in form.
            Best target: {a}, by plausibility.
            Every step true, the conclusion {a}. That is craft.
        """,
        "joker": """
            A little joke about {a}; it will stick better than an argument.
            {a} has the leading part, and does not know the play.
            Roll up, roll up, and look at {a}.
            Let them laugh, and while they laugh, {a}.
        """,
    },
    "tm_lie_ready": {
        "any": """
            I was never in {room}, but they need not know.
            I shall say {room}. Nobody I know of was there.
            {room}, if they ask. Dull enough to be believed.
            As long as nobody else was in {room}, it holds.
        """
    },
    "tm_lie": {
        "any": """
            I said {room}, and I must not forget it.
            As long as nobody else was in {room}, this holds.
            {room}, I was in {room}. I nearly believe it.
            My {room} story has one seam. Keep them off it.
            I was never in {room}. It is a nice room, I hear.
            If somebody asks what {room} looked like, I am sunk.
        """
    },
    "tm_partner": {
        "any": """
            {a} is finished; I had better be among those who say so.
            I cannot save {a}, so I save myself.
            Sorry, {a}. One of us should get home.
            If I am seen holding on to {a}, we both go.
            {a} would say the same of me. I hope.
            Let {a} fall with a good push from me. It will be remembered.
            It is all about {a} now. I step aside.
            A clean cut from {a}, before it pulls.
        """
    },
    "tm_quiet": {
        "any": """
            Say nothing that they could hold me to.
            The less I say the better.
            I wait for the others to make a mistake.
            Stay grey.
            I look at whoever speaks, like everybody.
            There is nothing here for me to gain. Sit still.
            Let somebody else be interesting.
            My best move is no move.
            Nod when they nod.
            Blend in, breathe, wait for the vote.
        """
    },
    "tm_alone": {
        "any": """
            Only me left. No signals, no mistakes.
            Nobody to help me now, nobody to give me away either.
            One of me against all of them. Quiet.
            I am all that is left of us. Be dull.
            No partner to think of. It is simpler so.
            Alone. Every face here is against me and does not know it.
        """
    },
    # --- votes ---
    "tm_vote": {
        "any": """
            {a} it is ({p} %).
            My vote goes to {a}; {p} in a hundred will have to do.
            I lock it in: {a}.
            {a}. I press it before I can think again.
            Enough for me: {a}.
            I vote for {a}, and I hope that I sleep.
            {a}, {p} percent, and done.
            There: {a}.
            It has to be somebody, and for me it is {a}.
            My finger is on {a}.
        """,
        "accuser": """
            {a}, and with pleasure.
            {a}. Out.
            I have wanted to press this since the bell: {a}.
        """,
        "listener": """
            {a}. I heard them all out first.
            I vote for {a}, and quietly.
            {a}, with a heavy hand.
        """,
        "logician": """
            {p} percent clears the threshold: {a}.
            Decision: {a}.
            {a}; the expected loss of waiting is greater.
        """,
        "joker": """
            {a}, nothing personal, mind the airlock.
            {a}. May the best monster win.
            One vote for {a}, gift-wrapped.
        """,
    },
    "tm_vote_follow": {
        "any": """
            I would have said {b}, but I put it on {a}.
            {b} worries me more. {a} is where I can do something.
            Not my first name, {a}; but I will not stand alone with {b}.
            My head says {b}, my hand {a}. So be it.
        """
    },
    "tm_vote_skip": {
        "any": """
            I would rather skip than throw out the wrong one.
            Skip; I know too little.
            No name is worth a life yet. Skip.
            I have no right to guess with somebody's neck. Skip.
            Skip, and keep my eyes open.
            Nobody has convinced me, least of all I myself.
        """
    },
    "tm_vote_not_enough": {
        "any": """
            {a} at {p} percent is not enough for me. Skip.
            I look at {a}, and skip all the same.
            A suspicion is not a verdict. {a} stays, for now.
            Skip. {a} gets another shift, and I get a better look.
            If it is {a} I shall be sorry. If it is not, I would be sorrier.
            {p} in a hundred for {a}. I would not board a ship on such odds.
            Not on this. {a} may thank my doubts.
            I come close to {a}, and then I skip.
            Too soon for {a}. Better nobody than the wrong one.
            My list begins with {a}, my vote does not.
        """,
        "accuser": """
            It pains me to skip with {a} sitting right there.
        """,
        "listener": """
            I have not heard enough to send {a} out there. Skip.
        """,
        "logician": """
            {a}, {p} percent: below my threshold. Skip.
        """,
        "joker": """
            {a} wins a free shift. I skip.
        """,
    },
    "tm_vote_impostor": {
        "any": """
            My vote on {a}, like the good crewmate I am not.
            One vote more on {a}, and one fewer of them.
            {a}. I sigh while I press it.
            One more for {a}, and nobody asks me why.
            {a} it is, and I was so torn, I shall say.
            With this vote I am one of them. {a}.
        """
    },
    "tm_vote_partner": {
        "any": """
            Sorry, {a}. It looks better this way.
            {a} is lost; my vote buys me some trust.
            Forgive me, {a}. They will check the list.
        """
    },
    "tm_vote_hide": {
        "any": """
            A skip suits me well.
            Nobody out, and we go on.
            Skip. Cautious people are liked.
            The fewer votes, the fewer questions. Skip.
            I skip, and look as if it weighed on me.
        """
    },
    # --- when the votes are in ---
    "tm_out_right_mine": {
        "any": """
            {a} was one of them, and my vote was on it. Good.
            So it was {a} after all. I was right, for once.
            One impostor fewer. I did my part.
            {a}. I had it, and I nearly did not dare.
            That vote I would cast again. {a} was one of them.
            Out with {a}, and rightly. I breathe a little easier.
            {a} lied to all of us, and we saw it in time.
            A good vote. I had begun to think that we could not do it.
        """
    },
    "tm_out_right": {
        "any": """
            One impostor fewer, and no thanks to me.
            So it was {a} after all. The others saw it, I did not.
            {a} was one of them. I should have voted with them.
            Good. I was wrong to hold back from {a}.
        """
    },
    "tm_out_wrong_mine": {
        "any": """
            {a} was one of us, and I voted for it.
            I helped to throw {a} out. I have to live with that.
            Wrong. {a} was crew. Whom did I believe, and why?
            {a} told the truth, and I pressed the button.
            {a} had my vote and did not deserve it.
            Nobody forced my hand. {a} was crew.
            We were so many, and so wrong, about {a}.
            One crewmate fewer, and this time it was us.
            I owe {a} an apology that nobody can deliver.
        """
    },
    "tm_out_wrong_pushed": {
        "any": """
            {a} was one of us. {b} began that.
            We threw out {a} for nothing. I will remember {b}.
            {a} was crew, and {b} had the name first.
            {b} was the first to point at {a}. Mistake, or method?
            I did not vote for {a}. {b} has some explaining to do.
        """
    },
    "tm_out_wrong": {
        "any": """
            {a} was one of us. Who pushed for it?
            We threw out {a} for nothing. I will remember the votes.
            {a} was crew. I kept my hand clean, and it helped nobody.
        """
    },
    "tm_out_unknown": {
        "any": """
            {a} is gone, and nobody tells us what {a} was.
            Out goes {a}. Right or wrong, we shall see by who dies next.
            I shall never quite know about {a}.
        """
    },
    "tm_out_nobody": {
        "any": """
            Nobody out. Whoever it is sits among us still.
            We are no wiser.
            All that talk, and everybody walks out again, the killer too.
            Nobody. We go back to our tasks and somebody to theirs.
            So we part as we came, only more afraid.
            No verdict. Better than a wrong one, I tell myself.
            I read the list of votes twice. It hides somebody.
            Next time we shall be fewer around this table.
            We could not agree. Somebody is relieved.
        """
    },
    "tm_out_nobody_me": {
        "any": """
            {b} wanted me out. I do not forget that list.
            I am still here, {b}. No thanks to you.
            Votes on me: {n}. I count them, and {b} heads the list.
            That was close enough to feel the cold. {b}, of all people.
            {b} voted for me. Wrong, or wicked?
        """
    },
    "tm_ejected": {
        "any": """
            Out into the cold. They will see.
            So this is how it ends for me.
            {n} votes, and all of them wrong.
            I told the truth, and it was not enough.
            They are throwing out one of their own. Me.
            Look after yourselves. I meant well.
        """
    },
    "ti_out_crew": {
        "any": """
            They did my work for me.
            {a} is gone and nobody looked at me.
            {a} was innocent, and they will sleep badly. I will not.
            One fewer, and by their own hands. {a}, thank you.
            Look sad about {a}. Sadder.
            They were wrong about {a}, and proud of it until a moment ago.
            {a} did nothing. I did not say so.
            Thrown out by friends. {a} deserved better, not from me.
        """
    },
    "ti_out_partner": {
        "any": """
            Farewell, {a}. I have to be more careful now.
            {a} is gone. They learn.
            They had {a}. Whom will they look for beside {a}?
            I am sorry, {a}, and I must not show it.
        """
    },
    "ti_out_nobody": {
        "any": """
            Nobody out. Back to work, my kind of work.
            They had us at one table and let us go.
            A wasted meeting. Not for us.
            They talk, they skip, and the shift begins again. Good.
            All that noise, and I walk out with the rest.
        """
    },
    "ti_out_nobody_me": {
        "any": """
            {b} voted for me. {b} might meet me somewhere, alone.
            {n} on me. It was not enough, and it must not become more.
            I saw your vote, {b}.
            Close. {b} will have to be won over, or worse.
        """
    },
    "ti_ejected": {
        "any": """
            They got me. Well played, and {n} votes to prove it.
            Out into the cold, and rightly. I had a good run.
            So much for my story.
        """
    },
    # --- over one's notes ---
    "tm_keep": {
        "any": """
            What matters goes into the notes.
            I keep what I saw and drop the chatter.
            Write it down before memory makes it prettier.
            Who said what, who was where. The rest is noise.
            A thin page today. Nobody stood out.
            I close the book with more questions than names.
            Rooms and names first. Feelings go in the margin.
            Not much to keep, and nothing to throw away.
            Half of what was said here I would not repeat.
        """
    },
    "tm_keep_top": {
        "any": """
            {a} stays on top of my list, {p} percent.
            I underline {a}, and go.
            Next shift I want to know where {a} is.
            In my notes it says {a}, with a question mark.
            Whatever they decided, I keep an eye on {a}.
            {a}: {p} in a hundred. I write it small.
            I would rather not meet {a} alone in a corridor.
            The page begins with {a}. It may end there.
            From now on I notice whom {a} walks with.
            {a} first. The others I leave as they were.
        """,
        "accuser": """
            {a} is not off my hook.
            Written in capitals: {a}.
            I shall be on {a}'s heels until one of us is out.
        """,
        "listener": """
            I go through the voices again, and stop at {a}'s.
            For my notes: hear {a} once more, when it is quiet.
            Somewhere in what I heard is the answer. {a}, perhaps.
        """,
        "logician": """
            Posterior for {a}: {p} percent. Carried forward.
            State saved: {a} first.
            Open question of the day: {a}. Test it next shift.
        """,
        "joker": """
            Dear diary, beware of {a}.
            Note to self: do not share a lift with {a}.
            {a}, {p} percent. I draw a moustache on the name.
        """,
    },
    "tm_keep_lie": {
        "any": """
            Note for me alone: I was in {room}.
            {room}. I must tell it the same way next time.
            Officially I was in {room}. Learn it by heart.
            The lie for the record: {room}.
        """
    },
    "tm_keep_goat": {
        "any": """
            For next time: {a}.
            If they half suspect {a}, I need only water it.
            I keep {a} in reserve, as one keeps an umbrella.
            Somebody must be blamed for the next one. {a}, perhaps.
            Who would miss {a}? I must find out.
            In my notes I am innocent and {a} is not.
            When it gets tight, I say {a}.
            {a} stays useful, so {a} stays alive. For now.
        """
    },
    # --- the dead among themselves ---
    "gh_thought": {
        "any": """
            It is strange to know everything and be heard by nobody.
            From here it all looks so simple.
            I watch.
            Nobody looks up. Why should they?
            My chair is empty, and they talk across it.
            The dead have time, and no vote.
            I had so much still to do. The bar, for one.
        """
    },
    "gh_thought_mine": {
        "any": """
            It was {a}. The last thing I learned, and I cannot tell it.
            {a}. I never even got to be surprised.
            I look at the hands of {a}. They were quicker than I was.
            If {a} speaks of me kindly now, I shall rattle something.
            I would give my afterlife for one word to them: {a}.
        """
    },
    "gh_thought_of": {
        "any": """
            It is strange to know about {a} and be heard by nobody.
            From here it looks so simple: {a}.
            They look at everybody. Look at {a}!
            I know what {a} is, and it is no use to anybody.
            {a} walks about in the light, and I do not.
            One sees {a} so well from here.
            Ask {a}. Just ask {a}. Nobody asks {a}.
            {a}. If walls could speak I would not be so lonely with it.
            They will let {a} vote with the others. I could scream, and do.
            How many more, before they come to {a}?
            I follow {a} through the rooms. It passes the time.
            {a} is good at this. I can admire it now.
            Every vote that misses {a} goes through me.
            No hurry for me any more. For them there is: {a}.
        """,
        "joker": """
            I could haunt {a}, but {a} would only enjoy the company.
        """,
        "accuser": """
            I point at {a} with both hands. It makes no draught at all.
        """,
        "logician": """
            Certainty about {a} at last, and no channel to send it on.
        """,
        "listener": """
            I hear everything now, even what {a} does not say.
        """,
        "loyalist": """
            I left them alone with {a}. That is what weighs on me.
        """,
        "contrarian": """
            For once I agree with nobody because I know: {a}.
        """,
        "diplomat": """
            No compromise is possible with {a}, and I cannot even say so.
        """,
        "nervous": """
            {a} cannot hurt me now. I am still afraid of {a}.
        """,
    },
    "gh_thought_chat": {
        "any": """
            {b} and I talk, and the living hear the ventilation.
            At least {b} is here. Death is not as quiet as I feared.
            {b} says it well. A pity that it is only me who hears.
            We make a fine jury now, {b} and I.
            {b} and I have nothing left to lose but an argument.
            I never got on so well with {b} as since we are dead.
        """
    },
    "gh_thought_impostor": {
        "any": """
            My part is done. {a} has to finish it.
            I watch {a} and hold my breath, from habit.
            Careful, {a}. Not that corridor.
            {a} is all there is of us up there.
            I would do it differently from {a}. I also got caught, so.
            Go on, {a}. They are looking the wrong way.
        """
    },
    "gh_thought_lost": {
        "any": """
            None of us is left up there. It is over, they only do not know.
            I had a good run.
            I watch them make each other afraid, without any help.
        """
    },
}
