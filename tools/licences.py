"""Writes the licences of everything that is linked into the wheel: `python/THIRD-PARTY-LICENCES.txt`.

    python3 tools/licences.py            writes the file
    python3 tools/licences.py --check    fails if it is not as it would be written

Asks `cargo tree` for what the crate `stockade-python` links on any system, and takes the texts from the sources of the crates. A text that several
crates have stands once. `cargo deny` judges the licences (deny.toml); this file is what they ask for: the notice.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "python" / "THIRD-PARTY-LICENCES.txt"
NAMES = re.compile(r"(LICEN[SC]E|COPYING|NOTICE|UNLICENSE|COPYRIGHT)", re.IGNORECASE)
#: What stands behind a point in names such as `LICENSE-MIT.2`.
ENDINGS = (".MIT", ".APACHE", ".UNICODE", ".BSD", ".0", ".html")
#: Crates whose package has no text of its own licence. Their authors and repository stand for the notice.
MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""


#: The systems that wheels are built for (.github/workflows/release.yml).
SYSTEMS = ["x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl", "x86_64-apple-darwin", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"]


def cargo(*words: str) -> str:
    command = ["cargo", *words, "--locked", "--manifest-path", str(ROOT / "python" / "Cargo.toml")]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def linked() -> list[dict[str, Any]]:
    """The packages that the extension links, without ours, by name and version."""
    packages = {(package["name"], package["version"]): package for package in json.loads(cargo("metadata", "--format-version", "1"))["packages"]}
    found: dict[str, dict[str, Any]] = {}
    for system in SYSTEMS:
        # With the features of the extension: `metadata` knows only those of the whole workspace, whose command has servers. What only builds or
        # tests is not in the file, nor are macros, which run when it is built.
        for line in cargo("tree", "--package", "stockade-python", "--target", system, "--edges", "normal,no-proc-macro", "--prefix", "none").splitlines():
            name, version = line.split()[:2]
            package = packages[name, version.removeprefix("v")]
            if package["source"] is not None:
                found[package["id"]] = package
    return sorted(found.values(), key=lambda package: (package["name"], package["version"]))


def texts(package: dict[str, Any]) -> list[str]:
    """The texts of the licences in a package, also those of sources that it brings along."""
    folder = Path(package["manifest_path"]).parent
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and NAMES.match(path.name) and path.suffix in ("", ".md", ".txt", *ENDINGS)]
    found = [path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip() for path in files]
    if not found and "MIT" in (package["license"] or ""):
        holders = ", ".join(re.sub(r" <.*?>", "", author) for author in package["authors"]) or f"the authors of {package['name']}"
        found = [f"MIT License\n\nCopyright (c) {holders}\n\n{MIT}"]
    return found


def written() -> str:
    packages = linked()
    by_text: dict[str, list[str]] = defaultdict(list)
    whole: dict[str, str] = {}
    missing = []
    for package in packages:
        name = f"{package['name']} {package['version']}"
        found = texts(package)
        if not found:
            missing.append(f"{name} ({package['license']})")
        for text in found:
            key = " ".join(text.split())
            whole.setdefault(key, text)
            by_text[key].append(name)
    if missing:
        sys.exit(f"no text of a licence in: {', '.join(missing)}")
    lines = [
        "Stockade is under the MIT licence (the file LICENSE). The compiled module of the Python package also contains the crates below,",
        "the standard library of Rust (MIT or Apache-2.0, The Rust Project Developers), and tables made from the Unicode Character Database",
        "(Unicode-3.0, Unicode, Inc.). Made by tools/licences.py.",
        "",
    ]
    lines += [f"- {package['name']} {package['version']}: {package['license']}{', ' + package['repository'] if package['repository'] else ''}" for package in packages]
    for key, names in sorted(by_text.items(), key=lambda item: (item[1], item[0])):
        lines += ["", "=" * 100, ", ".join(dict.fromkeys(names)), "=" * 100, "", whole[key]]
    return "\n".join(lines) + "\n"


def main() -> None:
    text = written()
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit(f"{TARGET.relative_to(ROOT)} is not what the dependencies ask for: run tools/licences.py")


if __name__ == "__main__":
    main()
