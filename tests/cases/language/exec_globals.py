# A dict that served as globals and the variables of what ran over it are one, also afterwards.
ns = {}
exec("x = 1\ndef f(): return x\nglobals()['x'] = 2\nprint(x)", ns)
print(ns['x'], ns['f']())
ns['x'] = 7
print(ns['f']())
ns['y'] = 3
exec("print(y)\ndel y", ns)
print('y' in ns)
del ns['x']
try:
    ns['f']()
except NameError as e:
    print(e)
ns.update(x=9)
print(ns['f']())
print(ns.pop('x'))
try:
    ns['f']()
except NameError as e:
    print(e)
ns |= {'x': 10}
print(ns['f'](), ns.setdefault('x', 11), ns.setdefault('z', 12))
exec("print(z)", ns)
print(sorted(key for key in ns if key != '__builtins__'))
f = ns['f']
ns.clear()
try:
    f()
except NameError as e:
    print(e)
exec("len = lambda x: 42", ns)
print(eval("len([])", ns))
del ns['len']
print(eval("len([])", ns))

# globals() is a plain dict, whose writes are the variables.
print(type(globals()) is dict)
globals()['made'] = 5
print(made)
globals().update(made=6)
print(made)
made = 7
print(globals()['made'])
print(globals().pop('made'))
try:
    made
except NameError as e:
    print(e)

g = {}
exec("""
def outer():
    def inner():
        global X
        X = [1]
    return inner
def is_own():
    return globals() is G
def lose():
    global X
    del X
""", g)
g['G'] = g
g['outer']()()
print(g['X'], g['is_own']())
g['lose']()
print('X' in g)


class Missing(dict):
    def __missing__(self, key):
        return 'm' + key


print(eval("a + b", Missing(a='x')))
d = Missing()
exec("q = 1\ndef g():\n    global q\n    q += 1\n    return q", d)
print(d['q'], d['g'](), d['q'])


def outer():
    x = 'local'
    exec("x = 2")
    exec("print(x)", {'x': 'global'}, {'x': 'own'})
    return x


print(outer())
saved = dict(g)
saved['outer'] = None
print(g['outer'] is None)
copied = g.copy()
copied['is_own'] = None
print(g['is_own'] is None)
