# dicts and sets that change while their keys are compared: they are looked through again
class K:
    def __init__(s, n): s.n = n
    def __hash__(s): return 7
    def __eq__(s, o):
        global done
        if not done:
            done = True
            change()
        return isinstance(o, K) and s.n == o.n
def run(make, f, what):
    global d, done, change
    done = True
    d = {make(i): i for i in range(2)}
    change = f
    done = False
    print(what(d, make))
def add(): d["new"] = 3
def addtuple(): d[(1, 2)] = 3
def many():
    for i in range(40): d[i] = i
def move():
    for k in list(d): v = d.pop(k); d[k] = v
for make in (K, lambda i: (K(i), 3), lambda i: (K(i), 3, int)):
    for f in (lambda: None, add, addtuple, many, move):
        for what in (lambda d, m: d.get(m(0)), lambda d, m: d.get(m(1), "no"), lambda d, m: m(1) in d, lambda d, m: d.pop(m(1), "no"), lambda d, m: d.setdefault(m(1), "no"), lambda d, m: d.update({m(1): 5}) or len(d), lambda d, m: d[m(1)], lambda d, m: d.__setitem__(m(1), 5) or len(d)):
            run(make, f, what)
    def sets():
        global s, done
        s = {make(0), make(1)}
        def ch(): s.add("new")
        global change
        change = ch; done = False
        print(make(1) in s)
        done = False
        s.discard(make(1)); print(len(s))
    done = True
    sets()
for make in (K, lambda i: (K(i), 3)):
    for f in (add, addtuple, many, move):
        for what in (lambda d, m: d.pop(m(0)), lambda d, m: d.pop(m(0), 'no'), lambda d, m: d.setdefault(m(0), "no"), lambda d, m: d.update({m(0): 5}) or len(d), lambda d, m: d[m(0)], lambda d, m: d.__setitem__(m(0), 5) or len(d), lambda d, m: d.__delitem__(m(0)) or len(d), lambda d, m: m(0) in d, lambda d, m: m(0) in d.keys(), lambda d, m: {m(0)} & d.keys() and 1, lambda d, m: len(d | {m(0): 5})):
            run(make, f, what)
    for n in (1, 40):
        for at in (0, 1):
            for op in (lambda s, k: k in s, lambda s, k: s.discard(k), lambda s, k: s.remove(k), lambda s, k: s.add(k)):
                done = True
                s = {make(0), make(1)}
                def change():
                    for i in range(n): s.add(i)
                done = False
                try: print(op(s, make(at)), len(s))
                except Exception as e: print(repr(e)[:20])
