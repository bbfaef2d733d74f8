"""Processes sound frame by frame: front end, endpointing, playback, framing."""
