"""Rules: how English spelling sounds, as data. `letters_en.txt` is learnt by `bench/letters.py`.

Its source is the pronouncing dictionary inside the package `pocketsphinx` (CMUdict, BSD-2-Clause).
"""
