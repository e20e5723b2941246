# What `if`, `not` and `bool` ask an instance, and `!=` of classes with and without a method of their own.
class B:
    def __init__(s,v): s.v=v
    def __bool__(s): return s.v
class L:
    def __init__(s,v): s.v=v
    def __len__(s): return s.v
for x in (B(True),B(False),L(0),L(2),B(3),L(-1),B(None),L('a')):
    try: print(bool(x), not x, 1 if x else 2)
    except Exception as e: print(type(e), e)
class N:
    __bool__=None
try: bool(N())
except TypeError as e: print(e)
import types
print(bool(types.MappingProxyType({})), bool(types.MappingProxyType({1:2})), bool(type.__dict__))
class E:
    def __init__(s,v): s.v=v
    def __eq__(s,o): return s.v==o.v if isinstance(o,E) else NotImplemented
class F(E):
    def __ne__(s,o): return 'ne'
print(E(1)!=E(1),E(1)!=E(2),E(1)!=3, F(1)!=E(1), E(1)!=F(1), 3!=F(1), 3!=E(1), E(1) != None)
