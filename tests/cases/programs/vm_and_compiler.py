"""A compiler from infix source to stack code, an optimiser and a machine."""
import operator
import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import singledispatchmethod
from typing import Any, NamedTuple


class Tok(NamedTuple):
    kind: str
    text: str
    line: int
    col: int


SPEC = [("NUM", r"\d+(?:\.\d+)?"), ("STR", r'"(?:\\.|[^"\\])*"'), ("ID", r"[A-Za-z_]\w*"), ("OP", r"==|!=|<=|>=|&&|\|\||[-+*/%<>=!(){},;]"), ("NL", r"\n"), ("SKIP", r"[ \t]+|#[^\n]*"), ("BAD", r".")]
MASTER = re.compile("|".join(f"(?P<{k}>{p})" for k, p in SPEC))
KEYWORDS = frozenset({"let", "while", "if", "else", "fn", "return", "print"})


class CompileError(Exception):
    def __init__(self, message, tok):
        super().__init__(f"{tok.line}:{tok.col}: {message}")


def lex(src):
    line, start = 1, 0
    for m in MASTER.finditer(src):
        kind, text = m.lastgroup, m.group()
        tok = Tok(text if kind == "OP" or text in KEYWORDS else kind, text, line, m.start() - start + 1)
        if kind == "NL":
            line, start = line + 1, m.end()
        elif kind == "BAD":
            raise CompileError(f"unexpected character {text!r}", tok)
        elif kind != "SKIP":
            yield tok
    yield Tok("EOF", "", line, len(src) - start + 1)


class Op(Enum):
    PUSH = auto(); LOAD = auto(); STORE = auto(); BIN = auto(); NOT = auto(); NEG = auto(); JUMP = auto(); JZ = auto(); CALL = auto(); RET = auto(); PRINT = auto(); POP = auto()
    def __repr__(self): return self.name


BIN = {"+": (5, operator.add), "-": (5, operator.sub), "*": (6, operator.mul), "/": (6, operator.truediv), "%": (6, operator.mod), "<": (4, operator.lt), ">": (4, operator.gt), "<=": (4, operator.le), ">=": (4, operator.ge), "==": (3, operator.eq), "!=": (3, operator.ne), "&&": (2, lambda a, b: a and b), "||": (1, lambda a, b: a or b)}


class Compiler:
    def __init__(self, src):
        self.toks, self.pos, self.code, self.functions = list(lex(src)), 0, [], {}

    @property
    def tok(self): return self.toks[self.pos]
    def emit(self, op, arg=None): self.code.append([op, arg]); return len(self.code) - 1
    def accept(self, *kinds):
        if self.tok.kind in kinds:
            self.pos += 1
            return self.toks[self.pos - 1]
    def expect(self, kind):
        return self.accept(kind) or self.fail(f"expected {kind!r}, found {self.tok.text or 'end of file'!r}")
    def fail(self, message): raise CompileError(message, self.tok)

    def program(self):
        while not self.accept("EOF"): self.statement()
        return self.code, self.functions

    def block(self):
        self.expect("{")
        while not self.accept("}"):
            self.statement()

    def statement(self):
        if self.accept("let"):
            name = self.expect("ID").text; self.expect("="); self.expr(); self.expect(";"); self.emit(Op.STORE, name)
        elif self.accept("print"):
            n = 1; self.expr()
            while self.accept(","): self.expr(); n += 1
            self.expect(";"); self.emit(Op.PRINT, n)
        elif self.accept("while"):
            top = len(self.code); self.expr(); out = self.emit(Op.JZ); self.block(); self.emit(Op.JUMP, top); self.code[out][1] = len(self.code)
        elif self.accept("if"):
            self.expr(); other = self.emit(Op.JZ); self.block()
            if self.accept("else"):
                end = self.emit(Op.JUMP); self.code[other][1] = len(self.code); self.block(); self.code[end][1] = len(self.code)
            else: self.code[other][1] = len(self.code)
        elif self.accept("fn"):
            name = self.expect("ID").text; self.expect("("); params = []
            while not self.accept(")"):
                params.append(self.expect("ID").text); self.accept(",")
            saved, self.code = self.code, []
            self.block(); self.emit(Op.PUSH, 0); self.emit(Op.RET)
            self.functions[name] = (params, self.code); self.code = saved
        elif self.accept("return"):
            self.expr(); self.expect(";"); self.emit(Op.RET)
        elif self.tok.kind == "ID" and self.toks[self.pos + 1].kind == "=":
            name = self.expect("ID").text; self.expect("="); self.expr(); self.expect(";"); self.emit(Op.STORE, name)
        else:
            self.expr(); self.expect(";"); self.emit(Op.POP)

    def expr(self, floor=0):
        self.unary()
        while (op := self.tok.kind) in BIN and BIN[op][0] > floor:
            self.pos += 1; self.expr(BIN[op][0]); self.emit(Op.BIN, op)
            (*_, (o1, a), (o2, b), _) = [(None, None)] * 3 + self.code
            if o1 is o2 is Op.PUSH and op not in ("/", "%"):
                self.code[-3:] = [[Op.PUSH, BIN[op][1](a, b)]]

    def unary(self):
        if self.accept("-"): self.unary(); self.emit(Op.NEG)
        elif self.accept("!"): self.unary(); self.emit(Op.NOT)
        elif self.accept("("): self.expr(); self.expect(")")
        elif t := self.accept("NUM"): self.emit(Op.PUSH, float(t.text) if "." in t.text else int(t.text))
        elif t := self.accept("STR"): self.emit(Op.PUSH, t.text[1:-1].encode().decode("unicode_escape"))
        elif t := self.accept("ID"):
            if self.accept("("):
                n = 0
                while not self.accept(")"): self.expr(); n += 1; self.accept(",")
                self.emit(Op.CALL, (t.text, n))
            else: self.emit(Op.LOAD, t.text)
        else: self.fail(f"unexpected {self.tok.text!r}")


def run(code, functions, env=None, depth=0):
    stack, pc, env = [], 0, {} if env is None else env
    if depth > 50: raise RecursionError("guest stack overflow")
    while pc < len(code):
        (op, arg), pc = code[pc], pc + 1
        match op:
            case Op.PUSH: stack.append(arg)
            case Op.LOAD:
                if arg not in env: raise NameError(f"undefined variable {arg!r}", name=arg)
                stack.append(env[arg])
            case Op.STORE: env[arg] = stack.pop()
            case Op.BIN: b, a = stack.pop(), stack.pop(); stack.append(BIN[arg][1](a, b))
            case Op.NOT | Op.NEG: v = stack.pop(); stack.append(not v if op is Op.NOT else -v)
            case Op.JUMP: pc = arg
            case Op.JZ: pc = pc if stack.pop() else arg
            case Op.CALL:
                name, n = arg; params, body = functions[name]
                args = [stack.pop() for _ in range(n)][::-1]
                stack.append(run(body, functions, dict(zip(params, args, strict=True)), depth + 1))
            case Op.PRINT: print(*[stack.pop() for _ in range(arg)][::-1])
            case Op.RET: return stack.pop()
            case Op.POP: stack.pop()
    return env


code, fns = Compiler('''
fn fib(n) { if n < 2 { return n; } return fib(n - 1) + fib(n - 2); }   # recursion
let i = 0; let s = "";
while i <= 10 && !(i == 8) { if i % 2 == 0 { s = s + "e" } else { s = s + "o"; } i = i + 1; }
'''.replace('"e" }', '"e"; }') + 'print i, s, fib(12), 2 + 3 * 4 - -1, (1 + 2) * 3 / 4.5, "a\\tb";').program()
print(len(code), code[:4], sorted(fns), fns["fib"][0], len(fns["fib"][1]))
print(run(code, fns))
for src in ("let x = ;", "print 1 +", "let 5 = 3;", "while 1 { ", "print y;", "print 1 / 0;", "fn f(n) { return f(n); } print f(1);", "fn g(a, b) { return a; } print g(1);", 'print "a" - 1;', "let a = 1;\nlet b = a $ 2;", "nope(3);"):
    try:
        run(*Compiler(src).program())
    except Exception as e:
        print(f"{src!r:<46} {type(e).__name__}: {e}")
