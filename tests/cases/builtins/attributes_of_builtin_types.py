import array
import enum

others = [type(f'C{i}', (), {}) for i in range(80)]


class Meta(type):
    pass


class Own(metaclass=Meta):
    pass


def shown(*works):
    for work in works:
        try:
            print(work())
        except Exception as error:
            print(type(error).__name__, error)


# `type` sets attributes of classes of programs, not of builtin types, and `object` none of classes.
for kind in int, str, list, bool, object, type, Exception, ValueError, array.array:
    shown(lambda: type.__setattr__(kind, 'text', 1), lambda: type.__delattr__(kind, '__doc__'), lambda: type.__setattr__(kind, '__name__', 'n'))
shown(lambda: type.__delattr__(int, 'real'), lambda: type.__setattr__(5, 'x', 1), lambda: type.__setattr__(bool, '__doc__', 1))
shown(lambda: object.__setattr__(Own, 'x', 1), lambda: object.__delattr__(Own, 'x'), lambda: object.__setattr__(int, 'x', 1),
      lambda: object.__delattr__(int, 'real'), lambda: object.__setattr__(Meta, 'x', 1))
shown(lambda: type.__setattr__(Own, 'x', 1), lambda: Own.x, lambda: type.__delattr__(Own, 'x'), lambda: type.__delattr__(Own, 'x'))
shown(lambda: type.__setattr__(enum.Enum, 'text', 1), lambda: enum.Enum.text, lambda: type.__delattr__(enum.Enum, 'text'))
print([c for c in others if hasattr(c, 'text') or not c.__name__.startswith('C')])
