"""Composition: loads the intents of each language once in a process, and says what is a command.

A phrase that is a command in any language may not be taught as a word: not in a package, and not as a hint (2.4, hard
rules).
"""

from __future__ import annotations

import gc
from functools import cache

from device.nlu.intent_matcher import IntentMatcher
from device.platform.language_files import known_languages, load_language
from memory.core.policy import MemoryPolicy
from packages.core.policy import PackagePolicy
from packages.verification.content_gate import ContentGate, is_reserved


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
