"""Every path, module, function and command that a document names exists, so that a newcomer can follow it."""

from __future__ import annotations

import ast
import configparser
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from device.cli.main import app
from device.daemon.vault_access import open_account_vault
from memory.model.atoms import Moment

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "device",
    "engine_b",
    "memory",
    "packages",
    "cloud_mirror",
    "protos",
    "acceptance",
    "tests",
    "bench",
    "fixtures",
)
DOCUMENTS = sorted(
    path
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *(found for f in FOLDERS for found in ROOT.glob(f"{f}/**/*.md")),
    )
    if path.name != "SELENE_PHASE_COMPLETION_LEDGER.md"
)
FILE = re.compile(r"[a-z]\w*\.py")
WORD = re.compile(r"`([^`\n]+)`")
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)}|docs|\.ci)/[\w./*-]*")
MODULE = re.compile(rf"(?:{'|'.join(FOLDERS)})(?:\.\w+)+")
SYMBOL = re.compile(r"(?P<path>[\w/]+\.py):(?P<name>\w+(?:\.\w+)*)")
LINK = re.compile(r"\]\((?P<to>[^)#\s]*)(?:#(?P<part>[^)\s]+))?\)")
COMMAND = re.compile(r"(?:^|[\s`/])selene ((?:[a-z]+(?:-[a-z]+)* ?)+)")
ELSEWHERE = re.compile(r"(?<!/v1)/(?:work|home|root|Users)/|\b(?:pypi|pythonhosted|npmjs)\.\w+")


def named(path: Path) -> Iterator[str]:
    """What stands between backquotes, and the words of code blocks."""
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    yield from WORD.findall(re.sub(r"^```\w*\n.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    for block in blocks:
        yield from block.split()


@cache
def symbols(path: Path) -> frozenset[str]:
    """Functions, classes, their methods and fields, and constants of a module."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        found |= own_names(node)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for inner in node.body for name in own_names(inner)}
    return frozenset(found)


def own_names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def is_there(path: str) -> bool:
    """A pattern needs one match; a folder may end with a slash; a part in capitals stands for any name."""
    if re.search(r"/[A-Z]{3,}/", path):
        return True
    return any(ROOT.glob(path.rstrip("/"))) if "*" in path else (ROOT / path).exists()


@cache
def file_names() -> frozenset[str]:
    return frozenset(path.name for folder in (*FOLDERS, "docs") for path in (ROOT / folder).rglob("*.py"))


def is_module(name: str) -> bool:
    """A module or package, or something that a module has."""
    whole, last = name.replace(".", "/"), name.rpartition(".")
    if (ROOT / f"{whole}.py").exists() or (ROOT / whole).is_dir():
        return True
    module = ROOT / f"{last[0].replace('.', '/')}.py"
    return module.exists() and last[2] in symbols(module)


def is_command(words: list[str]) -> bool:
    """Whether the words begin with a command of `selene`, group by group."""
    at: Any = app
    for word in words:
        below = getattr(at, "commands", None)
        if below is None:
            return True
        if word not in below:
            return False
        at = below[word]
    return True


def anchors(path: Path) -> set[str]:
    """The anchors of headings."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.fixture(params=DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def document(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


def test_every_path_in_a_document_exists(document: Path) -> None:
    paths = {found.group().rstrip(".") for word in named(document) if (found := PATH.match(word.split(":")[0]))}
    assert sorted(path for path in paths if not is_there(path)) == []


def test_every_file_that_a_document_names_without_its_folder_exists(document: Path) -> None:
    files = {word for word in named(document) if FILE.fullmatch(word)}
    assert sorted(files - file_names()) == []


def test_every_module_in_a_document_exists(document: Path) -> None:
    modules = {word for word in named(document) if MODULE.fullmatch(word) and not word.endswith((".py", ".md"))}
    assert sorted(name for name in modules if not is_module(name)) == []


def test_every_function_that_a_document_names_with_its_file_exists(document: Path) -> None:
    found = [match for word in named(document) if (match := SYMBOL.fullmatch(word))]
    missing = [m.group() for m in found if not is_there(m["path"]) or m["name"] not in symbols(ROOT / m["path"])]
    assert missing == []


def test_every_command_in_a_document_exists(document: Path) -> None:
    wrong = [words for block in code_of(document) for words in COMMAND.findall(block) if not is_command(words.split())]
    assert wrong == []


def code_of(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    yield from re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    yield from WORD.findall(text)


def test_every_link_in_a_document_leads_somewhere(document: Path) -> None:
    for link in LINK.finditer(document.read_text(encoding="utf-8")):
        if "://" in link["to"]:
            continue
        target = (document.parent / link["to"]).resolve() if link["to"] else document
        assert target.exists(), link.group()
        if link["part"] and target.suffix == ".md":
            assert link["part"] in anchors(target), link.group()


def test_no_document_names_a_place_of_one_machine(document: Path) -> None:
    assert ELSEWHERE.findall(document.read_text(encoding="utf-8")) == []


def recipe(heading: str, kind: str) -> str:
    """The code block of this kind in a recipe of the architecture page."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    part = page.split(f"\n### {heading}\n", 1)[1].split("\n### ", 1)[0]
    return part.split(f"```{kind}\n", 1)[1].split("```", 1)[0]


def test_the_command_of_the_recipe_runs(tmp_path: Path) -> None:
    with open_account_vault(tmp_path / "state", Moment(0)):
        pass
    code = compile(recipe("A command", "python"), "docs/architecture.md", "exec")
    exec(code, {"__name__": "recipe"})  # noqa: S102 - the text is the page's own
    try:
        shown = CliRunner().invoke(app, ["count", "--state", str(tmp_path / "state"), "--json"])
        missing = CliRunner().invoke(app, ["count", "--state", str(tmp_path / "none"), "--json"])
    finally:
        app.commands.pop("count")
    assert (shown.exit_code, json.loads(shown.stdout)) == (0, {"atoms": 0})
    assert (missing.exit_code, json.loads(missing.stdout)["error"]["code"]) == (21, "VAULT_MISSING")


def test_the_language_of_the_recipe_has_parts_that_a_language_has() -> None:
    english = yaml.safe_load((ROOT / "device" / "languages" / "en.yaml").read_text(encoding="utf-8"))
    for part, entries in yaml.safe_load(recipe("A language", "yaml")).items():
        assert part in english
        assert not isinstance(entries, dict) or set(entries) <= set(english[part])


def test_code_that_the_page_takes_from_a_file_stands_in_that_file() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    taken = re.findall(r"^From `([^`]+)`:\n\n```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert taken
    assert [path for path, code in taken if code not in (ROOT / path).read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("folder", ["device", "engine_b", "memory", "packages", "cloud_mirror"])
def test_the_page_lists_the_packages_in_the_order_of_their_imports(folder: str) -> None:
    rules = configparser.ConfigParser()
    rules.read(ROOT / ".importlinter", encoding="utf-8")
    order = re.findall(r"\w+", rules[f"importlinter:contract:{folder}_order"]["layers"])
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert re.findall(rf"^\| `{folder}/(\w+)/` \|", page, re.MULTILINE) == order
    readme = next(
        line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith(f"| `{folder}/`")
    )
    assert re.findall(r"`(\w+)`", readme.rpartition(" | ")[2]) == order[::-1]


def test_every_decision_is_in_the_list_of_decisions() -> None:
    index = (ROOT / "docs" / "adr" / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in DOCUMENTS if path.parent.name == "adr" and f"({path.name})" not in index] == [
        "README.md"
    ]


def test_the_checks_see_what_is_wrong() -> None:
    assert not is_there("device/brain.py")
    assert not is_module("device.brain")
    assert not is_module("memory.model.ids.no_such")
    assert is_module("memory.model.ids.turn_id")
    assert not is_command(["memory", "lost"])
    assert is_command(["memory", "list"])
