"""What is thought and not said. Slots are those of the speeches; {p} is a chance in per cent, {m} the partners.

(Long, because it is a list of sentences.)
"""

from typing import Final

LINES: Final[dict[str, dict[str, str]]] = {
    # --- town, speaking ---
    "th_suspect": {
        "any": """
            {a} first, at about {p} per cent, then {b}.
            If I am honest I give {a} {p} per cent, and most of that is this: {because}
            {a}, {p} per cent. {because}
            My money is on {a}. {because}
            {because} That is why {a} stays at the top, {p} per cent.
            I could be wrong about {a}, but at {p} per cent I would rather act.
            It keeps coming back to {a}. {because}
            {because} Not proof, but it is {a} that it points at.
            If not {a}, then {b}; but {a} first, at {p} per cent.
            Ask me for a number and I say {p} per cent for {a}. {because}
            {a} before {b}, and not by much.
            What speaks for {a}'s innocence? I looked, and found little. {because}
            I have turned {a} over and over. {because}
            I have {p} per cent on {a}. People have been hanged on less.
        """,
        "accuser": """
            It's {a}, I feel it in my teeth; call it {p} per cent.
            Push {a} and watch who jumps. {because}
        """,
        "listener": """
            Listen to {a} once more before the vote; {p} per cent is a heavy thing to hang somebody on.
            I keep hearing {a}. {because}
        """,
        "logician": """
            Posterior for {a}: {p} per cent. Next is {b}. {because}
            {a} at {p} per cent dominates {b}; act on it, revise if new claims come.
        """,
        "joker": """
            They laugh, and I watch {a}. {p} per cent under the jokes.
            Keep it light, keep looking at {a}. {because}
        """,
    },
    "th_lost": {
        "any": """
            I really do not know; say little, watch who hurries.
            No idea yet. Let the others make the mistakes that I can read.
            Nothing adds up so far, so a question is worth more than a verdict.
            Everybody looks guilty, so nobody does yet.
            I could name somebody. It would be a coin with a face on it.
            Give me one lie to hold on to, and I shall find the rest.
            Too early. I listen for what somebody leaves out.
            If I were one of them, what would I say now? And who says it?
        """,
    },
    "th_accused": {
        "any": """
            {b} is after me, and I know {b} is wrong; is {b} mistaken or is {b} mafia?
            They are looking at me now. Stay calm, give them facts, and give them {a}.
            If I sound frightened I am finished. {b} started this.
            So it is my turn. Everybody gets one, but not everybody gets out of it.
            {b} has it wrong, and the worst is that {b} seems to mean it.
            One more vote on me and I will have to fight. Not yet.
            I did nothing, which is exactly what somebody guilty would say. Find something better.
            Watch who joins {b} now; that will tell me more than {b} does.
            Breathe. Answer {b}, then back to {a}.
            I could waste this day on {b}, or spend it on {a}.
            {b} needs somebody, and I was nearest.
            It is not what {b} says, it is how many of them look up when {b} says it.
            An honest answer, a short one. Long ones sound rehearsed.
            What did I do to make {b} look here?
        """,
        "joker": """
            Joke first, bleed later; {b} is turning the room.
            If they laugh they do not hang. Usually. Go on, {b}, laugh.
        """,
        "accuser": """
            {b} swings at me? Good. Now I know where {b} stands.
            Hit back, but not blindly; {a} is still the one.
        """,
        "listener": """
            It hurts more than it should. {b} never asked, only pointed.
            I listened to {b} and could not find myself in it.
        """,
        "logician": """
            My survival today needs one better suspect than me: {a}.
        """,
    },
    "th_power": {
        "any": """
            I am the {role} and nobody may guess it yet.
            Careful, every word; the {role} is worth more alive than right.
            They do not know I am the {role}, and the longer that lasts the better.
            Talk like a villager, think like the {role}.
            What I am stays with me for now. A dead {role} helps nobody.
            If I sound too sure, somebody will ask how the {role} would sound.
        """,
    },
    "th_claim": {
        "any": """
            No more hiding. If I do not say {role} now, the knowledge dies with me.
            Claiming puts a target on my back tonight, but silence costs more today.
            Once I have said {role}, the night had better be kind.
        """,
    },
    "th_claim_villager": {
        "any": """
            I have nothing to show them but the truth, and the truth is dull: a villager.
            No power to claim, so I claim none. It has to be enough.
            A villager's word against {b}. I have seen better odds.
            If they hang me they lose a vote, nothing more. I would still rather live.
        """,
    },
    "th_hold": {
        "any": """
            I know about {a}; if they hang {a} by themselves I can stay hidden.
            I have {a} already. Not yet, one more round, perhaps they find {a} alone.
            {a} smiles at me, and I know. Another hour of not knowing it, then.
            How do I push {a} without saying how I know?
            Let them get to {a} by daylight; my nights are worth more while nobody counts them.
        """,
    },
    "th_saved_claim": {
        "any": """
            {b} says {role}. If that is true, {b} dies tonight unless somebody stands guard.
        """,
    },
    # --- mafia, speaking ---
    "th_mafia": {
        "any": """
            {a} is innocent, of course, and nobody here can prove it.
            Sell them {a}. {pretext}
            Keep the talk on {a}, keep it off {m}.
            {a} will do. They half believe it already.
            As long as they argue about {a}, nobody argues about us.
            {pretext} So, {a}.
            {a}, then. {pretext}
            Say {a} gently, so that somebody else says it loudly.
            They are frightened, and frightened people like a name. {a}.
            I almost feel for {a}. Almost.
            Agree with the fools, warn against haste, and steer them to {a}.
            A reasonable voice, a little sorrow, and {a} hangs.
        """,
        "accuser": """
            Loud is innocent, so I am loud, and {a} pays for it.
        """,
        "listener": """
            I say I am listening. I am counting who would vote for {a}.
        """,
        "logician": """
            Every step of the argument is true except the first; {a} cannot refute it.
        """,
        "joker": """
            They never hang the funny one. {a}, on the other hand.
        """,
    },
    "th_alone": {
        "any": """
            Only me now. {a} must go today, and then it is nearly done.
            No partner left, no signal to send; just {a}, and a straight face.
            I killed and I smile. Give them {a}.
            One liar left, and it is the best one. {a}.
            Nobody to check my story against but myself. Keep it simple: {a}.
            Two of us would be a plot; one is only a neighbour with an opinion. {a}.
            They are looking for a pair. Let them. {a}.
        """,
    },
    "th_mafia_accused": {
        "any": """
            {b} has me, and does not know how right that is. Deny, then point at {a}.
            They smell it. Get angry the way an innocent would, and hand them {a}.
            {b} is right, so {b} has to look foolish.
            Hurt, not hunted; that is the tone. And then {a}.
            I must not deny too well.
            Every honest person here has been accused by now, so why not me? Play that.
            Give {b} one plain answer, give the others {a}.
            {b} must not be believed; tonight, if I live, {b} first.
            The truth about me is out, and it comes from {b}. Make it sound like spite.
            Ask {b} for proof, slowly, and look round as if I were curious.
            One crack, that is all {b} has. Put {a} in front of it.
            I have rehearsed this. Surprise first, then sorrow, then {a}.
            If I hit back at {b} too hard they will know. {a} is the softer way.
            Smile at {b}. Guilty people do not smile at the ones who found them.
        """,
    },
    "th_bus": {
        "any": """
            {a} is lost. If I do not throw a stone too, I am next; forgive me, {a}.
            Cut the rope on {a} before it pulls me in.
            {a} would do the same to me. Vote with them and look relieved.
        """,
    },
    "th_feint": {
        "any": """
            A small stone at {a} while nobody else throws; it will be remembered if one of us hangs.
            {a} knows why I do this. Nobody votes on one voice.
            Name {a} now, drop it later; then who could ever call us partners?
            If they get {a} one day, I was the first to say so.
            {a} is safe today, so today is the day to doubt {a}.
            Friends are looked for afterwards. So a hard word for {a}, in front of everybody.
            Strangers quarrel; partners should too. {a} will forgive me.
            Not too loud against {a}: enough to be quoted, too little to hang anybody.
        """,
        "accuser": """
            I go at everybody, so I go at {a} too. It would look odd to leave one out.
        """,
        "listener": """
            A quiet doubt of {a}, on the record, where I can find it again when I need it.
        """,
        "logician": """
            The cost of naming {a} is small today, and the alibi compounds.
        """,
        "joker": """
            A custard pie for {a}, who is mine. The audience must not see us bow together.
        """,
    },
    "th_partner_hot": {
        "any": """
            They are circling {b}, my partner. Pull them toward {a} without looking at {b}.
            {b} is in trouble. {a} has to be worse.
            They have nearly got {b}. Be slow to believe it, no more than that, and mention {a}.
            If I save {b} they have us both. A doubt is all that {b} can have of me.
            Turn it, turn it: what about {a}?
        """,
    },
    "th_fake": {
        "any": """
            A lie this size needs a steady voice: {role}.
            If the real {role} speaks up, it is my word against theirs, and I have practised.
            Nobody has claimed {role}. It fits me well enough for one day.
        """,
    },
    # --- votes ---
    "th_vote": {
        "any": """
            {a}. {because}
            {a}, at {p} per cent the best I can do.
            I said {a}, I vote {a}.
            Say {p} per cent for {a}; not certain, but a vote for nobody helps the wrong people.
            It has to be somebody, and it is {a}. {because}
            {a}. If I am wrong I shall hear of it tomorrow.
            My hand goes up for {a}. {because}
            I have waited for a better name than {a}, and none came.
            {because} That will do for a vote: {a}.
            {a}, and I hope that somebody knows more than I do.
            Not gladly, but {a}. {p} per cent is what I have.
        """,
        "joker": """
            {a}, with a heavy heart and a light hand.
        """,
        "accuser": """
            {a}, and no regrets before tomorrow.
        """,
        "listener": """
            {a}. I heard enough, I hope.
        """,
        "logician": """
            Expected value favours {a}. {because}
        """,
    },
    "th_vote_follow": {
        "any": """
            Not my first choice, but {a} is where the votes are, and a split helps only them.
            I would have said {b}, but the table wants {a}, and I can live with that.
        """,
    },
    "th_vote_nobody": {
        "any": """
            Nobody. I would be guessing, and a guess with a rope is worse than none.
            I will not hang somebody on this.
            My vote stays in my pocket.
            I do not know, and a vote should.
            Let it come to nothing today, rather than to the wrong one.
        """,
    },
    "th_vote_mafia": {
        "any": """
            {a}, innocent as bread, and they will thank me for it.
            My vote on {a} makes one more, and none of them will ask why.
            {a} hangs or {m} does. {a}.
            Nobody remembers who joins a crowd. {a}.
            One more of theirs today. {a}.
            {a}. I raise my hand neither first nor last.
            They have talked themselves into {a}, and I only sign.
            With {a} gone we are a vote nearer.
            A vote for {a} is the safest thing I do today.
        """,
    },
    "th_vote_mafia_alone": {
        "any": """
            {a}, innocent as bread, and then one night fewer to survive.
            Join the crowd on {a}; nobody remembers who joined.
            It is only me against them, and they are about to spend a vote on {a}.
        """,
    },
    "th_vote_bus": {
        "any": """
            Forgive me, {a}. A vote for you is my alibi.
            {a} cannot be saved, but I can.
            {a} would want me to. I tell myself that.
            Let the list show that I turned on {a} with the rest.
        """,
    },
    "th_partner_feints": {
        "any": """
            {a} plays the stranger well. I answer as if it stung.
            Good, {a}, a little louder. Nobody will ever pair us.
            {a} and I quarrel for the gallery. Look hurt, not clever.
            Every hard word from {a} is money in my pocket.
            That was {a} doing me a favour, and I must not look grateful.
        """,
    },
    "th_vote_feint": {
        "any": """
            It will not be {a} today, so my vote for {a} is free, and it is an alibi.
            I said {a}, I vote {a}; the count goes elsewhere, and the record stays.
            One vote on {a} hangs nobody and buries the thought that we belong together.
            We never vote as one, {a} and I; let them read that in the list.
        """,
    },
    # --- nights ---
    "th_kill": {
        "any": """
            {a} tonight. {why}
            It should be {a}. {why}
            {why} So, {a}.
            {a} will not see the morning, if all goes well. {why}
        """,
    },
    "th_protect": {
        "any": """
            If I were them I would come for {a}, so I sit at that door.
            {a} is worth a sleepless night.
            Tonight {a}; I can only be at one door.
            They will want {a} gone, as far as I can read them.
            {a} has made enemies today. One of them may have a knife.
            Whom would I miss most tomorrow? {a}.
            A coin between two doors, and it fell on {a}'s.
        """,
    },
    "th_protect_sheriff": {
        "any": """
            {a} said sheriff out loud, and they will come. I stay there.
            Everybody knows where the mafia will knock tonight: {a}. So do I.
            As long as {a} lives we learn something every night. My place is there.
            {a} again. Let them think of another door.
        """,
    },
    "th_protect_self": {
        "any": """
            Tonight I look after myself; a dead doctor heals nobody.
            I keep my own door shut. Selfish, or sensible.
        """,
    },
    "th_investigate": {
        "any": """
            {a} tonight; I cannot read {a}, and I would rather know.
            Look at {a}. {because}
            If {a} is one of them I want it in hand by morning.
            {a} could go either way, and that is what a badge is for.
        """,
    },
    "th_shoot": {
        "any": """
            {a}, at {p} per cent. One shot, and I am spending it. {because}
            I am as sure of {a} as I shall ever be. {because}
        """,
    },
    "th_hold_fire": {
        "any": """
            Not tonight. {a} at {p} per cent is not enough for my only bullet.
            The gun stays in the drawer; {a} is a suspicion, not a certainty.
            Too early to shoot at shadows.
            One bullet, and a whole table of maybes.
            If I shot {a} now and were wrong, I should be the best help they have.
            Loaded, locked, and left alone for tonight.
            I aim at {a} in my mind, and leave it there.
        """,
    },
    "th_plot": {
        "any": """
            {a} is the right one, and I want it to seem their idea.
            {why} {a}, then.
            {why} If the others see it too, it will be {a}.
            Say {a} plainly; somebody has to begin. {why}
            My wish is {a}. {why}
            {a}, if they let me have my way. {why}
        """,
        "logician": """
            Ranked by cost and benefit, {a} comes first. {why}
        """,
        "joker": """
            The curtain falls on {a}, if I direct. {why}
        """,
    },
    "th_plot_agree": {
        "any": """
            Agree quickly, sleep early. {a}.
            {b} said {a} before I could. {why}
            I would have said {a} too. {why}
            One name is better than two good ones. {a}, with {b}.
            No quarrel tonight: {a}, as {b} wants.
            {a} suits me. {why}
        """,
        "logician": """
            {b} and I come to {a} by two ways. {why}
        """,
        "joker": """
            {b} orders {a}, and I'll have the same. {why}
        """,
    },
}
