import math
import operator as op


class Env(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__(zip(names, values))
        self.outer = outer

    def find(self, name):
        env = self
        while env is not None:
            if name in env:
                return env
            env = env.outer
        raise NameError(f"unbound symbol {name}")


def parse(text):
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    stack = [[]]
    for t in tokens:
        if t == "(":
            stack.append([])
        elif t == ")":
            if len(stack) == 1:
                raise SyntaxError("unexpected )")
            done = stack.pop()
            stack[-1].append(done)
        else:
            try:
                stack[-1].append(int(t))
            except ValueError:
                try:
                    stack[-1].append(float(t))
                except ValueError:
                    stack[-1].append(t)
    if len(stack) > 1:
        raise SyntaxError(f"{len(stack) - 1} unclosed")
    return stack[0]


class Lambda:
    def __init__(self, params, body, env):
        self.params, self.body, self.env = params, body, env

    def __call__(self, *args):
        if len(args) != len(self.params):
            raise TypeError(f"expected {len(self.params)} arguments, got {len(args)}")
        return evaluate(self.body, Env(self.params, args, self.env))


def evaluate(x, env):
    while True:
        if isinstance(x, str):
            return env.find(x)[x]
        if not isinstance(x, list):
            return x
        match x:
            case []:
                return []
            case ["quote", value]:
                return value
            case ["if", test, *branches]:
                value = evaluate(test, env)
                x = branches[0] if value is not False else (branches[1] if len(branches) > 1 else [])
                continue
            case ["define", [name, *params], body]:
                env[name] = Lambda(params, body, env)
                return None
            case ["define", str(name), value]:
                env[name] = evaluate(value, env)
                return None
            case ["set!", name, value]:
                env.find(name)[name] = evaluate(value, env)
                return None
            case ["lambda", params, body]:
                return Lambda(params, body, env)
            case ["let", bindings, body]:
                env = Env([b[0] for b in bindings], [evaluate(b[1], env) for b in bindings], env)
                x = body
                continue
            case ["begin", *parts]:
                for part in parts[:-1]:
                    evaluate(part, env)
                x = parts[-1]
                continue
        f, *args = [evaluate(part, env) for part in x]
        if isinstance(f, Lambda) and len(args) == len(f.params):
            x, env = f.body, Env(f.params, args, f.env)
            continue
        return f(*args)


def show(x):
    if isinstance(x, list):
        return "(" + " ".join(map(show, x)) + ")"
    return {True: "#t", False: "#f"}[x] if isinstance(x, bool) else str(x)


base = Env()
base.update({"+": lambda *a: sum(a), "*": lambda *a: math.prod(a), "-": op.sub, "/": op.truediv, "<": op.lt, "=": op.eq, ">": op.gt, "list": lambda *a: list(a), "car": lambda l: l[0], "cdr": lambda l: l[1:], "cons": lambda a, l: [a] + l, "null?": lambda l: l == [], "map": lambda f, l: [f(v) for v in l], "sqrt": math.sqrt, "max": max, "not": op.not_, "#t": True, "#f": False, "pi": math.pi})
program = """
(define (fact n) (if (< n 2) 1 (* n (fact (- n 1)))))
(fact 20)
(define (loop n acc) (if (= n 0) acc (loop (- n 1) (+ acc n))))
(loop 3000 0)
(map (lambda (x) (* x x)) (list 1 2 3))
(define (compose f g) (lambda (x) (f (g x))))
((compose (lambda (x) (+ x 1)) sqrt) 16)
(let ((a 2) (b 3)) (begin (set! a 10) (* a b)))
(define (filter p l) (if (null? l) (quote ()) (if (p (car l)) (cons (car l) (filter p (cdr l))) (filter p (cdr l)))))
(filter (lambda (x) (> x 2)) (quote (1 2 3 4)))
(quote (a (b 1.5) #t))
(list (< 1 2) (not #t) (quote ()))
"""
for form in parse(program):
    value = evaluate(form, base)
    if value is not None:
        print(show(value))
for bad in ["(foo 1)", "(car (quote ()))", "(fact)", "(1 2)", "(+ 1", ")", "(/ 1 0)", "((lambda (x) x) 1 2)"]:
    try:
        print([evaluate(f, base) for f in parse(bad)])
    except Exception as e:
        print(f"{bad}: {type(e).__name__}: {e}")
