"""Answers to others: defending oneself, answering a question, agreeing, contradicting, weighing a claim.

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- {b} accused me ---
    "deny": {
        "any": """
            {b}, I'm not mafia, and you'll find that out the hard way.
            You have the wrong person, {b}.
            No, {b}, I am not mafia.
            {b}, I hear you, and you are mistaken.
            I understand why you would look at me, {b}, but I'm innocent.
            {b} wants me gone; I'm not mafia, and hanging me helps only those who are.
            Not me, {b}.
            That is simply wrong, {b}.
            {b}, if you hang me you hang one of your own.
            You can put that finger down, {b}.
        """,
        "accuser": """
            {b}, I'm not mafia, and you're wasting the whole town's day.
            Wrong, {b}, and loud.
            Come on then, {b}, bring a reason next time.
            {b}, you want me? Bring a fact.
        """,
        "listener": """
            {b}, I don't resent it, but you are wrong about me.
            I would ask you to look again, {b}, because I'm not mafia.
            {b}, I hear the worry in that, and it is aimed at the wrong person.
        """,
        "logician": """
            {b}, your conclusion about me is false, so one of your steps is.
            I dispute it, {b}: I'm not mafia, and nothing you said requires that I am.
            {b}, which fact about me could not be true of an innocent person?
        """,
        "joker": """
            {b}, I'm not mafia; they have a dress code.
            Me, {b}? I can't even keep a biscuit secret.
            {b}, I'm innocent, and I look terrible in stripes.
            I'm flattered, {b}, but crime starts too early for me.
        """,
    },
    "deny_turn": {
        "any": """
            {b}, you were just as sure about {c}, and {c} was {r}.
            Last time {b} was certain it was {c}, {r}, so forgive me if I don't tremble.
            {b} said the same of {c}, and we know what {c} was.
            You were wrong about {c}, {b}, and now you're wrong about me.
        """,
        "accuser": """
            {b}, you got {c} killed, {r}, so sit this one out.
        """,
        "logician": """
            {b}'s record on such matters is {c}, {r}.
        """,
        "joker": """
            {b}, you thought it was {c} too, and {c} was {r}; third time lucky?
        """,
    },
    "deny_record": {
        "any": """
            I voted for {c}, {b}, and {c} was mafia; explain that.
            Look it up, {b}: I voted for {c}, and {c} was mafia.
            Would I have voted for {c}, a mafioso, if I were one of them?
            I helped get rid of {c}, {b}; what did you do?
        """,
        "logician": """
            That I voted for {c}, who was mafia, does not fit your theory, {b}.
        """,
        "joker": """
            I voted for {c}, and {c} was mafia, so either I'm no villain or I'm dreadful at teamwork.
        """,
    },
    "deny_vote": {
        "any": """
            I wasn't on {c}, {b}; I voted elsewhere, and {c} was {r}.
            Remember who did not vote for {c}, {r}: I didn't.
            {b}, when you all hanged {c}, my hand stayed down.
        """,
    },
    "deny_crowd": {
        "any": """
            That is {n} of you after me now, and every one of you is wrong.
            {b} and {c} both, I see; ask yourselves who is pleased about that.
            When {b} and {c} agree so quickly, somebody is along for the ride.
            I count {n} fingers pointing at me, and at least one belongs to somebody who knows better.
        """,
        "joker": """
            {n_cap} of you at once, and I hadn't even charged admission.
        """,
        "accuser": """
            {n_cap} of you, fine, line up, I'll still be innocent at the end of it.
        """,
        "listener": """
            {n_cap} voices against me, and I would ask which of you only heard each other.
        """,
        "logician": """
            {n_cap} accusations, but as far as I can see only one argument between them.
        """,
    },
    "deny_result": {
        "any": """
            {b} is lying about me, so I suspect {b}.
            There was no such result, {b}; you made it up, and that makes you mafia.
            I know what I am, so I know what {b} is: {b} is lying.
            {b} needed a scapegoat and chose me; {b} is mafia.
            Whatever {b} claims to have seen last night, it was not me; {b} is lying.
        """,
        "accuser": """
            {b}, you are lying, and I'll see you hang for it.
        """,
        "logician": """
            I am not mafia, {b} says that I am, so {b} is lying; it is the shortest proof of the day.
        """,
        "joker": """
            {b} saw me do it, apparently; {b} is lying, or was looking in a mirror.
        """,
        "listener": """
            {b}, I am sorry, but that never happened, and you are lying to these people.
        """,
    },
    "deny_last": {
        "any": """
            If you hang me, look at {a} tomorrow, because I suspect {a} to the end.
            I can count, and I know where this is going; when I'm shown innocent, remember that I suspect {a}.
            Do what you must, but the one you want is {a}, and I suspect {a} more than ever.
            Take one more look at {a} before you raise your hands, because I think {a} is mafia.
        """,
        "joker": """
            Fine, hang me, but I want it noted that I suspect {a} and that I died charming.
        """,
        "accuser": """
            Hang me and you've done {a}'s work; I accuse {a} with my last breath.
        """,
        "listener": """
            I forgive you already, but please look at {a}, because I suspect {a}.
        """,
        "logician": """
            When I am shown to be innocent, begin with {a}, whom I suspect.
        """,
    },
    "mirror": {
        "any": """
            And why you chose me, {b}, is what interests me now.
            I wonder what {b} was hoping to hear.
            {b} seems in a hurry.
            Funny that it should be {b} who says so.
        """,
    },
    # --- {b} asked me something; I suspect {a} ---
    "answer": {
        "any": """
            You asked me, {b}, so here it is: I suspect {a}.
            To answer {b}: I suspect {a}.
            {b}, since you ask, I don't trust {a}.
            A fair question, {b}, and my answer is that I suspect {a}.
            {b} asked for a name, and mine is {a}; I suspect {a}.
            I won't dodge, {b}: I think {a} is mafia.
        """,
        "accuser": """
            Easy, {b}: I suspect {a}.
            {b} wants a name? I accuse {a}.
        """,
        "listener": """
            Thank you for asking, {b}; I suspect {a}, and not gladly.
        """,
        "logician": """
            {b} asks for a name and a reason; I suspect {a}.
        """,
        "joker": """
            {b}, I thought you'd never ask: I suspect {a}.
        """,
    },
    "answer_vote_alive": {
        "any": """
            You ask about {c}, {b}: I was not sure then, and I am not sure now.
            I went for {c} because nobody gave me anything better, {b}.
            {b}, with {c} I followed my nose, and nothing has shown yet that it was wrong.
            Because {c} was the best name I had, {b}; better ones are welcome.
        """,
        "joker": """
            I picked {c} with a pin, {b}, but it was a very good pin.
        """,
        "logician": """
            On what I knew, {c} was the likeliest, {b}; I would choose so again on the same facts.
        """,
    },
    "answer_vote_wrong": {
        "any": """
            You ask about {c}, {b}; I believed it, and it was wrong, and I won't dress it up.
            I got {c} wrong, {b}, in good company.
            {b}, I went for {c} because it made sense at the time, and {c} paid for my sense.
            There is no clever answer, {b}: I thought it was {c}, and {c} was {r}.
        """,
        "joker": """
            About {c}, {b}: even a stopped clock is wrong twenty-two hours a day.
        """,
        "logician": """
            My inference about {c} was wrong, {b}, and the premise came from people who are still sitting here.
        """,
        "accuser": """
            I swung at {c} and missed, {b}; who did you swing at?
        """,
    },
    "answer_vote_right": {
        "any": """
            You ask why {c}, {b}? Because {c} was mafia, as it turned out.
            I'd do {c} again tomorrow, {b}.
            Ask me about something I regret, {b}; {c} is not it.
        """,
    },
    "answer_none": {
        "any": """
            I don't have a name for you yet, {b}.
            {b}, honestly, I don't know, and I won't pretend I do.
            Ask me again in an hour, {b}.
        """,
        "joker": """
            {b}, my honest answer is a shrug, but a warm one.
        """,
    },
    "thanks": {
        "any": """
            Thank you, {b}, for the kind word.
            {b}, I won't forget that you spoke for me.
            I'm glad somebody listens; thank you, {b}.
            {b} sees it right.
        """,
        "accuser": """
            Decent of you, {b}.
        """,
        "joker": """
            {b}, you're in my will.
        """,
        "logician": """
            {b}, I note the support, and I note that it was reasoned.
        """,
        "listener": """
            That was kind, {b}, and it was needed.
        """,
    },
    # --- {b} said something about {a} ---
    "agree": {
        "any": """
            I'm with {b} here: I suspect {a}.
            {b} is right, {a} looks guilty.
            {b} said it before I could; I don't trust {a} either.
            What {b} says makes sense to me, and I suspect {a} too.
            I go along with {b}, I think {a} is mafia.
            Count me beside {b}: I'm suspicious of {a}.
        """,
        "accuser": """
            {b}'s got it, {a} is guilty.
            Finally somebody with eyes; {b} is right and {a} is mafia.
        """,
        "listener": """
            I listened to {b}, and it rang true; I suspect {a}.
            {b} put words to what I felt, I don't trust {a}.
        """,
        "logician": """
            {b}'s reasoning holds, so I suspect {a} as well.
            I checked {b}'s argument and found no gap; {a} is suspicious.
        """,
        "joker": """
            I hate agreeing with anybody before noon, but {b} is right and {a} looks guilty.
            What {b} said, but funnier: I suspect {a}.
        """,
    },
    "disagree": {
        "any": """
            {b}, I think you're wrong there; I trust {a}.
            I don't follow {b} on {a}, for I believe {a}.
            {b}, leave that be: {a} is honest as far as I can see.
            Not {a}, {b}; I trust {a}.
            {b} is chasing the wrong one, and I believe {a} is innocent.
        """,
        "accuser": """
            {b}, get off it, {a} is innocent.
        """,
        "listener": """
            {b}, I heard {a} differently, and I believe {a}.
        """,
        "logician": """
            {b}'s case against {a} ignores the record; I trust {a}.
        """,
        "joker": """
            {b}, if {a} is guilty then I'm a duchess; I trust {a}.
        """,
    },
    "unconvinced": {
        "any": """
            {b}, you'll have to give me more than that about {a}.
            I heard {b} on {a}, and I'm not there yet.
            What exactly has {a} done, {b}?
            {b} is very sure about {a}, and I should like to know how.
            That was a lot of certainty from {b} and not much else.
        """,
        "accuser": """
            {b}, that's thin, and I like mine thick.
        """,
        "listener": """
            {b}, I could hear that you mean it, but not why.
        """,
        "logician": """
            {b}, without a fact that is only an opinion about {a}.
        """,
        "joker": """
            {b}, I've seen stronger cases made of wet cardboard.
        """,
    },
    # --- claims of others ---
    "believe_claim": {
        "any": """
            I believe {b} about being the {role}.
            {b} says {role}, and nobody has stood up to say otherwise, so I trust {b}.
            Thank you for coming forward, {b}; I believe you.
            I take {b}'s word for it, and I'd rather protect {b} than argue.
        """,
        "logician": """
            {b}'s claim is unopposed, and an unopposed {role} is most likely real, so I trust {b}.
        """,
        "accuser": """
            That took nerve, {b}, and I believe you.
        """,
        "joker": """
            {b} is the {role}, then; I believe you, and I'd have guessed florist.
        """,
        "listener": """
            I heard no false note in it; I believe {b}.
        """,
    },
    "retract": {
        "any": """
            I take it back, {b}; if you're the {role}, I believe you.
            Then I was wrong about {b}, and I withdraw it: I believe {b}.
            Nobody disputes it, and I was about to hang the {role}; I trust {b} now.
            That changes things, {b}, and I'm sorry; I believe you.
        """,
        "accuser": """
            Fine, {b}, you should have said so sooner; I believe you, and I'm off your back.
        """,
        "listener": """
            Forgive me, {b}; I believe you now.
        """,
        "logician": """
            A {role} unopposed outweighs what I had against {b}, so I withdraw it and trust {b}.
        """,
        "joker": """
            I eat my hat, {b}, with mustard; I believe you.
        """,
    },
    "doubt_claim": {
        "any": """
            {b} says {role}, and I'm not buying it; I don't trust {b}.
            That claim came at a very handy moment; I suspect {b}.
            Anybody can say {role}; I don't trust {b}.
            {b} claims a lot and shows little; I don't believe {b}.
        """,
        "accuser": """
            {b} the {role}? Never; I say {b} is lying.
        """,
        "joker": """
            If {b} has ever been a {role}, I'm the archbishop; I don't believe {b}.
        """,
        "logician": """
            That claim is what I would expect from a cornered liar; I suspect {b}.
        """,
        "listener": """
            The words were right and the voice was not; I don't trust {b}.
        """,
    },
    "torn_claims": {
        "any": """
            {b} and {c} both say {role}; one of you is mafia, and we have to choose.
            Two people claim {role}, and only one of them can look me in the eye.
            {b} or {c}: this is the whole day, so let's not talk of anything else.
        """,
        "logician": """
            {b} and {c} contradict each other, so by hanging one we learn both.
        """,
        "joker": """
            {b} and {c} in the same costume, how embarrassing for one of them.
        """,
    },
    "follow_result": {
        "any": """
            {b} has a result, and that's better than anything I have; {a} looks guilty.
            If {b} saw it, I suspect {a}.
            I believe {b}, so I think {a} is mafia.
            Unless somebody challenges {b}, I say {a} is guilty.
        """,
        "accuser": """
            {b} caught {a}, what are we waiting for? I accuse {a}.
        """,
        "logician": """
            {b}'s result is direct evidence, and it makes {a} guilty.
        """,
        "joker": """
            {b} peeked, {a} is guilty, and I'm putting the kettle on.
        """,
        "listener": """
            I believe {b}, and that leaves me no doubt that {a} is guilty.
        """,
    },
    "doubt_result": {
        "any": """
            I'd like to believe {b}, but that result on {a} smells; I don't trust {b}.
            {b} needed a villain and produced one; I don't trust {b}.
            A result is only as good as its bringer, and I don't trust {b}.
        """,
        "logician": """
            {b}'s result on {a} fits nothing else we know, so I suspect {b}.
        """,
        "accuser": """
            {b}, I think you made that up, and I don't trust you.
        """,
        "joker": """
            {b}'s crystal ball needs a polish; I don't trust {b}.
        """,
        "listener": """
            That result was brought like a present; I don't trust {b}.
        """,
    },
    "jab": {
        "any": """
            {b}, [you surprise me|I'll remember that].
            I heard that, {b}.
            Noted, {b}.
        """,
        "joker": """
            {b}, I'd clap, but I'm holding my wallet.
            I'd say {b} has a point, if I'd seen one.
        """,
    },
    "quote": {
        "any": """
            “{q}”, {b} told us {when}.
            {b} said {when}: “{q}” I have been chewing on that.
            I keep hearing {b} {when}: “{q}”
        """,
    },
}
