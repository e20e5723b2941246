"""Snippets of Python, each with CPython's verdict on it.

Takes them from CPython's own installed tests (string literals and doctests), so nothing is labelled by hand, and with
`mutate` from small edits of valid statements. Prints records `ok|class|message|line|column|source`, fields ended by
U+001F and records by U+001E.
"""

import ast
import doctest
import os
import random
import re
import sys
import textwrap
import warnings

import test

FILES = """
test_syntax test_exceptions test_fstring test_string_literals test_grammar test_patma test_named_expressions test_scope
test_generators test_coroutines test_asyncgen test_type_params test_type_aliases test_except_star test_unpack_ex
test_positional_only_arg test_keywordonlyarg test_global test_future_stmt/test_future test_flufl test_eof test_compile
test_symtable test_dictcomps test_listcomps test_genexps test_setcomps test_augassign test_decorators test_int_literal
test_float test_codeop test_cmd_line_script test_print test_yield_from test_pep646_syntax test_with test_unparse
test_type_annotations test_source_encoding test_super test_class test_extcall test_metaclass test_ast/test_ast
test_peg_generator/test_c_parser test_traceback
""".split()

# The tests contain sentences in strings. A snippet that reads like prose and is plain invalid syntax for CPython is no useful test.
PROSE = re.compile(r"[\w\s'.,:!?-]*\Z")


def verdict(source):
    try:
        compile(source, "<snippet>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return ("0", type(error).__name__, str(error.msg), str(error.lineno), str(error.offset))
    except (ValueError, MemoryError, RecursionError, OverflowError):
        return None
    return ("1", "", "", "", "")


def literals(path):
    with open(path, "rb") as file:
        tree = ast.parse(file.read())
    parser = doctest.DocTestParser()
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        text = node.value
        if ">>>" in text:
            try:
                for example in parser.get_examples(text):
                    yield example.source
            except ValueError:
                pass
        elif 0 < len(text) < 4000:
            yield text
            dedented = textwrap.dedent(text)
            if dedented != text:
                yield dedented
            if "{" in text and "{}" in text:
                yield text.replace("{}", "x")


TOKEN = re.compile(r"\s+|\w+|\d[\w.]*|\"[^\"\n]*\"|'[^'\n]*'|\*\*|//|:=|->|==|!=|<=|>=|.", re.S)
EXTRA = ["(", ")", "[", "]", "{", "}", ",", ":", "=", "==", ":=", "*", "**", "-", "not ", " in ", " if ", " else ", " for ", "lambda ",
         " as ", "print ", "1", "x", " x ", "'s'", ".", ";", "\n", "    ", "!", "$", "?", "0x", "f'{x}'", "f'{", "await ", "yield ",
         "import ", "from ", "def ", "class ", "return ", "None", "True", "@", "&&", "++", "pass", "else:", "except:", "async "]


def mutants(path, count, rng):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = text.encode().split(b"\n")
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt) and node.end_lineno - node.lineno < 12]

    def statement():
        while True:
            node = rng.choice(nodes)
            taken = lines[node.lineno - 1 : node.end_lineno]
            taken[-1] = taken[-1][: node.end_col_offset]
            taken[0] = b" " * node.col_offset + taken[0][node.col_offset :]
            segment = b"\n".join(taken).decode()
            if 5 < len(segment) < 400:
                return textwrap.dedent(segment)

    for _ in range(count):
        parts = TOKEN.findall(statement())
        at = rng.randrange(len(parts))
        edit = rng.randrange(4)
        if edit == 0:
            del parts[at]
        elif edit == 1:
            parts.insert(at, rng.choice(EXTRA))
        elif edit == 2:
            parts[at] = rng.choice(EXTRA)
        else:
            other = rng.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
        yield "".join(parts)


def main():
    warnings.simplefilter("ignore")
    root = list(test.__path__)[0]
    seen = set()
    mutate = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    out = []
    for name in FILES:
        path = os.path.join(root, name + ".py")
        if not os.path.exists(path):
            continue
        for source in mutants(path, mutate, rng) if mutate else literals(path):
            if source in seen or any(c in source for c in "\x1e\x1f\0") or "\ufeff" in source:
                continue
            seen.add(source)
            try:
                source.encode()
            except UnicodeEncodeError:
                continue
            answer = verdict(source)
            if answer is None or (answer[2] == "invalid syntax" and PROSE.match(source)):
                continue
            out.append("\x1f".join(answer) + "\x1f" + source + "\x1f" + name)
    sys.stdout.buffer.write("\x1e".join(out).encode())


main()
