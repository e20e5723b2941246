#!/usr/bin/env python3
"""Asks CPython 3.13, the oracle, for the public names of the library modules: `stdlib/data/public_names.txt`.

    python3 tools/public_names.py     rewrite the file

A module's public names are its `__all__`, or what `dir` shows without an underscore, modules left out.
"""

import importlib
import os
import shutil
import subprocess
import sys
import types
from pathlib import Path

LIST = Path(__file__).resolve().parent.parent / "stdlib/data/public_names.txt"
MODULES = """
__future__ abc argparse array ast asyncio base64 binascii bisect builtins bz2 calendar cmath cmd codecs collections collections.abc colorsys
configparser contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib doctest
email email.base64mime email.charset email.contentmanager email.encoders email.errors email.feedparser email.generator
email.header email.headerregistry email.iterators email.message email.mime email.mime.application email.mime.audio
email.mime.base email.mime.image email.mime.message email.mime.multipart email.mime.nonmultipart email.mime.text
email.parser email.policy email.quoprimime email.utils
enum errno fnmatch fractions
functools gc genericpath getopt getpass glob graphlib gzip hashlib heapq hmac html html.entities html.parser http http.cookies importlib importlib.abc importlib.machinery importlib.util inspect io ipaddress itertools json
json.decoder json.encoder keyword linecache locale logging lzma math mimetypes ntpath numbers operator optparse os.path pathlib pickle pickletools platform plistlib posixpath
pprint queue quopri random re reprlib sched secrets selectors shelve shlex shutil stat statistics string struct subprocess symtable sys tarfile textwrap threading time timeit token
tokenize tomllib traceback types typing unicodedata unittest unittest.mock urllib.parse uuid warnings weakref xml.dom xml.dom.minidom xml.etree.ElementPath xml.etree.ElementTree
xml.parsers.expat zipfile zipimport zlib zoneinfo
"""


def public(name):
    module = importlib.import_module(name)
    names = getattr(module, "__all__", None)
    if names is None:
        names = [n for n in dir(module) if not n.startswith("_") and not isinstance(getattr(module, n), types.ModuleType)]
    return sorted(set(names))


def main():
    if sys.implementation.name != "cpython" or sys.version_info[:2] != (3, 13):
        found = os.environ.get("STOCKADE_CPYTHON") or shutil.which("python3.13")
        if not found:
            sys.exit("CPython 3.13 is not here; STOCKADE_CPYTHON names it")
        sys.exit(subprocess.run([found, "-I", __file__]).returncode)
    lines = ["# The public names of CPython 3.13's modules, by tools/public_names.py: a module, then its names.\n"]
    for name in MODULES.split():
        lines.append(f"{name}: {' '.join(public(name))}\n")
    LIST.write_text("".join(lines))


main()
