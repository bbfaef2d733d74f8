"""The file of the loudspeaker is the timeline of the talk, and a killed daemon leaves it readable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import wave
from pathlib import Path

import pytest

from device.core.errors import EngineUnavailable
from device.engines.audio_io.wav_speaker import WavSpeaker
from tests.device.engines.sound_samples import QUIET, spoken

ROOT = Path(__file__).resolve().parents[3]


def pcm_of(path: Path) -> bytes:
    with wave.open(str(path)) as file:
        assert file.getparams()[:3] == (1, 2, 16_000)
        pcm: bytes = file.readframes(file.getnframes())
    return pcm


def test_silence_takes_its_place_on_the_timeline(tmp_path: Path) -> None:
    speaker = WavSpeaker(str(tmp_path / "out.wav"))
    frames = spoken("rms/yes")[:5]
    for frame in (None, *frames, None, None):
        speaker.play(frame)
    speaker.flush()
    speaker.close()
    speaker.close()
    assert pcm_of(tmp_path / "out.wav") == QUIET + b"".join(frames) + QUIET * 2
    assert not speaker.acoustic


def test_an_old_file_is_replaced_and_private(tmp_path: Path) -> None:
    path = tmp_path / "out.wav"
    WavSpeaker(str(path)).close()
    assert pcm_of(path) == b""
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("frames", [0, 1, 49, 50, 51, 99, 149, 163])
def test_killed_at_any_moment_all_but_the_last_second_is_there(tmp_path: Path, frames: int) -> None:
    path = tmp_path / "killed.wav"
    program = (
        "import os, signal, sys\nfrom device.engines.audio_io.wav_speaker import WavSpeaker\n"
        f"speaker = WavSpeaker({str(path)!r})\n"
        f"for number in range({frames}): speaker.play(bytes([number % 251]) * 640)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    kept = pcm_of(path)
    assert kept == b"".join(bytes([number % 251]) * 640 for number in range(len(kept) // 640))
    assert frames - len(kept) // 640 < 50


@pytest.mark.parametrize("path", ["/dev/full", "/nowhere/out.wav", ".", "a\0b.wav"])
def test_a_file_that_cannot_be_written_is_refused_and_nothing_stays_open(path: str) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(EngineUnavailable, match="cannot be written"):
        WavSpeaker(path)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_disk_that_fills_up_while_playing_is_an_error_with_a_code(tmp_path: Path) -> None:
    speaker = WavSpeaker(str(tmp_path / "out.wav"))
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, speaker._file)
    os.close(full)
    for _ in range(49):
        speaker.play(None)
    with pytest.raises(EngineUnavailable, match="No space left"):
        speaker.play(None)
    with pytest.raises(EngineUnavailable):
        speaker.close()
