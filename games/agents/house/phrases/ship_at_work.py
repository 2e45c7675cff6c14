"""What is thought aboard between meetings, by the crew and by impostors, and not said.

Slots: {a} whom it is about, {b} another (who said it, who died), {c} a third, {room} a place, {seen} another, {task} a
task, {p} a percentage, {n} a number in words. Every slot of a pattern is there whenever its intent is: a test says so.

(Long, because it is a list of sentences.)
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
}
