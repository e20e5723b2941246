# How builtin methods speak of themselves where their arguments don't fit, and what types say of themselves.
import types


def show(make):
    try:
        print(make())
    except Exception as e:
        print(f'{type(e).__name__}: {e}')


class L(list):
    pass


class D(dict):
    pass


append, bits, keys = L().append, True.bit_count, D.fromkeys
for make in (lambda: append(1, 2), lambda: L().append(1, 2), lambda: bits(1), lambda: True.bit_count(*[1]), lambda: keys(),
             lambda: int.__add__(zzz=1), lambda: bool.__invert__('a'), lambda: int.real(), lambda: int.real('a'),
             lambda: str.upper.__get__(None), lambda: int.__add__.__get__('a'), lambda: property().__get__(None, None),
             lambda: [].__format__(), lambda: (lambda: 0).__format__(1, 2), lambda: ValueError().add_note()):
    show(make)

proxy = types.MappingProxyType({1: 2})
for make in (lambda: 5 < proxy, lambda: proxy >= 5, lambda: 5 | proxy, lambda: proxy | 5, lambda: proxy == {1: 2}, lambda: proxy.__eq__(5)):
    show(make)


def in_place(left, right):
    left |= right


def times(left, right):
    left *= right


for make in (lambda: in_place(proxy, {}), lambda: in_place(5, proxy), lambda: times(L, 'ab'), lambda: times(proxy, 'ab'),
             lambda: times({}.keys(), 'ab'), lambda: times('ab', {}), lambda: 'a' % (int | str), lambda: b'a' % list[int],
             lambda: (int | str).__eq__(5), lambda: (int | str).__getitem__(5), lambda: L.__ne__(1, 2), lambda: object.__ne__(1, 1.0)):
    show(make)

# Taken apart, and asked for a buffer.
for make in (lambda: (5).__reduce__(), lambda: None.__reduce__(), lambda: True.__reduce__(), lambda: [].__reduce_ex__(1),
             lambda: [].__reduce_ex__(None), lambda: bytearray(b'a').__reduce__(), lambda: bytearray(b'a').__reduce_ex__(3),
             lambda: bytes(b'ab'.__buffer__(0)), lambda: b'ab'.__buffer__(1), lambda: b'ab'.__buffer__(),
             lambda: bytearray().__release_buffer__(1), lambda: hash('') == hash(b'') == 0, lambda: divmod(1, 0.0),
             lambda: (0.0).__rdivmod__(1), lambda: (5).__round__(None), lambda: sum(5, 'x'), lambda: eval('1', 'b'), lambda: eval('1', 'b', 1)):
    show(make)


def f(): pass


print(repr(f.__code__).split(' at ')[0], repr(f.__code__).rpartition(', ')[2])
print(types.GeneratorType[int], [name for name in dir(ValueError) if name in ('args', '__dict__', 'add_note')])
