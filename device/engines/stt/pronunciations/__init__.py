"""Data: how English spelling sounds, as data. `letters_en.txt` is learnt by `bench/letter_sounds.py`.

Its source is the pronouncing dictionary inside the package `pocketsphinx` (CMUdict, BSD-2-Clause).
"""
