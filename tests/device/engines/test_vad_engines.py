"""Speech is told from silence and noise, soon after it begins, and the same on every run."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from device.core.ports import SpeechDetector
from device.engines.factory import open_speech
from tests.device.engines.sound_samples import QUIET, VOICES, loudness, pad_with_silence, spoken

BEFORE = 15
ONSET_FRAMES = 12
"""250 ms, rounded down."""
NAMES = ("stop", "yes", "what_do_you_remember_about_me", "my_favorite_color_is_green", "okay_nabu")


def judged(detector: SpeechDetector, name: str) -> list[int]:
    detector.reset()
    return [detector.hear(frame) for frame in pad_with_silence(name)]


@pytest.mark.parametrize("uri", ["silero:", "webrtc:"])
@pytest.mark.parametrize("voice", VOICES)
def test_speech_is_noticed_within_a_quarter_of_a_second(uri: str, voice: str) -> None:
    detector = open_speech(uri)
    for name in NAMES:
        first_sound = next(at for at, frame in enumerate(spoken(f"{voice}/{name}")) if loudness(frame) > 0.01)
        first_judged = next(at for at, bp in enumerate(judged(detector, f"{voice}/{name}")) if bp >= 5_000)
        assert 0 <= first_judged - (BEFORE + first_sound) <= ONSET_FRAMES, name


@pytest.mark.parametrize("uri", ["silero:", "webrtc:"])
@pytest.mark.parametrize("name", ["noise/silence", "noise/brown"])
def test_silence_and_rumble_are_not_speech(uri: str, name: str) -> None:
    assert max(judged(open_speech(uri), name)[BEFORE + 5 :]) < 5_000


def test_hiss_is_not_speech_to_silero() -> None:
    assert max(judged(open_speech("silero:"), "noise/white")) < 5_000


def test_silence_after_speech_is_noticed_before_the_turn_ends() -> None:
    assert judged(open_speech("silero:"), "rms/what_do_you_remember_about_me")[-1] < 3_500


def test_a_judgement_is_in_basis_points_and_stands_until_the_next_window() -> None:
    judgements = judged(open_speech("silero:"), "rms/stop")
    assert all(0 <= bp <= 10_000 for bp in judgements)
    # 512-sample windows over 320-sample frames: five windows in eight frames.
    changes = np.count_nonzero(np.diff(judgements))
    assert changes <= len(judgements) * 5 // 8 + 1


@pytest.mark.parametrize("uri", ["silero:", "webrtc:"])
def test_the_same_sound_is_judged_the_same_after_a_reset(uri: str) -> None:
    one, other = open_speech(uri), open_speech(uri)
    first = judged(one, "rms/stop")
    judged(one, "slt/what_do_you_remember_about_me")
    one.hear(QUIET)
    assert judged(one, "rms/stop") == first == judged(other, "rms/stop")


def test_silero_uses_one_thread_and_leaves_the_limit_of_other_engines_alone() -> None:
    """Threads that wait for each other cost three quarters of its processor time."""
    program = (
        "import os\n"
        "import numpy\n"
        "from device.engines.factory import open_speech\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "detector = open_speech('silero:')\n"
        "for _ in range(10): detector.hear(bytes(640))\n"
        "print(len(os.listdir('/proc/self/task')) - before, os.environ.get('OMP_THREAD_LIMIT'))\n"
    )
    plain = {name: value for name, value in os.environ.items() if name != "OMP_THREAD_LIMIT"}
    plain["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run([sys.executable, "-c", program], env=plain, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0 None\n", "")
