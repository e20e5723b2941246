# What bound methods of builtin types take; messages of import errors; a typecode of another class.
import inspect
for f in ((1).__add__, object().__repr__, 'a'.__len__, [].__iter__, [].append, (1).__abs__, {}.get, object().__init__, int.__add__, None.__bool__, None.__repr__):
    try: print(inspect.signature(f))
    except ValueError as e: print(str(e)[:20])
import array, enum
class E(str, enum.Enum): I = 'i'
a = array.array(E.I, [1]); print(a, a.typecode)
for e in (ImportError('m', 'n'), ImportError('m'), ImportError(), ModuleNotFoundError('a', 'b'), ImportError('m', name='x'), SyntaxError('m', ('f', 1, 2, 't'))):
    print(repr(e.msg), e)
