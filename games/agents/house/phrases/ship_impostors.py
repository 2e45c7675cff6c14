"""What an impostor thinks in a meeting; and what both think over votes and notes, and the dead of it all.

Slots as in ship_at_work.py. A thought in a meeting is put together: what one makes of the last word (tr_, an impostor
ti_), and where one stands (tm_), with a note to oneself why (tw_).

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
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
