"""The turn machine, its events and its effects. Pure."""
