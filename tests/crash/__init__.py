"""Tests of faults: the process killed, the disk failing, the power gone, at any write of a session with sync."""
