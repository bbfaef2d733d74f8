"""A tiny Whisper model in CTranslate2's format, with random weights where they do not decide what it says.

It says the same words to any sound, as a real one does in silence; a hinted word wins over the one it would say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers
from ctranslate2.specs import WhisperSpec
from numpy.typing import NDArray

MELS, WIDTH, HEADS = 80, 64, 2
_LOUD = 10.0
_HINTED = WIDTH - 1
"""The dimension in which the decoder notes that a hint stands in its context."""
_WORDS = ("thank", "you", "call", "catch", "Kaczmarek", "forget", "that", "ha", "one", "two")
_BEGIN, _END, _START = "<|notimestamps|>", "<|endoftext|>", "<|startoftranscript|>"
_SPECIAL = (_END, _START, "<|en|>", "<|de|>", "<|translate|>", "<|transcribe|>", "<|startoflm|>")
_TIMES = tuple(f"<|{step * 0.02:.2f}|>" for step in range(1_501))
TOKENS = (
    *("[UNK]", ",", ".", *(f"Ġ{word}" for word in _WORDS), *(f"Ġ{chr(97 + n)}" for n in range(6))),
    *(*_SPECIAL, "<|startofprev|>", "<|nospeech|>", _BEGIN, *_TIMES),
)


def write_whisper(
    folder: Path,
    says: Sequence[str] = ("thank", "you"),
    *,
    gains: Mapping[str, float] | None = None,
    hinted: str = "",
    silent: bool = False,
    forever: bool = False,
) -> str:
    """Writes a model that says these words, each surely by its gain; `hinted` wins over "catch" where it is a hint.

    It takes the sound for silence where it is `silent`, and says its words all the same; `forever`, over and over.
    Returns its URI.
    """
    folder.mkdir(exist_ok=True)
    spec = WhisperSpec(1, HEADS, 1, HEADS)
    chance = np.random.default_rng(7)
    _fill(spec, chance)
    _script(
        spec.decoder,
        (_BEGIN, *(f"Ġ{word}" for word in says), f"Ġ{says[0]}" if forever else _END),
        gains or {},
        hinted,
        silent,
    )
    spec.register_vocabulary(list(TOKENS))
    spec.config.suppress_ids, spec.config.suppress_ids_begin = [], []
    spec.config.lang_ids = [TOKENS.index("<|en|>"), TOKENS.index("<|de|>")]
    spec.config.alignment_heads = [(0, 0), (0, 1)]
    spec.validate()
    spec.optimize()
    spec.save(str(folder))
    write_tokenizer(folder / "tokenizer.json", TOKENS)
    return f"whisper:{folder}"


def write_tokenizer(path: Path, tokens: Sequence[str]) -> None:
    """Writes a tokenizer of whole words, with the special tokens of Whisper's."""
    special = [token for token in tokens if token.startswith("<|")]
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({token: number for number, token in enumerate(tokens)}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    tokenizer.add_special_tokens(special)
    tokenizer.save(str(path))


def _random(chance: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    return (chance.standard_normal(shape) * 0.1).astype(np.float32)


def _norm(spec: Any) -> None:
    spec.gamma, spec.beta = np.ones(WIDTH, np.float32), np.zeros(WIDTH, np.float32)


def _linear(spec: Any, weight: NDArray[np.float32]) -> None:
    spec.weight, spec.bias = weight, np.zeros(len(weight), np.float32)


def _fill(spec: Any, chance: np.random.Generator) -> None:
    """Gives every weight a value: the encoder and the alignment random ones, the decoder those that change nothing."""
    encoder, decoder = spec.encoder, spec.decoder
    for conv, channels in ((encoder.conv1, MELS), (encoder.conv2, WIDTH)):
        conv.weight, conv.bias = _random(chance, WIDTH, channels, 3), np.zeros(WIDTH, np.float32)
    encoder.position_encodings.encodings = _random(chance, 1_500, WIDTH)
    decoder.position_encodings.encodings = np.zeros((448, WIDTH), np.float32)
    _norm(encoder.layer_norm)
    _norm(decoder.layer_norm)
    (heard,), (said,) = encoder.layer, decoder.layer
    nothing = np.zeros((WIDTH, WIDTH), np.float32)
    for block in (heard.self_attention, said.self_attention, said.attention, heard.ffn, said.ffn):
        _norm(block.layer_norm)
    for layer in (heard, said):
        _linear(layer.ffn.linear_0, _random(chance, 2 * WIDTH, WIDTH))
        _linear(layer.ffn.linear_1, np.zeros((WIDTH, 2 * WIDTH), np.float32))
    _linear(heard.self_attention.linear[0], _random(chance, 3 * WIDTH, WIDTH))
    _linear(heard.self_attention.linear[1], _random(chance, WIDTH, WIDTH))
    _linear(said.attention.linear[0], _random(chance, WIDTH, WIDTH))
    _linear(said.attention.linear[1], _random(chance, 2 * WIDTH, WIDTH))
    _linear(said.attention.linear[2], nothing)


def _script(decoder: Any, script: Sequence[str], gains: Mapping[str, float], hinted: str, silent: bool) -> None:
    """Makes each token lead to the next of the script."""
    embeddings = _random(np.random.default_rng(8), len(TOKENS), WIDTH) * 0.01
    projection = np.zeros((len(TOKENS), WIDTH), np.float32)
    for place, (token, following) in enumerate(pairwise(script)):
        embeddings[TOKENS.index(token), place] = _LOUD
        projection[TOKENS.index(following), place] = gains.get(following.removeprefix("Ġ"), 2.0)
        if hinted and following == "Ġcatch":
            projection[TOKENS.index(f"Ġ{hinted}"), place] = 1.9
    attention = decoder.layer[0].self_attention
    noted, passed = np.zeros((3 * WIDTH, WIDTH), np.float32), np.zeros((WIDTH, WIDTH), np.float32)
    if hinted:
        beside, number = WIDTH - 2, TOKENS.index(f"Ġ{hinted}")
        embeddings[number, beside] = _LOUD
        # What the word before it leads to, the hinted one leads to as well.
        embeddings[number, script.index("Ġcatch")] = _LOUD
        noted[2 * WIDTH + _HINTED, beside] = passed[_HINTED, _HINTED] = 2.0
        projection[number, _HINTED] = 0.5
    if silent:
        embeddings[TOKENS.index(_START), WIDTH - 3] = _LOUD
        projection[TOKENS.index("<|nospeech|>"), WIDTH - 3] = 2.0
    _linear(attention.linear[0], noted)
    _linear(attention.linear[1], passed)
    decoder.embeddings.weight = embeddings
    _linear(decoder.projection, projection)
