"""Plays textarena's SecretMafia-v0 with players who choose uniformly; run by engine.py beside this
folder in an environment of its own (`pip install textarena`), never with the project's packages.

    python secret_mafia.py

For each line of its input, how many players and a number of seconds, it plays for so long and prints decisions and
seconds of CPU time.
Players speak one fixed sentence and choose uniformly among the legal targets.
"""

import random
import sys
import time

import textarena


def decide(rules, player: int) -> str:
    """A legal action of the player whose turn it is."""
    alive = rules.state.game_state["alive_players"]
    if rules.phase.value == "Day-Discussion":
        return "I have nothing to add."
    if rules.phase.value == "Night-Mafia":
        return f"[{random.choice([other for other in alive if rules.player_roles[other] != 'Mafia'])}]"
    return f"[{random.choice([other for other in alive if other != player])}]"


def play(players: int, seed: int) -> int:
    """One game; returns its decisions. What the player sees is fetched for every decision, as a player would."""
    env = textarena.make("SecretMafia-v0")
    env.reset(num_players=players, seed=seed)
    rules = env
    while hasattr(rules, "env"):
        rules = rules.env
    decisions, done = 0, False
    while not done:
        player, _ = env.get_observation()
        done, _ = env.step(decide(rules, player))
        decisions += 1
    env.close()
    return decisions


def main() -> None:
    for line in sys.stdin:
        players, seconds = int(line.split()[0]), float(line.split()[1])
        decisions = games = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            decisions += play(players, games)
            games += 1
        sys.stdout.write(f"{decisions} {spent}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
