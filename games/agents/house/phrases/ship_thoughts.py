"""What is thought aboard a ship and not said: at work, on the hunt, in meetings, among the dead.

Slots: {a}, {b} names, {room} a place, {task} a task, {p} a percentage.
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- thoughts aboard ---
    "w_report": {
        "any": """
            [A body!|Oh no.] It is {a}. I have to report this at once.
            {a}, dead on the floor of {room}. Report it.
            So that is where {a} went. Call everybody.
        """
    },
    "w_press": {
        "any": """
            I know what {a} is. The button, now.
            Nobody touches anything: I press, and then I tell them about {a}.
        """
    },
    "w_count": {
        "any": """
            I have not seen {a} for a long time. Let us count heads.
            Where is {a}? I would rather ask aloud.
            Too quiet. Somebody will be missing, {a} perhaps.
        """
    },
    "w_search": {
        "any": """
            I last saw {a} in {room}. I will see if all is well there.
            {a} went quiet in {room}; a look costs me a few steps.
            Somebody should look in on {a}, so off to {room}.
            My list can wait until I know what became of {a} in {room}.
        """
    },
    "w_last_vote": {
        "any": """
            One more death and they have won. We vote before that.
            It must be settled now, while we are still enough. The button.
            No more waiting: whoever it is, another body ends it.
        """
    },
    "w_run": {
        "any": """
            To the button, before {a} gets to me.
            I saw what {a} is. Cafeteria, quickly.
            Run, do not look back at {a}.
        """
    },
    "w_fix": {
        "any": """
            I am here already, so I mend it.
            Hands on the panel until it works.
            Fix first, think later.
        """
    },
    "w_alarm": {
        "any": """
            The alarm comes first: to {room}.
            Somebody has to go to {room}, and I am somebody.
            {room}, before it is too late.
            Off to {room}; tasks can wait.
        """
    },
    "w_flee": {
        "any": """
            I do not like being alone with {a}.
            Alone with {a}? Not today.
            {a} and nobody else here: time to go.
        """
    },
    "w_task": {
        "any": """
            Next on my list: {task}, in {room}.
            To {room}, then, to {task}.
            {task} in {room}, and then on.
            If I keep moving I can {task} and be gone from {room} again.
            The bar will not fill itself: {task}.
            Work first, and the closest is {room}: {task}.
        """,
        "logician": """
            Shortest path: {room}, {task}.
        """,
        "joker": """
            My calling in life: to {task}. In {room}, of all places.
        """,
    },
    "w_shut": {
        "any": """
            The doors are shut. Somebody wants me here, or wants me not to see.
            Shut in. I wait and listen.
        """
    },
    "w_look": {
        "any": """
            My work is done; let me see where everybody is.
            A look costs little.
        """
    },
    "w_idle": {
        "any": """
            Nothing left to do but keep my eyes open.
            I am done. I would rather be where people are.
        """
    },
    "h_kill": {
        "any": """
            {a}, alone, and nobody to see. Now.
            Only {a} and me in {room}. It will be quick.
            This is the moment for {a}.
            {a} should have stayed with the others.
            No witness in {room} but {a}, and soon none.
        """
    },
    "h_report": {
        "any": """
            They come in and I stand over {a}. Better that I am the one who found it.
            If I report {a} first, I am the honest one.
            I call it in and look shocked.
        """
    },
    "h_leave": {
        "any": """
            {a} must not be found with me beside. Away.
            Not here, not next to {a}.
        """
    },
    "h_doors": {
        "any": """
            Shut the doors, and {a} stays until I am ready.
            {a} is not going anywhere.
        """
    },
    "h_lights": {
        "any": """
            Lights out. In the dark nobody knows anybody.
            A little darkness helps.
            Let them stumble about for a while.
        """
    },
    "h_critical": {
        "any": """
            Let them run, and let them run apart.
            An alarm empties rooms, and empty rooms are mine.
            Either they fix it in time or we have won.
        """
    },
    "h_comms": {
        "any": """
            No lists, no cameras: that slows them.
            Blind and deaf they are easier.
        """
    },
    "h_pretend": {
        "any": """
            I mend what I broke, and they will remember that I did.
            Look how helpful I am.
        """
    },
    "h_wait": {
        "any": """
            Stay, {a}, just a moment longer.
            I fake a task and keep {a} company. Not long now.
        """
    },
    "h_hunt": {
        "any": """
            Somebody will be alone in {room}.
            To {room}, where people go by themselves.
            I am ready; now for somebody who is alone, perhaps in {room}.
            {room} is quiet. I like it quiet.
        """
    },
    "h_blend": {
        "any": """
            To be seen at work in {room}, that is worth something.
            I cannot do anything yet, so I look busy: {room}.
            A walk to {room}, some fake work, a friendly nod.
            Let them remember me in {room}.
        """
    },
    "h_shut": {
        "any": """
            Doors. I fiddle with something until they open.
        """
    },
    "h_ghost": {
        "any": """
            Dead, but my hands still itch.
            I haunt the wiring.
        """
    },
    # --- thoughts in meetings ---
    "tm_sure": {
        "any": """
            I know it is {a}. I only have to make them believe it.
            {a}. I saw what I saw.
        """
    },
    "tm_suspect": {
        "any": """
            {a}, I think, perhaps {p} in a hundred.
            Of all of them I like {a} least, say {p} percent.
            My eye is on {a} ({p} %).
            It could be {a}; I would not bet the ship on it, but {p} in a hundred is something.
        """
    },
    "tm_lost": {
        "any": """
            I have no idea who it is.
            Nobody stands out, and that worries me.
            Too many stories, too few facts.
        """
    },
    "tm_lie": {
        "any": """
            I was never in {room}, but they need not know.
            I say I was in {room}, and I must not forget it.
            As long as nobody else was in {room}, this holds.
        """
    },
    "tm_frame": {
        "any": """
            Let it be {a}; {a} looks the part.
            {a} is halfway out of the airlock already, I only have to nod.
            If they talk about {a}, they do not talk about me.
        """
    },
    "tm_accused": {
        "any": """
            {b} is on to me. Stay calm and sound hurt.
            {b} must not get a second voice.
        """
    },
    "tm_accused_crew": {
        "any": """
            {b} is after me, and I did nothing. Is {b} wrong, or is it {b}?
            Why me, {b}?
        """
    },
    "tm_partner": {
        "any": """
            {a} is finished; I had better be among those who say so.
            I cannot save {a}, so I save myself.
        """
    },
    "tm_quiet": {
        "any": """
            Say nothing that they could hold me to.
            The less I say the better.
            I wait for the others to make a mistake.
        """
    },
    "tm_listen": {
        "any": """
            I wait for somebody who knows more.
            Let the others talk; I weigh it.
            I have said what I know.
        """
    },
    "tm_vote": {
        "any": """
            {a} it is ({p} %).
            My vote goes to {a}; {p} in a hundred will have to do.
            I lock it in: {a}.
        """
    },
    "tm_vote_skip": {
        "any": """
            I would rather skip than throw out the wrong one.
            Skip; I know too little.
        """
    },
    "tm_vote_impostor": {
        "any": """
            My vote on {a}, like the good crewmate I am not.
            One vote more on {a}, and one fewer of them.
        """
    },
    "tm_vote_partner": {
        "any": """
            Sorry, {a}. It looks better this way.
            {a} is lost; my vote buys me some trust.
        """
    },
    "tm_vote_hide": {
        "any": """
            A skip suits me well.
            Nobody out, and we go on.
        """
    },
    "tm_reaction_right": {
        "any": """
            One impostor fewer. Good.
            So it was {a} after all.
        """
    },
    "tm_reaction_wrong": {
        "any": """
            {a} was one of us. Who pushed for it?
            We threw out {a} for nothing. I will remember the votes.
        """
    },
    "tm_reaction_none": {
        "any": """
            Nobody out. Whoever it is sits among us still.
            We are no wiser.
        """
    },
    "tm_reaction_glad": {
        "any": """
            They did my work for me.
            {a} is gone and nobody looked at me.
        """
    },
    "tm_reaction_sad": {
        "any": """
            Farewell, {a}. I have to be more careful now.
            {a} is gone. They learn.
        """
    },
    "tm_ejected": {
        "any": """
            Out into the cold. They will see.
            So this is how it ends for me.
        """
    },
    "tm_keep": {
        "any": """
            What matters goes into the notes.
            I keep what I saw and drop the chatter.
        """
    },
    # --- the dead among themselves ---
    "gh_thought": {
        "any": """
            It is strange to know everything and be heard by nobody.
            From here it all looks so simple.
            I watch.
        """
    },
}
