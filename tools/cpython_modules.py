#!/usr/bin/env python3.13
"""Writes cli/data/cpython_modules.txt: the names of all modules of CPython 3.13's library, which `stockade explain module` knows.

Run it with CPython 3.13: python3.13 tools/cpython_modules.py
With --check it writes nothing and fails when the file is not what it would write.

The names of the first level are `sys.stdlib_module_names`, which is the same on every platform. The modules below them are the files of
the library, but for CPython's own tests and the parts of programs that come with it.
"""

import pathlib
import sys
import sysconfig

LEFT_OUT = {"__pycache__", "test", "tests", "idlelib", "turtledemo", "site-packages"}
# Modules that can be imported though they have no file: others make them.
MADE = {"os.path", "xml.parsers.expat.errors", "xml.parsers.expat.model"}
PATH = pathlib.Path(__file__).parent.parent / "cli" / "data" / "cpython_modules.txt"


def below(folder, prefix):
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and entry.name.isidentifier() and entry.name not in LEFT_OUT and any(entry.glob("*.py")):
            yield prefix + entry.name
            yield from below(entry, prefix + entry.name + ".")
        elif entry.suffix == ".py" and prefix and entry.stem not in ("__init__", "__main__"):
            yield prefix + entry.stem


def main():
    if sys.version_info[:2] != (3, 13):
        sys.exit("CPython 3.13 must run this")
    library = pathlib.Path(sysconfig.get_path("stdlib"))
    names = {name for name in below(library, "") if name.split(".")[0] in sys.stdlib_module_names}
    names |= set(sys.stdlib_module_names) | MADE
    text = "".join(name + "\n" for name in sorted(names))
    if "--check" in sys.argv[1:]:
        sys.exit(0 if PATH.read_text() == text else f"{PATH} is not what CPython has")
    PATH.write_text(text)


main()
