# Numbers and texts with conversions of their own; exceptions and classes that are gone through by index.
class G(int):
    def __float__(self): return 2.5
print('%f' % G(), float(G()), '%.1f|%d' % (G(3), G(4)))
class H(float):
    def __int__(self): return 8
    def __index__(self): return 9
print('%d' % H(), '%i' % H(2.5), '%f' % H(1.5), int(H(3)))
class S(str):
    def __float__(self): return 2.5
    def __int__(self): return 4
    def __complex__(self): return 1j
print('%f' % S('x'), '%d' % S('x'), float(S('3')), int(S('3')), complex(S('3')))
class E(Exception):
    def __getitem__(self, i):
        if i > 1: raise IndexError
        return i
print(list(E()), 1 in E(), [*E()], dict(zip(E(), 'ab')), sum(E()), max(E()))
a, b = E(); print(a, b)
for x in E(): print(x, end=' ')
print(type(iter(E())).__name__)
class M(type):
    def __getitem__(cls, i):
        if i > 1: raise IndexError
        return i
class C(metaclass=M): pass
print(list(C), 1 in C, 5 in C, [x for x in C], tuple(C))
class D(metaclass=M):
    def __class_getitem__(cls, i): return 'never'
print(D[0], list(D))
class N:
    def __class_getitem__(cls, i): return i
try: list(N)
except TypeError as e: print(e)
class X(Exception):
    __getitem__ = None
try: list(X())
except TypeError as e: print(e)
