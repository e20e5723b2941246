"""Compare the sandbox's Python library with the library that comes with CPython.

The library is written from the documentation, not from CPython's source.  This tool
checks that.  For each file of ours it looks for CPython's file of the same name and
prints the share of our lines that CPython's file has too, in the same order.

Some lines say nothing about who wrote them, so they are left out on both sides: short
lines, comments, imports, and the `def` and `class` lines that the documentation fixes.

    python3.13 tools/library_originality.py             # print the scores
    python3.13 tools/library_originality.py --check     # exit 1 when a score is too high
"""

import argparse
import difflib
import pathlib
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders whose paths below are module paths, as patterns under the repository's root.
LIBRARY_FOLDERS = ("vm/src/stdlib/python", "stdlib/Lib/*")

# A shorter line is a bracket, `else:` or `pass`.
SHORTEST_LINE = 5

SKIPPED_STARTS = ("#", "import ", "from ", "def ", "async def ", "class ")

# These files of ours have no namesake: CPython's file has another name, or ours is a part of it.
CPYTHON_NAMES = {
    "_argparse_help.py": "argparse.py",
    "_collections_py.py": "collections/__init__.py",
    "_configparser_parts.py": "configparser.py",
    "_difflib_html.py": "difflib.py",
    "_statistics_kde.py": "statistics.py",
    "_string_template.py": "string.py",
    "_tarinfo.py": "tarfile.py",
    "_typing_alias.py": "typing.py",
    "_typing_classes.py": "typing.py",
    "_typing_forms.py": "typing.py",
    "_typing_hints.py": "typing.py",
    "_typing_params.py": "typing.py",
    "_typing_protocol.py": "typing.py",
    "_urllib_results.py": "urllib/parse.py",
    "_bufferedio.py": "_pyio.py",
    "_bytesio.py": "_pyio.py",
    "_iobase.py": "_pyio.py",
    "_stringio.py": "_pyio.py",
    "_textio.py": "_pyio.py",
    "_pathlib_path.py": "pathlib/_local.py",
    "importlib/resources/_plain.py": "importlib/resources/_adapters.py",
    "datetime.py": "_pydatetime.py",
    "decimal.py": "_pydecimal.py",
    "pathlib/__init__.py": "pathlib/_local.py",
    "zipfile.py": "zipfile/__init__.py",
    "tomllib.py": "tomllib/_parser.py",
    "zoneinfo.py": "zoneinfo/_zoneinfo.py",
    "sysconfig.py": "sysconfig/__init__.py",
    "typing_extensions.py": "typing.py",
}


def counted_lines(path):
    """The lines of a file that count, without their indentation."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [
        line
        for line in lines
        if len(line) >= SHORTEST_LINE and not line.startswith(SKIPPED_STARTS)
    ]


def equal_lines(ours, theirs):
    """How many lines both lists have in the same order."""
    # `autojunk` would leave out frequent lines of long files.
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks())


def library_files(root):
    """Every file of our library, as pairs of its path and its path as a module."""
    for pattern in LIBRARY_FOLDERS:
        for folder in sorted(root.glob(pattern)):
            for path in sorted(folder.rglob("*.py")):
                yield path, path.relative_to(folder).as_posix()


def namesake(name, lib):
    """CPython's file for the module path `name`, or None."""
    for candidate in (name, CPYTHON_NAMES.get(name)):
        if candidate and (lib / candidate).is_file():
            return lib / candidate
    return None


def measure(root, lib, fewest):
    """The score of each file that has a namesake: (percent, equal, counted, path)."""
    scores = []
    for path, name in library_files(root):
        theirs = namesake(name, lib)
        ours = counted_lines(path)
        if theirs is None or len(ours) < fewest:
            continue
        equal = equal_lines(ours, counted_lines(theirs))
        scores.append((100 * equal / len(ours), equal, len(ours), path.relative_to(root)))
    return sorted(scores, key=lambda score: (-score[0], score[3]))


def main():
    parser = argparse.ArgumentParser(
        description="Compare the sandbox's Python library with CPython's."
    )
    parser.add_argument("--max", type=float, default=40, metavar="PERCENT",
                        help="the highest score that --check accepts (default: %(default)s)")
    parser.add_argument("--fewest", type=int, default=15, metavar="LINES",
                        help="leave out files with fewer counted lines (default: %(default)s)")
    parser.add_argument("--check", action="store_true",
                        help="print only the files above --max, and exit 1 if there are any")
    parser.add_argument("--lib", type=pathlib.Path,
                        default=pathlib.Path(sysconfig.get_paths()["stdlib"]), metavar="FOLDER",
                        help="CPython's library (default: that of the Python that runs this)")
    options = parser.parse_args()

    scores = measure(ROOT, options.lib, options.fewest)
    if not scores:
        sys.exit(f"library_originality: no library files found under {ROOT}")
    shown = [score for score in scores if not options.check or score[0] > options.max]
    for percent, equal, counted, path in shown:
        print(f"{percent:5.1f}%  {equal:4} of {counted:4} lines  {path}")
    if options.check and shown:
        sys.exit(
            f"library_originality: {len(shown)} file(s) share more than {options.max:g}% of their"
            " lines with CPython's file of the same name. Write them in our own words,"
            " from the documentation."
        )


if __name__ == "__main__":
    main()
