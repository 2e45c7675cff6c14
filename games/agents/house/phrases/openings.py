"""How a day is begun: the first words, and what the night or the last vote left behind.

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- somebody of the town died in the night ---
    "night_town": {
        "any": """
            {b} is dead, and {b} was {r}.
            So the night took {b}, {r}.
            We lost {b} [overnight|in the night], and {b} was {r}.
            [First things first|Before anything else]: {b} was {r}, and somebody here knew whom they were silencing.
            Whoever came for {b} got {r}.
            {b} did not [live|last] to see the morning, and that was {r} we could have used.
            They killed {r} last night, and it was {b}.
            It was {b} they wanted gone, and now we know {b} was {r}.
            I keep looking at the chair of {b}, who was {r}.
            {b} was {r}, and {b} won't be [helping us any more|speaking up today].
        """,
        "accuser": """
            {b} was {r}, and somebody sitting here did it and had breakfast afterwards.
            They took {b}, {r}, and I want to know who slept well.
            Somebody at this table murdered {b}, who was {r}, and then came down to chat.
            {b}, {r}, dead, and look how calm some of you are.
            One of you killed {b}, {r}, and I intend to be rude about it.
        """,
        "listener": """
            I keep thinking of {b}, who was {r}, and of what {b} might still have told us.
            {b} was {r}, and I wish I had listened more closely while there was time.
            Before we argue, a moment for {b}, who was {r}.
            We owe {b}, who was {r}, at least a careful day.
            It is quieter without {b}, {r}, and not in a good way.
        """,
        "logician": """
            The night cost us {b}, {r}, so let us ask who gains by that.
            {b} is confirmed as {r}, which tells us something about everyone {b} spoke to.
            Fact one of the day: {b} was {r}.
            Remove {b}, {r}, from the list, and look at what is left.
            A kill is a choice, and the choice was {b}, {r}.
        """,
        "joker": """
            They got {b}, {r}, and I notice nobody sent flowers.
            {b} was {r}, and I was in the middle of owing {b} money.
            Poor {b}, {r}, gone before the good jokes.
            {b}, who was {r}, has left the building feet first.
            I had a whole routine about {b}, and now it turns out {b} was {r}, so I shall save it for the wake.
        """,
    },
    "night_unknown": {
        "any": """
            {b} is gone, and we are not told what {b} was.
            {b} died in the night and took the secret along.
            So it was {b} they wanted, and I can only guess why.
        """,
    },
    "night_town_first": {
        "any": """
            One night in, and {b} is already gone, {r}.
            {b} never got to say a word, and {b} was {r}.
            We have not even spoken yet, and {b}, {r}, is dead.
            They started with {b}, who was {r}.
            The first to go is {b}, {r}, and none of us can say why.
            {b} was {r} and had no chance to annoy anybody, so that was [luck or instinct|a shot in the dark].
        """,
        "accuser": """
            {b}, {r}, before a single word was said; cowards work like that.
            No talk, no vote, and {b}, {r}, is dead, so somebody here was in a hurry.
        """,
        "listener": """
            I never heard {b} speak, and now I know only that {b} was {r}.
            It is a sad way to meet {b}, who was {r}.
        """,
        "logician": """
            {b} was {r}, and with no talk before it the choice of {b} tells us very little.
            A first kill is close to a random draw, and it fell on {b}, {r}.
        """,
        "joker": """
            {b}, {r}, out in the first night, which is what I call an early exit.
            I hadn't even learned to mispronounce {b}, and {b} was {r}.
        """,
    },
    # --- a mafioso died in the night ---
    "night_mafia": {
        "any": """
            {b} was mafia, and somebody [dealt with it in the dark|got there before our vote did].
            Good news for once: {b} is dead and was mafia.
            {b} died in the night, and {b} was one of them.
            The night did our work for us, for {b} was mafia.
            Well, {b} was {r}, so whoever fired has my thanks.
            One of theirs is gone: {b} was {r}.
        """,
        "accuser": """
            {b} was mafia, and I hope it hurt.
            That is {b} done with, mafia as they come, and now for the friends of {b}.
        """,
        "listener": """
            So {b} was mafia; I want to go back over everything {b} said.
            {b} was one of them, and suddenly some kind words sound different.
        """,
        "logician": """
            {b} was mafia, so everything {b} did can now be read backwards.
            {b} is confirmed mafia, and that is the best data we have had.
        """,
        "joker": """
            {b} was mafia, which is the nicest thing anyone has left under my pillow.
            Somebody shot {b}, and {b} was mafia, so drinks are on whoever it was.
        """,
    },
    "night_two": {
        "any": """
            Two in one night: {b} was {r}, and {c} was {r2}.
            Two empty chairs, {b}, {r}, and {c}, {r2}.
            We lost {b} and {c} at a stroke, {r} and {r2}.
            [Two dead|A double]: {b} turns out {r} and {c} {r2}.
        """,
        "joker": """
            Two for one, {b} and {c}, {r} and {r2}, and I did not even order the first.
        """,
        "logician": """
            Two deaths need two hands: {b}, {r}, and {c}, {r2}, so one of those shots came from the vigilante.
        """,
    },
    "night_two_villagers": {
        "any": """
            Two in one night, {b} and {c}, and both were villagers.
            {b} and {c}, two villagers, in a single night.
            We lost {b} and {c} together, and neither had done a thing but live here.
        """,
        "joker": """
            {b} and {c} in one night, two villagers for the price of our nerves.
        """,
        "logician": """
            {b} and {c} were both villagers, so one bullet of last night was ours and badly aimed.
        """,
    },
    "night_quiet": {
        "any": """
            Nobody died, and I should like to thank [whoever sat up|whoever was guarding the right door].
            A quiet night, so either a doctor did well or somebody lost their nerve.
            Everyone is here, which means somebody failed last night.
            No body this morning; I'll take it.
            All present, and I do not believe it was mercy.
            We all woke up, and one of you was not supposed to.
            The night came and went and took nobody.
        """,
        "accuser": """
            Nobody dead, and one of you is disappointed; I'm looking for that face.
            The killers missed, so somebody is angry this morning and hiding it badly.
        """,
        "listener": """
            We are all still here, and I am grateful to whoever kept watch.
            Nobody was taken, and I noticed who looked surprised.
        """,
        "logician": """
            No death means a save or a pass, and the mafia seldom pass.
            Nobody died, from which I infer that the doctor lives and guessed well.
        """,
        "joker": """
            Nobody died, so I put on a clean shirt for nothing.
            A night with no murder; standards are slipping.
        """,
    },
    # --- the vote of the day before ---
    "hanged_town": {
        "any": """
            We hanged {b} {when}, and {b} was {r}.
            {b} was {r}, and we did that ourselves.
            Yesterday's rope went to {b}, {r}, and that is on [all of us|more than one conscience here].
            {b} told the truth and we [hanged|lynched] {r}.
            We got it wrong with {b}, who was {r}, and somebody wanted us to.
            Let nobody forget that {b} was {r} and had {n} votes.
            {b}, {r}, had {n} [hands|votes] raised against them, and not all of those were mistakes.
        """,
        "accuser": """
            {b} was {r}, and I want to talk about who tied that knot.
            We strung up {r} because somebody talked us into it, and I mean to find out who.
        """,
        "listener": """
            I have not stopped thinking about {b}; {r}, and we would not listen.
            {b} asked us to believe them, and {b} was {r}.
        """,
        "logician": """
            {b} was {r}, so the {n} who voted for {b} are the first column to check.
            Conclusion from yesterday: {b} was {r}, and the argument against {b} was false somewhere.
        """,
        "joker": """
            We hanged {b}, {r}, and I for one am not putting it on my card.
            So {b} was {r}; a round of applause for absolutely nobody.
        """,
    },
    "hanged_unknown": {
        "any": """
            We hanged {b} {when}, and we are not told what we hanged.
            {b} is gone by our own {n} votes, and we may never know if we were right.
        """,
    },
    "own_mistake": {
        "any": """
            I voted for {b} myself, and I was wrong.
            My own hand was up against {b}, and I have to live with that.
            I helped hang {b}, so take my certainty with some salt today.
            I was on {b} too, and I'm sorry for it.
        """,
        "accuser": """
            Yes, I voted for {b}, I was wrong, and I'd rather say it than have it said.
            I pushed for {b} and I own it; I won't go quiet over one miss.
        """,
        "listener": """
            I voted for {b}, and I have been sorry since the moment it was counted.
            I let myself be carried along against {b}, and I will be slower today.
        """,
        "logician": """
            That I voted for {b} was an error, and I have corrected the premises.
            I was wrong about {b}; the inference was sound, the input was not.
        """,
        "joker": """
            I voted for {b} too, so my crystal ball is going back to the shop.
            I was wrong about {b}, which makes it a perfect record, in its way.
        """,
    },
    "hanged_mafia": {
        "any": """
            {b} was mafia, so the vote was right for once.
            We got one: {b} was {r}.
            Yesterday we hanged {b}, and {b} was mafia, so look at who did not help.
            {b} is gone, mafia through and through, and somebody here is missing a friend.
            Good work on {b}; now who was standing next to {b} all that time?
            With {b} unmasked, the votes of {when} are worth [reading twice|their weight in gold].
        """,
        "accuser": """
            {b} was mafia, as some of us said, and now I want the rest.
            One down; {b} had company, and I can smell it from here.
        """,
        "listener": """
            {b} was mafia, and I have been remembering who spoke gently of {b}.
            Now that we know what {b} was, some silences sound very loud.
        """,
        "logician": """
            {b} was mafia, which divides us neatly into those who voted so and those who did not.
            Confirmed: {b}, mafia. Now the interesting column is who voted elsewhere.
        """,
        "joker": """
            {b} was mafia, and we found it without even a map.
            We pulled {b} out of the hat, and it bit, so where's the other one?
        """,
    },
    "no_lynch_tie": {
        "any": """
            We tied {when} and hanged nobody, and a tie [suits somebody|is a gift to the wrong people].
            All that talk {when}, and the votes cancelled out.
            {when_cap} ended in a tie, so let us not split again.
        """,
        "accuser": """
            We split the vote {when} like amateurs; pick one and hang on.
        """,
        "listener": """
            We could not agree {when}, and the night went on without waiting for us.
        """,
        "logician": """
            A tied vote {when} gave us no information and them a free night.
        """,
        "joker": """
            We tied {when}, so the rope got the day off.
        """,
    },
    "no_lynch": {
        "any": """
            We let everyone go {when}, and it bought us nothing.
            Nobody was hanged {when}, and I do not think waiting helps us twice.
            We passed {when}; the other side never does.
        """,
        "accuser": """
            We sat on our hands {when}, and I don't intend to do it again.
        """,
        "joker": """
            We hanged nobody {when}, and nobody has sent a thank-you card.
        """,
    },
    "stakes": {
        "any": """
            There are {n} of us left, and one wrong vote may [end it|be the last].
            With {n} at the table we cannot afford another mistake.
            [Count the chairs|Look around]: {n} left, and this vote decides it.
            If we miss today we may not get a tomorrow.
            {n_cap} chairs and no room for error.
        """,
        "accuser": """
            {n_cap} left, so no hiding, everyone says a name.
            It's now or it's their town.
        """,
        "listener": """
            With only {n} of us left I would ask each of you to speak plainly.
        """,
        "logician": """
            With {n} alive, a wrong vote today loses outright; I have done the sum twice.
        """,
        "joker": """
            {n_cap} of us left, so if anybody has been saving their best guess for a rainy day, look up.
        """,
    },
    "start": {
        "any": """
            Nothing to go on yet, so [let us hear from everybody|talk, all of you].
            I have no case against anybody so far, only [ears|curiosity].
            We start from nothing, so I'll be watching how each of you starts.
            It is early, and I'd rather hear a bad theory than none.
            No votes, no claims, no history; somebody has to begin.
            A first day is all guesses, so guess out loud.
        """,
        "accuser": """
            I'll start, since somebody must, and I'd rather be wrong than polite.
            I don't need proof on a first day, I need reactions.
        """,
        "listener": """
            I would like each of us to say one thing before anybody is blamed.
            Let us go round once, kindly, and then less kindly.
        """,
        "logician": """
            We have no evidence, so let us make some: everybody name one suspect and one reason.
            The only honest prior is that we are all equally likely, and I mean to move away from it quickly.
        """,
        "joker": """
            Nobody knows anything, so this should be my best day.
            Let's all look innocent on three, and see who has to practise.
        """,
    },
}
