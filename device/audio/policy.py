"""Pure: the limits of wake words, recognisers, echo and playback, with their units in the names and their reasons."""

from __future__ import annotations

# Microphones.
STALL_S = 5.0
"""A microphone without a frame for so long was unplugged."""
REOPEN_FRAMES, AWAY_FRAMES = 50, 3_000
"""It is opened again each second, for a minute: a plug slipped, or so."""
MAX_STALLS = 3
"""A device that can be opened and gives no sound so often is broken."""

# Wake words.
REARM_FRAMES = 25
"""Half a second below the threshold ends one detection; the engine scores only every third step of 10 ms."""
WAKE_THRESHOLD = 0.5
"""openWakeWord's own recommendation."""
OPENWAKEWORD_LAG_MS = 160
"""Two of its steps: it decides in the step after the one in which the word ends."""
WAKE_STEP_SAMPLES, WAKE_OVERLAP_SAMPLES = 1_280, 480
"""It works in steps of 80 ms, each with the 30 ms before it."""
WAKE_BANDS, WAKE_WINDOW_ROWS, WAKE_FEATURES = 32, 76, 96
"""The shape of its spectrum, and how many features one window of it gives."""
WAKE_WARM_STEPS = 5
"""So many steps after a reset count for nothing, as with openWakeWord itself."""
WAKE_VERIFY_FROM = 0.1
"""From this score on a verifier decides instead; openWakeWord's default."""
WAKE_CANDIDATE = 0.5
"""A first score of so much is looked at again. In hours of talk it is reached now and then, in silence never."""
WAKE_PACES = (0.88, 0.94, 1.06, 1.12)
"""A word is scored again as if it had been said so much slower and faster: as people say it."""
WAKE_LOOK_BACK_FRAMES, WAKE_LOOK_ON_FRAMES = 75, 11
"""So much sound before a candidate is scored again, and so long it is waited for the rest of the word: 220 ms."""
WAKE_TALK_BEFORE_MS, WAKE_TALK_MS, WAKE_TALK_UNTIL_MS = 8_000, 2_000, 1_500
"""So much speech in the seconds before a candidate, without the time of the word itself, is a television."""
NEAR_MISSES_KEPT = 200
"""The latest scores that were not enough; a person looks at some of a few days."""
ADVICE_NEAR_MISSES = 3
"""So many near misses are worth a setting: one may have been a word that only sounds alike."""
WAKE_EASE_BP = {"okay_nabu": 0, "hey_jarvis": 700, "alexa": 700, "hey_mycroft": 700}
"""So much less a word needs. A word that is said in one breath with a command scores lower at other paces, and of these
others near words were not measured.
"""
WAKE_RISES_ON_FRAMES = 2
"""A candidate comes so long before the middle of the rise of its score."""
WAKE_RISING = 0.1
"""The mean of microWakeWord's last five scores when the first of them is high: the word is ending."""
WAKE_LAG_MS = {"okay_nabu": 50, "hey_jarvis": 180, "alexa": 280, "hey_mycroft": 0}
"""How long after its end the score of each word is half way from rising to its detection. The last 100 ms of the word
do little harm to what follows it, and 100 ms too little cost the first word.
"""

# What she plays.
CHIME_HZ = (523.25, 659.25, 783.99)
"""C, E and G: a chord that is heard through talk and frightens nobody."""
CHIME_NOTE_MS = 240
"""How long each of its notes sounds."""
CHIME_LEVEL = 0.35
"""Of full scale: as loud as the voice."""

CLAUSE_SEARCH_MS = 240
"""How far from its share of the sound a clause may begin."""

WAKE_TONE_HZ, END_TONE_HZ = (660.0, 880.0), (550.0,)
"""Rising when she begins to listen, one lower note when she has heard enough."""
TONE_NOTE_MS = 60
"""Short: nobody waits for it."""
TONE_LEVEL = 0.08
"""Of full scale, 13 dB softer than the voice."""
TONE_AFTER_WAKE_MS = 200
"""Who goes on speaking after the wake word hears no tone, because it would sound into the first word."""

# Measuring a room.
MOST_ECHO_DELAY_MS = 600
"""No loudspeaker is later; a later match is another sound."""
SWEEP_HZ = (150.0, 6_000.0)
"""What a small loudspeaker plays, and what speech consists of."""
SWEEP_MS = 1_500
"""Long enough for a level, and to be heard as one rising note."""
SWEEP_LEVEL = 0.2
"""Of full scale: as loud as the voice, and no louder."""
GOOD_LOSS_DB = 10.0
"""With less of her own voice taken out, speech over playback is hard to tell from it."""
LOUD_NOISE_DB = -45.0
"""Above it wake words are missed: 10 dB below speech at a metre."""
WAKE_ABOVE_NOISE_DB = 15.0
"""How much louder than the noise a wake word should be."""

# Simulated rooms.
MAX_SCENARIO_MS = 3_600_000
"""An hour: all its sound is in memory."""
MAX_LEVEL_DB = 40.0
"""Far above where all is clipped."""
MAX_SCENARIO_DELAY_MS = 1_000
"""So much of what was played is kept for the echo."""
MAX_DRIFT_PPM = 1_000.0
"""Clocks of sound cards differ by a tenth of it at most."""

# Echo.
ECHO_PARTITIONS = 20
"""400 ms from the loudspeaker's frame to the end of its echo: buffers of 200 ms and an echo as long."""
ECHO_FORGETTING = 0.995
"""How much of the path stays the same in a frame: two seconds. Who walks by, and a clock that drifts, change it so
soon; with 0.9995 a drift of 40 parts in a million made her quieter 47 times a minute, and now 10 times.
"""
ECHO_DOUBT = 0.1
"""What the power of each part of the path is thought to be at first: a loudspeaker that is heard 10 dB softer."""
ERLE_FRAMES = 50
"""The loss of the echo is that of about the last second."""
QUIET_POWER = 1e-9
"""90 dB below full scale: what no microphone hears."""

# The end of a turn.
PREVIEW_MS = 300
"""After so long a pause the recogniser is asked what was said so far."""
OPEN_SILENCE_MS = 1_500
"""A pause after "and" or "my favourite colour": people take so long to find a word."""
ASK_MODEL_MS = 200
"""After so long a pause a model of the end of a turn is asked: such models were trained on sound that ends so."""
COMPLETE_BP = 5_000
"""The models' own limit between a turn that is complete and one that is not."""
COMPLETE_PERCENT = 50
"""So much of the usual silence ends a turn that a model thinks complete: 350 ms of 700."""
INCOMPLETE_SILENCE_MS = 1_800
"""A pause in a turn that a model thinks incomplete."""
LEAST_SILENCE_MS, MOST_SILENCE_MS = 300, 2_000
"""No wish ends a turn sooner or later: pauses inside a word are shorter, and longer ones are a long wait."""
CONTINUED_MS = 2_000
"""Who goes on so soon after an utterance that was over for her was not done; later it is another thought."""
REACTION_MS = 500
"""So long after the first sound of a reply nobody answers to it yet: to hear its first words takes longer."""
PAUSE_MARGIN_MS = 150
"""So much longer than a pause that cut a turn off the wait must be: pauses of a person differ."""
PAUSE_HALF_LIFE_MS = 30 * 86_400_000
"""In a month half of what was learned of a person's pauses fades, unless they pause so long again."""
SENTENCE_SOONER_MS = 200
"""So much sooner a turn ends after a whole sentence: who has more to say pauses for half a second before it at most."""
UNSURE_SILENCE_MS = 850
"""A pause after words that were heard as no sentence at first, and as one on a closer look."""
FRAGMENT_SILENCE_MS = 1_200
"""A pause after words that are no sentence yet, or were heard wrong: pauses in mid-sentence last up to a second."""
LEVEL_FRAMES = 10
"""200 ms: a syllable, so that the pauses inside words do not count."""
TALKER_LEVEL_MS = 1_000
"""The first second of a turn is the talker's own: others who talk over it are softer, or cannot be told apart."""
TALKER_RISES_DB = 4.0
"""So much louder a talker may get after it: a sentence may begin with a soft word. Who is louder still is another."""
BACKGROUND_BELOW_DB = 9.0
"""So much softer than the talker is a background. At 12 dB a television 10 dB below held one turn in two open."""
FALLEN_BELOW_DB, FALLS_SLOWLY_DB = 12.0, 1.0
"""A voice that falls by no more than the second in a frame may be so much softer at the end of a sentence. Where a
person stops and a television goes on, the level of the last 200 ms falls by 4 dB in the last of them.
"""
SOFT_END_MS = 200
"""So long after the last loud moment of a person the end of their own word may still sound."""
OTHERS_HEARD_MS = 100
"""So much of another's voice in a pause is a television, and no end of the person's own word."""
OTHERS_BELOW_DB = -30.0
"""How much softer the recogniser gets what another says in a pause of the person: no word of it is heard then."""

# Speech during playback.
SUSPICION_BP = 2_500
"""Where the speech detector begins to suspect speech in what a canceller leaves."""
SUSPICION_MS = 40
"""Two frames: a suspicion costs only that she is quieter for a moment."""
SUSPICION_LOSS_DB = 6.0
"""Of her own voice a canceller takes more; of a person's it takes nothing."""
PERSON_BELOW_DB, PERSON_FAR_BELOW_DB = 9.0, 24.0
"""How much softer than the loudest of the last moments a person may be: with an echo that is little known, and at
most.
"""
PEAK_FALLS_DB = 0.3
"""How much the peak falls in a frame: 15 dB in a second."""
SUSPICION_WAIT_MS = 400
"""A suspicion that is not confirmed by then is taken back."""
CLEAR_ERLE_DB = 6.0
"""A canceller with this loss knows the path: then speech that it does not explain is a person's."""
ONSET_FRAMES = 8
"""The loss is that of 160 ms before: a person who begins softly would already make it worse."""
BEYOND_DB = 10.0
"""So much more than usual is left of the expected echo only where a person speaks too."""
UNEXPLAINED_BELOW_DB, BEYOND_BELOW_DB = 2.0, 6.0
"""A person may be so much softer than what the canceller leaves of the loudest of the last moments: less where that
alone tells the two apart.
"""
BEYOND_USUAL_DB = 3.0
"""So much more it must be than what her own voice left in the last seconds, where the path is known badly."""
MOST_USUAL_DB = 20.0
"""What one suspicion that was none may teach: it may have been a person who said no more than "mhm"."""
USUAL_FALLS_DB = 0.05
"""How much that falls in a frame: 10 dB in four seconds."""
UNLIKE_ECHO = 0.3
"""Correlation of the expected echo with what is left: below it that is another sound."""
CLEAR_CONFIRM_MS, SURE_CONFIRM_MS = 100, 60
"""So long such speech must last: less where its loudest frame is SURE_BEYOND_DB above what hers left lately."""
SURE_BEYOND_DB = 18.0
"""Where a clock drifts, her own voice leaves 20 dB too much; its first suspicion teaches that."""
DUCK_DB = -18.0
"""How much quieter she speaks while she suspects speech: an eighth, still to be understood."""
DUCK_RAMP_MS = 40
"""The time in which she gets quieter and louder: a jump would be a click."""
DUCK_TEST_MS = 60
"""So long the sound must be as loud as before she got quieter, to be a person's."""
UNKNOWN_DELAY_MS = 200
"""The echo may come so late while the canceller does not know the path; then it is too early to compare."""
QUIET_DB = -55.0
"""No person at a device speaks softer."""
OVER_PLAYBACK_PREROLL_MS = 200
"""Sound before such speech that the recogniser gets: more would be her own voice."""
ECHO_TAIL_MS = 300
"""So long after the last sample her voice may still be heard."""

# Recognisers that give words to any sound.
VOICE_BP = 2_000
"""A window below this has no voice for such a recogniser; softer speech has more."""
AFTER_VOICE_MS = 300
"""What it places later than this after the voice, it made up. Its times are this exact."""

WHISPER_WINDOW_S = 30
"""Whisper hears so much at once."""
WHISPER_HINT_TOKENS = 223
"""So many tokens of hints fit into its context."""
WHISPER_TOKENS_PER_S, WHISPER_LEAST_TOKENS, WHISPER_MOST_TOKENS = 12, 20, 220
"""More nobody says: five words a second, two tokens each; the most is what the context holds beside the hints."""
WHISPER_NO_SPEECH, WHISPER_SURE = 0.6, 0.7
"""What it takes for silence by so much is speech only where it is as sure as with clear speech."""
WHISPER_REPEATS = 2.4
"""Text that packs better than this is one thing over and over; Whisper's own limit."""

# The streaming recogniser.
SHERPA_THREADS = 2
"""Half of the cores of a small board: the rest listens and speaks."""
SHERPA_TRIAL_S = 60.0
"""After so long a process that tries a model counts as hung."""
SHERPA_TAIL_MS = 660
"""Silence after the last sound: a chunk and what the model looks ahead. The engine's own examples have so much."""
SHERPA_HINT_SCORE, SHERPA_MOST_HINT_SCORE = 1.5, 3.0
"""What each piece of a hinted word gains, in the logarithm of its probability: the engine's default, and the most."""
