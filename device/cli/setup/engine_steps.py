"""Composition: the steps that look at the device, fetch models and write the configuration."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from device.cli.config.cmd_config import ENGINE_KINDS, write_checked
from device.cli.models.cmd_models import ModelsPlace, fetch_named, models_place
from device.cli.setup.machine import read_machine
from device.cli.setup.setup_report import SetupOptions, StepReport, StepState, agreed
from device.core.config_keys import config_key
from device.core.errors import ModelUnreachable
from device.core.proposal.engine_proposal import PROPOSED, EngineProposal, ModelOffer, propose_engines
from device.engines.heard_languages import heard_languages
from device.engines.ladder.ladder_opener import embedded_engines
from device.models.model_catalogue import ModelEntry
from device.models.model_files import is_whole
from device.platform.config_place import config_place
from device.platform.configuration import configured_value, read_config_file

_READERS = {
    ("voice", ".onnx"): ("piper", "piper", "piper"),
    ("wake", ".onnx"): ("openwakeword", "onnxruntime", "openwakeword"),
    ("wake", ".tflite"): ("openwakeword", "ai_edge_litert", "litert"),
    ("voiceprint", ".onnx"): ("onnx", "onnxruntime", "voiceprint"),
    ("mind", ".gguf"): ("llama", "xllamacpp", "mind"),
}
"""By kind and ending of a model: the scheme of its engine, the package that reads it, the extra that brings that."""
_FOLDERS = {
    "sherpa": (("tokens.txt", "encoder*.onnx"), "sherpa_onnx", "sherpa"),
    "whisper": (("model.bin", "config.json", "tokenizer.json"), "faster_whisper", "whisper"),
}
"""By the scheme of a recogniser: the files of its folder, the package that reads it, the extra."""
_PARTS_OF_WAKE = ("melspectrogram", "embedding_model")


def see_device(options: SetupOptions) -> StepReport:
    """Says what the device has and which engines suit it. Changes nothing."""
    machine = read_machine()
    said = [f"{machine.cores} cores, {machine.memory_mb} MB of memory: as a {machine.device_class.value}"]
    for one in proposals(options):
        said.append(f"{one.setting}: {one.uri or f'none hears {options.language}'}{_from(one)}")
        said += one.left_out
    return StepReport("look", StepState.DONE, tuple(said))


def fetch_models(options: SetupOptions) -> StepReport:
    """Fetches the models of the proposed engines, each as `selene models pull` does."""
    if options.catalogue is None or not options.key:
        sentence = "No catalogue of models is named (--catalogue FILE --key HEX), so none was fetched."
        return StepReport("models", StepState.LEFT, (sentence,))
    place = models_place(options.catalogue, options.key, options.models, options.state)
    wanted = [one.model for one in proposals(options) if one.model]
    said, fetched = list[str](), False
    for name in (part for model in wanted for part in _with_parts(model, place.catalogue.models)):
        entry = place.entry(name)
        if _is_here(options.models, entry):
            said.append(f"{name} is here and whole; it was left alone.")
        elif not agreed(options, f"Fetch {name}, {entry.bytes // 1_000_000} MB, {entry.licence}?"):
            said.append(f"{name} was not fetched.")
        else:
            fetched |= _fetch(place, name, said)
    return StepReport("models", StepState.DONE if fetched else StepState.LEFT, tuple(said or ["No model suits here."]))


def write_settings(options: SetupOptions) -> StepReport:
    """Writes the proposed engines, where the person has set none, and only those whose files are here."""
    place = config_place()
    written, chosen, said = read_config_file(place), dict[str, str | None](), list[str]()
    wishes = {"language": options.language, "user": options.user or ""}
    wishes |= {one.setting: one.uri for one in proposals(options) if _is_usable(one)}
    for name, value in wishes.items():
        if name in written:
            said.append(f"{name} stays {written[name]}, as the file says.")
        elif os.environ.get(config_key(name).variable):
            said.append(f"{name} was left alone: ${config_key(name).variable} says it here.")
        elif value and value != config_key(name).default:
            chosen[name] = value
    if not chosen:
        return StepReport("config", StepState.LEFT, (*said, f"{place} was left as it is."))
    listed = ", ".join(f"{name} = {value}" for name, value in chosen.items())
    if not agreed(options, f"Write {listed} to {place}?"):
        return StepReport("config", StepState.LEFT, (*said, f"{place} was left as it is."))
    write_checked(place, chosen)
    said += [f"{name} is {value} in {place}." for name, value in chosen.items()]
    return StepReport("config", StepState.DONE, tuple(said))


def proposals(options: SetupOptions) -> list[EngineProposal]:
    """Returns the engines that suit this device."""
    embedded = {}
    for setting in PROPOSED:
        engines = embedded_engines(ENGINE_KINDS[setting], options.language)
        embedded[setting] = engines[0] if engines else ""
    return propose_engines(read_machine(), embedded, [*_catalogue_offers(options), *_folder_offers(options)])


def _catalogue_offers(options: SetupOptions) -> Iterator[ModelOffer]:
    """Yields what the catalogue has and can be checked."""
    if options.catalogue is None or not options.key:
        return
    found = models_place(options.catalogue, options.key, options.models, options.state).catalogue
    for name, entry in sorted(found.models.items()):
        path = options.models / entry.file
        reader = _READERS.get((entry.kind, path.suffix))
        if reader is None or not entry.verified or path.stem in _PARTS_OF_WAKE:
            continue
        scheme, package, extra = reader
        missing = "" if find_spec(package) else extra
        yield ModelOffer(entry.kind, f"{scheme}:{path}", name, entry.bytes, entry.fits, missing)


def _folder_offers(options: SetupOptions) -> Iterator[ModelOffer]:
    """Yields the recognisers that lie among the models, each a folder of files, and that hear the language."""
    for folder in sorted(path for path in options.models.glob("*") if path.is_dir()):
        for scheme, (files, package, extra) in _FOLDERS.items():
            uri = f"{scheme}:{folder}"
            hears = options.language in (heard_languages(uri) or (options.language,))
            if hears and all(any(folder.glob(name)) for name in files):
                size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
                yield ModelOffer("recogniser", uri, "", size, missing="" if find_spec(package) else extra)


def _with_parts(name: str, models: dict[str, ModelEntry]) -> list[str]:
    """Returns a model and what lies beside it: the settings of a voice, the first two models of a wake word."""
    main = models[name]
    suffix = Path(main.file).suffix
    wake = [f"{part}{suffix}" for part in _PARTS_OF_WAKE] if main.kind == "wake" else []
    parts = [
        other
        for other, entry in sorted(models.items())
        if entry.kind == main.kind and (entry.file.startswith(f"{main.file}.") or entry.file in wake)
    ]
    return [name, *parts]


def _is_here(folder: Path, entry: ModelEntry) -> bool:
    return (folder / entry.file).is_file() and is_whole(folder / entry.file, entry)


def _fetch(place: ModelsPlace, name: str, said: list[str]) -> bool:
    """Fetches one model; where there is no network, says which file belongs where."""
    try:
        path = fetch_named(place, name)
    except ModelUnreachable as error:
        said.append(f"{error} [{error.code}]")
        return False
    said.append(f"{name} is in {path}.")
    return True


def _is_usable(proposal: EngineProposal) -> bool:
    """Says whether an engine can be opened: it is embedded, or its model is here."""
    rest = proposal.uri.partition(":")[2]
    return bool(proposal.uri) and (not rest.startswith("/") or Path(rest).exists())


def _from(proposal: EngineProposal) -> str:
    in_force = configured_value(proposal.setting).value
    return " (in force)" if proposal.uri == in_force else f" ({proposal.model})" if proposal.model else ""
