"""Data: names that were given up for the field's terms; `tests/test_names.py` keeps them away.

A name stands here when it says nothing to a newcomer: participles, pronouns, words of this house alone.
"""

from __future__ import annotations

OLD_NAMES = frozenset(
    """
    brain scene deciding settling joined openings understand commanded naming spans concepts recalling by_words asking
    dated looking_back answering replies revising ending commands writing acoustics endpoint preroll tuning journal
    pace whose trial applying adapting renewing hearing vocabulary welcome welcoming doors unbroken tape courier
    exchange said understood arrivals causal healing seeding setbacks recorder carriers traces pairs oversight adopting
    moving joining opening inspection bundle pages words own_words sort sorts bury take_in make_again rival beside
    doomed kin silence about moments persons people gather assemble repeats pronouns play travel practise nest look
    shelf group
    """.split()  # noqa: SIM905
)
