"""Writes CPython's verdicts into ../mistakes.txt anew: run it with CPython 3.13 after adding a source."""

import pathlib
import re
import warnings

PATH = pathlib.Path(__file__).parent.parent / "mistakes.txt"


def verdict(source):
    try:
        compile(source, "<mistake>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg} @{error.lineno}:{error.offset}"
    return "ok"


def main():
    warnings.simplefilter("ignore")
    head, _, body = PATH.read_text(encoding="utf-8").partition("\n\n")
    cases = re.findall(r"^(?! ).+\n((?:    .*\n)+)", body, re.M)
    out = []
    for case in cases:
        source = "\n".join(line[4:] for line in case[:-1].split("\n"))
        plain = re.sub(r"\\u\{([0-9a-f]+)\}", lambda m: chr(int(m[1], 16)), source)
        out.append(verdict(plain) + "\n" + case)
    PATH.write_text(head + "\n\n" + "\n".join(out), encoding="utf-8")


main()
