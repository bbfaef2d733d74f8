"""Promise: a setting comes from the default, the file, the environment or a flag, in rising order, and says which."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.core.config_keys import CONFIG_KEYS, ConfigKey, check_value, config_key, parse_text_value
from device.core.errors import BadConfig, FileRefused
from device.daemon.audio_inputs import RunSettings
from device.platform.config_place import FILE_NAME, config_place
from device.platform.config_writer import write_config_value
from device.platform.configuration import (
    configured_value,
    configured_values,
    parse_config,
    read_config_file,
)
from device.platform.state_folder import default_state_folder

PAGE = Path(__file__).resolve().parents[3] / "docs" / "configuration.md"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of this test, and an environment without settings."""
    for key in CONFIG_KEYS:
        monkeypatch.delenv(key.variable, raising=False)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("SELENE_CONFIG", str(tmp_path / FILE_NAME))
    return tmp_path / FILE_NAME


def test_a_later_place_wins_and_is_named(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = configured_value("http.port")
    assert (found.value, found.source) == (8770, "default")
    place.write_text("[http]\nport = 9000\n")
    found = configured_value("http.port")
    assert (found.value, found.source, found.place) == (9000, "file", str(place))
    monkeypatch.setenv("SELENE_HTTP_PORT", "9001")
    found = configured_value("http.port")
    assert (found.value, found.source, found.place) == (9001, "environment", "SELENE_HTTP_PORT")
    assert configured_values()["http.port"] == 9001
    monkeypatch.setenv("SELENE_HTTP_PORT", "")
    assert configured_value("http.port").value == 9000


def test_the_file_of_a_service_is_systemds_and_that_of_a_person_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SELENE_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/home/ana/settings")
    monkeypatch.delenv("CONFIGURATION_DIRECTORY", raising=False)
    assert config_place() == Path("/home/ana/settings/selene/selene.toml")
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", "/etc/selene:/etc/other")
    assert config_place() == Path("/etc/selene/selene.toml")


def test_the_state_folder_is_a_setting_that_systemd_overrides(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write_text('state = "/srv/file"\n')
    assert default_state_folder() == Path("/srv/file")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/selene")
    assert default_state_folder() == Path("/var/lib/selene")
    monkeypatch.setenv("SELENE_STATE", "/srv/own")
    assert default_state_folder() == Path("/srv/own")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lnguage = 'en'", "There is no setting 'lnguage'. Do you mean language?"),
        ("[http]\nprot = 1", "There is no setting 'http.prot'. Do you mean http.port?"),
        ("zzz = 1", "There is no setting 'zzz'. `selene config show` lists all."),
        ("http = 1", "There is no setting 'http'"),
        ("[http.port]\nx = 1", "http.port must be a port"),
        ("[http]\nport = '80'", "http.port must be a port, 0 to 65535, not '80'."),
        ("[http]\nport = 65536", "http.port must be a port"),
        ("[http]\nport = true", "http.port must be a port"),
        ("[http]\nenabled = 1", "http.enabled must be true or false, not '1'."),
        ("[http]\nhost = 'a b'", "http.host must be a host name"),
        ("language = 'e-n'", "language must be a language's code"),
        ("voice = 'espeak'", "voice must be an engine's URI, such as espeak:, not 'espeak'."),
        ("state = 'here'", "state must be an absolute path"),
        ("user = \"a\\u0007\"", "user must be text"),
        ("[identity]\nlocal = ' '", "identity.local must be user, guest or a name"),
        ("language =", "is no TOML"),
        ("a = " + "[" * 5_000, "is no TOML"),
        ("language = 'en'\nlanguage = 'de'", "is no TOML"),
        ("x" * 2_000_000, "much too long"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_file_is_told_and_the_file_is_kept(place: Path, text: str, sentence: str) -> None:
    place.write_text(text)
    with pytest.raises(BadConfig) as refused:
        configured_value("language")
    assert sentence in str(refused.value)
    assert str(place) in str(refused.value)
    with pytest.raises(BadConfig):
        write_config_value(place, config_key("language"), "de")
    assert (place.read_text(), [path.name for path in place.parent.iterdir()]) == (text, [FILE_NAME])


def test_a_file_that_is_no_text_or_no_file_is_told(place: Path) -> None:
    place.write_bytes(b'user = "\xff"')
    with pytest.raises(BadConfig, match="UTF-8"):
        read_config_file(place)
    place.unlink()
    place.mkdir()
    with pytest.raises(BadConfig, match="cannot be read"):
        read_config_file(place)


@pytest.mark.parametrize("name", ["SELENE_HTTP_PORT", "SELENE_HTTP_ENABLED", "SELENE_VOICE"])
def test_a_mistake_in_the_environment_names_the_variable(
    place: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "no such thing")
    with pytest.raises(BadConfig, match=name):
        configured_values()


WRITTEN = """# Mine.
language = "en"  # for the guests

[http]
# later
enabled = false

[mcp]
port = 1
"""


def test_writing_keeps_comments_and_everything_else(place: Path) -> None:
    place.write_text(WRITTEN)
    place.chmod(0o640)
    for name, value in (("http.enabled", True), ("http.port", 9), ("user", "Ana"), ("wyoming.host", "::1")):
        write_config_value(place, config_key(name), value)
    text = place.read_text()
    assert all(line in text for line in ("# Mine.", 'language = "en"  # for the guests', "# later"))
    assert tomllib.loads(text) == {
        "language": "en",
        "user": "Ana",
        "http": {"enabled": True, "port": 9},
        "mcp": {"port": 1},
        "wyoming": {"host": "::1"},
    }
    assert place.stat().st_mode & 0o777 == 0o640
    for name in ("http.enabled", "http.port", "user", "wyoming.host", "wyoming.port", "echo"):
        write_config_value(place, config_key(name), None)
    assert read_config_file(place) == {"language": "en", "mcp.port": 1}


def test_a_file_is_made_with_its_folder_and_a_link_stays_one(tmp_path: Path) -> None:
    place = tmp_path / "new" / FILE_NAME
    write_config_value(place, config_key("language"), "de")
    link = tmp_path / "link.toml"
    link.symlink_to(place)
    write_config_value(link, config_key("language"), "en")
    assert link.is_symlink()
    assert read_config_file(place) == {"language": "en"}


def test_where_nothing_can_be_written_the_old_file_is_kept(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(FileRefused, match="are kept"):
        write_config_value(tmp_path / "folder" / FILE_NAME, config_key("language"), "de")
    assert (tmp_path / "folder").read_text() == "a file"


def test_the_page_lists_every_setting_with_its_sort_and_default() -> None:
    rows = re.findall(
        r"^\| `([a-z_.]+)` \| (.*?) \| (.*?) \| (.*?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )

    def shown(value: object) -> str:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return f"`{text}`" if text else ""

    assert rows == [(key.name, key.kind.value, shown(key.default), key.meaning) for key in CONFIG_KEYS]


def test_every_default_is_of_its_sort_and_every_name_and_variable_is_one_keys() -> None:
    for key in CONFIG_KEYS:
        assert check_value(key, key.default) == key.default
        assert config_key(key.name) is key
    assert len({key.variable for key in CONFIG_KEYS}) == len(CONFIG_KEYS)


def test_a_run_without_settings_has_the_defaults_of_the_table() -> None:
    plain = RunSettings(Path(), None)
    for name in ("microphone", "speaker", "wake", "speech", "recogniser", "voice", "echo", "language"):
        assert getattr(plain, name) == config_key(name).default


@pytest.mark.parametrize("word", ["true", "Yes", "on", "1"])
def test_a_switch_may_be_said_in_many_words(word: str) -> None:
    assert parse_text_value(config_key("http.enabled"), word) is True
    assert parse_text_value(config_key("http.enabled"), "off") is False


@given(st.sampled_from(CONFIG_KEYS), st.text(max_size=20))
def test_no_word_breaks_a_key(key: ConfigKey, text: str) -> None:
    with suppress(BadConfig):
        assert check_value(key, parse_text_value(key, text)) is not None


@given(st.binary(max_size=60))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    with suppress(BadConfig):
        parse_config(content, Path("selene.toml"))


def test_reading_settings_loads_neither_the_writer_nor_a_parser_without_a_file(place: Path) -> None:
    code = (
        "import sys; from device.platform.configuration import configured_value; configured_value('language');"
        "assert not {'tomllib', 'tomlkit', 'click'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=PAGE.parents[1])


def test_finding_the_daemon_loads_no_reader_of_settings_and_nothing_that_looks_into_code(place: Path) -> None:
    """A command beside a daemon is answered in the time that it takes to begin."""
    code = (
        "import sys; from device.cli.common.control_client import run_in_daemon;"
        "assert run_in_daemon(['say', 'hello']) is None;"
        "assert not {'dataclasses', 'inspect', 'device.platform.configuration'} & set(sys.modules)"
    )
    named = ("SELENE_STATE", "STATE_DIRECTORY", "XDG_DATA_HOME")
    alone = {name: value for name, value in os.environ.items() if name not in named} | {"HOME": str(place.parent)}
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=PAGE.parents[1], env=alone)
