"""Grounds as a thought has them: a note to oneself (n_), and what the mafia can make of the same thing (x_)."""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    "n_hanged_town": {
        "any": """
            Voted for {b}, who was town.
            That vote on {b} sticks.
            Helped to hang {b} for nothing.
            One of those who put {b} on the rope.
        """
    },
    "n_pushed_town": {
        "any": """
            Wrong about {b}, and loud about it.
            Talked {b} down, and {b} was clean.
            The case against {b} was hot air.
        """
    },
    "n_spared_mafia": {
        "any": """
            Did not vote for {b} when {b} was there to be had.
            Kept a hand down while we hanged {b}.
            {b} was mafia and that vote went elsewhere.
        """
    },
    "n_shielded_mafia": {
        "any": """
            Spoke up for {b}, and {b} was mafia.
            Too many kind words for {b}.
        """
    },
    "n_buddy": {
        "any": """
            {b} was mafia and shielded them.
            Why would {b} have been so kind to them?
        """
    },
    "n_dead_finger": {
        "any": """
            {b} named them and died for it.
            {b} was on to something, and now {b} is dead.
        """
    },
    "n_broke_word": {
        "any": """
            Said one name, voted another.
            A promise on {b}, and then not a trace of it.
        """
    },
    "n_skipped": {"any": "Voted for nobody.\nWould not commit."},
    "n_rival_claim": {
        "any": """
            Two claims for one role.
            One of those two is lying, and this one sweats more.
        """
    },
    "n_false_claim": {"any": "That claim is dead on the record.\nThe real one is in the ground."},
    "n_changed_claim": {"any": "Two stories from one mouth."},
    "n_false_result": {"any": "An invented result.\nThat result on {b} was a lie."},
    "n_result": {
        "any": """
            {b} has a result, and I half believe {b}.
            If {b} is honest, that settles it.
        """
    },
    "n_proven_guilty": {
        "any": "{b} was the sheriff, so it is certain.\nThe sheriff said so, and the sheriff was real."
    },
    "n_own_result": {"any": "I saw it myself.\nMy own badge says so."},
    "n_claims_mine": {"any": "That is my role they claim."},
    "n_lied_about_me": {"any": "They lied about me, so they are mafia."},
    "n_accused_by": {
        "any": """
            {b} thinks so too.
            {b} got there before me.
            What {b} said will not leave me.
            I trust {b}'s nose here.
        """
    },
    "n_turncoat": {"any": "Turned round on {b} for no reason.\nNow for {b}, now against."},
    "n_accused_me": {
        "any": """
            Came for me without cause.
            Why me, of all people?
            I know that accusation was wrong, so whoever made it is wrong or worse.
        """
    },
    "n_gut": {
        "any": """
            Only a feeling, but it will not go.
            I cannot say why yet.
            No proof, just the face.
            It may be unfair, it usually is.
            Instinct, until something better turns up.
        """
    },
    "n_quiet": {"any": "Too quiet.\nSays nothing, hears everything.\nI still cannot recall one opinion from there."},
    "n_no_name": {"any": "Many words and no name.\nNever lands on anybody."},
    "n_echo": {"any": "Only repeats others.\nAlways second, never first."},
    "n_first_stone": {"any": "Too quick with a name."},
    "n_ringleader": {
        "any": """
            Began the hunt on {b}, for no reason that I could hear.
            The whole noise about {b} comes from there.
        """
    },
    "x_ringleader": {"any": "They began the hunt on {b}, so they may pay for it."},
    "n_unanswered": {"any": "Dodged a plain question.\nNever answered {b}."},
    # --- the mafia's use of the same ---
    "x_hanged_town": {
        "any": """
            I can use that vote on {b}.
            They hanged {b}, let one of them pay for it.
            Nobody forgives the vote on {b}, so I need not invent a thing.
        """
    },
    "x_pushed_town": {
        "any": "They were wrong about {b}; I shall be so sorry about {b}.\n{b} makes a lovely argument, dead."
    },
    "x_spared_mafia": {
        "any": "They really did not vote for {b}; the truth is the best rope.\nOur loss of {b} may yet pay."
    },
    "x_shielded_mafia": {"any": "They were kind to {b}, poor fool, and I can sell that."},
    "x_buddy": {"any": "{b} was ours and was nice to them; how that looks."},
    "x_dead_finger": {"any": "{b} pointed there, and we shut {b} up; it fits too well not to use."},
    "x_broke_word": {"any": "They broke their word on {b}, and I did not even have to help."},
    "x_skipped": {"any": "Voted for nobody; that is easy to dislike."},
    "x_rival_claim": {"any": "Two claims for one role, and I know which one is true, which is the wrong one to say."},
    "x_accused_by": {
        "any": """
            {b} started it, I only nod.
            {b} does the work, and believes in it too.
            With {b} in front I need not lead.
        """
    },
    "x_turncoat": {"any": "They changed their mind about {b}; honest people do that, and get hanged for it."},
    "x_accused_me": {"any": "They came for me, so I may be offended.\nAn innocent person would be angry, so I am."},
    "x_gut": {
        "any": """
            No reason needed yet, a feeling will do.
            I say feeling; they cannot check a feeling.
            Anybody who is not us.
        """
    },
    "x_quiet": {"any": "Quiet people hang so easily."},
    "x_no_name": {"any": "They named nobody; nobody will miss them."},
    "x_echo": {"any": "They followed the crowd, and so can I."},
    "x_result": {"any": "A result against them, whoever made it up; splendid."},
    "x_unanswered": {"any": "They left {b} without an answer; careless."},
}
