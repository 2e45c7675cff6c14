"""Claims, true and false alike: nobody should be able to tell by the words which it is."""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    "claim_sheriff": {
        "any": """
            I'm the sheriff.
            It is time you knew: I'm the sheriff.
            I have kept this back as long as I could, but I am the sheriff.
            I claim sheriff.
            You may as well hear it now, I'm the sheriff.
            Listen to me, because I'm the sheriff and I may not get another day.
        """,
        "accuser": """
            Cards on the table: I'm the sheriff.
            I'm the sheriff, and I'm done sitting on it.
        """,
        "listener": """
            I did not want to say this aloud, but I am the sheriff.
            Please hear me out: I am the sheriff.
        """,
        "logician": """
            One fact you do not have yet: I am the sheriff.
            The argument needs a premise that only I can give: I am the sheriff.
        """,
        "joker": """
            Surprise, I'm the sheriff.
            No joke this time, I am the sheriff.
        """,
    },
    "counter_sheriff": {
        "any": """
            {b} is lying, because I'm the sheriff.
            {b} is lying in my own clothes: I am the sheriff.
            There is one sheriff here, and {b} is lying; I'm the sheriff.
            I had hoped to stay hidden, but {b} is lying: I'm the sheriff.
        """,
        "accuser": """
            {b}, you're a fraud, I'm the sheriff.
        """,
        "joker": """
            {b}, you are lying, and that's my hat: I'm the sheriff.
        """,
        "logician": """
            {b} is lying, and I can say so with certainty: I am the sheriff.
        """,
        "listener": """
            I was going to keep still, but {b} is lying to you: I am the sheriff.
        """,
    },
    "counter_doctor": {
        "any": """
            {b} is lying, because I'm the doctor.
            There is one doctor here, and {b} is lying; I'm the doctor.
            I'd have stayed quiet, but {b} is lying: I'm the doctor.
        """,
    },
    "counter_vigilante": {
        "any": """
            {b} is lying, because I'm the vigilante.
            There is one vigilante here, and {b} is lying; I'm the vigilante.
            I'd have stayed quiet, but {b} is lying: I'm the vigilante.
        """,
    },
    "result_guilty": {
        "any": """
            I investigated {a}, and {a} is mafia.
            I checked {a} [last night|in the night]: {a} is mafia.
            My result on {a} is mafia.
            I looked where I was allowed to look: I investigated {a}, and {a} is mafia.
            I investigated {a} while you slept, and {a} is mafia, plain as day.
        """,
        "accuser": """
            I investigated {a}, {a} is mafia, now hang {a}.
        """,
        "listener": """
            I investigated {a}, half hoping to be wrong, and {a} is mafia.
        """,
        "logician": """
            I investigated {a}; the result is not open to interpretation, {a} is mafia.
        """,
        "joker": """
            I investigated {a}, and, ta-da, {a} is mafia.
        """,
    },
    "result_clear": {
        "any": """
            I investigated {a}, and {a} is innocent.
            I checked {a}: {a} is town.
            My result on {a} is town.
            I looked into {a}, I investigated {a} properly, and {a} is innocent.
            I investigated {a}, and you can leave {a} alone, {a} is town.
        """,
        "joker": """
            I investigated {a}, and {a} is innocent, which I found a little disappointing.
        """,
        "logician": """
            I investigated {a}; {a} is town, so strike {a} from your lists.
        """,
    },
    "result_clear_role": {
        "any": """
            I investigated {a}, and {a} is innocent, of that I am certain.
            I checked {a}: {a} is town, and more than that I won't say aloud.
        """,
    },
    "claim_doctor": {
        "any": """
            I'm the doctor.
            Before you hang me: I am the doctor.
            I claim doctor, and you will miss me if I go.
            You leave me no choice, I'm the doctor.
            Since I must say it, I am the doctor.
        """,
        "joker": """
            I'm the doctor, and no, I don't do bunions.
            I am the doctor, and the waiting room is full.
        """,
        "logician": """
            Removing me removes your protection, because I am the doctor.
        """,
        "listener": """
            I would rather have kept watch in silence, but I am the doctor.
        """,
        "accuser": """
            Idiots, I'm the doctor.
        """,
    },
    "guarded": {
        "any": """
            I protected {a} last night.
            Last night I protected {a}.
            I spent the night at {a}'s door; I protected {a}.
        """,
    },
    "guarded_quiet": {
        "any": """
            I protected {a} that night, and nobody died.
            The night nobody died, I protected {a}; make of that what you will.
            I protected {a} last night, and here we all are.
        """,
        "joker": """
            I protected {a} and nobody died. Did anyone bring me a cake?
        """,
    },
    "claim_vigilante": {
        "any": """
            I'm the vigilante.
            All right: I am the vigilante.
            I claim vigilante.
            You should know before you vote that I'm the vigilante.
        """,
        "accuser": """
            I'm the vigilante, so careful where you point.
        """,
        "joker": """
            I'm the vigilante, the one with the noisy hobby.
        """,
        "listener": """
            It is not a thing I am proud of, but I am the vigilante.
        """,
        "logician": """
            For your calculations: I am the vigilante.
        """,
    },
    "shot_mafia": {
        "any": """
            I shot {a}, and {a} was mafia, so you're welcome.
            That was my bullet in {a}; I shot {a}.
            I shot {a} in the night, and I would do it again.
        """,
    },
    "shot_town": {
        "any": """
            I shot {a}, and I was wrong, and I'll carry that.
            I shot {a}, and I thought I knew what I was doing.
            I shot {a}, God help me, and {a} was {r}.
        """,
        "joker": """
            I shot {a}, and for once I have no joke about it.
        """,
    },
    "shot_none": {
        "any": """
            I still have my shot, and I mean to use it well.
            My shot is unspent, so hang me and you waste it.
        """,
    },
    "claim_villager": {
        "any": """
            I'm a villager, nothing more.
            I have no power to show you, I'm a plain villager.
            I am just a villager, and I'd rather die one than lie about it.
            I could invent something grand, but I'm a villager.
        """,
        "joker": """
            I'm a villager, the decorative kind.
        """,
        "accuser": """
            I'm a villager, and that's all there is to it.
        """,
        "listener": """
            I'm only a villager, and all I have is my ears.
        """,
        "logician": """
            I'm a villager, which is unimpressive and true.
        """,
    },
}
