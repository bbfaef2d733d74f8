"""Pure: the limits of wake words, echo and playback, with their units in the names and their reasons."""

from __future__ import annotations

# Wake words.
REARM_FRAMES = 25
"""Half a second below the threshold ends one detection; the engine scores only every third step of 10 ms."""
WAKE_THRESHOLD = 0.5
"""openWakeWord's own recommendation."""
OPENWAKEWORD_LAG_MS = 160
"""Two of its steps: it decides in the step after the one in which the word ends."""
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

# Simulated rooms.
MAX_SCENARIO_MS = 3_600_000
"""An hour: all its sound is in memory."""
