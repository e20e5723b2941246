# Slots under another name, and in classes that they were not made for.
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class A:
    __slots__ = ('x', 'y')


class B(A):
    __slots__ = ()
    also = A.x


class C:
    __slots__ = ('z',)
    borrowed = A.x


class D:
    borrowed = A.x


b = B()
t(lambda: b.also)
b.also = 1
print(b.x, b.also)
b.x = 2
print(b.also)
del b.also
t(lambda: b.x)
t(lambda: delattr(b, 'also'))
for other in (C(), D()):
    t(lambda: other.borrowed)
    t(lambda: setattr(other, 'borrowed', 1))
    t(lambda: delattr(other, 'borrowed'))
t(lambda: A.x.__get__(5))
t(lambda: A.x.__set__(C(), 1))
t(lambda: A.x.__get__(b))
