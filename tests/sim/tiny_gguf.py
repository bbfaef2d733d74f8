"""Writes a model of llama's kind with random weights: it says nothing that makes sense, in the form that it must."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np

WIDTH, INNER, HEADS = 32, 64, 2
_NORMAL, _UNKNOWN, _CONTROL, _BYTE = 1, 2, 3, 6
TEMPLATE = "{% for m in messages %}[{{ m['role'] }}]{{ m['content'] }}\n{% endfor %}"


def write_tiny_gguf(path: Path, architecture: str = "llama") -> Path:
    """Writes a model of one layer that spells byte by byte, in ASCII: others would not be characters."""
    writer = gguf.GGUFWriter(path, architecture)
    tokens = [b"<unk>", b"<s>", b"</s>", *(f"<0x{byte:02X}>".encode() for byte in range(128))]
    kinds = [_UNKNOWN, _CONTROL, _CONTROL, *[_BYTE] * 128]
    letters = [*(bytes([code]) for code in range(33, 127)), "▁".encode()]
    writer.add_context_length(16_384)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens) + len(letters))
    writer.add_tokenizer_model("llama")
    writer.add_token_list([*tokens, *letters])
    writer.add_token_scores([0.0] * (len(tokens) + len(letters)))
    writer.add_token_types([*kinds, *[_NORMAL] * len(letters)])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template(TEMPLATE)
    _add_weights(writer, len(tokens) + len(letters))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _add_weights(writer: gguf.GGUFWriter, words: int) -> None:
    drawn = np.random.default_rng(1)
    shapes = {
        "token_embd": (words, WIDTH),
        "output": (words, WIDTH),
        **{f"blk.0.attn_{name}": (WIDTH, WIDTH) for name in ("q", "k", "v", "output")},
        "blk.0.ffn_gate": (INNER, WIDTH),
        "blk.0.ffn_up": (INNER, WIDTH),
        "blk.0.ffn_down": (WIDTH, INNER),
    }
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", (drawn.standard_normal(shape) * 0.1).astype(np.float32))
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, np.float32))
