"""What an object is: the `is...` functions of `inspect`, members and documentation."""
import types
from _stockade import guest_getattr as _guest_getattr
from collections import namedtuple


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    """Whether it is a function bound to an object."""
    return isinstance(object, types.MethodType)


def isfunction(object):
    """Whether it was made by `def` or `lambda`."""
    return isinstance(object, types.FunctionType)


def isbuiltin(object):
    """Whether it is a native function or a bound native method."""
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType)


def isroutine(object):
    """Whether it is any kind of function or method."""
    return (isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object)
            or isinstance(object, types.MethodWrapperType))


def ismethoddescriptor(object):
    """Whether it has `__get__` but no `__set__`, and is no function, method or class."""
    from functools import partial
    if isclass(object) or ismethod(object) or isfunction(object) or ismethodwrapper(object) or isinstance(object, partial):
        return False
    kind = type(object)
    return not isbuiltin(object) and hasattr(kind, '__get__') and not isdatadescriptor(object)


def isdatadescriptor(object):
    """Whether it has `__set__` or `__delete__`."""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    kind = type(object)
    return kind is types.GetSetDescriptorType or hasattr(kind, '__set__') or hasattr(kind, '__delete__')


def ismemberdescriptor(object):
    """Whether it is a slot."""
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def _inner(f):
    from functools import partial
    while isinstance(f, (types.MethodType, partial)):
        f = f.__func__ if isinstance(f, types.MethodType) else f.func
    return f


def _function_kind(f):
    """'generator', 'coroutine', 'async_generator' or ''."""
    f = _inner(f)
    if not isfunction(f):
        return ''
    flags = f.__code__.co_flags
    return 'generator' if flags & 0x20 else 'coroutine' if flags & 0x80 else 'async_generator' if flags & 0x200 else ''


_marked_coroutine = []


def isgeneratorfunction(obj):
    return _function_kind(obj) == 'generator'


def iscoroutinefunction(obj):
    f = _inner(obj)
    return _function_kind(f) == 'coroutine' or getattr(f, '_is_coroutine_marker', None) is _marked_coroutine


def markcoroutinefunction(func):
    """Make `iscoroutinefunction` say yes."""
    _inner(func)._is_coroutine_marker = _marked_coroutine
    return func


def isasyncgenfunction(obj):
    return _function_kind(obj) == 'async_generator'


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isawaitable(object):
    """Whether it can be awaited."""
    return iscoroutine(object) or hasattr(type(object), '__await__')


def isabstract(object):
    """Whether it is a class with abstract methods left."""
    if not isclass(object):
        return False
    if '__abstractmethods__' in object.__dict__:
        return bool(getattr(object, '__abstractmethods__', None))
    from abc import ABCMeta
    if not isinstance(object, ABCMeta):
        return False
    # `ABCMeta` has not processed the class yet: `__init_subclass__` calls this function.
    if any(getattr(value, '__isabstractmethod__', False) for value in object.__dict__.values()):
        return True
    return any(getattr(getattr(object, name, None), '__isabstractmethod__', False)
               for base in object.__bases__ for name in getattr(base, '__abstractmethods__', ()))


def getmro(cls):
    """The classes that are searched for attributes, in order."""
    return cls.__mro__


def _shown_dict(cls):
    """What the program may read of the dict of a class."""
    try:
        return _guest_getattr(cls, '__dict__')
    except AttributeError:
        return {}


def _members(object, predicate, getter):
    mro = getmro(object) if isclass(object) else ()
    names = dir(object)
    for base in getattr(object, '__bases__', ()) if isclass(object) else ():
        for name, value in base.__dict__.items():
            if getattr(type(value), '_redirects_', False):
                names.append(name)
    results, seen = [], set()
    for name in names:
        try:
            value = getter(object, name)
            if name in seen:
                raise AttributeError
        except AttributeError:
            for base in mro:
                shown = _shown_dict(base)
                if name in shown:
                    value = shown[name]
                    break
            else:
                continue
        if not predicate or predicate(value):
            results.append((name, value))
        seen.add(name)
    results.sort(key=lambda pair: pair[0])
    return results


def getmembers(object, predicate=None):
    """(name, value) of all members, those that a function accepts."""
    return _members(object, predicate, _guest_getattr)


def getmembers_static(object, predicate=None):
    """As `getmembers`, without running descriptors."""
    return _members(object, predicate, getattr_static)


_none = object()


def _type_dict(cls):
    return getattr(cls, '__dict__')


def _type_mro(cls):
    return getattr(cls, '__mro__')


def _plain_dict(cls):
    """Whether `__dict__` of instances is what it always is."""
    for base in _type_mro(cls):
        found = _type_dict(base).get('__dict__', _none)
        if found is not _none and base is not type and base is not object:
            return type(found).__name__ == 'getset_descriptor'
    return True


def getattr_static(obj, attr, default=_none):
    """An attribute as it is stored, without descriptors or `__getattr__`."""
    own = _none
    kind = type(obj)
    # Uses the type, because `isinstance` would run the `__class__` property of the object.
    if type in _type_mro(kind):
        places = _type_mro(obj)
        for base in places:
            if attr in _type_dict(base):
                own = _type_dict(base)[attr]
                break
    else:
        if types.ModuleType in _type_mro(kind):
            own = vars(obj).get(attr, _none)
        elif _plain_dict(kind):
            try:
                stored = object.__getattribute__(obj, '__dict__')
            except AttributeError:
                stored = {}
            if isinstance(stored, dict):
                own = dict.get(stored, attr, _none)
    found = _none
    for base in _type_mro(kind):
        if attr in _type_dict(base):
            found = _type_dict(base)[attr]
            break
    if own is not _none and found is not _none and _is_data(found):
        return found
    if own is not _none:
        return own
    if found is not _none:
        return found
    if default is not _none:
        return default
    raise AttributeError(attr)


def _is_data(found):
    kind = type(found)
    names = [name for base in _type_mro(kind) for name in _type_dict(base)]
    return '__get__' in names and ('__set__' in names or '__delete__' in names)


def cleandoc(doc):
    """A documentation string without the indentation it has in the source."""
    lines = doc.expandtabs().split('\n')
    margin = min((len(line) - len(line.lstrip(' ')) for line in lines[1:] if line.strip(' ')), default=0)
    lines = [lines[0].lstrip(' ')] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def getdoc(object):
    """The documentation of an object, its own or inherited."""
    doc = getattr(object, '__doc__', None)
    if doc is None:
        doc = _inherited_doc(object)
    return cleandoc(doc) if isinstance(doc, str) else None


def _class_of(function):
    """The class a function was written in, found by its name; None where there is no way to it."""
    import sys
    found = sys.modules.get(function.__module__)
    for name in function.__qualname__.split('.')[:-1]:
        found = getattr(found, name, None)
    return found if isclass(found) else None


def _inherited_doc(obj):
    if isclass(obj):
        for base in obj.__mro__[1:]:
            if base is not object and base.__doc__ is not None:
                return base.__doc__
        return None
    cls = None
    if ismethod(obj):
        name, cls = obj.__func__.__name__, obj.__self__ if isclass(obj.__self__) else type(obj.__self__)
    elif ismemberdescriptor(obj):
        slots = getattr(obj.__objclass__, '__slots__', None)
        return slots.get(obj.__name__) if isinstance(slots, dict) else None
    else:
        function = obj.fget if isinstance(obj, property) else obj
        if isfunction(function):
            name, cls = function.__name__, _class_of(function)
            if getattr(cls, name, None) is not obj:
                return None
    if cls is not None:
        for base in cls.__mro__:
            if name in base.__dict__:
                doc = getattr(base.__dict__[name], '__doc__', None)
                if doc is not None:
                    return doc
    return None


def getmodule(object, _filename=None):
    """The module an object belongs to."""
    if ismodule(object):
        return object
    import sys
    if getattr(object, '__module__', None) == 'builtins':
        import builtins
        return builtins
    return sys.modules.get(getattr(object, '__module__', None))


Attribute = namedtuple('Attribute', 'name kind defining_class object', module='inspect')


def classify_class_attrs(cls):
    """What each attribute of a class is and where it comes from."""
    classes = (cls, *getmro(cls))
    metas = tuple(kind for kind in getmro(type(cls)) if kind not in (type, object))
    names = dir(cls)
    for base in getmro(cls):
        for name, value in base.__dict__.items():
            if getattr(type(value), '_redirects_', False) and value.fget is not None:
                names.append(name)
    out, seen = [], set()
    for name in names:
        home = got = stored = None
        if name not in seen and name != '__dict__':
            try:
                got = getattr(cls, name)
            except Exception:
                pass
            else:
                home = _origin(cls, name, got, classes, metas)
        for base in (*classes, *metas):
            if name in base.__dict__:
                stored = base.__dict__[name]
                if home not in metas:
                    home = base
                break
        if home is None:
            continue
        value = stored if got is None else got
        if isinstance(stored, (staticmethod, types.BuiltinFunctionType)):
            kind, value = 'static method', stored
        elif isinstance(stored, classmethod):
            kind, value = 'class method', stored
        elif isinstance(stored, property):
            kind, value = 'property', stored
        elif isroutine(value):
            kind = 'method'
        else:
            kind = 'data'
        out.append(Attribute(name, kind, home, value))
        seen.add(name)
    return out


def _origin(cls, name, got, classes, metas):
    """The class that an attribute that was computed comes from."""
    home = getattr(got, '__objclass__', None)
    if home in classes:
        return home
    home = None
    for one in classes:
        if getattr(one, name, None) is got:
            home = one
    for one in metas:
        try:
            computed = one.__getattr__(cls, name)
        except AttributeError:
            continue
        if computed is got:
            home = one
    return home


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = (
    'GEN_CREATED', 'GEN_RUNNING', 'GEN_SUSPENDED', 'GEN_CLOSED')
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = (
    'CORO_CREATED', 'CORO_RUNNING', 'CORO_SUSPENDED', 'CORO_CLOSED')
AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED, AGEN_CLOSED = (
    'AGEN_CREATED', 'AGEN_RUNNING', 'AGEN_SUSPENDED', 'AGEN_CLOSED')


def _state(running, suspended, alive, prefix):
    if running:
        return prefix + '_RUNNING'
    if suspended:
        return prefix + '_SUSPENDED'
    return prefix + ('_CREATED' if alive else '_CLOSED')


def _alive(obj):
    try:
        from _stockade import is_finished
        return not is_finished(obj)
    except ImportError:
        return getattr(obj, 'gi_frame', getattr(obj, 'cr_frame', None)) is not None


def getgeneratorstate(generator):
    """Whether a generator was begun, waits or is done."""
    return _state(generator.gi_running, generator.gi_suspended, _alive(generator), 'GEN')


def getcoroutinestate(coroutine):
    """Whether a coroutine was begun, waits or is done."""
    return _state(coroutine.cr_running, coroutine.cr_suspended, _alive(coroutine), 'CORO')


def getasyncgenstate(agen):
    """Whether an asynchronous generator was begun, waits or is done."""
    return _state(agen.ag_running, agen.ag_suspended, agen.ag_frame is not None, 'AGEN')


def _locals_of(obj, kind, frame):
    if not kind(obj):
        raise TypeError(f'{obj!r} is not a Python generator')
    frame = getattr(obj, frame, None)
    return {} if frame is None else dict(frame.f_locals)


def getgeneratorlocals(generator):
    """The local variables of a generator that waits."""
    return _locals_of(generator, isgenerator, 'gi_frame')


def getcoroutinelocals(coroutine):
    """The local variables of a coroutine that waits."""
    frame = getattr(coroutine, 'cr_frame', None)
    return {} if frame is None else dict(frame.f_locals)


def getasyncgenlocals(agen):
    """The local variables of an asynchronous generator that waits."""
    if not isasyncgen(agen):
        raise TypeError(f'{agen!r} is not a Python async generator')
    frame = getattr(agen, 'ag_frame', None)
    return {} if frame is None else dict(frame.f_locals)


ClosureVars = namedtuple('ClosureVars', 'nonlocals globals builtins unbound', module='inspect')


def getclosurevars(func):
    """What the names of a function that are not its own stand for now."""
    import builtins
    import sys
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError(f'{func!r} is not a Python function')
    code = func.__code__
    outer = {}
    for name, cell in zip(code.co_freevars, func.__closure__ or ()):
        try:
            outer[name] = cell.cell_contents
        except ValueError:
            pass
    space = vars(sys.modules.get(func.__module__, sys))
    known = space.get('__builtins__', builtins)
    known = vars(known) if ismodule(known) else known
    shared, built, unbound = {}, {}, set()
    for name in code.co_names:
        if name in ('None', 'True', 'False'):
            continue
        if name in space:
            shared[name] = space[name]
        elif name in known:
            built[name] = known[name]
        else:
            unbound.add(name)
    return ClosureVars(outer, shared, built, unbound)
