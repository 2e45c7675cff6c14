"""Town Mafia: the rules, then how a villager behaves in public (told to all, the mafia too), then the role's secret.

What a seat has seen is told whole, with its own thoughts in between: who protected, shot or investigated whom stands
there for whoever did it, and nobody else.
"""

from typing import Final

from games.agents.briefing.history import whole_view_of_a_village
from games.agents.briefing.manner import Manner

PUBLIC: Final = (
    "By day everybody is a villager among villagers, whatever they are: somebody who lost friends in the night and "
    "wants to know who did it. Say in a few sentences what you make of the deaths, the speeches and the votes; name "
    "whom you suspect and the reason; answer what others ask you; say it when you change your mind. Nobody can check "
    "what you claim to be, and you cannot check what others claim: who has a power decides when to tell of it, for the "
    "mafia listen too. Stay at the table: speak to the others, in your own voice, never of prompts, models or programs."
)

SECRETS: Final = {
    "mafioso": (
        "By day you pass for a villager: search, doubt and vote as one would, and keep your story the same. You may "
        "lie about anything, also claim a role you do not have. If you have partners, do not defend them without need, "
        "do not give them away, and do not all vote alike. By night you talk with them alone, and nobody else hears "
        "it; agree on a target early."
    ),
    "doctor": (
        "Nobody hears whom you protect, and you never learn whether it mattered. Think about whom the mafia fear most "
        "tonight. By day you look like any villager; once you say that you are the doctor, you are their next target."
    ),
    "sheriff": (
        "What your investigations show is yours alone until you tell it. Told too early it costs you your life, told "
        "too late it is lost with you. Look at those the town is divided about, and say exactly what you found when it "
        "decides a vote."
    ),
    "vigilante": (
        "A shot cannot be taken back and may hit a friend, and when the last is spent you have only your voice and "
        "your vote. Hold fire until you are surer than the town is. A doctor may stop your bullet without anybody "
        "knowing."
    ),
    "villager": (
        "You have no power but your voice and your vote, and nothing to hide. Bring others to speak, compare what they "
        "say with how they vote, and let those with powers stay unknown for as long as the town needs them."
    ),
}

# A line for each level.
PLAYBOOK: Final = {
    "town": """\
Vote for somebody rather than nobody once you have a reason, and give it.
Read the votes: who joined late, who saved whom, who spoke against someone and voted otherwise. Compare what is claimed with how many of that role there can be.
Count: with how many living players and how many mafiosi does one more wrong lynch lose the game? Ask what each death in the night says about whom the mafia feared. Let claims be made so that a lie would be caught, and keep one power hidden.
""",  # noqa: E501
    "mafia": """\
Blend in: speak as much as others do, suspect somebody plausible, and kill those the town listens to.
Join a vote that is going on rather than starting one; part your votes; doubt a partner early, while it costs nothing. Kill whoever is trusted, not whoever accuses you: that death would point at you.
Give up a partner who is lost and gain trust by it. Plan what you claim before you need it, and whom the doctor will guard. Keep two of the town at each other's throats, and count the votes you need from now to the day when you are as many as they are.
""",  # noqa: E501
}

MANNER: Final = Manner(public=PUBLIC, secrets=SECRETS, playbook=PLAYBOOK, history=whole_view_of_a_village)
