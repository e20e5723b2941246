# What errors about * and ** call an object is what it says its name is, or its text.
class A:
    def __getattr__(self, n): return n[::-1]
    def __call__(self, *a, **k): return a
class B:
    def __str__(self): return 'shown'
    def __call__(self, *a, **k): return a
class C:
    __qualname__ = 'Q.q'
    def __call__(self, *a, **k): return a
class D:
    def __init__(self): self.__qualname__ = 'own'; self.__module__ = 'builtins'
    def __call__(self, *a, **k): return a
class E(D):
    def __init__(self): self.__qualname__ = 'own'; self.__module__ = None
class F:
    def __getattr__(self, name): raise ValueError(name)
    def __call__(self, *a, **k): return a
import functools
for x in (A(), B(), D(), E(), F(), functools.partial(print), functools.lru_cache(len), 5):
    for f in (lambda: x(*1.5, k=1), lambda: x(*1.5), lambda: x(**3), lambda: x(k=1, **{'k': 2})):
        try: print(f())
        except Exception as e: print(type(e).__name__, str(e).split(' at 0x')[0])
