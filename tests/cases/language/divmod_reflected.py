# Which side of divmod answers, and in-place operators that say that they do not know.
class I(int):
    def __rdivmod__(s, o): return 'rdm'
class J(I): pass
class K(I):
    def __rdivmod__(s, o): return 'Krdm'
class F(float):
    def __rdivmod__(s, o): return 'Frdm'
class D(int):
    def __divmod__(s, o): return NotImplemented
class L(list):
    def __iand__(s, o): return NotImplemented
    def __iadd__(s, o): return NotImplemented
def t(f, *a):
    try: print('->', f(*a))
    except Exception as e: print(type(e).__name__, e)
for a in (7, True, 7.5, I(7), J(7), K(7), F(7), D(7)):
    for b in (2, 2.5, I(2), J(2), K(2), F(2), D(2), 'x'): t(divmod, a, b)
def iand(x, y): x &= y; return x
def iadd(x, y): x += y; return x
def imul(x, y): x *= y; return x
for y in ([1], 5, L([1]), None): t(iand, L([2]), y); t(iadd, L([2]), y); t(imul, L([2]), y); t(iand, [1], y)
