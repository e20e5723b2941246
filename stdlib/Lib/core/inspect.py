"""What objects are, and how functions are called: signatures, kinds, members, documentation.

What is known about a function comes from the VM: `_stockade.parameters(f)` is a list of (name, kind),
kinds numbered as here; `_stockade.function_kind(f)` is '', 'generator', 'coroutine' or
'async_generator'; `_stockade.native_signature(f)` is the text of a native function's signature.
There are no frames, no code objects and no source files to look at.
"""
import types
from collections import OrderedDict, namedtuple
from enum import IntEnum, IntFlag
from _inspect_kinds import (ClosureVars, getasyncgenlocals, getclosurevars, getcoroutinelocals, getgeneratorlocals,
                            _function_kind, classify_class_attrs, cleandoc, getattr_static, getdoc, getmembers,
                            getmembers_static, getmodule, getmro, isabstract, isasyncgen, isasyncgenfunction,
                            isawaitable, isbuiltin, isclass, iscode, iscoroutine, iscoroutinefunction,
                            isdatadescriptor, isframe, isfunction, isgenerator, isgeneratorfunction,
                            isgetsetdescriptor, ismemberdescriptor, ismethod, ismethoddescriptor,
                            ismethodwrapper, ismodule, isroutine, istraceback, markcoroutinefunction,
                            Attribute, CORO_CLOSED, CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, GEN_CLOSED,
                            GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, AGEN_CLOSED, AGEN_CREATED, AGEN_RUNNING, AGEN_SUSPENDED,
                            getasyncgenstate, getcoroutinestate, getgeneratorstate)

# The bits of `co_flags`.
CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_NOFREE, CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 64, 128, 256, 512
TPFLAGS_IS_ABSTRACT = 1 << 20

__all__ = ['AGEN_CLOSED', 'AGEN_CREATED', 'AGEN_RUNNING', 'AGEN_SUSPENDED', 'CORO_CLOSED', 'CORO_CREATED', 'CORO_RUNNING', 'CORO_SUSPENDED',
           'CO_ASYNC_GENERATOR', 'CO_COROUTINE', 'CO_GENERATOR', 'CO_ITERABLE_COROUTINE', 'CO_NESTED', 'CO_NEWLOCALS', 'CO_NOFREE', 'CO_OPTIMIZED',
           'CO_VARARGS', 'CO_VARKEYWORDS', 'GEN_CLOSED', 'GEN_CREATED', 'GEN_RUNNING', 'GEN_SUSPENDED', 'TPFLAGS_IS_ABSTRACT',
           'getasyncgenstate', 'Arguments', 'ClosureVars', 'FrameInfo', 'Traceback', 'findsource', 'getargs', 'getargvalues', 'getasyncgenlocals', 'getblock',
           'getclosurevars', 'getcomments', 'getcoroutinelocals', 'getfile', 'getframeinfo', 'getgeneratorlocals', 'getinnerframes',
           'getouterframes', 'getsourcefile', 'getsourcelines', 'indentsize', 'ArgInfo', 'Attribute', 'BoundArguments', 'FullArgSpec', 'Parameter', 'Signature', 'classify_class_attrs',
           'cleandoc', 'currentframe', 'formatannotation', 'get_annotations', 'getattr_static', 'getcallargs',
           'getcoroutinestate', 'getdoc', 'getfullargspec', 'getgeneratorstate', 'getmembers',
           'getmembers_static', 'getmodule', 'getmodulename', 'getmro', 'getsource', 'isabstract',
           'isasyncgen', 'isasyncgenfunction', 'isawaitable', 'isbuiltin', 'isclass', 'iscode',
           'iscoroutine', 'iscoroutinefunction', 'isdatadescriptor', 'isframe', 'isfunction',
           'isgenerator', 'isgeneratorfunction', 'isgetsetdescriptor', 'ismemberdescriptor', 'ismethod',
           'ismethoddescriptor', 'ismethodwrapper', 'ismodule', 'isroutine', 'istraceback',
           'markcoroutinefunction', 'signature', 'stack', 'trace', 'unwrap', 'BufferFlags', 'ClassFoundException', 'EndOfBlock',
           'formatannotationrelativeto', 'formatargvalues', 'getabsfile', 'getclasstree', 'getlineno', 'walktree']


_void = object()


class _empty:
    """Marks that there is no default or annotation."""


class _ParameterKind(IntEnum):
    POSITIONAL_ONLY = 'positional-only'
    POSITIONAL_OR_KEYWORD = 'positional or keyword'
    VAR_POSITIONAL = 'variadic positional'
    KEYWORD_ONLY = 'keyword-only'
    VAR_KEYWORD = 'variadic keyword'

    def __new__(cls, description):
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.description = description
        return member

    def __str__(self):
        return self.name


_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD = _ParameterKind


class Parameter:
    """One parameter of a signature."""
    __slots__ = ('_name', '_kind', '_default', '_annotation')
    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            self._kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f'value {kind!r} is not a valid Parameter.kind') from None
        if default is not _empty and self._kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError(f'{self._kind.description} parameters cannot have default values')
        self._default = default
        self._annotation = annotation
        if name is _empty:
            raise ValueError('name is a required attribute for Parameter')
        if not isinstance(name, str):
            raise TypeError(f'name must be a str, not a {type(name).__name__}')
        if name[:1] == '.' and name[1:].isdigit():
            # The argument of the function of a comprehension.
            if self._kind is not _POSITIONAL_OR_KEYWORD:
                raise ValueError(f'implicit arguments must be passed as positional or keyword arguments, not {self._kind.description}')
            self._kind = _POSITIONAL_ONLY
            name = f'implicit{name[1:]}'
        from keyword import iskeyword
        if not name.isidentifier() or iskeyword(name) and self._kind is not _POSITIONAL_ONLY:
            raise ValueError(f'{name!r} is not a valid parameter name')
        self._name = name

    @property
    def name(self):
        return self._name

    @property
    def default(self):
        return self._default

    @property
    def annotation(self):
        return self._annotation

    @property
    def kind(self):
        return self._kind

    def __reduce__(self):
        return type(self), (self._name, self._kind), {'_default': self._default, '_annotation': self._annotation}

    def __setstate__(self, state):
        self._default = state['_default']
        self._annotation = state['_annotation']

    def replace(self, *, name=_void, kind=_void, annotation=_void, default=_void):
        """A copy with some things changed."""
        return type(self)(self._name if name is _void else name, self._kind if kind is _void else kind,
                          default=self._default if default is _void else default,
                          annotation=self._annotation if annotation is _void else annotation)

    __replace__ = replace

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text = f'{text}: {formatannotation(self._annotation)}'
        if self._default is not _empty:
            text = f'{text} = {self._default!r}' if self._annotation is not _empty else f'{text}={self._default!r}'
        if self._kind is _VAR_POSITIONAL:
            return '*' + text
        return '**' + text if self._kind is _VAR_KEYWORD else text

    def __repr__(self):
        return f'<{self.__class__.__name__} "{self}">'

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Parameter):
            return NotImplemented
        return ((self._name, self._kind, self._default, self._annotation)
                == (other._name, other._kind, other._default, other._annotation))


def formatannotation(annotation, base_module=None):
    """An annotation as signatures show it."""
    if getattr(annotation, '__module__', None) == 'typing':
        from re import sub
        return sub(r'[\w.]+', lambda found: found[0].removeprefix('typing.'), repr(annotation))
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ('builtins', base_module):
            return annotation.__qualname__
        return annotation.__module__ + '.' + annotation.__qualname__
    return repr(annotation)


class BoundArguments:
    """Arguments by the names of the parameters they are for."""
    __slots__ = ('arguments', '_signature', '__weakref__')

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    @property
    def signature(self):
        return self._signature

    @property
    def args(self):
        args = []
        for name, p in self._signature.parameters.items():
            if p.kind in (_VAR_KEYWORD, _KEYWORD_ONLY) or name not in self.arguments:
                break
            if p.kind == _VAR_POSITIONAL:
                args.extend(self.arguments[name])
            else:
                args.append(self.arguments[name])
        return tuple(args)

    @property
    def kwargs(self):
        kwargs, by_name = {}, False
        for name, p in self._signature.parameters.items():
            if not by_name:
                if p.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    by_name = True
                elif name not in self.arguments:
                    by_name = True
                    continue
            if not by_name:
                continue
            if name in self.arguments:
                if p.kind == _VAR_KEYWORD:
                    kwargs.update(self.arguments[name])
                else:
                    kwargs[name] = self.arguments[name]
        return kwargs

    def apply_defaults(self):
        """Fill in what was not given."""
        filled = {}
        for name, p in self._signature.parameters.items():
            if name in self.arguments:
                filled[name] = self.arguments[name]
            elif p.default is not _empty:
                filled[name] = p.default
            elif p.kind is _VAR_POSITIONAL:
                filled[name] = ()
            elif p.kind is _VAR_KEYWORD:
                filled[name] = {}
        self.arguments = filled

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __getstate__(self):
        return {'_signature': self._signature, 'arguments': self.arguments}

    def __setstate__(self, state):
        self._signature = state['_signature']
        self.arguments = state['arguments']

    def __repr__(self):
        inner = ', '.join(f'{name}={value!r}' for name, value in self.arguments.items())
        return f'<{self.__class__.__name__} ({inner})>'


class Signature:
    """How something is called: parameters and the annotation of the result."""
    __slots__ = ('_return_annotation', '_parameters')
    empty = _empty
    _parameter_cls = Parameter
    _bound_arguments_cls = BoundArguments

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        made = OrderedDict()
        top, defaults = _POSITIONAL_ONLY, False
        for p in () if parameters is None else parameters:
            if __validate_parameters__:
                if p.kind < top:
                    raise ValueError(f'wrong parameter order: {top.description} parameter before '
                                     f'{p.kind.description} parameter')
                if p.kind > top:
                    top = p.kind
                if p.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                    if p.default is not _empty:
                        defaults = True
                    elif defaults:
                        raise ValueError('non-default argument follows default argument')
                if p.name in made:
                    raise ValueError(f'duplicate parameter name: {p.name!r}')
                if p.kind in (_VAR_POSITIONAL, _VAR_KEYWORD) and any(q.kind == p.kind for q in made.values()):
                    raise ValueError(f'more than one {p.kind.description} parameter')
            made[p.name] = p
        self._parameters = types.MappingProxyType(made)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        found = _signature_of(obj, follow_wrapped, cls)
        return _evaluated(found, obj, globals, locals) if eval_str else found

    @property
    def parameters(self):
        return self._parameters

    @property
    def return_annotation(self):
        return self._return_annotation

    def replace(self, *, parameters=_void, return_annotation=_void):
        """A copy with some things changed."""
        return type(self)(self._parameters.values() if parameters is _void else parameters,
                          return_annotation=self._return_annotation if return_annotation is _void else return_annotation)

    __replace__ = replace

    def __reduce__(self):
        return type(self), (tuple(self._parameters.values()),), {'_return_annotation': self._return_annotation}

    def __setstate__(self, state):
        self._return_annotation = state['_return_annotation']

    def _key(self):
        ordered = tuple(p for p in self._parameters.values() if p.kind != _KEYWORD_ONLY)
        by_name = {p.name: p for p in self._parameters.values() if p.kind == _KEYWORD_ONLY}
        return ordered, by_name, self._return_annotation

    def __hash__(self):
        ordered, by_name, result = self._key()
        return hash((ordered, frozenset(by_name.values()), result))

    def __eq__(self, other):
        if self is other:
            return True
        return self._key() == other._key() if isinstance(other, Signature) else NotImplemented

    def bind(self, /, *args, **kwargs):
        """Which argument is for which parameter; TypeError when they do not fit."""
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        """As `bind`, some may be missing."""
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        arguments, todo, kwargs = {}, list(self._parameters.values()), dict(kwargs)
        given, star_kwargs, starred = list(args), None, False
        while todo:
            p = todo[0]
            if not given or p.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                break
            todo.pop(0)
            if p.kind == _VAR_POSITIONAL:
                arguments[p.name] = tuple(given)
                given, starred = [], True
            else:
                if p.name in kwargs and p.kind != _POSITIONAL_ONLY:
                    raise TypeError(f'multiple values for argument {p.name!r}') from None
                arguments[p.name] = given.pop(0)
        if given:
            raise TypeError('too many positional arguments') from None
        positional_by_name = []
        first = todo[0] if todo else None
        for p in todo:
            if p.kind == _VAR_KEYWORD:
                star_kwargs = p
            elif p.kind == _VAR_POSITIONAL:
                continue
            elif p.kind == _POSITIONAL_ONLY:
                if p.name in kwargs:
                    positional_by_name.append(p)
                    continue
                if p.default is _empty and not partial:
                    raise TypeError(f'missing a required argument: {p.name!r}') from None
            elif p.name in kwargs:
                arguments[p.name] = kwargs.pop(p.name)
            elif p.default is _empty and not partial:
                kind = ' keyword-only' if p is first and p.kind == _KEYWORD_ONLY and not starred else ''
                raise TypeError(f'missing a required{kind} argument: {p.name!r}') from None
        if kwargs:
            if star_kwargs is not None:
                arguments[star_kwargs.name] = kwargs
            elif positional_by_name:
                names = ', '.join([p.name for p in positional_by_name])
                raise TypeError(f'got some positional-only arguments passed as keyword arguments: {names!r}')
            else:
                raise TypeError(f'got an unexpected keyword argument {next(iter(kwargs))!r}')
        return self._bound_arguments_cls(self, arguments)

    def __repr__(self):
        return f'<{self.__class__.__name__} {self}>'

    def __str__(self):
        return self.format()

    def format(self, *, max_width=None):
        """The signature as it would be written."""
        parts, slash, star = [], False, True
        for p in self._parameters.values():
            if p.kind == _POSITIONAL_ONLY:
                slash = True
            elif slash:
                parts.append('/')
                slash = False
            if p.kind == _VAR_POSITIONAL:
                star = False
            elif p.kind == _KEYWORD_ONLY and star:
                parts.append('*')
                star = False
            parts.append(str(p))
        if slash:
            parts.append('/')
        text = f'({", ".join(parts)})'
        if max_width is not None and len(text) > max_width:
            text = '(\n    ' + ',\n    '.join(parts) + '\n)'
        if self._return_annotation is not _empty:
            text += f' -> {formatannotation(self._return_annotation)}'
        return text


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of a callable."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals, locals=locals, eval_str=eval_str)


def _evaluated(sig, obj, globals, locals):
    """The same with annotations that are texts turned into what they say."""
    inner = unwrap(obj)
    if isinstance(inner, type):
        inner = inner.__init__
    hints = get_annotations(getattr(inner, '__func__', inner), globals=globals, locals=locals, eval_str=True)

    def value(name, note):
        return hints.get(name, note) if isinstance(note, str) else note
    parameters = [p.replace(annotation=value(p.name, p.annotation)) for p in sig.parameters.values()]
    return sig.replace(parameters=parameters, return_annotation=value('return', sig.return_annotation))


def _signature_of(obj, follow_wrapped=True, cls=Signature):
    if not callable(obj):
        raise TypeError(f'{obj!r} is not a callable object')
    if isinstance(obj, types.MethodType):
        return _without_first(_signature_of(obj.__func__, follow_wrapped, cls))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, '__signature__') or isinstance(f, types.MethodType))
        if isinstance(obj, types.MethodType):
            return _signature_of(obj, follow_wrapped, cls)
    given = getattr(obj, '__signature__', None)
    if given is not None:
        if not isinstance(given, (Signature, str)) and callable(given):
            given = given()
        if isinstance(given, str):
            return _of_text(given, cls)
        if not isinstance(given, Signature):
            raise TypeError(f'unexpected object {given!r} in __signature__ attribute')
        return given
    if isinstance(obj, types.FunctionType):
        method = getattr(obj, '__partialmethod__', None)
        if method is not None:
            from functools import partialmethod
            if isinstance(method, partialmethod):
                # Taken from the class, so the object comes as first argument.
                sig = _signature_of(method.func, follow_wrapped, cls)
                first = next(iter(sig.parameters.values()), None)
                rest = _of_partial(sig, _given(method))
                if first is None or first.kind is _VAR_POSITIONAL:
                    return rest
                return rest.replace(parameters=[first, *rest.parameters.values()])
        text = getattr(obj, '__text_signature__', None)
        if isinstance(text, str):
            try:
                return _of_text(text, cls, True, False)
            except (ValueError, SyntaxError) as error:
                raise ValueError(f'{obj!r} builtin has invalid signature') from error
        return _of_function(obj, cls)
    from functools import partial
    if isinstance(obj, partial):
        return _of_partial(_signature_of(obj.func, follow_wrapped, cls), obj)
    if isinstance(obj, type):
        return _of_class(obj, follow_wrapped, cls)
    if _is_like_function(obj):
        return _of_function(obj, cls)
    text = _native_text(obj) if isbuiltin(obj) or ismethoddescriptor(obj) or ismethodwrapper(obj) else None
    if text is not None:
        if obj.__qualname__ in _UNTOLD:
            raise ValueError(f'{obj!r} builtin has invalid signature')
        sig = _of_text(text, cls, ismethoddescriptor(obj))
        if (isbuiltin(obj) or ismethodwrapper(obj)) and not isinstance(getattr(obj, '__self__', None), (types.NoneType, types.ModuleType)):
            # The object of a bound method is already passed.
            first = next(iter(sig.parameters), None)
            if first in ('self', 'cls'):
                return _without_first(sig)
        return sig
    if isbuiltin(obj) or ismethoddescriptor(obj) or ismethodwrapper(obj):
        raise ValueError(f'no signature found for builtin {obj!r}')
    call = _stored(type(obj), '__call__')
    if call is not None:
        # For classes of `operator`, this text describes making an instance and not calling one.
        text = getattr(obj, '__text_signature__', None) if type(obj).__module__ != 'operator' else None
        return _of_text(text, cls) if text else _of_method(call, obj, follow_wrapped, cls)
    raise ValueError(f'callable {obj!r} is not supported by signature')


def _is_like_function(obj):
    """Whether an object of the program has the parts of a function that make its signature."""
    parts = [getattr(obj, name, obj) for name in ('__code__', '__defaults__', '__kwdefaults__')]
    return (isinstance(getattr(obj, '__name__', None), str) and iscode(parts[0]) and (parts[1] is None or isinstance(parts[1], tuple))
            and (parts[2] is None or isinstance(parts[2], dict)) and isinstance(getattr(obj, '__annotations__', None), (dict, type(None))))


def _parameters_of(f):
    """(name, kind) of each parameter, in the order of a signature."""
    code = f.__code__
    names, flags = code.co_varnames, code.co_flags
    positional, by_name = code.co_argcount, code.co_kwonlyargcount
    found = [(n, 0 if i < code.co_posonlyargcount else 1) for i, n in enumerate(names[:positional])]
    at = positional + by_name
    if flags & 4:
        found.append((names[at], 2))
        at += 1
    found += [(n, 3) for n in names[positional:positional + by_name]]
    if flags & 8:
        found.append((names[at], 4))
    return found


def _of_function(f, cls):
    notes = f.__annotations__ or {}
    names = _parameters_of(f)
    defaults = f.__defaults__ or ()
    by_name = f.__kwdefaults__ or {}
    plain = [n for n, kind in names if kind in (0, 1)]
    default_of = dict(zip(plain[len(plain) - len(defaults):], defaults)) if defaults else {}
    default_of.update({n: by_name[n] for n, kind in names if kind == 3 and n in by_name})
    made = [Parameter(n, kind, default=default_of.get(n, _empty), annotation=notes.get(n, _empty))
            for n, kind in names]
    return cls(made, return_annotation=notes.get('return', _empty), __validate_parameters__=False)


def _without_first(sig):
    """The signature of a method from that of its function."""
    ps = list(sig.parameters.values())
    if not ps or ps[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError('invalid method signature')
    if ps[0].kind is not _VAR_POSITIONAL:
        ps = ps[1:]
    return sig.replace(parameters=ps)


def _of_partial(sig, p):
    ps = OrderedDict(sig.parameters)
    try:
        bound = sig.bind_partial(*p.args, **(p.keywords or {}))
    except TypeError as ex:
        raise ValueError(f'partial object {p!r} has incorrect arguments') from ex
    keyword_only = False
    for name, param in list(ps.items()):
        if name in bound.arguments and param.kind not in (_VAR_POSITIONAL, _VAR_KEYWORD):
            value = bound.arguments[name]
            if param.kind is _POSITIONAL_ONLY:
                ps.pop(name)
                continue
            if param.kind is _POSITIONAL_OR_KEYWORD:
                if name in (p.keywords or {}):
                    # From here on, arguments must be passed by name.
                    keyword_only = True
                    ps[name] = param = param.replace(default=value)
                else:
                    ps.pop(name)
                    continue
            else:
                ps[name] = param = param.replace(default=value)
        if keyword_only:
            if param.kind is _POSITIONAL_OR_KEYWORD:
                ps[name] = param.replace(kind=_KEYWORD_ONLY)
                ps.move_to_end(name)
            elif param.kind in (_KEYWORD_ONLY, _VAR_KEYWORD):
                ps.move_to_end(name)
            elif param.kind is _VAR_POSITIONAL:
                ps.pop(name)
    return sig.replace(parameters=ps.values())


# Functions whose defaults CPython cannot show.
_UNTOLD = {'anext', 'dict.pop', 'int.__round__', 'memoryview.cast', 'memoryview.hex', 'str.maketrans', 'bytes.hex', 'bytearray.hex', 'deque.index',
           *(f'{kind}.{name}' for kind in ('str', 'bytes', 'bytearray')
             for name in ('count', 'endswith', 'find', 'index', 'rfind', 'rindex', 'startswith'))}
# CPython's signatures of compiled classes that are made in another way here, or not by calling them.
_TEXTS = {**dict.fromkeys(('builtins.object', 'builtins.NoneType', 'builtins.ellipsis', 'builtins.NotImplementedType', 're.Match', 're.Pattern'), '()'),
          'functools.partial': '(func, /, *args, **keywords)', 'types.SimpleNamespace': '(mapping_or_iterable=(), /, **kwargs)'}
_UNSIGNED = frozenset('''bytearray bytes dict int range slice str super type OrderedDict defaultdict RLock islice repeat date datetime
time timedelta timezone tzinfo array'''.split())
_COMPILED = frozenset('builtins collections _thread itertools datetime array'.split())


def _of_class(obj, follow_wrapped, cls):
    call = _stored(type(obj), '__call__')
    if call is not None:
        return _of_method(call, obj, follow_wrapped, cls)
    text = obj.__dict__.get('__text_signature__') or _TEXTS.get(f'{obj.__module__}.{obj.__qualname__}')
    if isinstance(text, str):
        return _of_text(text, cls)
    for base in obj.__mro__:
        if base.__name__ in _UNSIGNED and base.__module__ in _COMPILED or base is BaseException:
            if base is type and obj is not type:
                raise ValueError(f'callable {obj!r} is not supported by signature')
            what = 'builtin' if obj is type else 'builtin type'
            raise ValueError(f'no signature found for {what} {obj!r}')
        if base.__module__ == 'builtins' and issubclass(base, BaseException):
            continue
        for name in ('__new__', '__init__'):
            if name in base.__dict__ and base is not object:
                method = base.__dict__[name]
                if name == '__new__' and '_field_defaults' in base.__dict__ and issubclass(base, tuple):
                    return _of_named_tuple(base, cls)
                if isinstance(method, (types.BuiltinFunctionType, types.MethodWrapperType)):
                    text = _native_text(method)
                    if base.__name__ == 'deque':
                        # CPython cannot parse this signature, because its brackets enclose the end of the list.
                        raise ValueError(f'{obj!r} builtin has invalid signature')
                    if text is None or base.__name__ == 'islice' or text.count('*') > 1 and '**kw' in text:
                        raise ValueError(f'no signature found for builtin type {obj!r}')
                    return _without_first(_of_text(text, cls))
                if name == '__new__':
                    if isinstance(method, staticmethod):
                        method = method.__func__
                    elif not isinstance(method, types.FunctionType) and hasattr(type(method), '__get__'):
                        method = method.__get__(None, obj)
                    return _without_first(_signature_of(method, follow_wrapped, cls))
                return _of_method(method, obj, follow_wrapped, cls)
        if base is not obj and base is not object:
            text = _native_text(base)
            if text is not None:
                return _of_text(text, cls)
    text = _native_text(obj)
    if text is not None:
        return _of_text(text, cls)
    if obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
        return cls([])
    raise ValueError(f'no signature found for builtin type {obj!r}')


def _of_named_tuple(base, cls):
    # Its `__new__` takes any arguments and binds them to the fields.
    hints = getattr(base.__new__, '__annotations__', {})
    values = getattr(base.__new__, '__defaults__', None) or ()
    defaults = dict(zip(base._fields[-len(values):], values[-len(base._fields):])) if values else {}
    return cls([Parameter(name, _POSITIONAL_OR_KEYWORD, default=defaults.get(name, Parameter.empty),
                          annotation=hints.get(name, Parameter.empty)) for name in base._fields])


def _stored(kind, name):
    """What the classes of the program among the bases of `kind` have under a name; None for nothing."""
    for base in kind.__mro__:
        if base.__module__ != 'builtins' and name in base.__dict__:
            return base.__dict__[name]
    return None


def _given(method):
    """A partial method as what is called with its object."""
    from functools import partial
    return partial(method.func, None, *method.args, **method.keywords)


def _of_method(method, obj, follow_wrapped, cls):
    """The signature of what a class keeps, called through an instance."""
    from functools import partial, partialmethod
    if isinstance(method, staticmethod):
        return _signature_of(method.__func__, follow_wrapped, cls)
    if isinstance(method, partial) and hasattr(partial, '__get__'):
        # Partial objects in a class are bound later.
        return _signature_of(method.__get__(obj, type(obj)), follow_wrapped, cls)
    if isinstance(method, classmethod):
        return _without_first(_signature_of(method.__func__, follow_wrapped, cls))
    if isinstance(method, partialmethod):
        return _of_partial(_signature_of(method.func, follow_wrapped, cls), _given(method))
    sig = _signature_of(method, follow_wrapped, cls)
    return _without_first(sig) if isinstance(method, types.FunctionType) or hasattr(type(method), '__get__') \
        and not isinstance(method, (types.MethodType, types.BuiltinFunctionType)) else sig


def _native_text(obj):
    try:
        from _stockade import native_signature
        return native_signature(obj)
    except ImportError:
        return getattr(obj, '__text_signature__', None)


def _default_of(text, lenient):
    """The value that a text signature gives for a default: a literal, or literals put together."""
    from ast import literal_eval
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError):
        for sign, combine in (('|', int.__or__), ('+', int.__add__), ('-', int.__sub__)):
            left, found, right = text.rpartition(sign)
            if found and left.strip():
                try:
                    values = [_default_of(part.strip(), False) for part in (left, right)]
                    if all(isinstance(value, int) for value in values):
                        return combine(*values)
                except (ValueError, SyntaxError):
                    pass
        if not lenient:
            raise
        return _Unknown(text)


def _of_text(text, cls, unbound=False, lenient=True):
    """A signature from its text, `(a, /, b=1, *, c)`; `$self` is shown for methods without an object."""
    inner, depth, part, parts, quote = text.strip()[1:], 0, '', [], ''
    for c in inner:
        if quote:
            quote = '' if c == quote else quote
        elif c in '\'"':
            quote = c
        elif c in '([{':
            depth += 1
        elif c in ')]}':
            if depth == 0:
                break
            depth -= 1
        elif c == ',' and depth == 0:
            parts.append(part.strip())
            part = ''
            continue
        part += c
    if part.strip():
        parts.append(part.strip())
    made, kind = [], _POSITIONAL_OR_KEYWORD
    for part in parts:
        name, equals, default = part.partition('=')
        if part == '/':
            made = [p.replace(kind=_POSITIONAL_ONLY) for p in made]
        elif part == '*':
            kind = _KEYWORD_ONLY
        elif part.startswith('**'):
            made.append(Parameter(part[2:], _VAR_KEYWORD))
        elif part.startswith('*'):
            made.append(Parameter(part[1:], _VAR_POSITIONAL))
            kind = _KEYWORD_ONLY
        elif name[0] != '$' or unbound:
            own = _POSITIONAL_ONLY if name[0] == '$' else kind
            name = name.lstrip('$')
            value = _default_of(default, lenient) if equals else _empty
            made.append(Parameter(name, own, default=value))
    return cls(made)


class _Unknown:
    """A default that is only known by its text."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _recursion_limit():
    import sys
    return sys.getrecursionlimit()


def unwrap(func, *, stop=None):
    """What is inside wrappers that say so with `__wrapped__`."""
    seen, inner = {id(func)}, func
    while not isinstance(inner, type) and hasattr(inner, '__wrapped__'):
        if stop is not None and stop(inner):
            break
        inner = inner.__wrapped__
        if id(inner) in seen or len(seen) >= _recursion_limit():
            raise ValueError(f'wrapper loop when unwrapping {func!r}')
        seen.add(id(inner))
    return inner


FullArgSpec = namedtuple('FullArgSpec', 'args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations', module=__name__)
ArgInfo = namedtuple('ArgInfo', 'args varargs keywords locals', module=__name__)


def getfullargspec(func):
    """Names and defaults of the parameters."""
    try:
        sig = _signature_of(func.__func__ if isinstance(func, types.MethodType) else func, False)
    except Exception as ex:
        raise TypeError('unsupported callable') from ex
    args, varargs, varkw, defaults, kwonly, kwdefaults = [], None, None, (), [], {}
    notes = {}
    if sig.return_annotation is not _empty:
        notes['return'] = sig.return_annotation
    for p in sig.parameters.values():
        if p.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
            args.append(p.name)
            if p.default is not _empty:
                defaults += (p.default,)
        elif p.kind is _VAR_POSITIONAL:
            varargs = p.name
        elif p.kind is _KEYWORD_ONLY:
            kwonly.append(p.name)
            if p.default is not _empty:
                kwdefaults[p.name] = p.default
        else:
            varkw = p.name
        if p.annotation is not _empty:
            notes[p.name] = p.annotation
    return FullArgSpec(args, varargs, varkw, defaults or None, kwonly, kwdefaults or None, notes)


def _listed(names):
    names = [repr(name) for name in names]
    return ' and '.join([*([', '.join(names[:-1])] if len(names) > 1 else []), names[-1]])


def getcallargs(func, /, *positional, **named):
    """The arguments by parameter name, defaults filled in."""
    spec = getfullargspec(func)
    args, varargs, varkw, defaults, kwonly, kwdefaults, _ = spec
    name = func.__name__
    if isinstance(func, types.MethodType) and func.__self__ is not None:
        positional = (func.__self__, *positional)
    found = dict(zip(args, positional))
    if varargs:
        found[varargs] = tuple(positional[len(args):])
    known = {*args, *kwonly}
    if varkw:
        found[varkw] = {}
    for key, value in named.items():
        if key not in known:
            if not varkw:
                raise TypeError(f'{name}() got an unexpected keyword argument {key!r}')
            found[varkw][key] = value
        elif key in found:
            raise TypeError(f'{name}() got multiple values for argument {key!r}')
        else:
            found[key] = value
    least = len(args) - len(defaults or ())
    if len(positional) > len(args) and not varargs:
        by_name = sum(key in found for key in kwonly)
        if defaults:
            takes = f'from {least} to {len(args)}'
            plural = True
        else:
            takes, plural = len(args), len(args) != 1
        also = ''
        if by_name:
            also = f' positional argument{"s" * (len(positional) != 1)} (and {by_name} keyword-only argument{"s" * (by_name != 1)})'
        verb = 'was' if len(positional) == 1 and not by_name else 'were'
        raise TypeError(f'{name}() takes {takes} positional argument{"s" * plural} but {len(positional)}{also} {verb} given')
    if len(positional) < len(args):
        missing = [key for key in args[:least] if key not in found]
        if missing:
            raise TypeError(f'{name}() missing {len(missing)} required positional argument{"s" * (len(missing) != 1)}: {_listed(missing)}')
        for key, value in zip(args[least:], defaults or ()):
            found.setdefault(key, value)
    missing = []
    for key in kwonly:
        if key not in found:
            if kwdefaults and key in kwdefaults:
                found[key] = kwdefaults[key]
            else:
                missing.append(key)
    if missing:
        raise TypeError(f'{name}() missing {len(missing)} required keyword-only argument{"s" * (len(missing) != 1)}: {_listed(missing)}')
    return found


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of a class, module or function; strings stay strings."""
    if isinstance(obj, type):
        found = obj.__dict__.get('__annotations__')
    elif isinstance(obj, types.ModuleType) or callable(obj):
        found = getattr(obj, '__annotations__', None)
    else:
        raise TypeError(f'{obj!r} is not a module, class, or callable.')
    if not eval_str or not found:
        return dict(found or {})
    import sys
    from _namespace import annotation, names_in, names_of
    plain = obj if isinstance(obj, (type, types.ModuleType)) else unwrap(obj)
    if globals is None:
        globals = names_of(getattr(plain, '__func__', plain))
        if globals is None:
            place = obj if isinstance(obj, types.ModuleType) else sys.modules.get(getattr(plain, '__module__', None))
            globals = names_in(place, {})
    if locals is None:
        locals = dict(obj.__dict__) if isinstance(obj, type) else {}
    # Names of the class take precedence over its type parameters, and these over names of the module.
    env = {**globals, **{param.__name__: param for param in getattr(plain, '__type_params__', ())}, **locals}
    return {name: annotation(value, env) if isinstance(value, str) else value for name, value in found.items()}


_Positions = namedtuple('Positions', ('lineno', 'end_lineno', 'col_offset', 'end_col_offset'), defaults=(None,) * 4, module='dis')


def _positions_at(code, instruction):
    """Where in the source an instruction comes from; None where that is not told."""
    from itertools import islice
    place = next(islice(code.co_positions(), instruction // 2, None), None)
    return None if place is None else _Positions(*place)


class FrameInfo(namedtuple('_FrameInfo', ('frame', 'filename', 'lineno', 'function', 'code_context', 'index'))):
    """A frame with its place."""

    def __new__(cls, frame, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, frame, filename, lineno, function, code_context, index)
        self.positions = positions
        return self

    def __repr__(self):
        return (f'FrameInfo(frame={self.frame!r}, filename={self.filename!r}, lineno={self.lineno!r}, function={self.function!r}, '
                f'code_context={self.code_context!r}, index={self.index!r}, positions={self.positions!r})')


class Traceback(namedtuple('_Traceback', ('filename', 'lineno', 'function', 'code_context', 'index'))):
    """A place of a traceback."""

    def __new__(cls, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, filename, lineno, function, code_context, index)
        self.positions = positions
        return self

    def __repr__(self):
        return (f'Traceback(filename={self.filename!r}, lineno={self.lineno!r}, function={self.function!r}, '
                f'code_context={self.code_context!r}, index={self.index!r}, positions={self.positions!r})')


def currentframe():
    """The frame of the caller."""
    import sys
    return sys._getframe(0)


def getframeinfo(frame, context=1):
    """The place of a frame or a traceback."""
    if istraceback(frame):
        line, instruction, frame = frame.tb_lineno, frame.tb_lasti, frame.tb_frame
    elif isframe(frame):
        line, instruction = frame.f_lineno, frame.f_lasti
    else:
        raise TypeError(f'{frame!r} is not a frame or traceback object')
    lines = index = None
    if context > 0:
        try:
            source, _ = findsource(frame)
        except OSError:
            pass
        else:
            start = max(0, min(line - 1 - context // 2, len(source) - context))
            lines = source[start:start + context]
            index = line - 1 - start
    code = frame.f_code
    return Traceback(code.co_filename, line, code.co_name, lines, index, positions=_positions_at(code, instruction))


def getouterframes(frame, context=1):
    """The frame and those that called it."""
    found = []
    while frame:
        described = getframeinfo(frame, context)
        found.append(FrameInfo(frame, *described, positions=described.positions))
        frame = frame.f_back
    return found


def getinnerframes(tb, context=1):
    """The frames of a traceback."""
    found = []
    while tb:
        described = getframeinfo(tb, context)
        found.append(FrameInfo(tb.tb_frame, *described, positions=described.positions))
        tb = tb.tb_next
    return found


def stack(context=1):
    """The frames of the calls that are running, the caller's first."""
    import sys
    return getouterframes(sys._getframe(0), context)


def trace(context=1):
    """The frames between here and where the exception that is handled was raised."""
    import sys
    exc = sys.exception()
    return getinnerframes(exc.__traceback__ if exc is not None else None, context)


def getargvalues(frame):
    """The arguments of a frame."""
    args, varargs, varkw = getargs(frame.f_code)
    return ArgInfo(args, varargs, varkw, frame.f_locals)


def getmodulename(path):
    """The module name in a path."""
    name = path.rpartition('/')[2]
    return name[:-3] if name.endswith('.py') else None


def _code_of(object):
    """The code that runs in a method, function, traceback or frame."""
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if not iscode(object):
        raise TypeError('module, class, method, function, traceback, frame, or code object was expected, got '
                        f'{type(object).__name__}')
    return object


def _definition(object):
    """(all lines of its source, number of its first line from 0) of something that the program defines."""
    from _stockade import source_text
    if ismodule(object):
        text = source_text(object) or _told(getattr(object, '__file__', None), object)
        if text is None:
            raise OSError('could not get source code')
        return text.splitlines(True), 0
    if isclass(object):
        text = _text_of_class(object)
        if text is None:
            if object.__module__ == 'builtins':
                raise TypeError(f'{object!r} is a built-in class')
            raise OSError('source code not available')
        return text.splitlines(True), _line_of_class(object, text)
    home, object = getattr(object, '__module__', None), _code_of(object)
    text = source_text(object) or _told(object.co_filename, home)
    if text is None:
        raise OSError('could not get source code')
    lines = text.splitlines(True)
    at = object.co_firstlineno - 1
    if at >= len(lines):
        raise OSError('lineno is out of bounds')
    return lines, at


def _told(filename, module):
    """The text that `linecache` was told of under a file's name, or that the loader of a module has; None without any."""
    import linecache
    import sys
    if filename is None:
        return None
    if isinstance(module, str):
        module = sys.modules.get(module)
    return ''.join(linecache.getlines(filename, getattr(module, '__dict__', None))) or None


def _text_of_class(cls):
    from _stockade import source_text
    for value in vars(cls).values():
        value = getattr(value, '__func__', getattr(value, 'fget', value))
        if isfunction(value) and value.__module__ == cls.__module__ and (text := source_text(value.__code__)) is not None:
            return text
    import sys
    module = sys.modules.get(cls.__module__)
    if module is None:
        raise OSError('source code not available')
    if cls.__module__ == 'builtins':
        raise TypeError(f'{cls!r} is a built-in class')
    return source_text(module) or _told(getattr(module, '__file__', None), module)


def _line_of_class(cls, text):
    import ast
    found = []
    pending = [(ast.parse(text), '')]
    while pending:
        node, prefix = pending.pop(0)
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, ast.ClassDef):
                name = f'{prefix}{child.name}'
                if name == cls.__qualname__:
                    found.append(child)
                name += '.'
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                name = f'{prefix}{child.name}.<locals>.'
            pending.append((child, name))
    if not found:
        raise OSError('could not find class definition')
    last = found[-1]
    return min([last.lineno, *[decorator.lineno for decorator in last.decorator_list]]) - 1


def getblock(lines):
    """The lines of the definition at the start."""
    import ast
    if not lines:
        return lines[:0]
    indent = len(lines[0]) - len(lines[0].lstrip())
    end = 1
    for at in range(1, len(lines) + 1):
        text = ''.join(lines[:at])
        if indent:
            text = 'if 1:\n' + text
        if at < len(lines):
            following = lines[at]
            blank = not following.strip() or following.lstrip().startswith('#')
            if blank or len(following) - len(following.lstrip()) > indent:
                continue
        try:
            body = ast.parse(text).body
        except SyntaxError:
            continue
        node = body[0].body[0] if indent else body[0]
        end = node.end_lineno - (1 if indent else 0)
        inside = getattr(node, 'body', None)
        if isinstance(inside, list) and inside[0].lineno > node.lineno:
            # A comment with the indentation of the body belongs to the body.
            for at in range(end, len(lines)):
                text = lines[at].strip()
                if text and not (text.startswith('#') and indentsize(lines[at]) >= inside[0].col_offset):
                    break
                if text:
                    end = at + 1
        break
    else:
        end = len(lines)
    return lines[:end]


def findsource(object):
    """All lines of the source, and where in them the object is defined."""
    return _definition(object)


def getsourcelines(object):
    """The lines of the definition, and the number of the first."""
    object = unwrap(object)
    lines, at = _definition(object)
    if istraceback(object):
        object = object.tb_frame
    if ismodule(object) or isframe(object) and object.f_code.co_name == '<module>':
        return lines, 0
    return getblock(lines[at:]), at + 1


def getsource(object):
    """The text of the definition."""
    return ''.join(getsourcelines(object)[0])


def getfile(object):
    """The name of the file that the object is defined in."""
    if ismodule(object):
        if (file := getattr(object, '__file__', None)):
            return file
        raise TypeError(f'{object!r} is a built-in module')
    if isclass(object):
        import sys
        module = sys.modules.get(getattr(object, '__module__', None))
        if (file := getattr(module, '__file__', None)):
            return file
        if object.__module__ == '__main__':
            raise OSError('source code not available')
        raise TypeError(f'{object!r} is a built-in class')
    return _code_of(object).co_filename


def getsourcefile(object):
    return getfile(object)


def getcomments(object):
    """The comment lines right before a definition."""
    try:
        lines, at = findsource(object)
    except (OSError, TypeError):
        return None
    if ismodule(object):
        start = 1 if lines and lines[0][:2] == '#!' else 0
        while start < len(lines) and lines[start].strip() in ('', '#'):
            start += 1
        found = []
        while start < len(lines) and lines[start][:1] == '#':
            found.append(lines[start].expandtabs())
            start += 1
        return ''.join(found) or None
    indent = len(lines[at]) - len(lines[at].lstrip())
    found = []
    while at > 0 and lines[at - 1].lstrip()[:1] == '#' and len(lines[at - 1]) - len(lines[at - 1].lstrip()) == indent:
        at -= 1
        found.insert(0, lines[at].expandtabs().lstrip())
    return ''.join(found) or None


def indentsize(line):
    """The columns before the first character."""
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def getargs(co):
    """(args, varargs, varkw) of a code object."""
    if not iscode(co):
        raise TypeError(f'{co!r} is not a code object')
    names, count, by_name = co.co_varnames, co.co_argcount, co.co_kwonlyargcount
    at = count + by_name
    varargs = varkw = None
    if co.co_flags & 4:
        varargs = names[at]
        at += 1
    if co.co_flags & 8:
        varkw = names[at]
    return Arguments(list(names[:count + by_name]), varargs, varkw)


Arguments = namedtuple('Arguments', 'args, varargs, varkw', module=__name__)


def getlineno(frame):
    """The current line of a frame."""
    return frame.f_lineno


def getabsfile(object, _filename=None):
    """The path of the file that the object is defined in, in the form that stands for it alone."""
    from os.path import abspath, normcase
    return normcase(abspath(_filename if _filename is not None else getsourcefile(object) or getfile(object)))


def formatannotationrelativeto(object):
    """A function that shows annotations as the module of the object would write them."""
    module = getattr(object, '__module__', None)

    def _formatannotation(annotation):
        return formatannotation(annotation, module)
    return _formatannotation


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs=lambda name: '*' + name,
                    formatvarkw=lambda name: '**' + name, formatvalue=lambda value: '=' + repr(value)):
    """The arguments of a frame and their values, as `getargvalues` gives them, as text."""
    def shown(name, form):
        return form(name) + formatvalue(locals[name])
    texts = [shown(args[index], formatarg) for index in range(len(args))]
    if varargs:
        texts.append(shown(varargs, formatvarargs))
    if varkw:
        texts.append(shown(varkw, formatvarkw))
    return f"({', '.join(texts)})"


def walktree(classes, children, parent):
    """A tree of classes below a class, as nested lists."""
    tree = []
    classes.sort(key=lambda cls: (cls.__module__, cls.__name__))
    for cls in classes:
        tree.append((cls, cls.__bases__))
        if cls in children:
            tree.append(walktree(children[cls], children, cls))
    return tree


def getclasstree(classes, unique=False):
    """The classes as a tree: after a class, in a list of their own, those that derive from it."""
    below, roots = {}, []
    for cls in classes:
        if not cls.__bases__:
            if cls not in roots:
                roots.append(cls)
            continue
        for base in cls.__bases__:
            listed = below.setdefault(base, [])
            if cls not in listed:
                listed.append(cls)
            if unique and base in classes:
                break
    roots.extend(base for base in below if base not in classes)
    return walktree(roots, below, None)


class EndOfBlock(Exception):
    pass


class ClassFoundException(Exception):
    pass


class BufferFlags(IntFlag):
    SIMPLE = 0
    WRITABLE = 1
    FORMAT = 4
    ND = 8
    STRIDES = 24
    C_CONTIGUOUS = 56
    F_CONTIGUOUS = 88
    ANY_CONTIGUOUS = 152
    INDIRECT = 280
    CONTIG = 9
    CONTIG_RO = 8
    STRIDED = 25
    STRIDED_RO = 24
    RECORDS = 29
    RECORDS_RO = 28
    FULL = 285
    FULL_RO = 284
    READ = 256
    WRITE = 512
