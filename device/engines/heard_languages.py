"""Composition: which languages a recogniser hears, so that one that hears another is refused before it is opened."""

from __future__ import annotations

from device.core.errors import LanguageMismatch

_ENGLISH = ("en",)


def heard_languages(uri: str) -> tuple[str, ...] | None:
    """Returns the languages that the recogniser of a URI hears; None where it hears many, or is not known here."""
    scheme, _, model = uri.partition(":")
    english = scheme == "pocketsphinx" or (scheme == "whisper" and model.endswith(".en"))
    return _ENGLISH if english else None


def check_heard_language(uri: str, language: str) -> None:
    """Raises `LanguageMismatch` when the recogniser does not hear the language."""
    heard = heard_languages(uri)
    if heard is not None and language not in heard:
        raise LanguageMismatch(
            f"The recogniser {uri} hears only {', '.join(heard)}, and the language is {language}. Nothing was changed; "
            "take one that hears it, such as whisper:small, with: selene config set recogniser whisper:small"
        )
