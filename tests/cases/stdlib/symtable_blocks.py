"""`symtable`: the blocks of a program and what each name is in them."""
import symtable

SOURCE = '''
import os.path, sys as system
from math import *
count = 0
note: int
class Shape(Base, metaclass=Meta):
    sides = 3
    __private = 1
    def area(self, scale=count, *rest, unit: str = 'm', **more):
        global count, made
        made = count = 1
        total = [self.side * x for x in rest if (last := x)]
        def inner():
            nonlocal total
            total = scale
            return lambda q: q + last + super().area()
        return inner, (y for y in more), {k: lambda: k for k in more}
    @classmethod
    def build[T: int](cls, value: T = 1) -> T: ...
    async def wait(self): await self.area()
    made_by = (n for n in [])
type Pair[A, *B, **C] = tuple[A, *B]
type Plain = int
class Box[T]:
    item: T
try:
    pass
except Error as problem:
    del problem
match count:
    case {'a': found, **others}: pass
    case [first, *remaining] as whole: pass
'''


def shown(table, depth=0):
    print('  ' * depth + repr(table), table.get_type(), table.get_lineno(), table.is_nested(), table.is_optimized())
    for symbol in sorted(table.get_symbols(), key=lambda symbol: symbol.get_name()):
        asked = [name for name in ('referenced', 'parameter', 'global', 'nonlocal', 'declared_global', 'local', 'annotated', 'free',
                                   'imported', 'assigned', 'namespace') if getattr(symbol, 'is_' + name)()]
        print('  ' * depth + ' ', symbol, *asked, len(symbol.get_namespaces()))
    if isinstance(table, symtable.Function):
        print('  ' * depth + ' ', *[sorted(names) for names in (table.get_parameters(), table.get_locals(), table.get_globals(),
                                                                table.get_nonlocals(), table.get_frees())])
    if isinstance(table, symtable.Class):
        print('  ' * depth + ' ', table.get_methods())
    for child in table.get_children():
        shown(child, depth + 1)


top = symtable.symtable(SOURCE, 'shapes.py', 'exec')
shown(top)
shape = top.lookup('Shape').get_namespace()
print(shape is top.lookup('Shape').get_namespaces()[0], shape in top.get_children(), top.has_children(), len(top.get_identifiers()) > 9)
for wrong in (lambda: top.lookup('missing'), lambda: top.lookup('count').get_namespace(), lambda: symtable.symtable('x', 'f', 'what'),
              lambda: symtable.symtable('def f(x): global x', 'f', 'exec'), lambda: symtable.symtable('(', 'f', 'eval'),
              lambda: symtable.symtable('1', [], 'exec')):
    try:
        wrong()
    except (KeyError, ValueError, SyntaxError, TypeError) as error:
        print(type(error).__name__, error)
shown(symtable.symtable('x + 1', 'f', 'eval'))
