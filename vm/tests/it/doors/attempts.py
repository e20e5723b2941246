# Tries every door through every function of one module: `doors.rs` puts the name of the module in place of MODULE, and the names that
# `exceptions.txt` lists for it in place of SKIPPED. Only what a policy denies prints PWNED.
import MODULE as module

MADE = []


def spy(*args, **kwargs):
    MADE.append('called')
    return 'spied'


def f(x='SECRET'):
    """A function whose default is denied to the program."""
    return None


class Other:
    pass


class Victim:
    def __init__(self, *args):
        pass


def steps():
    yield 'SECRET-FRAME'


def annotated(names):
    class Told:
        __module__ = 'MODULE'
    Told.__annotations__ = {name: name for name in names}
    return Told


victim, running = Victim(), steps()
# What runs text of the program judges it (`timeit`, `doctest`), so the text does something that is denied.
TEXT = "print('PW' + 'NED text', (lambda: 0).__code__)"
EXPRESSION = "print('PW' + 'NED expression', (lambda: 0).__code__) or int"
NAMES = ['__class__', '__defaults__', '__subclasses__', 'gi_frame']
DENIED = {'__del__': spy, '__reduce_ex__': spy, '__init_subclass__': spy, '__set_name__': spy}
kind = None
try:
    import io
    kind = type(io.BytesIO(b'x').getbuffer())
except ImportError:
    pass

POSITIONAL = [
    (), (TEXT,), (EXPRESSION,), (TEXT, 'x'), ('x', TEXT), (TEXT, TEXT), ('x', 'x', TEXT), (TEXT.encode(),), ([TEXT],), (TEXT.splitlines(),),
    (f,), (running,), (victim,), (Victim,), (f, running), ({'x': TEXT},), (lambda: TEXT,),
    ('A', (), DENIED), ('A', (Victim,), DENIED), ('A', [], DENIED), ('A', DENIED), (DENIED,), (DENIED.items(),), (list(DENIED.items()),),
    (Victim, DENIED), ('A', ['x'], DENIED), (Victim, '__del__', spy), (victim, '__class__', Other), (f, '__defaults__', ('changed',)),
    (Victim, '__bases__', (Other,)),
    ('{0.__defaults__} {0.gi_frame}', f), ('{x.__defaults__}', {'x': f}),
]
for name in NAMES:
    POSITIONAL += [(name,), (f, name), (name, f), (running, name), (victim, name, Other), ([name],), (f, [name]), (f, (name,)), (f, f, [name])]
if kind is not None:
    POSITIONAL += [(kind,), (kind, b'x'), (kind, [b'x']), ([b'x'], kind), (b'x', kind)]
if 'callables' in SKIPPED:
    POSITIONAL = [args for args in POSITIONAL if args and not any(callable(arg) for arg in args)]
# What methods are tried with.
FEW = [args for args in POSITIONAL if len(args) < 3 and not any(type(arg) in (list, bytes) for arg in args)]
KEYWORDS = [{}, {'__class__': Other, '__defaults__': ('changed',)}, {'spec': f}, {'key': kind}, {'globals': {}, 'number': 1}, {'namespace': DENIED}]


try:
    vars(Victim)

    def own(cls, name):
        """The special method that a class defines itself."""
        try:
            return vars(cls).get(name)
        except Exception:
            # Of a builtin type.
            return None
except NameError:
    # The policy denies `vars`. Each attempt also defines `__del__`, which no base has.
    def own(cls, name):
        return spy if name == '__del__' and name in dir(cls) else None


def shown(value, depth=0):
    """Whether what a function gave holds something denied."""
    if depth > 3:
        return None
    name = type(value).__name__
    if name in ('frame', 'code') or (kind is not None and type(value) is kind and depth == 0):
        return name
    if isinstance(value, str):
        return 'default' if value in ('SECRET', "('SECRET',)") else None
    if type(value) in (list, tuple, set, frozenset):
        return next((found for item in list(value)[:20] if (found := shown(item, depth + 1))), None)
    if type(value) is dict:
        if '__builtins__' in value or 'POSITIONAL' in value:
            return 'namespace'
        return next((found for item in list(value.values())[:20] if (found := shown(item, depth + 1))), None)
    if isinstance(value, type):
        return next((f'class with {name}' for name in DENIED if own(value, name) is spy), None)
    return None


def changed():
    """What was changed that may not be."""
    if type(victim) is not Victim:
        return 'class'
    if issubclass(Victim, Other):
        return 'bases'
    if any(own(Victim, name) for name in DENIED):
        return 'definition'
    return 'default' if f.__name__ == 'changed' else None


def attempt(told, call, args, kwargs):
    MADE.clear()
    try:
        made = call(*args, **kwargs)
        if type(made).__name__ in ('generator', 'map', 'filter', 'starmap', 'chain'):
            made = [item for item, _ in zip(made, range(3))]
        elif callable(made) and not isinstance(made, type) and made is not spy and made is not f and 'Mock' not in type(made).__name__:
            for given in ((), (f,), (b'x',), (Victim,)):
                try:
                    inner = made(*given)
                except BaseException:
                    continue
                if (found := shown(inner)) and not (found == 'memoryview' and kind not in args):
                    print('PWNED', told, repr(args)[:80], found)
    except BaseException:
        # Also what `unittest.main` and tasks that are cancelled raise.
        made = None
    found = shown(made)
    if found == 'memoryview' and kind not in args:
        found = None
    if found or (found := changed()):
        print('PWNED', told, repr(args)[:80], repr(kwargs)[:60], found)
        return made
    return made


def derived(told, base):
    """Classes from what the library gives as a base: one with a method, one with annotations that are read elsewhere."""
    try:
        class Made(base):
            x: int

            def __reduce_ex__(self, protocol):
                return 'PWNED'
    except Exception:
        pass
    else:
        if own(Made, '__reduce_ex__'):
            print('PWNED', told, 'as a base')


def tried(told, call):
    instances = []
    for args in POSITIONAL:
        for kwargs in KEYWORDS if len(args) < 1 else KEYWORDS[:1]:
            made = attempt(told, call, args, kwargs)
            if isinstance(call, type) and type(made) is call and len(instances) < 2:
                instances.append(made)
    return instances


try:
    from typing import get_type_hints
except ImportError:
    get_type_hints = None
# Private names of the library in a hint: a hint gives no more than reading them from the module does, and what they are good for asks too.
for name in ['_lookup', '_namespace', '_define', 'define', '_guest_getattr', '_guest_setattr', '_stockade', '_services'] if get_type_hints else ():
    try:
        hinted = get_type_hints(annotated([name]))[name]
    except Exception:
        continue
    try:
        is_readable = getattr(module, name) is hinted
    except Exception:
        is_readable = False
    if not is_readable:
        print('PWNED', hinted, 'by a hint')
    for args in [('def made():\n ' + TEXT, 'made', {}), (TEXT, 'x', {}), (f, '__defaults__'), (running, 'gi_frame'), (f, '__defaults__', ('changed',)),
                 (Victim, '__del__', spy)]:
        if callable(hinted):
            attempt(name, hinted, args, {})

for name in dir(module):
    if name[:1] == '_' or name in SKIPPED:
        continue
    try:
        found = getattr(module, name)
    except AttributeError:
        continue
    if not callable(found):
        continue
    derived(name, found)
    for instance in tried(name, found):
        for part in dir(type(instance)):
            if part[:2] == '__' or f'{name}.{part}' in SKIPPED:
                continue
            try:
                method = getattr(instance, part)
            except Exception:
                continue
            if callable(method):
                for args in FEW:
                    attempt(f'{name}.{part}', method, args, {})
# A line of its own, whatever was printed before. Warnings at the end may follow.
print('\ntried')
