"""Promise: `selene config` shows, checks and writes settings; commands take them, and a flag wins over all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cli.main import app
from device.core.config_keys import CONFIG_KEYS
from device.engines.heard_languages import heard_languages
from device.platform.configuration import SYSTEM_PLACE

UNIT = Path(__file__).resolve().parents[4] / "docs" / "systemd" / "selene.service"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of this test."""
    for key in CONFIG_KEYS:
        monkeypatch.delenv(key.variable, raising=False)
    monkeypatch.setenv("SELENE_CONFIG", str(tmp_path / "selene.toml"))
    return tmp_path / "selene.toml"


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(app, words, env=environment)


def shown(name: str, **environment: str) -> Any:
    (found,) = json.loads(run("config", "show", name, "--json", **environment).stdout)["settings"]
    return found["value"], found["source"]


def test_what_is_set_is_shown_with_its_place(place: Path) -> None:
    assert json.loads(run("config", "path", "--json").stdout) == {"path": str(place), "exists": False}
    assert run("config", "path").stdout == f"{place}\n"
    told = json.loads(run("config", "set", "http.enabled", "yes", "--json").stdout)
    assert told == {"path": str(place), "key": "http.enabled", "value": True}
    assert shown("http.enabled") == (True, "file")
    assert shown("http.enabled", SELENE_HTTP_ENABLED="off") == (False, "environment")
    rows = run("config", "show").stdout.splitlines()
    assert len(rows) == len(CONFIG_KEYS)
    assert [row for row in rows if row.startswith("http.enabled")] == [
        f"{'http.enabled':<22} {'true':<28} file {place}"
    ]
    assert run("config", "set", "http.enabled", "--default").exit_code == 0
    assert shown("http.enabled") == (False, "default")


def test_who_announces_wyoming_is_told_of_the_unit(place: Path) -> None:
    assert "IPAddressDeny=" in run("config", "set", "wyoming.announce", "true").stdout
    assert "IPAddressDeny=multicast" in UNIT.read_text()


def test_an_environment_that_overrides_what_is_written_is_told(place: Path) -> None:
    assert "$SELENE_USER overrides it" in run("config", "set", "user", "Bo", SELENE_USER="Ana").stdout


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (("lnguage", "de"), 2, "BAD_CONFIG"),
        (("http.port", "70000"), 2, "BAD_CONFIG"),
        (("http.port", "-1"), 2, ""),
        (("voice", "mouth:"), 2, "BAD_URI"),
        (("language", "xx"), 2, "UNKNOWN_LANGUAGE"),
        (("language", "de"), 2, "LANGUAGE_MISMATCH"),
        (("language",), 2, "BAD_USAGE"),
        (("language", "en", "--default"), 2, "BAD_USAGE"),
        (("http.tls_key", "/etc/key.pem"), 2, "BAD_CONFIG"),
        (("state", "relative"), 2, "BAD_CONFIG"),
    ],
)
def test_what_cannot_be_is_refused_and_the_file_is_kept(
    place: Path, words: tuple[str, ...], status: int, code: str
) -> None:
    place.write_text("# mine\n")
    told = run("config", "set", *words)
    assert (told.exit_code, code in told.stderr) == (status, True)
    assert (place.read_text(), list(place.parent.iterdir())) == ("# mine\n", [place])


def test_a_language_needs_a_recogniser_that_hears_it(place: Path) -> None:
    assert run("config", "set", "recogniser", "whisper:small").exit_code == 0
    assert run("config", "set", "language", "de").exit_code == 0
    for words in (("recogniser", "whisper:small.en"), ("recogniser", "--default")):
        told = run("config", "set", *words)
        assert "hears only en, and the language is de" in told.stderr
        assert told.exit_code == 2
    assert run("config", "set", "microphone", "none:").exit_code == 0
    assert run("config", "set", "recogniser", "--default").exit_code == 0, "nothing is heard"
    assert heard_languages("mine:") is None


def test_the_api_is_opened_to_others_only_with_a_certificate(place: Path) -> None:
    run("config", "set", "http.enabled", "true")
    told = run("config", "set", "http.host", "0.0.0.0")  # noqa: S104
    assert (told.exit_code, "http.tls_certificate comes first" in told.stderr) == (2, True)
    assert shown("http.host") == ("127.0.0.1", "default")
    assert run("config", "set", "http.tls_certificate", "/etc/selene/cert.pem").exit_code == 0
    assert run("config", "set", "http.host", "0.0.0.0").exit_code == 0  # noqa: S104
    assert run("config", "set", "http.tls_certificate", "--default").exit_code == 2
    assert shown("http.tls_certificate")[1] == "file"


def test_a_run_with_a_recogniser_of_another_language_starts_nothing(place: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    told = run("run", "--state", str(state), "--language", "de", "--mic", "tape:x.wav", "--speaker", "null:")
    assert (told.exit_code, "[LANGUAGE_MISMATCH]" in told.stderr) == (2, True)
    assert not state.exists()


def test_commands_take_their_settings_from_the_file_and_a_flag_wins(place: Path, tmp_path: Path) -> None:
    place.write_text(f'state = "{tmp_path}/state"\nuser = "Ana"\nlanguage = "de"\nmicrophone = "none:"\n')
    assert "Berlin" in run("say", "ich wohne in Berlin", "--now", "2026-03-02T10:00:00Z").stdout

    def listed(*words: str, **environment: str) -> Any:
        return json.loads(run("memory", "list", "--json", *words, **environment).stdout)

    assert [atom["text"] for atom in listed()["atoms"]] == ["ich wohne in Berlin"]
    assert listed() == listed("--user", "Ana", "--state", f"{tmp_path}/state")
    assert listed(SELENE_USER="Bo") == {"user": "Bo", "atoms": []}
    assert listed("--user", "Cy", SELENE_USER="Bo") == {"user": "Cy", "atoms": []}
    english = run("say", "I live in Rome", "--user", "Dee", "--language", "en", "--now", "2026-03-02T10:00:00Z")
    assert "Noted" in english.stdout
    assert "Noted" in run("say", "I like tea", "--user", "Dee", SELENE_LANGUAGE="en").stdout


@pytest.mark.parametrize("words", [("say", "hello"), ("memory", "list"), ("run",), ("status",), ("config", "show")])
def test_a_file_that_is_refused_ends_a_command_before_it_does_anything(
    place: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    place.write_text("languge = 'de'\n")
    told = run(*words, XDG_DATA_HOME=str(tmp_path / "data"))
    assert (told.exit_code, "Do you mean language?" in told.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ("ok", "")),
        ('recogniser = "whisper:small"\nlanguage = "de"\n', ("ok", "")),
        ('language = "de"\n', ("fail", "LANGUAGE_MISMATCH")),
        ("languge = 1\n", ("fail", "BAD_CONFIG")),
    ],
)
def test_the_doctor_reads_the_configuration_and_opens_what_it_names(
    place: Path, tmp_path: Path, text: str, found: tuple[str, str]
) -> None:
    wav = tmp_path / "spoken.wav"
    wav.write_text("kept")
    good = f'microphone = "none:"\nspeaker = "wav:{wav}"\n' if found[0] == "ok" else ""
    place.write_text(text + good)
    told = run("doctor", "--state", str(tmp_path / "none"), "--json")
    findings = {one["check"]: one for one in json.loads(told.stdout)["findings"]}
    assert findings["configuration"]["state"] == found[0]
    assert found[1] in findings["configuration"]["found"]
    if good:
        assert findings["microphone"]["found"] == "none:"
        assert (findings["speaker"]["found"], wav.read_text()) == (f"wav:{wav}", "kept")


def test_a_guest_at_the_microphone_has_no_memory(place: Path, tmp_path: Path) -> None:
    tape = UNIT.parents[2] / "fixtures" / "talks" / "brief.wav"
    words = ["run", "--mic", f"tape:{tape}", "--speaker", "null:", "--fast", "--quiet", "--state", str(tmp_path / "s")]
    assert run(*words, SELENE_IDENTITY_LOCAL="guest").exit_code == 0
    assert json.loads(run("status", "--state", str(tmp_path / "s"), "--json").stdout)["archived_lines"] == 0
    assert run(*words).exit_code == 0
    assert json.loads(run("status", "--state", str(tmp_path / "s"), "--json").stdout)["archived_lines"] > 0


def test_the_unit_reads_the_file_that_system_means() -> None:
    assert f"ConfigurationDirectory={SYSTEM_PLACE.parent.name}\n" in UNIT.read_text()
    assert Path("/etc/selene/selene.toml") == SYSTEM_PLACE
    assert run("config", "path", "--system").stdout == f"{SYSTEM_PLACE}\n"
