"""Code run over a dict with `__builtins__` of its own sees these builtins and no others."""
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
t(lambda: eval("print(1)", {"__builtins__": {}}))
t(lambda: eval("abs(-1)", {"__builtins__": {"abs": lambda x: 'mine'}}))
t(lambda: exec("print(1)", {"__builtins__": 123}))
t(lambda: eval("[abs(y) for y in x]", {"__builtins__": {}}, {"x": [1]}))
t(lambda: exec("import math", {"__builtins__": {}}))
t(lambda: exec("class A: pass", {"__builtins__": {}}))
ns = {}
exec("def f(): return abs(-3)", ns)
t(ns['f'])
print('__builtins__' in ns, sorted(ns))
ns = {'__builtins__': {'len': lambda x: 42}}
exec("def f(): return len([])\ndef g(): return abs(-3)", ns)
t(ns['f']); t(ns['g'])
t(lambda: exec("x: int = 1\nprint(__annotations__)", {}))
t(lambda: exec("x: int = 1\nprint(__annotations__)", {}, {}))
t(lambda: eval("x + 1", {"__builtins__": None}, {"x": 1}))
t(lambda: eval("abs(x)", {"__builtins__": None}, {"x": 1}))
t(lambda: eval("(lambda: max(1, 2))()", {"__builtins__": {"max": max}}))
t(lambda: exec("import math\nprint(math.pi)", {"__builtins__": __builtins__}))
print(type(__builtins__).__name__, __builtins__.len is len)
