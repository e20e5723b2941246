def trace(f):
    def wrapper(*args, **kwargs):
        print("call", f.__name__, args, kwargs)
        result = f(*args, **kwargs)
        print("done", result)
        return result
    return wrapper

@trace
def add(a, b=2):
    return a + b
add(1)
add(1, b=5)
print(add.__name__)

def repeat(n):
    print("making", n)
    def deco(f):
        print("decorating", f.__name__)
        def run(*a):
            return [f(*a) for _ in range(n)]
        return run
    return deco

@repeat(2)
@repeat(3)
def hello(x):
    return x
print(hello("hi"))

import functools
def preserving(f):
    @functools.wraps(f)
    def inner(*a, **k):
        return f(*a, **k)
    return inner
@preserving
def documented():
    """The doc."""
print(documented.__name__, documented.__doc__, documented.__wrapped__.__name__)

class Count:
    def __init__(self, f):
        self.f = f
        self.n = 0
    def __call__(self, *a):
        self.n += 1
        return self.f(*a)
@Count
def square(x):
    return x * x
print(square(3), square(4), square.n)

def register(table):
    def deco(f):
        table[f.__name__] = f
        return f
    return deco
commands = {}
@register(commands)
def start(): return "started"
@register(commands)
def stop(): return "stopped"
print({k: v() for k, v in commands.items()})

def add_method(cls):
    cls.extra = lambda self: "extra from " + type(self).__name__
    return cls
@add_method
class Plain:
    pass
print(Plain().extra())

@lambda f: "replaced"
def gone(): pass
print(gone)

decorators = [lambda f: lambda: f() + 1, lambda f: lambda: f() * 10]
@decorators[0]
@decorators[1]
def two(): return 2
print(two())

class Singleton:
    _instances = {}
    def __init__(self, cls): self.cls = cls
    def __call__(self, *a):
        if self.cls not in self._instances:
            self._instances[self.cls] = self.cls(*a)
        return self._instances[self.cls]
@Singleton
class Config:
    def __init__(self): self.v = 1
print(Config() is Config())

class M:
    def deco(f):
        def inner(self, *a):
            return ("wrapped", f(self, *a))
        return inner
    @deco
    def run(self, x): return x
    @property
    @deco
    def prop(self): return "p"
    @classmethod
    def cm(cls): return cls.__name__
    @staticmethod
    def sm(*a): return a
print(M().run(1), M().prop, M.cm(), M.sm(1, 2))
def memo(f):
    cache = {}
    def inner(n):
        if n not in cache:
            cache[n] = f(n)
        return cache[n]
    return inner
@memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80))
try:
    @5
    def bad(): pass
except TypeError as e:
    print(e)
def retry(times, *errors):
    def deco(f):
        def run():
            for i in range(times):
                try:
                    return f()
                except errors as e:
                    print("retry", i, e)
            return "gave up"
        return run
    return deco
attempts = []
@retry(3, ValueError)
def flaky():
    attempts.append(1)
    if len(attempts) < 3:
        raise ValueError(len(attempts))
    return "ok"
print(flaky())
