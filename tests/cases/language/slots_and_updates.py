class SubStr(str): pass
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: type("S", (), {"__slots__": (SubStr("a"), "b")})); t(lambda: type("S", (), {"__slots__": [1]})); t(lambda: type("S", (), {"__slots__": SubStr("ab")}).__slots__)
d = {1: 1, 2: 2, 3: 3}
class Clears:
    def __eq__(self, o): d.clear(); return False
    def __hash__(self): return 1
def update_cleared():
    a = {Clears(): 1}
    a.update(d)
    return len(a)
t(update_cleared)
def update_grown():
    other = {i: i for i in range(3)}
    class Grows:
        def __hash__(self): return 0
        def __eq__(self, o): other[99] = 1; return False
    x = {Grows(): 1}; x.update(other); return x
t(update_grown)
