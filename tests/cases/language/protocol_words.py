# What special methods that answer wrongly lead to, and slots of classes that can't have or keep them as others do.
def show(make):
    try:
        print(make())
    except Exception as e:
        print(f'{type(e).__name__}: {e}')


def made(**methods):
    return type('K', (), methods)()


show(lambda: type(len(made(__len__=lambda self: True))))
show(lambda: 1 in made(__iter__=lambda self: 5))
show(lambda: bytes(made(__index__=lambda self: 's')))
show(lambda: bytearray(made(__index__=lambda self: None)))
show(lambda: bytes(made(__index__=lambda self: 's', __iter__=lambda self: iter([1, 2]))))


class Meta(type):
    pass


show(lambda: Meta())
show(lambda: Meta(1))
show(lambda: type())
for base in (type, Meta, int):
    show(lambda: type(base)('Z', (base,), {'__slots__': ('a',)}))


class E(Exception):
    __slots__ = ('a',)


e = E()
show(lambda: e.a)
e.a = 5
print(e.a)
del e.a
show(lambda: e.a)
