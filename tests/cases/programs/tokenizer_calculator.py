import re

TOKEN = re.compile(r"\s*(?:(\d+\.\d*|\.\d+|\d+)|([A-Za-z_]\w*)|(\*\*|//|[-+*/%()=,]))")


class CalcError(Exception):
    pass


def tokenize(text):
    pos, tokens = 0, []
    text = text.rstrip()
    while pos < len(text):
        m = TOKEN.match(text, pos)
        if not m:
            raise CalcError(f"bad character {text[pos]!r} at {pos}")
        number, name, op = m.groups()
        if number:
            tokens.append(("num", float(number) if "." in number else int(number)))
        elif name:
            tokens.append(("name", name))
        else:
            tokens.append(("op", op))
        pos = m.end()
    tokens.append(("end", None))
    return tokens


class Parser:
    PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "**": 4}

    def __init__(self, text, env):
        self.tokens, self.i, self.env = tokenize(text), 0, env

    @property
    def current(self):
        return self.tokens[self.i]

    def advance(self):
        token = self.current
        self.i += 1
        return token

    def expect(self, op):
        if self.current != ("op", op):
            raise CalcError(f"expected {op!r}, got {self.current[1]!r}")
        self.advance()

    def statement(self):
        if self.current[0] == "name" and self.tokens[self.i + 1] == ("op", "="):
            name = self.advance()[1]
            self.advance()
            self.env[name] = value = self.expression()
        else:
            value = self.expression()
        if self.current[0] != "end":
            raise CalcError(f"unexpected {self.current[1]!r}")
        return value

    def expression(self, level=0):
        left = self.unary()
        while True:
            kind, op = self.current
            p = self.PRECEDENCE.get(op, -1) if kind == "op" else -1
            if p < 0 or p <= level and op != "**" or p < level:
                return left
            self.advance()
            right = self.expression(p - 1 if op == "**" else p)
            left = self.apply(op, left, right)

    def unary(self):
        if self.current == ("op", "-"):
            self.advance()
            return -self.expression(3)
        return self.atom()

    def atom(self):
        kind, value = self.advance()
        if kind == "num":
            return value
        if kind == "name":
            if self.current == ("op", "("):
                self.advance()
                args = []
                while self.current != ("op", ")"):
                    args.append(self.expression())
                    if self.current == ("op", ","):
                        self.advance()
                self.expect(")")
                functions = {"max": max, "min": min, "abs": abs, "round": round}
                if value not in functions:
                    raise CalcError(f"unknown function {value}")
                return functions[value](*args)
            try:
                return self.env[value]
            except KeyError:
                raise CalcError(f"undefined name {value}") from None
        if (kind, value) == ("op", "("):
            inner = self.expression()
            self.expect(")")
            return inner
        raise CalcError("unexpected end" if kind == "end" else f"unexpected {value!r}")

    @staticmethod
    def apply(op, a, b):
        match op:
            case "+": return a + b
            case "-": return a - b
            case "*": return a * b
            case "/": return a / b
            case "//": return a // b
            case "%": return a % b
            case "**": return a ** b


env = {"pi": 3.14159}
for line in ["1 + 2 * 3", "(1 + 2) * 3", "2 ** 3 ** 2", "-2 ** 2", "10 - 4 - 3", "7 // 2 + 7 % 2", "x = 5", "x * x + 1", "max(1, x, 3) - min(2, 8)", "abs(-3.5)", "2 * pi * x", "1 / 0", "1 +", "(1", "y", "1 $ 2", "3 4", "foo(1)", ".5 + 1."]:
    try:
        print(f"{line:<28} = {Parser(line, env).statement()}")
    except (CalcError, ZeroDivisionError) as e:
        print(f"{line:<28} ! {type(e).__name__}: {e}")
