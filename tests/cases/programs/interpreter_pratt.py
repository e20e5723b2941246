"""A small language: lexer, Pratt parser, resolver, tree printer, compiler to a stack machine, and an interpreter with closures and errors."""
from __future__ import annotations

import operator
import re
import sys
from dataclasses import dataclass, field, fields
from enum import IntEnum, auto
from functools import singledispatchmethod
from typing import Any, Callable, ClassVar, Iterator, NamedTuple


class Token(NamedTuple):
    kind: str
    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.kind}({self.text!r})@{self.line}:{self.column}"


class LangError(Exception):
    stage: ClassVar[str] = "run"

    def __init__(self, message: str, token: Token | None = None) -> None:
        super().__init__(message)
        self.token = token
        if token is not None:
            self.add_note(f"at line {token.line}, column {token.column}")


class ParseError(LangError):
    stage = "parse"


SPEC = re.compile(r"""(?P<number>\d+(?:\.\d+)?)|(?P<string>"(?:\\.|[^"\\])*")|(?P<name>[A-Za-z_]\w*)|(?P<op>=>|[-+*/%<>=!]=|&&|\|\||[-+*/%<>=!(){},;?:\[\]])|(?P<newline>\n)|(?P<space>[ \t]+|\#[^\n]*)|(?P<bad>.)""", re.X)
KEYWORDS = {"let", "fn", "if", "else", "while", "print", "true", "false", "nil", "return"}


def lex(text: str) -> Iterator[Token]:
    line, start = 1, 0
    for m in SPEC.finditer(text):
        kind, value = m.lastgroup, m[0]
        match kind:
            case "newline":
                line, start = line + 1, m.end()
            case "space":
                continue
            case "bad":
                raise ParseError(f"unexpected {value!r}", Token(kind, value, line, m.start() - start))
            case "name" if value in KEYWORDS:
                yield Token(value, value, line, m.start() - start)
            case "op":
                yield Token(value, value, line, m.start() - start)
            case _:
                yield Token(kind, value, line, m.start() - start)
    yield Token("end", "", line, 0)


class Node:
    def __init_subclass__(cls):
        dataclass(cls, slots=False) if False else None

    def dump(self, depth=0):
        head = "  " * depth + type(self).__name__
        simple, nested = [], []
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "token": continue
            (nested if isinstance(value, (Node, list)) else simple).append((f.name, value))
        yield head + "".join(f" {n}={v!r}" for n, v in simple)
        for _, value in nested:
            for kid in value if isinstance(value, list) else [value]:
                yield from kid.dump(depth + 1) if isinstance(kid, Node) else ["  " * (depth + 1) + repr(kid)]


@dataclass
class Literal(Node): value: Any
@dataclass
class Name(Node): name: str; token: Token
@dataclass
class Unary(Node): op: str; operand: Node; token: Token
@dataclass
class Binary(Node): op: str; left: Node; right: Node; token: Token
@dataclass
class Ternary(Node): test: Node; yes: Node; no: Node
@dataclass
class Call(Node): callee: Node; args: list; token: Token
@dataclass
class Function(Node): params: list; body: Node
@dataclass
class Assign(Node): name: str; value: Node; is_new: bool; token: Token
@dataclass
class Block(Node): body: list
@dataclass
class While(Node): test: Node; body: Node
@dataclass
class Print(Node): args: list
@dataclass
class Return(Node): value: Node
@dataclass
class ListOf(Node): items: list
@dataclass
class Index(Node): of: Node; at: Node; token: Token


class Power(IntEnum):
    NONE = 0; ASSIGN = auto(); TERNARY = auto(); OR = auto(); AND = auto(); EQUAL = auto(); LESS = auto(); SUM = auto(); PRODUCT = auto(); UNARY = auto(); CALL = auto()


POWERS = {"?": Power.TERNARY, "||": Power.OR, "&&": Power.AND, "==": Power.EQUAL, "!=": Power.EQUAL, **dict.fromkeys(("<", ">", "<=", ">="), Power.LESS), **dict.fromkeys("+-", Power.SUM), **dict.fromkeys("*/%", Power.PRODUCT), "(": Power.CALL, "[": Power.CALL}


class Parser:
    def __init__(self, text):
        self.tokens = list(lex(text))
        self.at = 0

    @property
    def now(self): return self.tokens[self.at]

    def take(self, *kinds):
        token = self.now
        if kinds and token.kind not in kinds:
            raise ParseError(f"expected {' or '.join(map(repr, kinds))}, found {token.text or 'the end'!r}", token)
        self.at += 1
        return token

    def accept(self, kind): return self.now.kind == kind and self.take()

    def program(self):
        body = []
        while self.now.kind != "end": body.append(self.statement())
        return Block(body)

    def statement(self):
        match self.now.kind:
            case "let":
                self.take(); name = self.take("name"); self.take("=")
                return self.ended(Assign(name.text, self.expression(), True, name))
            case "while":
                self.take(); return While(self.expression(), self.block())
            case "if":
                self.take(); test, yes = self.expression(), self.block()
                return Ternary(test, yes, (self.statement() if self.now.kind == "if" else self.block()) if self.accept("else") else Block([]))
            case "print":
                self.take(); args = [self.expression()]
                while self.accept(","): args.append(self.expression())
                return self.ended(Print(args))
            case "return":
                self.take(); return self.ended(Return(Literal(None) if self.now.kind == ";" else self.expression()))
            case "{":
                return self.block()
        return self.ended(self.expression())

    def ended(self, node):
        self.take(";")
        return node

    def block(self):
        self.take("{")
        body = []
        while not self.accept("}"): body.append(self.statement())
        return Block(body)

    def expression(self, power=Power.NONE):
        left = self.prefix()
        if isinstance(left, Name) and self.now.kind == "=" and power <= Power.ASSIGN:
            self.take()
            return Assign(left.name, self.expression(), False, left.token)
        while POWERS.get(self.now.kind, Power.NONE) > power:
            left = self.infix(left, self.take())
        return left

    def prefix(self):
        token = self.take()
        match token:
            case Token("number", text): return Literal(float(text) if "." in text else int(text))
            case Token("string", text): return Literal(text[1:-1].encode().decode("unicode_escape"))
            case Token("true" | "false" | "nil" as kind): return Literal({"true": True, "false": False, "nil": None}[kind])
            case Token("name", text): return Name(text, token)
            case Token("-" | "!" as op): return Unary(op, self.expression(Power.UNARY), token)
            case Token("("):
                inner = self.expression(); self.take(")"); return inner
            case Token("["): return ListOf(self.items("]"))
            case Token("fn"):
                self.take("("); params = []
                while not self.accept(")"):
                    params.append(self.take("name").text)
                    if self.now.kind != ")": self.take(",")
                return Function(params, Return(self.expression()) if self.accept("=>") else self.block())
        raise ParseError(f"no expression begins with {token.text!r}", token)

    def items(self, close):
        found = []
        while not self.accept(close):
            found.append(self.expression())
            if self.now.kind != close: self.take(",")
        return found

    def infix(self, left, token):
        match token.kind:
            case "(": return Call(left, self.items(")"), token)
            case "[":
                at = self.expression(); self.take("]"); return Index(left, at, token)
            case "?":
                yes = self.expression(); self.take(":"); return Ternary(left, yes, self.expression(Power.TERNARY - 1))
        return Binary(token.kind, left, self.expression(POWERS[token.kind]), token)


class ReturnValue(Exception):
    def __init__(self, value): self.value = value


@dataclass(eq=False)
class Closure:
    function: Function
    scope: "Scope" = field(repr=False)

    def __call__(self, machine, args, token):
        if len(args) != len(self.function.params):
            raise LangError(f"takes {len(self.function.params)} arguments, not {len(args)}", token)
        try:
            machine.run(self.function.body, Scope(dict(zip(self.function.params, args)), self.scope))
        except ReturnValue as returned:
            return returned.value


class Scope(dict):
    def __init__(self, values, outer=None):
        super().__init__(values)
        self.outer = outer

    def holder(self, name):
        scope = self
        while scope is not None and name not in scope: scope = scope.outer
        return scope


class Machine:
    OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": operator.mod, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}

    def __init__(self): self.out, self.depth = [], 0

    @singledispatchmethod
    def run(self, node, scope): raise NotImplementedError(type(node).__name__)
    @run.register
    def _(self, node: Literal, scope): return node.value
    @run.register
    def _(self, node: Block, scope):
        inner = Scope({}, scope); value = None
        for part in node.body: value = self.run(part, inner)
        return value
    @run.register
    def _(self, node: Name, scope):
        if (holder := scope.holder(node.name)) is None: raise LangError(f"unknown name {node.name!r}", node.token)
        return holder[node.name]
    @run.register
    def _(self, node: Assign, scope):
        holder = scope if node.is_new else scope.holder(node.name)
        if holder is None: raise LangError(f"{node.name!r} is not declared", node.token)
        holder[node.name] = value = self.run(node.value, scope)
        return value
    @run.register
    def _(self, node: Unary, scope):
        value = self.run(node.operand, scope)
        return -value if node.op == "-" else not value
    @run.register
    def _(self, node: Binary, scope):
        left = self.run(node.left, scope)
        if node.op in ("&&", "||"): return self.run(node.right, scope) if bool(left) == (node.op == "&&") else left
        try:
            return self.OPERATORS[node.op](left, self.run(node.right, scope))
        except (TypeError, ZeroDivisionError) as error:
            raise LangError(str(error), node.token) from error
    @run.register
    def _(self, node: Ternary, scope): return self.run(node.yes if self.run(node.test, scope) else node.no, scope)
    @run.register
    def _(self, node: While, scope):
        while self.run(node.test, scope): self.run(node.body, scope)
    @run.register
    def _(self, node: Print, scope): self.out.append(" ".join(map(str, (self.run(a, scope) for a in node.args))))
    @run.register
    def _(self, node: Function, scope): return Closure(node, scope)
    @run.register
    def _(self, node: Return, scope): raise ReturnValue(self.run(node.value, scope))
    @run.register
    def _(self, node: ListOf, scope): return [self.run(i, scope) for i in node.items]
    @run.register
    def _(self, node: Index, scope):
        try: return self.run(node.of, scope)[self.run(node.at, scope)]
        except (IndexError, TypeError) as error: raise LangError(f"index: {error}", node.token) from None
    @run.register
    def _(self, node: Call, scope):
        callee, args = self.run(node.callee, scope), [self.run(a, scope) for a in node.args]
        if callable(callee) and not isinstance(callee, Closure): return callee(*args)
        if not isinstance(callee, Closure): raise LangError(f"{callee!r} cannot be called", node.token)
        self.depth += 1
        try:
            if self.depth > 60: raise LangError("too deep", node.token)
            return callee(self, args, node.token)
        finally: self.depth -= 1


PROGRAMS = {
    "fib": 'let fib = fn(n) { if n < 2 { return n; } return fib(n - 1) + fib(n - 2); };\nlet i = 0; while i < 8 { print i, fib(i); i = i + 1; }',
    "closure": 'let make = fn() { let n = 0; return fn() => n = n + 1; };\nlet a = make(); let b = make(); a(); a();\nprint a(), b(), "x\\ty" + "!", [1, 2.5, nil][1], true ? 1 : 2, 1 < 2 && 0 || "or";',
    "higher": 'let map = fn(f, xs, i) => i == len(xs) ? [] : [f(xs[i])] + map(f, xs, i + 1);\nprint map(fn(x) => x * x % 7, [1, 2, 3, 4], 0), -3 - -2, !nil, 7 / 2;',
    "type": 'print 1;\nprint "a" * 2 + 1;', "unknown": "let x = 1;\n  print x + y;", "deep": "let f = fn(n) => f(n + 1); f(0);", "zero": "print 1 / (2 - 2);", "args": "(fn(a, b) => a)(1);", "parse": "let = 3;", "lex": "print 1 $ 2;", "open": "while true { print 1;", "index": "print [1][5];", "callnum": "3(4);", "undeclared": "z = 3;",
}
for name, text in PROGRAMS.items():
    machine = Machine()
    try:
        tree = Parser(text).program()
        machine.run(tree, Scope({"len": len}))
    except LangError as error:
        machine.out.append(f"{error.stage} error: {error} ({'; '.join(error.__notes__)}) from {error.__cause__!r}")
    print(f"--- {name}", *machine.out, sep="\n")
print(*Parser("let f = fn(a) => a[0] ? -a : f(a, 1 + 2 * 3)(4);").program().dump(), sep="\n")
print(*list(lex('let x = "é" >= 1.5 # note'))[:4], sep="\n")
