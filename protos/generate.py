"""Composition: generates the code of the proto files; `--check` says whether the committed code is up to date."""

from __future__ import annotations

import sys
import tempfile
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTOS = tuple(f"protos/selene/mirror/v1/{name}.proto" for name in ("mirror_service", "package_service"))
SUFFIXES = ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py")


def generate(into: Path) -> None:
    """Writes the generated modules of every proto file under `into`."""
    from grpc_tools import protoc

    include = str(files("grpc_tools") / "_proto")
    out = [f"--{kind}_out={into}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", f"-I{ROOT}", f"-I{include}", *out, *PROTOS]):
        sys.exit("the proto files do not compile")


def stale_modules(fresh: Path) -> list[str]:
    """Returns the generated modules that differ from the committed ones."""
    names = [proto.removesuffix(".proto") + suffix for proto in PROTOS for suffix in SUFFIXES]
    return [n for n in names if not (ROOT / n).exists() or (ROOT / n).read_bytes() != (fresh / n).read_bytes()]


def run_generator() -> None:
    """Generates the modules, or compares them with `--check`."""
    if "--check" not in sys.argv[1:]:
        generate(ROOT)
        return
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        if old := stale_modules(Path(folder)):
            sys.exit(f"make protos: these are not what the proto files give: {', '.join(old)}")
    print("the generated code is that of the proto files")


if __name__ == "__main__":
    run_generator()
