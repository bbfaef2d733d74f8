"""`selene setup`: each step does its part, leaves alone what a person made, and can be repeated."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from device.cli.main import app
from device.cli.setup import engine_steps
from device.cli.setup.account_steps import unit_text
from device.cli.setup.sound_steps import check_reading
from device.core.config_keys import CONFIG_KEYS
from device.core.proposal.engine_proposal import Machine
from packages.documents.documents import document_bytes
from packages.documents.signing import public_hex, sign_body
from tests.device.engines.sound_samples import QUIET, pad_with_silence
from tests.device.engines.stt.tiny_sherpa import write_sherpa
from tests.sim.file_server import file_server

KEY = SigningKey(b"k" * 32)
CONTENT = b"GGUF" + b"a model" * 1_000
VOICE = ("my_favorite_color_is_green", "i_like_strong_coffee_in_the_morning", "where_does_my_sister_live")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's folders, a device as strong as a laptop, and no systemd."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("SELENE_CONFIG", str(tmp_path / "selene.toml"))
    monkeypatch.setenv("SELENE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("SELENE_MICROPHONE", "none:")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(engine_steps, "read_machine", lambda: Machine(8, 16_000))
    return tmp_path


def setup(*words: str, status: int = 0) -> Result:
    done = CliRunner().invoke(app, ["setup", *words])
    assert done.exit_code == status, done.output
    return done


def catalogue(folder: Path, url: str, content: bytes = CONTENT) -> tuple[str, ...]:
    """A signed catalogue with a mind, and how it is named."""
    entry = {
        "kind": "mind", "url": url, "file": "tiny.gguf", "licence": "MIT", "source": "made by the tests",
        "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(), "fits": ["pi-4"],
    }  # fmt: skip
    body: dict[str, Any] = {"_type": "models", "spec": 1, "version": 3, "models": {"tiny": entry}}
    path = folder / "catalogue.json"
    path.write_bytes(document_bytes(body, sign_body(body, [KEY])))
    return ("--catalogue", str(path), "--key", public_hex(KEY))


def tape(folder: Path, *sentences: str) -> str:
    """A microphone that hears these sentences of one voice."""
    frames = [frame for each in sentences for frame in pad_with_silence(f"rms/{each}", 600, 1_200)]
    soundfile.write(folder / "tape.wav", np.frombuffer(b"".join(frames), "<i2"), 16_000)
    return f"tape:{folder / 'tape.wav'}"


def test_where_nobody_can_be_asked_nothing_is_done(home: Path) -> None:
    for words in ((), ("service",), ("config", "--language", "de")):
        assert "BAD_" in setup(*words, status=2).output or "LANGUAGE" in setup(*words, status=2).output
    assert list(home.iterdir()) == []


def test_looking_says_what_there_is_and_changes_nothing(home: Path) -> None:
    said = setup("look").output
    assert "8 cores, 16000 MB of memory: as a laptop" in said
    assert "recogniser: pocketsphinx: (in force)" in said
    assert list(home.iterdir()) == []


def test_the_configuration_keeps_what_a_person_wrote(home: Path) -> None:
    models, file = home / "state" / "models", home / "selene.toml"
    (models / "zipformer").mkdir(parents=True)
    for name in ("tokens.txt", "encoder.onnx"):
        (models / "zipformer" / name).write_bytes(b"x")
    file.write_text('# mine\nvoice = "espeak:de"  # as I like it\n', encoding="utf-8")
    done = setup("config", "--yes", "--language", "de", "--json")
    written = file.read_text(encoding="utf-8")
    assert written.startswith('# mine\nvoice = "espeak:de"  # as I like it\n')
    assert f'recogniser = "sherpa:{models / "zipformer"}"' in written
    assert 'language = "de"' in written
    said = json.loads(done.stdout)["steps"][0]
    assert (said["state"], "voice stays espeak:de, as the file says." in said["said"]) == ("done", True)
    again = json.loads(setup("config", "--yes", "--json").stdout)["steps"][0]
    assert (again["state"], file.read_text(encoding="utf-8")) == ("left", written)


def test_what_contradicts_itself_is_written_not_even_in_part(home: Path) -> None:
    assert "LANGUAGE_MISMATCH" in setup("config", "--yes", "--language", "de", "--user", "Ana", status=2).output
    assert not (home / "selene.toml").exists()


def test_a_model_is_fetched_and_then_used_and_is_not_fetched_again(home: Path) -> None:
    with file_server(CONTENT) as server:
        how = catalogue(home, server.address)
        assert "tiny is in" in setup("models", "--yes", *how).output
    assert "here and whole; it was left alone" in setup("models", *how).output
    setup("config", "--yes", *how)
    assert f'mind = "llama:{home / "state" / "models" / "tiny.gguf"}"' in (home / "selene.toml").read_text("utf-8")


def test_without_a_network_it_says_which_file_belongs_where_and_uses_the_embedded_one(home: Path) -> None:
    how = catalogue(home, "http://127.0.0.1:9/tiny.gguf")
    said = setup("models", "--yes", *how).output
    assert f"put the file of http://127.0.0.1:9/tiny.gguf at {home / 'state' / 'models' / 'tiny.gguf'}" in said
    assert "no file" not in setup("config", "--yes", *how).output
    assert not (home / "selene.toml").exists()


def test_another_file_than_the_catalogue_says_is_a_failure(home: Path) -> None:
    with file_server(b"x" * len(CONTENT)) as server:
        assert "MODEL_MISMATCH" in setup("models", "--yes", *catalogue(home, server.address), status=15).output
    assert not (home / "state" / "models" / "tiny.gguf").exists()


def test_the_account_is_made_once_and_its_words_are_in_a_new_file(home: Path) -> None:
    assert "--words-out" in setup("account", status=2).output
    told = setup("account", "--words-out", str(home / "words"), "--user", "Ana", "--json")
    assert json.loads(told.stdout)["steps"][0]["state"] == "done"
    assert len((home / "words").read_text("utf-8").split()) >= 24
    assert "There is an account; it was left alone." in setup("account", "--words-out", str(home / "other")).output
    assert not (home / "other").exists()


def test_a_voice_is_learned_from_three_sentences_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELENE_MICROPHONE", tape(home, *VOICE[:1]))
    assert "Nothing was kept" in setup("voice", status=1).output
    monkeypatch.setenv("SELENE_MICROPHONE", tape(home, *VOICE))
    assert "Your voice is learned" in setup("voice").output
    assert "--again learns it anew" in setup("voice").output
    status = CliRunner().invoke(app, ["status", "--json"]).output
    assert json.loads(status)["voice_learned"] is True
    monkeypatch.setenv("SELENE_MICROPHONE", "device:")
    assert "BAD_USAGE" in setup("voice", "--again", status=2).output
    assert "left" in setup("voice", "--again", "--yes").output


def test_a_sentence_read_aloud_is_compared_with_what_is_heard(home: Path) -> None:
    told = {key.name: key.default for key in CONFIG_KEYS}
    told["recogniser"] = write_sherpa(home / "model", ("i", "like", "coffee"))
    spoken = tuple(pad_with_silence(f"rms/{VOICE[1]}", 600, 1_200))
    good = check_reading(iter(spoken), told, "I like coffee.")
    assert (good.state, good.found) == ("ok", "0 % of the words were heard wrong")
    bad = check_reading(iter(spoken), told, "We like tea.")
    assert (bad.state, bad.found) == ("warn", "66 % of the words were heard wrong")
    assert check_reading(iter((QUIET,) * 1_100), told, "I like coffee").found == "nothing was heard"


def test_the_unit_is_written_with_the_paths_of_this_device_and_another_one_stays(home: Path) -> None:
    place = home / "config" / "systemd" / "user" / "selene.service"
    said = setup("service", "--yes").output
    assert "systemctl --user enable --now selene" in said
    unit = place.read_text("utf-8")
    assert f'Environment="SELENE_STATE={home / "state"}"\n' in unit
    assert re.search(r'^ExecStart="/.*" (?:-m device )?run --quiet$', unit, re.MULTILINE)
    for line in ("Type=notify", "WatchdogSec=30", "NoNewPrivileges=yes", "WantedBy=default.target"):
        assert line in unit.splitlines()
    assert "/opt/" not in unit
    assert "it was left alone" in setup("service").output
    place.write_text("[Unit]\n", "utf-8")
    assert "--again replaces it" in setup("service", "--yes").output
    assert place.read_text("utf-8") == "[Unit]\n"
    setup("service", "--yes", "--again")
    assert place.read_text("utf-8") == unit


def test_a_path_with_special_letters_is_one_word_of_the_unit() -> None:
    assert 'Environment="SELENE_STATE=/a 100%%/\\"b\\"/$c"' in unit_text(Path('/a 100%/"b"/$c'))


def test_all_steps_in_turn_say_what_they_did_and_go_on_after_a_failure(home: Path) -> None:
    done = setup("--yes", "--json", status=1)
    steps = json.loads(done.stdout)["steps"]
    assert [one["step"] for one in steps] == ["look", "models", "config", "sound", "account", "voice", "service"]
    failed = {one["step"]: one["said"] for one in steps if one["state"] == "failed"}
    assert list(failed) == ["account"]
    assert "--words-out" in failed["account"][0]
    setup("--yes", "--words-out", str(home / "words"))
