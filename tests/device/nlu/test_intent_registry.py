"""Promise: what Selene herself takes for a command, in any language, is no word that anybody can teach (2.4)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hassil.intents import TextSlotList, WildcardSlotList

from device.nlu.intent_registry import build_package_gate, is_any_command, is_hintable, load_intent_matcher
from device.platform.language_files import known_languages
from device.vocabulary.package_installer import PackageInstaller, PackageSource
from memory.core.policy import MemoryPolicy
from packages.core.errors import ForbiddenContent
from packages.core.names import Version
from packages.documents.terms import Term, TermOrigin
from packages.publishing.build import PackageLabel, build_package
from packages.verification.content_gate import ContentGate, is_reserved
from tests.budgets import SAID_STRIDE, WAYS_TO_SAY
from tests.device.nlu.template_ways import said_in_way
from tests.device.vocabulary.installer_steps import DEVICE, hears, opened, publishing, seen, source
from tests.sim.publisher import NOW_MS, Publisher, term

ADDED = TermOrigin("ops", "2026-08-01T00:00:00Z", "asked for")
NO_COMMANDS = frozenset({"nothing", "question", "statement"})
COMMANDS = ["who am I", "never mind that", "the second", "Guten Morgen", "was weißt du über mich", "who am i, please"]
WORDS = ["mandoline", "Sous Vide", "Call Me Maybe", "The Ordinary", "Zigbee hub"]


@pytest.mark.parametrize("language", known_languages())
def test_a_command_is_told_as_quickly_as_a_word_and_none_is_missed(language: str) -> None:
    understood = load_intent_matcher(language, MemoryPolicy().max_command_chars)
    commands = understood.commands()
    said = {
        name: TextSlotList.from_strings(["zorp"], name=name) if isinstance(values, WildcardSlotList) else values
        for name, values in commands.slot_lists.items()
    }
    tried = 0
    templates = [one for intent in commands.intents.values() for data in intent.data for one in data.sentences]
    for sentence in templates[:: SAID_STRIDE.now]:
        for way in range(WAYS_TO_SAY.now):
            spoken = said_in_way(sentence.expression, way, said, commands.expansion_rules, language)
            if understood.match_intent(text := " ".join(spoken.split())).intent not in NO_COMMANDS:
                assert understood.is_command(text), text
                tried += 1
    assert tried > 500 // SAID_STRIDE.now


@pytest.mark.parametrize("phrase", COMMANDS)
def test_a_command_in_any_language_cannot_be_built_into_a_package(phrase: str) -> None:
    label = PackageLabel("kitchen", Version.parse("1.0"))
    assert not is_reserved(phrase), "the words of the gate alone would refuse it"
    for one in (Term(phrase, ADDED), Term("mandoline", ADDED, heard=(phrase,))):
        if "," not in phrase:
            build_package(label, [one], NOW_MS, ContentGate())
        with pytest.raises(ForbiddenContent) as caught:
            build_package(label, [one], NOW_MS, build_package_gate())
        assert caught.value.code == "VOCAB_POLICY"
        assert phrase not in str(caught.value)


@pytest.mark.parametrize("word", WORDS)
def test_words_that_only_look_like_one_may_be_taught(word: str) -> None:
    assert not is_any_command(word)
    build_package(PackageLabel("kitchen", Version.parse("1.0")), [Term(word, ADDED)], NOW_MS, build_package_gate())


@pytest.mark.parametrize("phrase", COMMANDS)
def test_a_signed_package_with_a_command_in_it_is_refused_by_the_device(tmp_path: Path, phrase: str) -> None:
    publisher: Publisher = publishing(("1.0", "mandoline"))
    with opened(tmp_path) as vault:
        PackageInstaller(vault, DEVICE, NOW_MS).apply(source(publisher), hears)
        before = seen(vault)
        for version, words in (("1.1", ["spiralizer", phrase]), ("1.2", [term("spiralizer", heard=[phrase])])):
            publisher.publish({("kitchen", version): words})
            offered = PackageSource("company", publisher, publisher.stopwatch)
            with pytest.raises(ForbiddenContent) as caught:
                PackageInstaller(vault, DEVICE, NOW_MS).apply(offered, hears)
            assert caught.value.code == "VOCAB_POLICY"
            assert seen(vault) == before


def test_a_command_that_was_misheard_often_is_not_made_likelier() -> None:
    assert not any(map(is_hintable, [*COMMANDS, "stop", "forget it"]))
    assert all(map(is_hintable, WORDS))
