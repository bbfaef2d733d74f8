"""A microphone and a loudspeaker in one simulated room."""
