"""Data: the sounds of English spelling. `letters_en.txt` is made by `bench/letter_sounds.py`.

Its source is the pronouncing dictionary inside the package `pocketsphinx` (CMUdict, BSD-2-Clause).
"""
