# Texts of objects whose class has a `__repr__` and no `__str__`, and lists that take what a class over list says it has.
class E(Exception):
    def __repr__(self): return 'R'
print(str(E('x')), [E('x')], f'{E("y")}', '%s' % E('z'), str(E()), str(E(1, 2)), repr(E('x')))
class K(KeyError):
    def __repr__(self): return 'KR'
print(str(K('x')), K('k'))
class O(OSError):
    def __repr__(self): return 'OR'
print(str(O(2, 'no')), O(2, 'no', 'f'))
class B(bytearray):
    def __repr__(self): return 'BR'
print(str(B(b'x')), [B(b'x')], B(b'y'), f'{B(b"z")}', '%s' % B(b'q'))
class Y(bytes):
    def __repr__(self): return 'YR'
print(str(Y(b'x')), [Y(b'x')], Y(b'y'), f'{Y(b"z")}', '%s' % Y(b'q'))
class L(list):
    def __len__(self): return 0
    def __iter__(self): return iter([7])
x = L([1]); y = x
x += L([2]); print(type(x), list.__repr__(x), x is y)
z = [1]; w = z
z += L([2]); print(z, z is w)
class R(bytes):
    def __radd__(self, o): return super().__radd__(o)
print(R(b'a') + R(b'b'))
class I(int):
    def __repr__(self): return 'IR'
print(str(I(5)), f'{I(5)}', '%s' % I(5), '%d' % I(5), I(5), format(I(5)), '{}'.format(I(5)))
class F(float):
    def __repr__(self): return 'FR'
print(str(F(5)), f'{F(5)}', F(5))
class D(dict):
    def __repr__(self): return 'DR'
print(str(D()), f'{D()}', D())
class C(complex):
    def __repr__(self): return 'CR'
print(str(C(5)), f'{C(5)}', C(5))
class S(str):
    def __repr__(self): return 'SR'
print(str(S(5)), f'{S(5)}', S(5), [S(5)])
class U(UnicodeDecodeError):
    def __repr__(self): return 'UR'
print(U('utf8', b'a', 0, 1, 'why'))
class SE(SyntaxError):
    def __repr__(self): return 'SER'
print(SE('why', ('f', 1, 2, 't')))
class EG(ExceptionGroup):
    def __repr__(self): return 'EGR'
print(EG('g', [ValueError(1)]))
class SI(StopIteration):
    def __repr__(self): return 'SIR'
print(SI(5))
class IE(ImportError):
    def __repr__(self): return 'IER'
print(IE('x', name='n'))
class AE(AttributeError):
    def __str__(self): return 'AES'
print(AE('x', name='n'), repr(AE('x')))
