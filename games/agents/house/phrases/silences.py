"""What is thought, and not said, of the last thing that was said: by the town (th_) and by the mafia (mh_).

{b} spoke last, {c} is whom the words were about, {a} whom one suspects oneself.

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- the town ---
    "th_hears_against": {
        "any": """
            {b} has come to {c} as well. Good, or too easy.
            I am not alone with {c}, then. [Let|I let] {b} carry it for a while.
            {c} again, from {b} this time. I nod inwardly and keep still.
            {b} on {c}: that is my case in other words.
            The more I hear about {c}, the less I need to say.
            I should be glad of {b}'s help with {c}, and I wonder why it comes now.
            {b} sees what I see in {c}. Two pairs of eyes, or one mistake made twice.
            If {c} squirms now, after {b}, I have my answer.
            {b} says {c} better than I would. No need to add a word.
            {c} has heard that from {b}. Watch the hands.
            So {b} is against {c} too; let us see who hurries to be third.
        """,
        "accuser": """
            {b} took {c} right out of my mouth.
            Finally, {b}. {c} has had it coming.
            Go on, {b}, harder. {c} is not even sweating.
        """,
        "listener": """
            {b} heard it too, that false note in {c}.
            Quiet. What does {c} do with {b}'s words?
        """,
        "logician": """
            {b}'s evidence on {c} is not independent of mine, so I count it half.
            Second source on {c}: {b}. Update, slightly.
        """,
        "joker": """
            {b} does my number about {c}, and without the punchline.
            {c} has a critic in {b}, and the reviews agree.
        """,
        "loyalist": """
            {b} stands where I stand on {c}. I do not forget that.
            Good, {b}. Nobody should hunt {c} alone.
        """,
        "contrarian": """
            Now that {b} agrees about {c}, I begin to have doubts.
            {b} too? {c} was so much more convincing as a private opinion.
        """,
        "diplomat": """
            {b} put {c} plainly, and politely enough. I need not.
            There is something like agreement about {c} now, with {b} in it. Do not disturb it.
        """,
        "nervous": """
            {b} says {c} too, so I did not imagine it. Did I?
            Good, good, {b} says it; then nobody has to look at me saying {c}.
        """,
    },
    "th_hears_doubt": {
        "any": """
            {b} is after {c}. I do not see it.
            {b} says {c} as if it were proved, and it is not.
            Either {b} knows more of {c} than I do, or {b} wants {c} gone.
            {b} against {c}. Note who joins.
            {c}? {b} will have to do better than that.
            In this I watch {b} more than {c}.
            {c} may be guilty for all I know, but not by {b}'s reasons.
            I would have looked at {a} first, and {b} looks at {c}.
            Let me hear {c} before I believe {b}.
            {b} has {c}, I have {a}, and the rope takes only one.
            What would {b} gain if {c} went? That is the question.
            {b} may mean well with {c}. Meaning well has hanged people.
            No. {a} before {c}, whatever {b} says.
        """,
        "accuser": """
            {c}? Wrong tree, {b}, and you bark too early.
            {b} throws at {c} and misses. My stone is for {a}.
        """,
        "listener": """
            {b} said {c} a little too fast for somebody who is sure.
            I listened for the reason in that, {b}, and there was none about {c}.
        """,
        "logician": """
            {b}'s conclusion about {c} does not follow. {a} still leads.
            Likelihood of {b} saying this if {c} is innocent: about the same. No update.
        """,
        "joker": """
            {b} pulls {c} out of the hat, and I was hoping for a rabbit.
            {c}, says {b}, with the confidence of a weather forecast.
        """,
        "loyalist": """
            I do not fall upon {c} because {b} whistles.
            {b} points at {c} lightly. I would want more before I left anybody alone up there.
        """,
        "contrarian": """
            {b} says {c}, so there must be a case for {c}, and I could make it.
            Wrong, {b}, though I admire the nerve.
        """,
        "diplomat": """
            {b} may believe that of {c}. I would rather not make it two.
            There is a calmer reading of {c} than {b}'s, and nobody has asked for it.
        """,
        "nervous": """
            {c} now, says {b}. And who is next, who is next?
            I don't think it is {c}, but what if {b} asks me why?
        """,
    },
    "th_hears_vote": {
        "any": """
            There goes {b}'s vote, on {c}.
            {b} has decided on {c}. I still have a little time.
            A vote for {c} from {b}; now we see who was waiting for one.
            {c} has {b}'s vote. Does that bring me nearer to {c}, or to {b}?
            {b} commits. The guilty do that too, but later.
            {b} votes {c}, and the day gets shorter.
            Count: {b} on {c}. And the rest of them?
            If it comes to {c}, I shall remember that {b} did not hesitate.
            One hand up against {c}, and it is {b}'s.
            {b} has spent a vote on {c}. Mine I keep until I must.
            {c} or {a}; {b} has chosen, and I am not so far.
        """,
        "accuser": """
            That is how it is done, {b}: a name and a vote. I am right behind, perhaps.
        """,
        "logician": """
            {b} to {c}. The tally matters more than the talk from here on.
        """,
        "joker": """
            {b} buys {c} a ticket. One way, I take it.
        """,
        "nervous": """
            They are voting already; {b} is on {c}, and I have no idea where my hand goes.
        """,
    },
    "th_hears_praise": {
        "any": """
            {b} speaks up for {c}. Kindness, or company?
            A good word for {c} from {b}. I file it under both names.
            If {c} turns out rotten, {b} has just signed for it.
            {b} is warm about {c}, and warm is not a reason.
            So {b} stands with {c}. Worth remembering either way.
            {b} trusts {c}. I should like to know since when.
            Whoever clears {c} today answers for {c} tomorrow. {b} knows that, I hope.
            Fine, {b}, not {c}. That still leaves too many.
        """,
        "loyalist": """
            {b} keeps faith with {c}. I like that, even if it is a mistake.
        """,
        "contrarian": """
            {b} praises {c}; somebody ought to object, and for once it is not me.
        """,
        "logician": """
            {b} vouches for {c}: a link between the two, sign unknown.
        """,
    },
    "th_hears_blame": {
        "any": """
            {b} is at me. If I jump each time I look like one who jumps.
            I let {b} talk; an answer now would only feed it.
            {b} means me. Patience, it is the votes that count.
            Not every stone has to be thrown back at {b}.
            {b} has me wrong, and I have said what I can say.
            If they believe {b}, no word of mine will help; if they do not, none is needed.
            Let somebody else tell {b} how thin that is.
        """,
        "nervous": """
            Don't answer {b}, don't, don't. Breathe.
        """,
        "joker": """
            {b} wants a scene. The house is closed tonight.
        """,
        "accuser": """
            I could take {b} apart. Later, with everybody watching.
        """,
    },
    "th_hears_thanks": {
        "any": """
            {b} speaks well of me. Pleasant, and I ask myself what for.
            A friend in {b}, or somebody who wants to look like one.
            {b} is right about me, which proves nothing about {b}.
            I do not thank {b} for it aloud; it would look arranged.
            Good of {b}. I keep my eyes open all the same.
        """
    },
    "th_hears_claim": {
        "any": """
            {b} says {role}. True or not, that changes the day.
            A claim, and from {b}. Does nobody object?
            {role}, says {b}. If that is a lie it is an expensive one.
            Write it down: {b} is the {role}, by {b}'s own account.
            Hold still, and see whose face falls at {b}'s claim.
        """
    },
    "th_hears_question": {
        "any": """
            I want to hear {c} on that before I open my mouth.
            {b} asks {c}. The pause before the answer will tell me most.
            Let {c} answer {b} first.
            Asking is easy, {b}. But yes, {c}, go on.
            {c} owes {b} an answer now, and I can wait for it.
            A fair question to {c}. Would {b} like to be asked the same?
            {b} fishes in {c}'s water. Let us see what bites.
            If {c} dodges {b} there, I shall know something.
        """,
        "listener": """
            Hush now. It is not what {c} says to {b}, it is how soon.
        """,
    },
    "th_hears_nothing": {
        "any": """
            {b} talked, and I have learned nothing from it.
            Words from {b}, and not a name among them.
            That was weather from {b}, not news.
            {b} keeps the air warm. Next.
            And whom does {b} suspect? Not a word of that.
            {b} fills the time. I wonder for whom.
            I am looking for the point in what {b} said.
        """,
        "joker": """
            {b} has said nothing, and said it well.
        """,
    },
    "th_hears_name": {
        "any": """
            {b} brings up {c} and leaves it there.
            {c} comes up, by way of {b}. For or against? I could not tell.
            {b} has {c} in mind, and will not say how.
            Half a sentence on {c} from {b}; the other half interests me.
            {b} walks round {c} like somebody at a shop window.
            {c} again. {b} might as well say what {b} thinks.
            A little of {c}, a little of nothing. {b} keeps every door open.
            What {b} said about {c} can be read either way, and perhaps it should be.
            {b} looks at {c}, and I look at {b}.
            And what follows from that, {b}? About {c}, I mean.
            {b} remembers something of {c}. I remember it otherwise, or not at all.
            So {b} is busy with {c}. Busy people I watch.
            Why {c}, {b}, and why now?
            I was thinking of {a}, and {b} talks of {c}.
        """,
        "joker": """
            {b} says {c} and the orchestra stays silent.
        """,
        "logician": """
            {b} has mentioned {c}. A mention is not a claim.
        """,
        "listener": """
            I go back over {b}'s words on {c}, and they weigh no more.
        """,
        "nervous": """
            What about {c}, {b}, what about {c}? Say it or don't.
        """,
    },
    "th_spoke_last": {
        "any": """
            That is out. Now let me see who takes it up.
            I have said my piece; the next to speak interests me.
            Did that land? Nobody moves.
            Two speeches in a row would make one too many of mine.
            Somebody say something. Not me.
            It is quiet after that, and quiet is an answer too.
            I wait, and I look at {a}.
            Let it sink in.
        """
    },
    # --- the mafia ---
    "mh_hears_against": {
        "any": """
            {b} does it for us: {c}. Not one word from me.
            {c}, says {b}, and believes it. Lovely.
            The town chews on {c}. Let it chew.
            I could help {b} with {c}, and I would be seen helping. Better not.
            {b} against {c}, two honest fools. Which of them do I keep?
            If {c} hangs by {b}'s word, {b} is tomorrow's question.
            {b} pushes {c} harder than I would dare to.
            Let {b} own {c}. I only inherit.
            Every minute that they spend on {c} is a minute not spent on us. Go on, {b}.
            {b} is wrong about {c}, and I am the last who would say so.
            A push for {c} from {b}. I look thoughtful.
        """,
        "accuser": """
            Leave {c} to {b}. If I shout as well, it is a choir.
        """,
        "listener": """
            I tilt my head at {b}'s words on {c}, as if I weighed them.
        """,
        "logician": """
            {b} on {c}: cost to us nothing, gain one. Stay out.
        """,
        "joker": """
            {b} throws the pie, {c} wears it, and I hold the coats.
        """,
        "contrarian": """
            They would expect me to defend {c} from {b}. For once, no.
        """,
        "diplomat": """
            How sad about {c}, I shall say afterwards, and how sincere {b} was.
        """,
        "nervous": """
            Good, it's {c}, {b} says {c}, don't smile, don't.
        """,
        "loyalist": """
            Somebody ought to stand by {c} against {b}. It will not be me.
        """,
    },
    "mh_hears_danger": {
        "any": """
            {b} has {c}. Do not look up, do not defend.
            {b} is close. If {c} goes, I must not be the one who is surprised.
            {c} has to get out of this alone; {b} would hear me coming.
            {b} smells {c}. Somebody should smell {b}.
            My silence about {c} has to look like boredom.
            Not {c}. Anybody, {b}, but not {c}.
            {b} has said the one name that I did not want to hear: {c}.
            If {b} finds a second voice against {c}, I shall have to be the third.
            Tonight {b}, if there is a tonight for {c} and me.
        """
    },
    "mh_hears_shelter": {
        "any": """
            {b} vouches for {c}, of all people. Keep {b} alive.
            {b} trusts {c}; may it last.
            {c} has found a believer in {b}. I could kiss {b}.
            Good, {b}: {c} is as innocent as I am.
            {b} builds the wall around {c}, so I need not lift a stone.
        """
    },
    "mh_hears_praise": {
        "any": """
            {b} and {c} are friends. Friends can be parted.
            {b} clears {c}, and is even right. What a waste.
            If {b} and {c} trust each other, one of them should not wake up.
            {b} is sure of {c}. I am too, and must not show it.
            That makes {c} hard to sell, thanks to {b}.
            {b} stands by {c}. Where one falls the other will look bad.
        """
    },
    "mh_hears_blame": {
        "any": """
            {b} is right, and I yawn.
            Not a muscle. {b} only guesses.
            To answer {b} would look like being hit.
            {b} can prove nothing, and I can wait.
            Let {b} repeat it until it sounds like a grudge.
            Too near, {b}. But it is one voice, and I have denied worse.
            I give {b} a tired look and nothing to hold on to.
        """
    },
    "mh_hears_thanks": {
        "any": """
            {b} trusts me. That is worth a day.
            {b} speaks for me, and I did not even ask. {b} may live.
            What {b} says of me is kind, and wrong in every word.
            Keep {b} close; believers are rare.
            Nobody defends me like the innocent do. Thank you, {b}.
        """
    },
    "mh_hears_claim": {
        "any": """
            {b} says {role}. Then {b} should not see many mornings.
            {role}, says {b}. Noted, for the night.
            So that is who {b} is, or wants to be. We shall see what dies of it.
            If {b} is the {role}, we know where to knock.
            Look impressed by {b}. Think of the night.
        """
    },
    "mh_hears_question": {
        "any": """
            Let {c} sweat over that one; it is not mine.
            {b} asks {c}, and I am glad that it is not me.
            While {c} searches for words nobody looks at me. Ask on, {b}.
            {c} will answer honestly and it will sound dreadful.
            I prepare my own answer, in case {b} turns round.
            Curious {b}. It is {c} today and could be me tomorrow.
        """
    },
    "mh_hears_nothing": {
        "any": """
            {b} fills the day with nothing, and each minute of it is ours.
            Go on, {b}, talk about the weather.
            Nobody named, nobody hurt. {b} is a good neighbour.
            As long as {b} talks like that we are safe.
            {b} has no idea. It suits me.
        """
    },
    "mh_hears_name": {
        "any": """
            {b} mentions {c}. I hear nothing, I know nothing.
            {c}, {b}? Take your time, all of you.
            {b} is thinking aloud about {c}. Better {c} than what comes after {c}.
            If {b} wants to talk of {c}, who am I to be in the way?
            {b} has not made up that mind about {c}. It could be helped, gently.
            Let {b} go on about {c}; I polish my face.
        """
    },
    "mh_spoke_last": {
        "any": """
            That sounded honest. Leave it alone.
            One word more and I spoil it.
            Let somebody pick it up as if it were theirs.
            Now be the one who listens.
            They are weighing it. Do not help them.
            I have planted it; whoever waters it is not me.
        """
    },
    "mh_hears_mate": {
        "any": """
            {b} does that well. I listen like a stranger.
            Careful, {b}, not too clever.
            Good, {b}. Now let somebody else say it.
            I must not nod at everything {b} says.
            {b} talks for both of us, and it must not sound like it.
            If I speak right after {b} they will hear the seam.
            Let there be two honest voices between {b}'s and mine.
            {b} sounds more innocent than the innocent.
            Was that wise, {b}? We shall see at the vote.
            I look at {b} as one looks at anybody.
        """
    },
}
