"""`__bases__` of a class may be set to classes whose instances are laid out alike; all classes below follow."""


class Root:
    pass


class Old(Root):
    def who(self):
        return 'old'


class New(Root):
    def who(self):
        return 'new'

    def more(self):
        return 'more'


class Mid(Old):
    pass


class Low(Mid):
    def who(self):
        return 'low ' + super().who()


mid, low = Mid(), Low()
print(mid.who(), low.who(), hasattr(low, 'more'))
Mid.__bases__ = (New,)
print(mid.who(), low.who(), low.more())
print(Low.__mro__, Mid.__base__, Old.__subclasses__(), New.__subclasses__())
Mid.__bases__ = New, Old
print(mid.who(), [kind.__name__ for kind in Low.__mro__], isinstance(low, Old))
Old.who = lambda self: 'changed'
Mid.__bases__ = (Old,)
print(low.who())


class Slotted:
    __slots__ = ('a',)


class Plain:
    pass


def refused(kind, bases):
    before = kind.__mro__
    try:
        kind.__bases__ = bases
    except TypeError as error:
        print(error)
    assert kind.__mro__ == before


for bases in ((), Mid, (Low,), (Mid,), (1,), (Old, Old), (Slotted,), (int,), (bool,)):
    refused(Mid, bases)
refused(Plain, (Root,))
try:
    del Mid.__bases__
except TypeError as error:
    print(error)


class A:
    pass


class B:
    pass


class AB(A, B):
    pass


class BA(B, A):
    pass


class Deep(AB):
    pass


class Deeper(Deep, AB):
    pass


refused(Deep, (AB, BA))


class C(A):
    pass


class Both(C, A):
    pass


# C is no longer below A, so Both can't stand before A and after it.
C.__bases__ = (B,)
print(Both.__mro__)


class E(Exception):
    pass


class F(ValueError):
    pass


class G(E):
    pass


refused(G, (F,))
try:
    class Wrong(AB, BA):
        pass
except TypeError as error:
    print(error)
