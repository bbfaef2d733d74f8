"""Composition: learns letter sounds from the recogniser's dictionary, and measures the reading of unknown words.

    python bench/letter_sounds.py            read every 40th word of the dictionary, which is left out of the learning
    python bench/letter_sounds.py --write    learn, and write device/engines/stt/pronunciations/letters_en.txt

The last lines count: phone errors of eSpeak's reading, of the letters' reading, and of the better of the two.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import ROOT, describe
from device.audio.pronunciation_rules import (
    CONTEXT,
    Letters,
    espeak_to_arpabet,
    letter_context,
    parse_letters,
    read_letters,
)
from device.engines.tts.espeak import Espeak
from device.nlu.word_error_rate import word_errors

FILE = ROOT / "device" / "pronunciations" / "letters_en.txt"
KEPT_OUT = 40
ALIGNED, ROUNDS = 25_000, 4
"""Words and rounds of the estimation of which letter gives which phones."""
MOST_PHONES = 2
SEEN = 3
"""A context is kept when it was seen so often and reads differently from the shorter one."""
VOWELS = re.compile("[AEIOU]")
UNSEEN, IMPOSSIBLE = -12.0, -1e30
Phones = tuple[str, ...]
Odds = dict[tuple[str, Phones], float]
Aligned = tuple[str, list[Phones]]


def main() -> None:
    """Learn or measure."""
    parser = argparse.ArgumentParser(description="How well unknown words are read.")
    parser.add_argument("--write", action="store_true", help="learn and write the letters")
    words = list(_dictionary())
    kept_out = words[::KEPT_OUT]
    if parser.parse_args().write:
        learnt = [word for number, word in enumerate(words) if number % KEPT_OUT]
        FILE.write_text(_written(_kept(_align_all(learnt))), encoding="utf-8")
    print(describe())
    letters = parse_letters(FILE.read_text(encoding="utf-8"))
    _measure(kept_out, letters)


def _dictionary() -> Iterable[tuple[str, Phones]]:
    import pocketsphinx

    path = pocketsphinx.get_model_path("en-us/cmudict-en-us.dict")
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        word, *phones = line.split()
        if re.fullmatch("[a-z]{2,}", word):
            yield word, tuple(phones)


def _measure(words: Sequence[tuple[str, Phones]], letters: Letters) -> None:
    espeak = [espeak_to_arpabet(said) for said in Espeak("").phonemes([word for word, _ in words])]
    read = [read_letters(letters, word) for word, _ in words]
    phones = sum(len(said) for _, said in words)
    first = [word_errors(said, one) for (_, said), one in zip(words, espeak, strict=True)]
    second = [word_errors(said, one) for (_, said), one in zip(words, read, strict=True)]
    best = [min(pair) for pair in zip(first, second, strict=True)]
    print(f"{len(words)} words that were not learnt from, {phones} phones, {len(letters)} contexts")
    for name, errors in (("eSpeak", first), ("letters", second), ("the better of both", best)):
        print(f"{name}: {100 * sum(errors) / phones:.1f} % phone errors, {errors.count(0)} words without one")


def _align_all(words: Sequence[tuple[str, Phones]]) -> list[Aligned]:
    """Each letter with the phones that it stands for, by the most likely alignment."""
    odds = _first_odds({phone for _, said in words for phone in said})
    for _ in range(ROUNDS):
        counts = Counter(
            pair for word, said in words[:: len(words) // ALIGNED + 1] for pair in _align(word, said, odds)
        )
        letters = Counter[str]()
        for (letter, _said), count in counts.items():
            letters[letter] += count
        odds = {pair: math.log(count / letters[pair[0]]) for pair, count in counts.items() if count > MOST_PHONES}
    aligned = ((word, [said for _, said in _align(word, phones, odds)]) for word, phones in words)
    return [(word, said) for word, said in aligned if said]


def _first_odds(phones: Iterable[str]) -> Odds:
    odds: Odds = {}
    for letter in "abcdefghijklmnopqrstuvwxyz":
        odds[letter, ()] = -4.0
        for phone in phones:
            alike = (letter in "aeiouy") == bool(VOWELS.match(phone))
            odds[letter, (phone,)] = -3.0 if alike else -7.0
    return odds


def _align(word: str, said: Phones, odds: Odds) -> list[tuple[str, Phones]]:
    """Viterbi over letters; empty when the word has more than two phones a letter."""
    best = [[IMPOSSIBLE] * (len(said) + 1) for _ in range(len(word) + 1)]
    taken = [[0] * (len(said) + 1) for _ in range(len(word) + 1)]
    best[0][0] = 0.0
    for at, letter in enumerate(word):
        for heard, score in enumerate(best[at]):
            for count in range(min(MOST_PHONES, len(said) - heard) + 1 if score > IMPOSSIBLE else 0):
                new = score + odds.get((letter, said[heard : heard + count]), UNSEEN)
                if new > best[at + 1][heard + count]:
                    best[at + 1][heard + count], taken[at + 1][heard + count] = new, count
    if best[-1][-1] <= IMPOSSIBLE:
        return []
    pairs, heard = list[tuple[str, Phones]](), len(said)
    for at in range(len(word), 0, -1):
        count = taken[at][heard]
        pairs.append((word[at - 1], said[heard - count : heard]))
        heard -= count
    return pairs[::-1]


def _kept(words: Sequence[Aligned]) -> dict[str, Phones]:
    """The contexts worth keeping, shortest first: each reads otherwise than its beginning does."""
    seen: dict[str, Counter[Phones]] = defaultdict(Counter)
    for word, said in words:
        for at, phones in enumerate(said):
            whole = letter_context(word, at)
            for size in range(1, len(CONTEXT) + 1):
                seen[whole[:size]][phones] += 1
    kept: dict[str, Phones] = {}
    for key in sorted(seen, key=lambda key: (len(key), key)):
        best, count = max(sorted(seen[key].items()), key=lambda item: item[1])
        shorter = next((kept[key[:size]] for size in range(len(key) - 1, 0, -1) if key[:size] in kept), None)
        if shorter is None or (count >= SEEN and count - seen[key][shorter] >= SEEN - 1):
            kept[key] = best
    return kept


def _written(kept: dict[str, Phones]) -> str:
    return "".join(f"{key} {' '.join(phones)}".rstrip() + "\n" for key, phones in sorted(kept.items()))


if __name__ == "__main__":
    main()
