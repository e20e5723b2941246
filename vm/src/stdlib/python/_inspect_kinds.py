"""What an object is: the `is...` functions of `inspect`, members and documentation."""
import types
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
    if isclass(object) or ismethod(object) or isfunction(object) or isinstance(object, partial):
        return False
    kind = type(object)
    return hasattr(kind, '__get__') and not hasattr(kind, '__set__') and not hasattr(kind, '__delete__')


def isdatadescriptor(object):
    """Whether it has `__set__` or `__delete__`."""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    kind = type(object)
    return hasattr(kind, '__set__') or hasattr(kind, '__delete__')


def ismemberdescriptor(object):
    """Whether it is a slot."""
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    """There are no frames to look at."""
    return False


def iscode(object):
    """There are no code objects to look at."""
    return False


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
    try:
        from _stockade import function_kind
        return function_kind(f)
    except ImportError:
        flags = f.__code__.co_flags
        return ('generator' if flags & 0x20 else 'coroutine' if flags & 0x80
                else 'async_generator' if flags & 0x200 else '')


_marked_coroutine = []


def isgeneratorfunction(obj):
    return _function_kind(obj) == 'generator'


def iscoroutinefunction(obj):
    f = _inner(obj)
    return _function_kind(f) == 'coroutine' or getattr(f, '_is_coroutine_mark', None) is _marked_coroutine


def markcoroutinefunction(func):
    """Make `iscoroutinefunction` say yes."""
    _inner(func)._is_coroutine_mark = _marked_coroutine
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
    return isclass(object) and bool(getattr(object, '__abstractmethods__', None))


def getmro(cls):
    """The classes that are searched for attributes, in order."""
    return cls.__mro__


def _members(object, predicate, getter):
    mro = getmro(object) if isclass(object) else ()
    names = dir(object)
    for base in getattr(object, '__bases__', ()) if isclass(object) else ():
        for name, value in base.__dict__.items():
            if isinstance(value, types.DynamicClassAttribute):
                names.append(name)
    results, seen = [], set()
    for name in names:
        try:
            value = getter(object, name)
            if name in seen:
                raise AttributeError
        except AttributeError:
            for base in mro:
                if name in base.__dict__:
                    value = base.__dict__[name]
                    break
            else:
                continue
        if predicate is None or predicate(value):
            results.append((name, value))
        seen.add(name)
    results.sort(key=lambda pair: pair[0])
    return results


def getmembers(object, predicate=None):
    """(name, value) of all members, those that a function accepts."""
    return _members(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    """As `getmembers`, without running descriptors."""
    return _members(object, predicate, getattr_static)


_none = object()


def getattr_static(obj, attr, default=_none):
    """An attribute as it is stored, without descriptors or `__getattr__`."""
    if isinstance(obj, type):
        places = [*obj.__mro__, *type(obj).__mro__]
    else:
        places = type(obj).__mro__
        own = getattr(obj, '__dict__', None)
        if isinstance(own, dict) and attr in own:
            for base in places:
                if attr in base.__dict__ and isdatadescriptor(base.__dict__[attr]):
                    return base.__dict__[attr]
            return own[attr]
    for base in places:
        if attr in base.__dict__:
            return base.__dict__[attr]
    if default is _none:
        raise AttributeError(attr)
    return default


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


def _inherited_doc(obj):
    if isclass(obj):
        for base in obj.__mro__[1:]:
            if base is not object and base.__doc__ is not None:
                return base.__doc__
        return None
    if ismethod(obj):
        name, cls = obj.__func__.__name__, obj.__self__ if isclass(obj.__self__) else type(obj.__self__)
        for base in cls.__mro__:
            found = base.__dict__.get(name)
            doc = getattr(found, '__doc__', None)
            if doc is not None:
                return doc
    return None


def getmodule(object, _filename=None):
    """The module an object belongs to."""
    if ismodule(object):
        return object
    import sys
    return sys.modules.get(getattr(object, '__module__', None))


Attribute = namedtuple('Attribute', 'name kind defining_class object')


def classify_class_attrs(cls):
    """What each attribute of a class is and where it comes from."""
    out = []
    for name in dir(cls):
        for base in [*cls.__mro__, *type(cls).__mro__]:
            if name in base.__dict__:
                break
        else:
            continue
        value = base.__dict__[name]
        if isinstance(value, staticmethod):
            kind, value = 'static method', value
        elif isinstance(value, classmethod):
            kind = 'class method'
        elif isinstance(value, property):
            kind = 'property'
        elif isroutine(value):
            kind = 'method'
        else:
            kind = 'data'
        out.append(Attribute(name, kind, base, value))
    return out


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = (
    'GEN_CREATED', 'GEN_RUNNING', 'GEN_SUSPENDED', 'GEN_CLOSED')
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = (
    'CORO_CREATED', 'CORO_RUNNING', 'CORO_SUSPENDED', 'CORO_CLOSED')


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
