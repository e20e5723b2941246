# ends: raised
import re
TOKEN = re.compile(r"\s*(?:(\d+\.?\d*)|(.))")


class ParseError(SyntaxError):
    pass


def tokens(text):
    for number, op in TOKEN.findall(text):
        yield ("num", float(number)) if number else ("op", op)


class Parser:
    def __init__(self, text):
        self.toks = list(tokens(text)); self.i = 0

    def peek(self): return self.toks[self.i] if self.i < len(self.toks) else ("end", None)

    def next(self):
        tok = self.peek()
        self.i += 1
        return tok

    def expr(self, level=0):
        ops = ("+-", "*/", "^")
        if level == len(ops): return self.atom()
        value = self.expr(level + 1)
        while self.peek()[0] == "op" and self.peek()[1] in ops[level]:
            match self.next()[1]:
                case "+": value += self.expr(level + 1)
                case "-": value -= self.expr(level + 1)
                case "*": value *= self.expr(level + 1)
                case "/": value /= self.expr(level + 1)
                case "^": value **= self.expr(level)
        return value

    def atom(self):
        match self.next():
            case ("num", v): return v
            case ("op", "("):
                v = self.expr()
                if self.next() != ("op", ")"):
                    raise ParseError("missing )")
                return v
            case ("op", "-"): return -self.atom()
            case (kind, what): raise ParseError(f"unexpected {kind} {what!r}")


for text in ("1 + 2 * 3", "2 ^ 3 ^ 2", "(1 + 2) * -(3 - 5)", "1.5 * 4 / 3 - 2"):
    print(text, "=", Parser(text).expr())
for text in ("(1", "1 +", "2 ** 2", "1 / (2 - 2)", "10 ^ 400"):
    try:
        print(Parser(text).expr())
    except (ParseError, ArithmeticError) as e:
        print(text, "->", type(e).__name__, e, e.args)
        last = e
try:
    Parser("(" * 3 + "1 / 0").expr()
except ZeroDivisionError:
    data = {"values": [1, 2, 3], "total": None}
    print(data["values"][0] + sum(v for v in data["values"]) + data["total"]["x"])
