"""Promise: a catalogue is read only with the key that signed it, and its commands do what they say."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from device.cli.main import app
from device.core.errors import CatalogueRefused
from device.models.model_catalogue import read_catalogue
from packages.documents.documents import document_bytes
from packages.documents.signing import public_hex, sign_body
from tests.sim.file_server import file_server

KEY, OTHER = SigningKey(b"k" * 32), SigningKey(b"o" * 32)
CONTENT = b"a model" * 1_000


def _body(url: str = "http://127.0.0.1/tiny.gguf") -> dict[str, Any]:
    tiny = {
        "kind": "mind", "url": url, "file": "tiny.gguf", "licence": "MIT", "source": "made by the tests",
        "bytes": len(CONTENT), "sha256": hashlib.sha256(CONTENT).hexdigest(), "fits": ["pi-5"],
    }  # fmt: skip
    unchecked = {**tiny, "file": "unchecked.gguf", "bytes": 0, "sha256": ""}
    return {"_type": "models", "spec": 1, "version": 3, "models": {"tiny": tiny, "unchecked": unchecked}}


def _write(folder: Path, body: dict[str, Any], key: SigningKey = KEY) -> Path:
    path = folder / "catalogue.json"
    path.write_bytes(document_bytes(body, sign_body(body, [key])))
    return path


def _run(folder: Path, catalogue: Path, *words: str) -> Result:
    how = ("--catalogue", str(catalogue), "--key", public_hex(KEY), "--folder", str(folder / "models"), "--json")
    return CliRunner().invoke(app, ["models", *words, *how])


def test_a_signed_catalogue_is_read(tmp_path: Path) -> None:
    found = read_catalogue(_write(tmp_path, _body()), public_hex(KEY))
    assert (found.version, found.models["tiny"].verified, found.models["unchecked"].verified) == (3, True, False)


def test_another_key_a_changed_word_or_another_document_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CatalogueRefused, match="not signed"):
        read_catalogue(_write(tmp_path, _body(), OTHER), public_hex(KEY))
    path = _write(tmp_path, _body())
    path.write_bytes(path.read_bytes().replace(b"127.0.0.1", b"127.0.0.9"))
    with pytest.raises(CatalogueRefused, match="not signed"):
        read_catalogue(path, public_hex(KEY))
    with pytest.raises(CatalogueRefused, match="not signed"):
        read_catalogue(_write(tmp_path, {**_body(), "_type": "catalog"}), public_hex(KEY))


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"no json", b'{"signatures": [], "signed": {"models": {}}}', b"[" * 999],
)
def test_what_is_no_catalogue_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "catalogue.json").write_bytes(content)
    with pytest.raises(CatalogueRefused):
        read_catalogue(tmp_path / "catalogue.json", public_hex(KEY))
    with pytest.raises(CatalogueRefused):
        read_catalogue(tmp_path / "missing", public_hex(KEY))
    with pytest.raises(CatalogueRefused):
        read_catalogue(_write(tmp_path, _body()), "no key")


def test_the_commands_list_fetch_check_and_remove(tmp_path: Path) -> None:
    with file_server(CONTENT) as server:
        catalogue = _write(tmp_path, _body(server.address))
        listed = json.loads(_run(tmp_path, catalogue, "list").stdout)["models"]
        assert [(one["name"], one["verified"], one["here"]) for one in listed] == [
            ("tiny", True, False),
            ("unchecked", False, False),
        ]
        pulled = json.loads(_run(tmp_path, catalogue, "pull", "tiny").stdout)
    assert Path(pulled["path"]).read_bytes() == CONTENT
    assert json.loads(_run(tmp_path, catalogue, "verify", "tiny").stdout)["verified"]
    Path(pulled["path"]).write_bytes(b"damaged")
    assert _run(tmp_path, catalogue, "verify", "tiny").exit_code == 15
    assert json.loads(_run(tmp_path, catalogue, "remove", "tiny").stdout)["removed"]
    for words in (("verify", "tiny"), ("pull", "unchecked"), ("verify", "unchecked"), ("pull", "nosuch")):
        refused = _run(tmp_path, catalogue, *words)
        assert (refused.exit_code, json.loads(refused.stdout)["error"]["code"]) == (15, "MODEL_UNKNOWN")


def test_a_file_and_an_address_are_pinned(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(CONTENT)
    with file_server(CONTENT) as server:
        for what in (str(tmp_path / "tiny.gguf"), server.address):
            pinned = json.loads(CliRunner().invoke(app, ["models", "pin", what, "--json"]).stdout)
            assert pinned == {"file": "tiny.gguf", "bytes": len(CONTENT), "sha256": hashlib.sha256(CONTENT).hexdigest()}


def test_without_a_catalogue_or_a_key_nothing_is_done() -> None:
    assert CliRunner().invoke(app, ["models", "list", "--json"]).exit_code == 2


def test_a_catalogue_that_is_older_than_the_one_used_before_is_refused(tmp_path: Path) -> None:
    with file_server(CONTENT) as server:
        assert _run(tmp_path, _write(tmp_path, _body(server.address)), "pull", "tiny").exit_code == 0
        older = _write(tmp_path, {**_body(server.address), "version": 2})
        for words in (("pull", "tiny"), ("list",), ("verify", "tiny")):
            refused = _run(tmp_path, older, *words)
            assert refused.exit_code != 0
            assert "older" in refused.output
        newer = _write(tmp_path, {**_body(server.address), "version": 4})
        assert _run(tmp_path, newer, "verify", "tiny").exit_code == 0
