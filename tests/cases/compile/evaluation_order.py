# Operands left to right, also where `:=` rebinds a local that was read in place.
log=[]
def f(x, *r, **k): log.append(x); return x
class O(dict):
    def __getattr__(s,n): log.append('get '+n); return 5
    def __setattr__(s,n,v): log.append('set '+n)
    def __setitem__(s,k,v): log.append(('si',k,v)); dict.__setitem__(s,k,v)
o=O()
def t():
    x = 1
    r = x + (x := 5) + x
    print(r)
    x = 1
    print([x, (x := 2), x], (x, (x := 3)), {x: (x := 4), x: 5}, f(x, (x := 9), x))
    print(x, x < (x := 20) < x + 1)
    x = 3
    print(x if (x := 0) else x)
    y = x or (x := 7) or 3
    print(y, x)
    a = [1,2,3]; i = 0
    i, a[i] = 1, 9
    print(i, a)
    a[i], i = 5, 2
    print(i, a)
    x = [x, y] = [10, 20]
    print(x, y)
    (p, q), r = [1, 2], 3
    p, q = q, p
    p, q, r = r, p, q
    print(p, q, r)
    x = 1
    x += (x := 10)
    print(x)
    d = {}
    d[f('k')] = f('v')
    f(f('a'), *[f('b')], c=f('c'), **{f('d'): f('e')})
    o[f('key')] = f('val')
    o.attr = f('z')
    o.attr += f(1)
    o[f('q')] = o[f('key')] = 1
    [f(n) for n in (f('it'),)]
    lambda a=f('def'), *, b=f('kw'): 0
    f('left') < f('right') < f('never') if False else f(0)
    f(3) < f(2) < f(99)
    assert f(True), f('no')
    print(f'{f("x")}{f("y"):{f(">5")}}')
    z = x = f(1)
    s = f([1,2,3])[f(0):f(2):f(1)]
    o[f(1):f(2)] = f(3)
t()
for l in log: print(l)
def g():
    x = 1
    try:
        x = x and [][1]
    except IndexError:
        print('kept', x)
    try:
        x = [1, [][0]]
    except IndexError: print('kept', x)
    try:
        x = f"{1}{[][0]}"
    except IndexError: print('kept', x)
    try:
        x = [y for y in [1, 2] if y / 0]
    except ZeroDivisionError: print('kept', x)
    try: x, y = 1, 2, 3
    except ValueError as e: print(e, x)
    try: x, y = iter([5])
    except ValueError as e: print(e, x)
    x = not x
    x = -x
    x = (x, x)
    x = {x: x}
    x = x or x
    x = 1 if x else x
    x = x < 2 < 3
    print(x)
g()
