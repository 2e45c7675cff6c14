"""The reasons: one intent for each kind of ground in suspicion.py, and the verdicts that go with them.

A reason states what happened; whether it weighs against {a} is said by a verdict, so that a listener who knows plain
English understands both. (Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- votes and words about people who have been shown ---
    "g_hanged_town": {
        "any": """
            {a} voted for {b} {when}, and {b} was {r}.
            One of the votes that killed {b} was {a}'s.
            Look at who hanged {b} {when}: {a} is on that list.
            {a}'s name stands under the hanging of {b}, {r}.
            [It was|Among others it was] {a} who put a vote on {b}, and {b} was {r}.
            {when_cap} {a} was happy enough to hang {b}, {r}.
        """,
        "logician": """
            Votes on {b}, who was {r}, included {a}'s.
            Entry for {when}: {a}, vote on {b}; result, {r}.
        """,
        "accuser": """
            {a} helped string up {b}, {r}, and never lost any sleep over it.
        """,
        "joker": """
            {a} voted for {b}, who was {r}; lovely aim, wrong barn.
        """,
        "listener": """
            I remember {a} voting for {b}, and I remember that {b} was {r}.
        """,
    },
    "g_wrong_too": {
        "any": """
            I was wrong about {b} too, but {a} was wrong so easily.
            We all share {b}, {r}, and yet it sits lighter on {a} than on me.
            I had a hand in {b} as well, I know, but I at least lost sleep over it, unlike {a}.
            {b} is on my conscience too, which is why I look hard at {a}, who was so sure.
            Yes, I went along against {b}, and I keep asking who was glad of the company; {a}, perhaps.
        """,
        "logician": """
            I contributed to the error on {b}; so did {a}, with fewer doubts.
        """,
        "joker": """
            {b} was my mistake as well, but {a} made it with more enthusiasm.
        """,
        "accuser": """
            I hit {b} too, I own it, but {a} was already swinging.
        """,
    },
    "g_pushed_town": {
        "any": """
            {a} was after {b} {when}, and {b} was {r}.
            It was {a} who kept pushing {b}, {r}.
            {a} talked against {b}, and we know now what {b} was: {r}.
            {when_cap} {a} made a case against {b}, and it was a case against {r}.
            {a} had a lot to say about {b}, all of it wrong.
            About {b}, {r}, {a} told us {when}: “{q}”
        """,
        "logician": """
            {a}'s argument against {b} ended in {r}, so one of its premises was false.
        """,
        "accuser": """
            {a} barked up {b} {when} and we buried {r}.
        """,
        "joker": """
            {a} sold us {b} as a villain, and the goods turned out to be {r}.
        """,
        "listener": """
            I can still hear {a} on the subject of {b}, who was {r}.
        """,
    },
    "g_spared_mafia": {
        "any": """
            When we hanged {b}, {a} was voting somewhere else.
            {b} was mafia, and {a}'s vote that day was not on {b}.
            {a} had every chance to vote for {b} {when} and found another name.
            We needed hands against {b}, and {a}'s stayed down.
            With {b} on the rope, {a} looked the other way.
        """,
        "logician": """
            {b} was mafia, and the list of those who voted elsewhere {when} includes {a}.
            Divide us by who voted for {b}: {a} falls on the wrong side.
        """,
        "accuser": """
            We were hanging a mafioso {when}, and {a} would not lend a hand.
        """,
        "joker": """
            {b} was mafia, and {a} suddenly had a terribly interesting shoelace to look at.
        """,
        "listener": """
            I noticed that {a} could not bring their vote to {b}, and {b} was mafia.
        """,
    },
    "g_shielded_mafia": {
        "any": """
            {a} spoke up for {b}, and {b} was mafia.
            It was {a} who told us to leave {b} alone, and {b} was mafia.
            {a} vouched for {b} {when}, and we know how that ended.
            Of {b}, a mafioso, {a} said: “{q}”
            {a} had kind words for {b}, and kind words for the mafia have to be explained.
        """,
        "logician": """
            {a} argued that {b} was no threat; {b} was mafia; somebody should reconcile that.
        """,
        "accuser": """
            {a} stood in front of {b} like a bodyguard, and {b} was mafia.
        """,
        "joker": """
            {a} gave {b} a lovely reference, and {b} was mafia, so I'd like to see the other references.
        """,
        "listener": """
            “{q}”, said {a} about {b}, and I wrote it down, and {b} was mafia.
        """,
    },
    "g_buddy": {
        "any": """
            {b} was mafia, and {b} went out of the way to defend {a}.
            Ask why {b}, a mafioso, kept {a} safe.
            {b} stuck up for {a} {when}, and {b} was mafia.
            A mafioso spoke well of {a}, and I don't think {b} was being generous.
        """,
        "logician": """
            {b}, mafia, defended {a}, and the mafia defend for a reason.
        """,
        "joker": """
            When {b} was alive and mafia, {b} had only nice things to say about {a}.
        """,
    },
    "g_dead_finger": {
        "any": """
            {b} was after {a}, and {b} did not survive the night.
            The last person {b} pointed at was {a}.
            {b} named {a} {when} and was dead by morning.
            Before {b} died, {b} said of {a}: “{q}”
            Somebody shut {b} up, and the name {b} kept saying was {a}.
        """,
        "logician": """
            {b} accused {a}, then {b} was killed; coincidence is possible, and so is the other thing.
        """,
        "accuser": """
            {b} had {a} in their sights, and somebody made sure of {b} first.
        """,
        "joker": """
            {b} pointed at {a} and then stopped pointing at anything, ever.
        """,
        "listener": """
            {b} tried to warn us about {a}, and I did not listen hard enough.
        """,
    },
    "g_broke_word": {
        "any": """
            {a} announced a vote for {b} {when} and then voted for somebody else.
            {when_cap} {a} said {b}, and when the votes came out it was not {b}.
            {a}'s word {when} was {b}; {a}'s vote was not.
            {a} promised to go for {b}, and it never happened.
        """,
        "logician": """
            Declared by {a} {when}: {b}; cast by {a}: something else.
        """,
        "accuser": """
            {a} said one name and voted another {when}, and that's what crooks do.
        """,
        "joker": """
            {a} promised {b} the vote {when} and ran off with another at the last minute.
        """,
        "listener": """
            What {a} said about {b} {when} and what {a} did when it counted were two different things.
        """,
    },
    "g_skipped": {
        "any": """
            {a} voted for nobody {when}.
            When it was time to choose {when}, {a} chose nobody.
            {a} wasted a vote {when} on nobody at all.
            {a} would not commit to a name {when}.
        """,
        "accuser": """
            {a} hid behind an empty ballot {when}.
        """,
        "joker": """
            {a} cast a brave vote for thin air {when}.
        """,
    },
    # --- claims ---
    "g_rival_claim": {
        "any": """
            {a} and {b} cannot both be what they claim.
            There is one {role} at this table, and both {a} and {b} say it is them.
            Either {a} or {b} made that up.
            {b} claims the same as {a}, and one of those stories is a mask.
        """,
        "joker": """
            We have two of the {role}, {a} and {b}, and the shop only ever stocked one.
        """,
        "logician": """
            {a} and {b} claim one and the same role, so at least one claim is false.
        """,
    },
    "g_false_claim": {
        "any": """
            {b} was the {role}, so {a}'s claim was never true.
            {a} claimed to be the {role}, and the real one was {b}.
            The {role} is dead, and it was {b}, so what does that make {a}?
            {a} wore a badge that belonged to {b}.
        """,
        "accuser": """
            {a} claimed {b}'s own role, and {b} died of it.
        """,
        "joker": """
            {a} said {role}, the body said {b}, and I believe the body.
        """,
        "logician": """
            {b} was shown to be the {role}; therefore {a} was not, and {a} said otherwise.
        """,
    },
    "g_changed_claim": {
        "any": """
            {a} has told two different stories about who {a} is.
            First {a} was one thing, then another.
            {a}'s claim changes with the weather.
        """,
    },
    "g_false_result": {
        "any": """
            {a} gave us a result on {b}, and it was wrong.
            What {a} told us about {b} was untrue, and the dead don't bluff.
            {a} swore to a finding about {b} that turned out to be invented.
        """,
        "logician": """
            {a}'s finding on {b} was false, and findings are not false by accident.
        """,
        "joker": """
            {a}'s investigation of {b} seems to have been done with tea leaves.
        """,
    },
    "g_result": {
        "any": """
            {b} investigated {a}, and the answer was mafia.
            We have {b}'s word that {a} is what we are looking for.
            {b} looked at {a} by night and told us what came up.
            If {b} is to be believed at all, it is about {a}.
        """,
        "logician": """
            {b}'s result against {a} outweighs everything else that was said today.
        """,
        "accuser": """
            {b} put a finger right on {a}, and I've heard nothing to take it off.
        """,
        "joker": """
            {b} peeked at {a}'s hand, and I do love a peek.
        """,
        "listener": """
            I listened to {b} about {a}, and I heard no false note.
        """,
    },
    "g_proven_guilty": {
        "any": """
            {b} was the sheriff, and {b} told us what {a} is.
            The sheriff named {a} before dying, and the sheriff was {b}.
            {b} died the sheriff, so what {b} found out about {a} stands.
            We have it from a dead sheriff: {b} caught {a}.
        """,
    },
    "g_claims_mine": {
        "any": """
            {a} claims my own role, and I'm the {role}.
            {a} is wearing my coat, for I'm the {role} here.
            I know {a} is not the {role}, because I'm the {role}.
        """,
    },
    "g_lied_about_me": {
        "any": """
            {a} told you I was mafia, and I know better than anybody that it is untrue.
            {a}'s result on me is made up.
            I know what I am, so I know what {a}'s result is worth.
        """,
    },
    "g_own_result": {
        "any": """
            I looked into {a} myself, and I have told you what I saw.
            My own night went on {a}, and I did not like what I saw.
            You have my word and my badge on {a}, and I have nothing better to give.
            I would not risk my neck on a guess about {a}, and I am risking it.
        """,
    },
    # --- talk ---
    "g_accused_by": {
        "any": """
            {b} has been pointing at {a}, and I think {b} has it right.
            I listened to {b} on {a}, and it fits.
            {b} put it well about {a}.
            What {b} says about {a} is what I was going to say.
            I am not the only one; {b} sees it too.
        """,
        "logician": """
            {b} and I reached {a} separately, which counts for more than one of us alone.
        """,
        "accuser": """
            {b} beat me to {a}, but I'm right behind.
        """,
        "joker": """
            {b} has been doing all the work on {a}, and I hate to see anybody work alone.
        """,
        "listener": """
            {b} spoke about {a}, and I heard nothing forced in it.
        """,
    },
    "g_turncoat": {
        "any": """
            {a} has been on both sides of {b} by now.
            First {a} said one thing about {b}, then the opposite.
            {a} changed their mind about {b} and never told us why.
            {a} on {b}, earlier: “{q}”, and now listen to {a}.
        """,
        "logician": """
            {a} said two things about {b}, and they exclude each other.
        """,
        "accuser": """
            {a} flipped on {b} the moment it was convenient.
        """,
        "joker": """
            {a}'s opinion of {b} goes round like a weathercock.
        """,
        "listener": """
            {a}'s tone about {b} turned over, and nothing had happened to turn it.
        """,
    },
    "g_accused_me": {
        "any": """
            {a} came at me with nothing {when}.
            {a} picked me {when}, and I have not heard a reason yet.
            I know what I am, so I have to ask what {a} was doing when {a} chose me.
            {a} needed a name {when} and took mine.
        """,
        "accuser": """
            {a} swung at me {when}, and I know it was a cheap shot because I know what I am.
        """,
        "joker": """
            {a} thinks it's me, and since I was there when it wasn't, I wonder about {a}.
        """,
        "listener": """
            {a} named me {when} without ever asking me anything.
        """,
        "logician": """
            {a}'s case against me is wrong, and I can check that from the inside.
        """,
    },
    "g_gut": {
        "any": """
            It is only a feeling, but it [has a name|sits on {a}].
            I can't prove it, I just [don't like|dislike] how {a} sits there.
            Something about {a} [bothers me|keeps nagging at me|will not let me be].
            {a} looks at home here in a way I do not care for.
            I have no proof, only the hair on my neck, and it points to {a}.
            {a} sits there {image}.
        """,
        "accuser": """
            Call it instinct, but {a} sits there {image}.
            I pick {a} first and ask questions after.
        """,
        "joker": """
            My big toe says {a}, and my big toe has been right before, about weather.
            {a} is behaving {image}, if you ask me.
        """,
        "listener": """
            There is a note in {a} that I can't place.
            I may be unfair to {a}, but I keep listening in that direction.
        """,
        "logician": """
            I have no proof, merely a prior, and today it leans to {a}.
            Somebody has to be first on the list, and I wrote {a}.
        """,
    },
    # --- manner ---
    "g_quiet": {
        "any": """
            {a} has said next to nothing about anybody.
            I could not tell you one opinion that {a} holds.
            {a} keeps quiet, and quiet keeps people alive who shouldn't be.
            We have had no names, no votes and no reasons out of {a}.
            {a} is letting us do all the talking.
            {a} sits there {image} and says nothing.
        """,
        "accuser": """
            {a} hasn't given us one name, and that's a choice.
            If {a} had something to say, {a} would have said it by now.
        """,
        "joker": """
            {a} has the conversation of a coat stand.
            I've had livelier talks with my soup than with {a}.
        """,
        "listener": """
            I have been waiting to hear {a}, and I am still waiting.
            The one voice I cannot recall is {a}'s.
        """,
        "logician": """
            {a}'s contribution so far is zero, and zero is convenient.
            I have no data on {a}, and somebody made sure of that.
        """,
    },
    "g_no_name": {
        "any": """
            {a} talks and talks and never lands on anybody.
            {a} spoke {when} without naming a single suspect.
            Listen again to {a}: there is no name in it.
            {a} takes care not to offend anyone.
        """,
        "accuser": """
            {a} won't put a name on the table, and everyone honest has one.
        """,
        "joker": """
            {a} made a whole speech and left out the villain.
        """,
        "logician": """
            {a} has stated no hypothesis that could turn out wrong.
        """,
        "listener": """
            {a}'s words are soft, and there is nobody in them.
        """,
    },
    "g_echo": {
        "any": """
            {a} joined in on {b} without a reason of their own.
            {a} followed the others against {b} and added nothing.
            {a} waited for somebody else to name {b} first.
            As soon as {b} was in trouble, {a} was there.
        """,
        "accuser": """
            {a} jumped on {b} the second it was safe.
        """,
        "joker": """
            {a} climbed on the cart against {b} while it was already rolling.
        """,
        "logician": """
            {a}'s accusation of {b} carries no argument of its own.
        """,
        "listener": """
            When {a} spoke of {b}, I heard only other people's words.
        """,
    },
    "g_first_stone": {
        "any": """
            {a} threw the first stone {when}, before anybody knew anything.
            {a} had a culprit ready before we had a question.
            {a} was very quick with a name.
        """,
        "joker": """
            {a} had a name out before the tea was poured.
        """,
    },
    "g_ringleader": {
        "any": """
            {a} started the hunt on {b}, and half of us just ran along.
            It was {a} who first shouted {b}, and I have yet to hear why.
            Everybody is after {b} because {a} was, and why was {a}?
            Take {a} away, and nobody here would have thought of {b}.
            {a} set the dogs on {b} and then sat back.
        """,
        "accuser": """
            {a} lit the fire under {b} and let the rest of us carry the wood.
        """,
        "listener": """
            All those voices against {b}, and when I trace them back I find one, and it is {a}'s.
        """,
        "logician": """
            The case against {b} has one source, {a}, and many copies.
        """,
        "joker": """
            {a} yelled {b} in a crowded theatre, and look at us run.
        """,
    },
    "g_unanswered": {
        "any": """
            {b} asked {a} a plain question and got no answer.
            {a} still owes {b} an answer.
            {a} let {b}'s question fall on the floor.
        """,
        "accuser": """
            {b} asked, {a} ducked.
        """,
    },
    "g_spoke": {
        "any": """
            {a} told us {when}: “{q}”
            “{q}”, said {a} {when}, and I have been turning it over.
        """,
    },
    # --- in somebody's favour ---
    "t_hit_mafia": {
        "any": """
            {a} voted for {b}, and {b} was mafia.
            {a} was there when we needed votes on {b}.
            Whoever hanged {b} did us a service, and {a} was among them.
        """,
        "logician": """
            {a}'s vote helped remove {b}, and mafia seldom pay that price.
        """,
        "accuser": """
            {a} put a vote on {b} when it counted.
        """,
    },
    "t_named_mafia": {
        "any": """
            {a} was on to {b} before {b} was shown.
            {a} called {b} out, and {a} was right.
        """,
        "joker": """
            {a} sniffed out {b} while the rest of us were admiring the wallpaper.
        """,
    },
    "t_target_of_mafia": {
        "any": """
            {b} was mafia and went after {a}.
            The mafia don't usually turn on their own, and {b} was after {a}.
        """,
    },
    "t_stood_by_town": {
        "any": """
            {a} stood by {b} when it was not easy, and {b} was {r}.
            {a} tried to stop us hanging {b}.
        """,
    },
    "t_cleared": {
        "any": """
            {b} looked into {a} and found nothing.
            {b} cleared {a}, and I take that seriously.
        """,
    },
    "t_proven_clear": {
        "any": """
            {b} was the sheriff, and {b} cleared {a}.
            The real sheriff, {b}, vouched for {a}.
        """,
    },
    "t_own_cleared": {
        "any": """
            I have my reasons about {a}.
            Of {a} I am surer than I can say.
        """,
    },
    "t_sole_claim": {
        "any": """
            {a} claimed {role}, and nobody has disputed it.
            If {a} were lying about being the {role}, the real one would have said so by now.
        """,
    },
    "t_true_result": {
        "any": """
            {a} told us about {b}, and it was true.
            {a}'s word on {b} held up.
        """,
    },
    "t_trusted_by": {
        "any": """
            {b} speaks for {a}, and I have no quarrel with {b}.
            I go along with {b} about {a}.
        """,
    },
    "t_backed_me": {
        "any": """
            {a} stood up for me when it would have been easier not to.
        """,
    },
    "t_gut": {
        "any": """
            Call it a feeling, but {a} seems at ease in an honest way.
            I like how {a} talks, and I'll admit that is not evidence.
        """,
    },
}
