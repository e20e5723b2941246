"""Special methods that are class methods, static methods, descriptors, callables or functions that do not bind."""
import functools
import math
import operator

NAMES = {
    '__len__': (len, 3), '__bool__': (bool, False), '__repr__': (repr, 'r'), '__str__': (str, 's'), '__hash__': (hash, 7),
    '__index__': (operator.index, 2), '__int__': (int, 4), '__float__': (float, 1.5), '__complex__': (complex, 1j),
    '__next__': (next, 5), '__contains__': (lambda o: 1 in o, True), '__getitem__': (lambda o: o[1], 'item'),
    '__call__': (lambda o: o(), 'called'), '__eq__': (lambda o: o == 5, True), '__lt__': (lambda o: o < 5, True),
    '__add__': (lambda o: o + 1, 'add'), '__radd__': (lambda o: 1 + o, 'radd'), '__iadd__': (lambda o: operator.iadd(o, 1), 'iadd'),
    '__neg__': (lambda o: -o, 'neg'), '__dir__': (dir, ['d']), '__format__': (lambda o: f'{o:x}', 'fmt'), '__bytes__': (bytes, b'by'),
    '__round__': (round, 'round'), '__trunc__': (math.trunc, 6), '__ceil__': (math.ceil, 'ceil'), '__floor__': (math.floor, 'floor'),
    '__abs__': (abs, 'abs'), '__divmod__': (lambda o: divmod(o, 2), 'divmod'), '__pow__': (lambda o: o ** 2, 'pow'),
    '__length_hint__': (operator.length_hint, 2), '__sizeof__': (lambda o: o.__sizeof__(), 99), '__getattr__': (lambda o: o.other, 'got'),
}


class Gives:
    def __init__(self, value):
        self.value = value

    def __get__(self, instance, owner=None):
        return lambda *args: self.value


class Called:
    def __init__(self, value):
        self.value = value

    def __call__(self, *args):
        return self.value


KINDS = {
    'function': lambda value: lambda self, *args: value,
    'class method': lambda value: classmethod(lambda cls, *args: value),
    'static method': lambda value: staticmethod(lambda *args: value),
    'descriptor': Gives,
    'callable': Called,
    'partialmethod': lambda value: functools.partialmethod(lambda self, *args: value),
    'property': lambda value: property(lambda self: lambda *args: value),
    'builtin': lambda value: len,
    'bound': lambda value: [].append,
}

for name, (use, value) in NAMES.items():
    told = []
    for kind, make in KINDS.items():
        if name == '__getattr__' and kind == 'property':
            continue
        made = type('T', (), {name: make(value)})
        try:
            shown = repr(use(made()))
        except Exception as error:
            shown = f'{type(error).__name__}: {error}'
        told.append(f'{kind}: {shown}')
    print(name, *told, sep='\n    ')


class Both:
    @classmethod
    def __iter__(cls):
        return iter([cls.__name__])

    @classmethod
    def __reversed__(cls):
        return iter(['back'])

    @classmethod
    def __enter__(cls):
        return 'in'

    @staticmethod
    def __exit__(*args):
        print('out', args)
        return True


print(list(Both()), list(reversed(Both())), [*zip(Both(), 'x')], 'Both' in Both())
with Both() as found:
    print(found)
