"""Composition: loads the intents of each language once in a process, and says what is a command.

A phrase that is a command in any language may not be taught as a word: not in a package, and not as a hint (2.4, hard
rules).
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from device.nlu.alphabet import SpellingAlphabet
from device.nlu.fact_keys import FactKeys
from device.nlu.intent_matcher import IntentMatcher
from device.nlu.question_types import QuestionTypes
from device.platform.language_files import LanguageFiles, known_languages, load_language
from memory.core.policy import MemoryPolicy
from memory.rules.privacy_orders import PrivacyOrders
from memory.text.forgetting.forget_requests import ForgetRequests
from memory.text.language_file import Data, table
from packages.core.policy import PackagePolicy
from packages.verification.content_gate import ContentGate, is_reserved


@dataclass(frozen=True, slots=True)
class SentenceReaders:
    """What reads whole sentences of one language by its patterns. They keep nothing of what they read."""

    requests: ForgetRequests
    """Reads requests to forget."""
    privacy: PrivacyOrders
    """Reads orders about who may hear."""
    naming: FactKeys
    """Reads which fact a question names."""
    alphabet: SpellingAlphabet
    """Reads spelled words."""


@cache
def load_sentence_readers(language: str) -> SentenceReaders:
    """Compiles the patterns of a language once in a process: `re` keeps too few for each assistant to find them there.

    Raises `UnknownLanguage`.
    """
    files = load_language(language)
    data = files.device
    alphabet = SpellingAlphabet(table(data["spelling"]))
    return SentenceReaders(ForgetRequests(data), PrivacyOrders(data), FactKeys(data, files.memory), alphabet)


@cache
def load_intent_matcher(language: str, max_command_chars: int) -> IntentMatcher:
    """Loads the templates of a language. Raises `UnknownLanguage`."""
    files = load_language(language)
    understood = IntentMatcher(files.device, lambda: files.memory, max_command_chars)
    gc.freeze()  # tens of thousands of objects that stay: the search for cycles need not go through them in every turn
    return understood


def is_any_command(phrase: str) -> bool:
    """Says whether the phrase is a command in any language."""
    return any(one.is_command(phrase) for one in _all_matchers())


@cache
def _all_matchers() -> tuple[IntentMatcher, ...]:
    longest = MemoryPolicy().max_command_chars
    return tuple(load_intent_matcher(language, longest) for language in known_languages())


def is_hintable(term: str) -> bool:
    """Says whether a learned word may be hinted: a command may not, however often it was misheard."""
    return not (is_reserved(term) or is_any_command(term))


def build_package_gate(policy: PackagePolicy | None = None) -> ContentGate:
    """Builds the content gate of packages, for this device and for the operator's commands."""
    return ContentGate(policy or PackagePolicy(), is_any_command)


def load_understanding(files: LanguageFiles, data: Mapping[str, Data], policy: MemoryPolicy) -> IntentMatcher:
    """Loads the compiled templates: those of the language file once in a process, others for this assistant."""
    if data is files.device:
        return load_intent_matcher(files.code, policy.max_command_chars)
    return IntentMatcher(data, lambda: files.memory, policy.max_command_chars)


@cache
def load_question_types(language: str) -> QuestionTypes:
    """Loads the question types of a language, compiled once in a process."""
    files = load_language(language)
    return QuestionTypes(files.device, files.memory)
