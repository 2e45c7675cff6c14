"""What a crewmate thinks in a meeting and does not say: of the last word, whom it suspects, and why.

Slots as in ship_at_work.py. A thought in a meeting is put together: what one makes of the last word (tr_, an impostor
ti_), and where one stands (tm_), with a note to oneself why (tw_).

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
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
}
