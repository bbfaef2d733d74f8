"""Short talks as people have them: what they hear is right, or an honest "I don't know", and seldom wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from tests.budgets import TALKS_STRIDE
from tests.sim.talk_exam import RIGHT, WRONG, Result, play_set

BARS = {
    "en": {
        "en_a": (88, 4),
        "en_b": (88, 4),
        "en_c": (83, 4),
        "en_d": (70, 9),
        "en_e": (60, 6),
        "en_f": (50, 17),
        "en_g": (63, 9),
        "en_h": (58, 6),
        "en_i": (76, 7),
        "en_j": (75, 9),
        "en_k": (90, 4),
        "en_l": (91, 4),
        "en_m": (85, 4),
        "en_n": (90, 4),
        "en_o": (80, 6),
        "en_p": (70, 4),
        "en_q": (76, 9),
        "en_r": (73, 9),
        "en_s": (73, 11),
        "en_t": (86, 4),
        "en_u": (93, 4),
        "en_v": (95, 2),
        "en_w": (96, 2),
        "en_x": (96, 2),
        "en_y": (86, 4),
        "en_z": (83, 5),
        "en_za": (86, 4),
        "en_zb": (81, 6),
        "en_zc": (78, 6),
        "en_zd": (73, 8),
        "en_ze": (68, 11),
        "en_zf": (70, 4),
        "en_zg": (56, 11),
        "en_zh": (70, 6),
        "en_zi": (73, 5),
        "en_zj": (91, 2),
        "en_zk": (95, 2),
        "en_zl": (50, 5),
        "en_zm": (56, 7),
        "en_zn": (78, 4),
        "en_zo": (82, 10),
        "en_zp": (58, 9),
        "en_zq": (55, 9),
        "en_zr": (95, 2),
        "en_zs": (96, 2),
        "en_zt": (93, 2),
        "en_zu": (96, 2),
        "en_zv": (91, 2),
        "en_zw": (76, 2),
        "en_zx": (96, 0),
        "en_zy": (85, 5),
        "en_zz": (88, 5),
        "en_zza": (88, 2),
        "en_zzb": (91, 0),
        "en_zzc": (88, 5),
        "en_zzd": (93, 2),
        "en_zze": (70, 12),
        "en_zzf": (66, 15),
        "en_zzg": (76, 10),
        "en_zzh": (91, 4),
        "en_zzi": (86, 2),
        "en_zzl": (90, 4),
        "en_zzm": (70, 14),
        "en_zzn": (98, 0),
        "en_zzo": (95, 2),
        "en_zzp": (92, 3),
        "en_zzq": (88, 2),
        "en_zzr": (64, 10),
        "en_zzs": (58, 29),
        "en_zzt": (72, 22),
        "en_zzu": (48, 15),
        "en_zzv": (72, 11),
        "en_zzw": (95, 2),
        "en_zzx": (95, 2),
        "en_zzy": (96, 2),
        "en_zzz": (96, 2),
        "en_zzza": (95, 2),
        "en_zzzb": (93, 5),
        "en_zzzc": (95, 4),
        "en_zzzd": (79, 11),
    },
    "de": {
        "de_a": (88, 4),
        "de_b": (86, 5),
        "de_c": (66, 5),
        "de_d": (53, 12),
        "de_e": (76, 4),
        "de_f": (83, 4),
        "de_g": (90, 4),
        "de_h": (80, 4),
        "de_i": (95, 2),
        "de_j": (88, 2),
        "de_k": (93, 2),
        "de_l": (93, 2),
        "de_m": (90, 2),
        "de_n": (65, 5),
        "de_o": (81, 4),
        "de_p": (80, 4),
        "de_q": (86, 2),
        "de_r": (60, 14),
        "de_s": (41, 10),
        "de_t": (75, 9),
        "de_u": (87, 8),
        "de_v": (60, 14),
        "de_w": (51, 6),
        "de_x": (95, 2),
        "de_y": (86, 2),
        "de_z": (90, 2),
        "de_za": (88, 2),
        "de_zb": (90, 4),
        "de_zc": (95, 2),
        "de_zd": (83, 5),
        "de_ze": (58, 7),
        "de_zf": (81, 5),
        "de_zg": (95, 2),
        "de_zh": (95, 2),
        "de_zi": (83, 4),
        "de_zj": (80, 4),
        "de_zk": (65, 4),
        "de_zl": (61, 4),
        "de_zm": (91, 2),
        "de_zn": (86, 2),
        "de_zo": (86, 4),
        "de_zp": (86, 2),
        "de_zq": (66, 7),
        "de_zr": (90, 0),
        "de_zt": (83, 5),
        "de_zu": (65, 2),
        "de_zv": (91, 2),
        "de_zw": (88, 2),
        "de_zx": (85, 7),
        "de_zy": (61, 8),
        "de_zz": (57, 20),
        "de_zza": (70, 28),
        "de_zzb": (45, 16),
        "de_zzc": (66, 17),
        "de_zzd": (90, 4),
        "de_zze": (96, 2),
        "de_zzf": (89, 5),
        "de_zzg": (87, 8),
        "de_zzh": (63, 14),
    },
}
"""At least so many right and at most so many wrong of a hundred talks of a set, when all are played."""
TOGETHER = {"en": (75, 8), "de": (69, 9)}
"""The same of the talks of all sets together, of those that `TALKS_STRIDE` leaves."""


@pytest.mark.parametrize("language", BARS)
def test_most_talks_go_right_and_few_wrong(language: str) -> None:
    played = {name: play_set(name, TALKS_STRIDE.now) for name in BARS[language]}
    _check(TOGETHER[language], (result for results in played.values() for result in results))
    if TALKS_STRIDE.now == 1:
        for name, results in played.items():
            _check(BARS[language][name], results)


def _check(bar: tuple[int, int], results: Iterable[Result]) -> None:
    results = tuple(results)
    count = Counter(result.grade for result in results)
    failed = [f"{result.grade}: {result.name}: {result.why}" for result in results if result.grade != RIGHT]
    assert 100 * count[RIGHT] >= bar[0] * len(results), failed
    assert 100 * count[WRONG] <= bar[1] * len(results), failed
