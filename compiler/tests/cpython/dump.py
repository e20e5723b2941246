"""CPython's `ast` of each file named on standard input, as text that tests/tree.rs writes of our tree too.

One line for a node: its class, `start-end` in bytes where the node has a place, and its plain values; then its children,
in the order of `_fields`. Records: path, U+001F, dump, U+001E.
"""

import ast
import struct
import sys
import warnings

SKIPPED = {"type_comment", "kind", "type_ignores"}


class Dumper:
    def __init__(self, text):
        self.lines = [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line.encode()) + 1)
        self.out = []

    def span(self, node):
        start = self.lines[node.lineno - 1] + node.col_offset
        end = self.lines[node.end_lineno - 1] + node.end_col_offset
        return f" {start}-{end}"

    def constant(self, value):
        if isinstance(value, str):
            return "str:" + ",".join(str(ord(c)) for c in value)
        if isinstance(value, bytes):
            return "bytes:" + value.hex()
        if isinstance(value, float):
            return "float:" + struct.pack(">d", value).hex()
        if isinstance(value, complex):
            return "imag:" + struct.pack(">d", value.imag).hex()
        return repr(value)

    def atom(self, value):
        if value is None:
            return "-"
        if isinstance(value, ast.AST):
            return type(value).__name__
        return str(value)

    def params(self, args):
        def one(kind, arg, default):
            self.out.append(f"arg {kind} {arg.arg} {self.lines[arg.lineno - 1] + arg.col_offset}")
            self.maybe(arg.annotation)
            self.maybe(default)

        plain = args.posonlyargs + args.args
        defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
        for index, arg in enumerate(plain):
            one("posonly" if index < len(args.posonlyargs) else "plain", arg, defaults[index])
        if args.vararg:
            one("vararg", args.vararg, None)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults):
            one("kwonly", arg, default)
        if args.kwarg:
            one("kwarg", args.kwarg, None)
        self.out.append("end")

    def maybe(self, node):
        if node is None:
            self.out.append("-")
        else:
            self.node(node)

    def parts(self, node):
        text = ""
        for value in node.values:
            if isinstance(value, ast.Constant):
                text += value.value
                continue
            if text:
                self.out.append(self.constant(text))
            text = ""
            self.out.append(f"field {value.conversion}")
            self.node(value.value)
            if value.format_spec is None:
                self.out.append("-")
            else:
                self.parts(value.format_spec)
        if text:
            self.out.append(self.constant(text))
        self.out.append("end")

    def node(self, node):
        if isinstance(node, ast.arguments):
            return self.params(node)
        head = type(node).__name__ + (self.span(node) if hasattr(node, "lineno") else "")
        if isinstance(node, ast.JoinedStr):
            self.out.append(head)
            return self.parts(node)
        if isinstance(node, ast.Constant):
            self.out.append(head + " " + self.constant(node.value))
            return
        if isinstance(node, ast.MatchSingleton):
            self.out.append(head + " " + self.constant(node.value))
            return
        children = []
        for name in node._fields:
            value = getattr(node, name)
            if name in SKIPPED:
                continue
            plain = value is None or isinstance(value, (str, int, ast.expr_context, ast.operator, ast.unaryop, ast.boolop))
            if plain and not (value is None and name not in ("name", "asname", "arg", "module", "rest")):
                head += " " + self.atom(value)
            else:
                children.append(value)
        self.out.append(head)
        for value in children:
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, (str, ast.cmpop)):
                        self.out.append(self.atom(item))
                    else:
                        self.maybe(item)
                self.out.append("end")
            else:
                self.maybe(value)


def main():
    warnings.simplefilter("ignore")
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(100000)
    for path in sys.stdin.read().split("\n"):
        try:
            with open(path, "rb") as file:
                data = file.read()
            text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
            tree = ast.parse(text)
        except (SyntaxError, ValueError, OSError):
            continue
        dumper = Dumper(text)
        dumper.node(tree)
        sys.stdout.buffer.write((path + "\x1f" + "\n".join(dumper.out) + "\x1e").encode("utf-8", "surrogatepass"))


main()
