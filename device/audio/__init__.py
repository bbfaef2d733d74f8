"""Sound processing per frame: front end, endpointing, playback, framing."""
