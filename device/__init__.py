"""The daemon, the turn machine, understanding, and the command line."""
