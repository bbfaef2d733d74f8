"""Adapter: the answer to `describe`: what Selene offers, by the names under which Home Assistant lists it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from wyoming.info import (
    AsrModel,
    AsrProgram,
    Attribution,
    HandleModel,
    HandleProgram,
    Info,
    TtsProgram,
    TtsVoice,
)

_NAME = "selene"
_ABOUT = Attribution("Selene", "")


def service_info(language: str, recogniser: str, voice: str) -> Info:
    """Returns the services. Recogniser and voice are URIs; of each only the kind is told, never a path."""
    languages, number = [language], _version()
    heard_by, spoken_by = recogniser.partition(":")[0], voice.partition(":")[0]
    handles = HandleModel(_NAME, _ABOUT, True, "A memory you can trust", number, languages)
    hears = AsrModel(heard_by, _ABOUT, True, heard_by, number, languages)
    speaks = TtsVoice(spoken_by, _ABOUT, True, spoken_by, number, languages)
    return Info(
        handle=[HandleProgram(_NAME, _ABOUT, True, "Selene", number, [handles])],
        asr=[AsrProgram(_NAME, _ABOUT, True, "Selene", number, [hears])],
        tts=[TtsProgram(_NAME, _ABOUT, True, "Selene", number, [speaks])],
    )


def _version() -> str | None:
    try:
        return version(_NAME)
    except PackageNotFoundError:
        return None
