def build_class(func, name, /, *bases, **kw):
    if kw or not _plain_bases(bases):
        return _build_class_with(func, name, bases, kw)
    ns = {}
    cell = func(ns)
    if cell is not None:
        ns['__classcell__'] = cell
    made = _plain_class(name, bases, ns)
    return type_finish(type, name, bases, ns, None) if made is None else made


def _build_class_with(func, name, bases, kw):
    real = _resolve_bases(bases)
    meta = kw.pop('metaclass', _marker) if kw else _marker
    if meta is _marker:
        meta = type(real[0]) if real else type
    if isinstance(meta, type):
        for b in real:
            t = type(b)
            if issubclass(meta, t):
                continue
            if issubclass(t, meta):
                meta = t
                continue
            raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases')
    if meta is type:
        ns = {}
        cell = func(ns)
        if cell is not None:
            ns['__classcell__'] = cell
        if real is not bases:
            ns['__orig_bases__'] = bases
        return type_finish(type, name, real, ns, kw)
    prepare = getattr(meta, '__prepare__', _marker)
    if prepare is _marker:
        ns = {}
    else:
        ns = prepare(name, real, **kw)
        if not hasattr(ns, '__getitem__'):
            t = meta.__name__ if isinstance(meta, type) else '<metaclass>'
            raise TypeError(f'{t}.__prepare__() must return a mapping, not {_type_name(ns)}')
    cell = func(ns)
    if cell is not None:
        ns['__classcell__'] = cell
    if real is not bases:
        ns['__orig_bases__'] = bases
    made = meta(name, real, ns, **kw)
    if cell is not None and isinstance(made, type):
        try:
            own = cell.cell_contents
        except ValueError:
            raise RuntimeError(f'__class__ not set defining {name!r} as {made!r}. Was __classcell__ propagated to type.__new__?') from None
        if own is not made:
            raise TypeError(f'__class__ set to {own!r} defining {name!r} as {made!r}')
    return made


def _resolve_bases(bases):
    changed = False
    r = []
    for b in bases:
        if not isinstance(b, type):
            m = getattr(b, '__mro_entries__', None)
            if m is not None:
                more = m(bases)
                if not isinstance(more, tuple):
                    raise TypeError('__mro_entries__ must return a tuple')
                r.extend(more)
                changed = True
                continue
        r.append(b)
    if changed:
        return (*r,)
    return bases


def type_finish(meta, name, bases, ns, kw):
    winner = meta
    for b in bases:
        t = type(b)
        if not isinstance(b, type) and hasattr(b, '__mro_entries__'):
            raise TypeError("type() doesn't support MRO entry resolution; use types.new_class()")
        if issubclass(winner, t):
            continue
        if issubclass(t, winner):
            winner = t
            continue
        raise TypeError('metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases')
    if winner is not meta and _overrides_new(winner):
        return winner.__new__(winner, name, bases, ns, **(kw or {}))
    cls = _make_class(name, bases, ns, winner)
    if winner is not type and winner.mro is not type.mro:
        _ask_mro(cls)
    for key, value in _items(ns):
        if not isinstance(key, str):
            from warnings import warn
            warn(f'non-string key in the __dict__ of class {name}', RuntimeWarning)
        m = _set_name_of(value)
        if m is not None:
            try:
                m(value, cls, key)
            except BaseException as e:
                e.add_note(f"Error calling __set_name__ on '{type(value).__name__}' instance {key!r} in '{name}'")
                raise
    hook = super(cls, cls).__init_subclass__
    if kw:
        if not _is_native(hook):
            hook(**kw)
        else:
            raise TypeError(f'{cls.__qualname__}.__init_subclass__() takes no keyword arguments')
    elif not _is_native(hook):
        hook()
    return cls


def _ask_mro(cls):
    from _stockade import ask_attribute
    # A policy that hides the bases of classes does not let a metaclass replace them.
    ask_attribute('mro')
    order = (*type(cls).mro(cls),)
    if not order:
        raise TypeError('type MRO must not be empty')
    for base in order:
        if not isinstance(base, type):
            raise TypeError(f"mro() returned a non-class ('{_type_name(base)}')")
        if not _fits_layout(cls, base):
            raise TypeError(f"mro() returned base with unsuitable layout ('{base.__name__}')")
    _set_mro(cls, order)


def refuse_surrogates(text):
    text.encode()


def rebased(cls, old):
    # After `__bases__` changed, `mro()` of the metaclass is called for the class and its subclasses, where the metaclass overrides it.
    try:
        _ask_mro_below(cls)
    except BaseException:
        _set_bases(cls, old)
        raise


def _ask_mro_below(cls):
    if type(cls).mro is not type.mro:
        _ask_mro(cls)
    for sub in type.__subclasses__(cls):
        _ask_mro_below(sub)


def type_call(cls, args, kw):
    if cls is type and len(args) != 3:
        return type(*args, **kw)
    return class_call(cls, *args, **kw)


def class_of_library(name, bases, namespace, kw):
    return class_call(type, name, bases, namespace, **(kw or {}))


def class_call(cls, /, *args, **kw):
    new = _new_of(cls)
    obj = new(cls, *args) if kw and _leaves_names(cls, new) else new(cls, *args, **kw)
    if _derives(type(obj), cls) and not (cls is type and len(args) == 1 and not kw):
        t = type(obj)
        init = _lookup(t, '__init__')
        if init is not None and not _skip_init(cls, init, new):
            r = _bind(init, obj)(*args, **kw)
            if r is not None:
                raise TypeError(f"__init__() should return None, not '{_type_name(r)}'")
    return obj


def class_init(obj, init, /, *args, **kw):
    r = init(*args, **kw)
    if r is not None:
        raise TypeError(f"__init__() should return None, not '{_type_name(r)}'")
    return obj


def getsizeof_guest(obj, *default):
    try:
        size = special(obj, '__sizeof__')()
        if not isinstance(size, int):
            raise TypeError('an integer is required')
    except TypeError:
        if default:
            return default[0]
        raise
    if size < 0:
        raise ValueError('__sizeof__() should return >= 0')
    # CPython adds the header of the garbage collector, and the pointers before the object for `__dict__` and weak references.
    return size + (32 if _plain(obj) is obj else 16)


def property_isabstractmethod(self):
    for f in (self.fget, self.fset, self.fdel):
        if f is not None and getattr(f, '__isabstractmethod__', False):
            return True
    return False


def staticmethod_isabstractmethod(self):
    return True if getattr(self.__func__, '__isabstractmethod__', False) else False


def classmethod_isabstractmethod(self):
    return True if getattr(self.__func__, '__isabstractmethod__', False) else False


def raise_class(cls, cause=_marker):
    e = cls() if isinstance(cls, type) else cls
    if not isinstance(e, BaseException):
        raise TypeError(f'calling {cls!r} should have returned an instance of BaseException, not {type(e)!r}')
    if cause is _marker:
        raise e
    if isinstance(cause, type) and issubclass(cause, BaseException):
        kind = cause
        cause = kind()
        if not isinstance(cause, BaseException):
            raise TypeError(f'calling {kind!r} should have returned an instance of BaseException, not {type(cause)!r}')
    raise e from cause


def attr_getattribute(obj, name):
    try:
        return _find(obj, '__getattribute__')(obj, name)
    except AttributeError:
        m = _find(obj, '__getattr__')
        if m is None:
            raise
    # Called outside of the `except` block, so that an exception of `__getattr__` has no context.
    return m(obj, name)


def attr_with_getattr(obj, name):
    try:
        return _default_attr(obj, name)
    except AttributeError:
        pass
    return _find(obj, '__getattr__')(obj, name)


def attr_of_class(cls, name):
    try:
        return _default_attr(cls, name)
    except AttributeError:
        pass
    return _find(cls, '__getattr__')(cls, name)


def call_attr(obj, name, /, *args, **kw):
    return _getattr(obj, name)(*args, **kw)


def call_result_attr(f, name, *args):
    return _getattr(f(), name)(*args)


def call_with(f, args, kw):
    return f(*args, **kw)


def getattr(obj, name, default=_marker):
    if default is _marker:
        return _getattr(obj, name)
    try:
        return _getattr(obj, name)
    except AttributeError:
        return default


def hasattr(obj, name):
    try:
        _getattr(obj, name)
    except AttributeError:
        return False
    return True


def setattr(obj, name, value):
    _setattr(obj, name, value)


def delattr(obj, name):
    _delattr(obj, name)


def _stockade_guest_getattr(obj, name):
    return _getattr(obj, name)


def _stockade_guest_setattr(obj, name, value):
    _setattr(obj, name, value)


def _stockade_guest_delattr(obj, name):
    _delattr(obj, name)


def namespace_get(ns, key, fallback):
    try:
        return ns[key]
    except KeyError:
        return _cell_or_name_error(fallback, key)


def isinstance(obj, classes):
    if type(obj) is classes:
        return True
    if _is_guest(classes) and type(_plain(classes)) is tuple:
        classes = _plain(classes)
    if type(classes) is tuple:
        for c in classes:
            if isinstance(obj, c):
                return True
        return False
    if type(classes).__name__ == 'UnionType' and type(classes) is type(int | str):
        for c in classes.__args__:
            if isinstance(obj, c):
                return True
        return False
    m = _find(classes, '__instancecheck__')
    if m is not None:
        return True if m(classes, obj) else False
    if issubclass(type(classes), type):
        cls = getattr(obj, '__class__', None)
        return cls is not type(obj) and issubclass(type(cls), type) and type.__subclasscheck__(classes, cls)
    if _is_alias(classes):
        raise TypeError('isinstance() argument 2 cannot be a parameterized generic')
    if type(getattr(classes, '__bases__', None)) is not tuple:
        raise TypeError('isinstance() arg 2 must be a type, a tuple of types, or a union')
    cls = getattr(obj, '__class__', None)
    return cls is not None and _below(cls, classes)


def _below(cls, base):
    todo = [cls]
    steps = 0
    while todo:
        cls = todo.pop()
        if cls is base:
            return True
        bases = getattr(cls, '__bases__', None)
        if type(bases) is tuple:
            todo.extend(reversed(bases))
        steps += 1
        if steps > 5000:
            raise RecursionError('maximum recursion depth exceeded in __subclasscheck__')
    return False


def issubclass(cls, classes):
    if _is_guest(classes) and type(_plain(classes)) is tuple:
        classes = _plain(classes)
    if type(classes) is tuple:
        for c in classes:
            if issubclass(cls, c):
                return True
        return False
    if type(classes).__name__ == 'UnionType' and type(classes) is type(int | str):
        for c in classes.__args__:
            if issubclass(cls, c):
                return True
        return False
    m = _find(classes, '__subclasscheck__')
    if m is not None:
        return True if m(classes, cls) else False
    if type(getattr(cls, '__bases__', None)) is not tuple:
        raise TypeError('issubclass() arg 1 must be a class')
    if _is_alias(classes):
        raise TypeError('issubclass() argument 2 cannot be a parameterized generic')
    if type(getattr(classes, '__bases__', None)) is not tuple:
        raise TypeError('issubclass() arg 2 must be a class, a tuple of classes, or a union')
    return _below(cls, classes)


def _str(obj):
    if type(obj).__name__ == 'mappingproxy':
        return repr(obj)[13:-1]
    m = _find(obj, '__str__')
    if m is None:
        if isinstance(obj, BaseException):
            return _exc_str(obj)
        if isinstance(obj, bytearray):
            return bytearray_repr(obj)
        if isinstance(obj, str):
            return str.__str__(obj)
        text = _shown(obj)
        if type(obj).__name__ == 'mappingproxy' and text.startswith('mappingproxy('):
            # The text of the mapping inside.
            return text[13:-1]
        return text
    return _str_text(m(obj))


def _shown(obj):
    """What `object.__str__` makes of an object: a `__repr__` that gives no text is no `__str__` either."""
    m = _find(obj, '__repr__')
    return repr(obj) if m is None else _str_text(m(obj))


def _exc_str(e):
    for kind, told in ((OSError, OSError_str), (SyntaxError, SyntaxError_str), (KeyError, KeyError_str)):
        if isinstance(e, kind):
            return told(e)
    return BaseException_str(e)


def BaseException_str(self):
    args = _args_of(self)
    return str(args[0]) if len(args) == 1 else repr(args) if args else ''


def KeyError_str(self):
    args = _args_of(self)
    return repr(args[0]) if len(args) == 1 else BaseException_str(self)


def OSError_str(self):
    number, text = OSError.errno.__get__(self), OSError.strerror.__get__(self)
    if number is None or text is None:
        return BaseException_str(self)
    name, other = OSError.filename.__get__(self), OSError.filename2.__get__(self)
    told = f'[Errno {number}] {text}'
    return told if name is None else f'{told}: {name!r}' if other is None else f'{told}: {name!r} -> {other!r}'


def SyntaxError_str(self):
    # Read the slots of the exception directly, so that no user code runs.
    line, name = SyntaxError.lineno.__get__(self), SyntaxError.filename.__get__(self)
    told, name = str(SyntaxError.msg.__get__(self)), name.rpartition('/')[2] if type(name) is str else None
    if type(line) is not int:
        return told if name is None else f'{told} ({name})'
    return f'{told} (line {line})' if name is None else f'{told} ({name}, line {line})'


def ImportError_str(self):
    return BaseException_str(self)


def NameError_str(self):
    return BaseException_str(self)


def AttributeError_str(self):
    return BaseException_str(self)


def repr(obj):
    m = _find(obj, '__repr__')
    if m is not None:
        return _repr_text(m(obj))
    if not _enter_repr(obj):
        return _repr_again(obj)
    try:
        return _repr_parts(obj)
    finally:
        _leave_repr(obj)


def _repr_again(obj):
    kind = _container(obj)
    if type(_plain(obj)).__name__ == 'partial':
        return '...'
    if kind == 2:
        return '{...}'
    if kind == 1:
        return '[...]' if isinstance(obj, list) else '(...)'
    return f'{type(obj).__name__}(...)' if kind == 3 else '[...]'


def _repr_parts(obj):
    kind = _container(obj)
    if kind == 1:
        parts = [repr(x) for x in _plain(obj)]
        if isinstance(obj, list):
            return '[' + ', '.join(parts) + ']'
        if len(parts) == 1:
            return '(' + parts[0] + ',)'
        return '(' + ', '.join(parts) + ')'
    if kind == 2:
        return '{' + ', '.join([f'{repr(k)}: {repr(v)}' for k, v in _items(obj)]) + '}'
    if kind == 3:
        if not _plain(obj):
            return f'{type(obj).__name__}()'
        items = _plain(obj) if _find(obj, '__iter__') is None else [*obj]
        _ask_length(obj)
        inner = ', '.join([repr(x) for x in items])
        if type(obj) is set:
            return '{' + inner + '}'
        return f'{type(obj).__name__}({{{inner}}})'
    if isinstance(obj, BaseException):
        args = _args_of(obj)
        if len(args) == 1:
            return f'{type(obj).__name__}({args[0]!r})'
        return type(obj).__name__ + repr(args)
    t = type(obj).__name__
    if t == 'dict_keys' or t == 'dict_values' or t == 'dict_items':
        return f'{t}([' + ', '.join([repr(x) for x in obj]) + '])'
    if t == 'mappingproxy':
        inner = _behind(obj)
        if inner is not None:
            return f'mappingproxy({inner!r})'
        return f'mappingproxy({{' + ', '.join([f'{repr(k)}: {repr(v)}' for k, v in obj.items()]) + '})'
    if type(obj) is staticmethod or type(obj) is classmethod:
        return f'<{type(obj).__name__}({repr(obj.__func__)})>'
    if type(_plain(obj)).__name__ == 'partial':
        return partial_text(obj, obj.func, obj.args, obj.keywords)
    if type(_plain(obj)).__name__ == 'deque':
        inner = ', '.join([repr(x) for x in obj])
        if obj.maxlen is None:
            return f'{t}([{inner}])'
        return f'{t}([{inner}], maxlen={obj.maxlen})'
    if t == 'slice':
        return f'slice({obj.start!r}, {obj.stop!r}, {obj.step!r})'
    if t == 'GenericAlias':
        args = obj.__args__
        star = '*' if obj.__unpacked__ else ''
        name = _alias_item(obj.__origin__)
        parts = [_alias_item(x) for x in args]
        if name == 'collections.abc.Callable' and parts and not (len(parts) == 2 and _is_parameters(args[0])):
            return f'{star}{name}[[{", ".join(parts[:-1])}], {parts[-1]}]'
        return f'{star}{name}[{", ".join(parts) if parts else "()"}]'
    if t == 'UnionType':
        return ' | '.join([_alias_item(x) for x in obj.__args__])
    if t == 'module':
        name = getattr(obj, '__name__', '?')
        spec = getattr(obj, '__spec__', None)
        loader = getattr(obj, '__loader__', None)
        if spec is not None:
            name = getattr(spec, 'name', name)
            place = getattr(spec, 'origin', None)
            loader = getattr(spec, 'loader', loader)
            if place is not None:
                return f'<module {name!r} from {place!r}>' if getattr(spec, 'has_location', True) else f'<module {name!r} ({place})>'
            return f'<module {name!r}>' if loader is None else f'<module {name!r} ({loader!r})>'
        place = getattr(obj, '__file__', None)
        if place is not None:
            return f'<module {name!r} from {place!r}>'
        return f'<module {name!r}>' if loader is None else f'<module {name!r} ({loader!r})>'
    if t == 'method':
        name = getattr(obj.__func__, '__qualname__', None)
        if not isinstance(name, str):
            name = getattr(obj.__func__, '__name__', None)
        return f"<bound method {name if isinstance(name, str) else '?'} of {obj.__self__!r}>"
    return _default_repr(obj)


def ascii(obj):
    shown = repr(obj)
    # A `repr` that is a subclass of str, or that has only ASCII, is returned unchanged.
    return shown if type(shown) is not str and shown.isascii() else _ascii_of(shown)


def print(*args, sep=' ', end='\n', file=None, flush=False):
    if sep is None:
        sep = ' '
    if end is None:
        end = '\n'
    if file is None:
        file = _stdout()
    if file is None:
        # Write each part at once, because `__str__` of an argument may print or raise.
        between = False
        for x in args:
            if between:
                _write_parts((), '', str(sep))
            between = True
            _write_parts((), '', str(x))
        _write_parts((), '', str(end))
        return
    if not isinstance(sep, str) or not isinstance(end, str):
        name, given = ('sep', sep) if not isinstance(sep, str) else ('end', end)
        raise TypeError(f'{name} must be None or a string, not {_type_name(given)}')
    write = file.write
    first = True
    for x in args:
        if not first:
            write(str(sep))
        first = False
        write(str(x))
    write(str(end))
    if flush:
        file.flush()


def hash(obj):
    m = _find(obj, '__hash__')
    if m is not None:
        return _hash_number(m(obj))
    if isinstance(obj, tuple):
        return _hash_tuple([hash(x) for x in _plain(obj)])
    if isinstance(obj, frozenset):
        return _hash_frozenset(obj)
    if type(obj) is type(type.__dict__) and _behind(obj) is not None:
        return hash(_behind(obj))
    if _is_alias(obj):
        return hash(obj.__origin__) ^ hash(obj.__args__)
    if type(obj) is type(int | str):
        return hash(frozenset(obj.__args__))
    return object.__hash__(obj)


def tuple_hash(obj):
    return hash(obj)


def dir(obj=_marker):
    if obj is _marker:
        names = locals()
        return sorted(names if type(names) is dict else names.keys())
    if type(obj).__name__ == 'module':
        return sorted(obj.__dir__())
    return sorted(_find(obj, '__dir__')(obj))


def vars(obj=_marker):
    if obj is _marker:
        return locals()
    return obj.__dict__


def generator_close(gen):
    try:
        gen.throw(GeneratorExit())
    except GeneratorExit:
        return None
    except StopIteration as e:
        return e.value
    except StopAsyncIteration:
        if type(gen).__name__ == 'async_generator_asend':
            return None
        raise
    what = 'coroutine' if type(gen).__name__ == 'async_generator_asend' else type(gen).__name__.replace('_', ' ')
    raise RuntimeError(f'{what} ignored GeneratorExit')


def partial_of_object(found):
    from warnings import warn
    warn('functools.partial will be a method descriptor in future Python versions; wrap it in staticmethod() if you want to '
         'preserve the old behavior', FutureWarning)
    return found


def generator_throw_parts(gen, kind, value, traceback):
    from warnings import warn
    warn('the (type, exc, tb) signature of throw() is deprecated, use the single-arg signature instead.', DeprecationWarning)
    if traceback is not None and type(traceback).__name__ != 'traceback':
        raise TypeError('throw() third argument must be a traceback object')
    if isinstance(kind, BaseException):
        if value is not None:
            raise TypeError('instance exception may not have a separate value')
        return gen.throw(kind if traceback is None else kind.with_traceback(traceback))
    if not isinstance(kind, type) or not issubclass(kind, BaseException):
        return gen.throw(kind)
    e = _thrown_of(kind, value)
    return gen.throw(e if traceback is None else e.with_traceback(traceback))


def generator_throw_class(gen, cls, value):
    return gen.throw(_thrown_of(cls, value))


def _thrown_of(cls, value):
    # If making the exception fails, that error is thrown instead.
    try:
        if value is None:
            e = cls()
        elif isinstance(value, cls):
            e = value
        elif isinstance(value, tuple):
            e = cls(*value)
        else:
            e = cls(value)
    except BaseException as error:
        return error
    if not isinstance(e, BaseException):
        return TypeError(f'calling {cls!r} should have returned an instance of BaseException, not {type(e).__name__}')
    return e


def delegate_close(it, exc):
    try:
        m = getattr(it, 'close', None)
    except BaseException:
        # An error of the attribute lookup is ignored.
        m = None
    if m is not None:
        m()
    raise exc


def delegate_throw(it, exc):
    m = getattr(it, 'throw', None)
    if m is None:
        raise exc
    return m(exc)


def delegate_send(it, value):
    return it.send(value)


def await_iter(obj, context):
    m = _lookup(type(obj), '__await__')
    if m is None:
        t = _type_name(obj)
        if context == 1:
            raise TypeError(f"'async with' received an object from __aenter__ that does not implement __await__: {t}")
        if context == 2:
            raise TypeError(f"'async with' received an object from __aexit__ that does not implement __await__: {t}")
        if context == 3:
            raise TypeError(f"'async for' received an invalid object from __anext__: {t}") from TypeError(
                f"object {t} can't be used in 'await' expression")
        raise TypeError(f"object {t} can't be used in 'await' expression")
    if context == 3:
        try:
            return _await_iterator(_bind(m, obj)())
        except Exception as e:
            raise TypeError(f"'async for' received an invalid object from __anext__: {_type_name(obj)}") from e
    return _await_iterator(_bind(m, obj)())


def _await_iterator(r):
    if type(r).__name__ == 'coroutine' and _lookup(type(r), '__next__') is None:
        raise TypeError('__await__() returned a coroutine')
    if _lookup(type(r), '__next__') is None:
        raise TypeError(f"__await__() returned non-iterator of type '{_type_name(r)}'")
    return r


def async_iter(obj):
    m = _lookup(type(obj), '__aiter__')
    if m is None:
        raise TypeError(f"'async for' requires an object with __aiter__ method, got {_type_name(obj)}")
    r = _bind(m, obj)()
    if _lookup(type(r), '__anext__') is None:
        raise TypeError(f"'async for' received an object from __aiter__ that does not implement __anext__: {_type_name(r)}")
    return r


def async_next(obj):
    m = _lookup(type(obj), '__anext__')
    if m is None:
        raise TypeError(f"'{_type_name(obj)}' object is not an async iterator")
    return _bind(m, obj)()


def aiter_checked(obj):
    if _lookup(type(obj), '__aiter__') is None:
        raise TypeError(f"'{_type_name(obj)}' object is not an async iterable")
    r = _bind(_lookup(type(obj), '__aiter__'), obj)()
    if _lookup(type(r), '__anext__') is None:
        raise TypeError(f"aiter() returned not an async iterator of type '{_type_name(r)}'")
    return r


def anext_checked(obj, default):
    if _lookup(type(obj), '__anext__') is None:
        raise TypeError(f"'{_type_name(obj)}' object is not an async iterator")
    return anext_default(obj, default)


async def anext_default(obj, default):
    try:
        return await async_next(obj)
    except StopAsyncIteration:
        return default


def import_from_object(module, name):
    from _stockade import guest_getattr
    try:
        return guest_getattr(module, name)
    except AttributeError:
        pass
    return import_child(module, name)


def import_getattr(f, name, module, of_library):
    try:
        return f(name)
    except AttributeError:
        pass
    if not of_library:
        return import_child(module, name)
    origin = module.__name__
    error = ImportError(f"cannot import name {name!r} from {origin!r} (unknown location)", name=origin)
    error.name_from = name
    raise error


def alias_call(alias, /, *args, **kwargs):
    made = alias.__origin__(*args, **kwargs)
    try:
        made.__orig_class__ = alias
    except (AttributeError, TypeError):
        pass
    return made


def alias_iter(alias):
    return iter([_unpacked(alias)])


def alias_parameters(alias):
    return _parameters_of(alias.__args__)


def _parameters_of(args):
    r = []
    for a in args:
        if isinstance(a, type):
            continue
        if hasattr(type(a), '__typing_subst__'):
            found = (a,)
        elif isinstance(a, (list, tuple)):
            found = _parameters_of(a)
        else:
            found = getattr(a, '__parameters__', ())
        for p in found if isinstance(found, tuple) else ():
            if p not in r:
                r.append(p)
    return (*r,)


def _alias_items(key):
    if type(key) is not tuple:
        key = (key,)
    r = []
    for a in key:
        inner = None if isinstance(a, type) else getattr(a, '__typing_unpacked_tuple_args__', None)
        if isinstance(inner, tuple) and not (inner and inner[-1] is ...):
            r.extend(inner)
        else:
            r.append(a)
    return (*r,)


def _alias_filled(a, params, key):
    inner = getattr(a, '__parameters__', None)
    if not isinstance(inner, tuple) or not inner:
        return a
    r = []
    for p in inner:
        if p not in params:
            r.append(p)
            continue
        new = key[params.index(p)]
        if isinstance(new, tuple) and hasattr(type(p), '__iter__'):
            r.extend(new)
        else:
            r.append(new)
    return a[(*r,)]


def alias_getitem(alias, key):
    params = alias_parameters(alias)
    if not params:
        raise TypeError(f'{alias!r} is not a generic class')
    key = _alias_items(key)
    for p in params:
        prepare = getattr(type(p), '__typing_prepare_subst__', None)
        if prepare is not None:
            key = prepare(p, alias, key)
    if len(key) != len(params):
        n = 'many' if len(key) > len(params) else 'few'
        raise TypeError(f'Too {n} arguments for {alias!r}; actual {len(key)}, expected {len(params)}')
    flat = getattr(alias.__origin__, '__name__', None) == 'Callable'
    r = []
    for a in alias.__args__:
        if isinstance(a, type):
            r.append(a)
            continue
        if isinstance(a, list):
            r.append([_alias_filled(x, params, key) if x not in params else key[params.index(x)] for x in a])
            continue
        many = getattr(a, '__typing_is_unpacked_typevartuple__', False)
        subst = getattr(type(a), '__typing_subst__', None)
        if subst is not None:
            new = key[params.index(a)]
            if not (flat and isinstance(new, (list, tuple))):
                new = subst(a, new)
        else:
            new = _alias_filled(a, params, key)
        if (many or flat) and isinstance(new, (list, tuple)):
            r.extend(new)
        else:
            r.append(new)
    new = type(alias)(alias.__origin__, (*r,))
    return _unpacked(new) if alias.__unpacked__ else new


def union_getitem(union, key):
    params = union.__parameters__
    if not params:
        raise TypeError(f'{union!r} is not a generic class')
    key = _alias_items(key)
    if len(key) != len(params):
        n = 'many' if len(key) > len(params) else 'few'
        raise TypeError(f'Too {n} arguments for {union!r}; actual {len(key)}, expected {len(params)}')
    r = None
    for a in union.__args__:
        part = key[params.index(a)] if a in params else a if isinstance(a, type) else _alias_filled(a, params, key)
        r = part if r is None else r | part
    return r


def intrinsic_display(value):
    import sys
    sys.displayhook(value)


def intrinsic_typevar(name):
    import typing
    return typing._type_var(name)


def intrinsic_typevar_bound(name, thunk, is_tuple):
    import typing
    return typing._type_var_bound(name, thunk, is_tuple)


def intrinsic_paramspec(name):
    import typing
    return typing._param_spec(name)


def intrinsic_typevartuple(name):
    import typing
    return typing._type_var_tuple(name)


def intrinsic_typealias(name, params, thunk):
    import typing
    return typing._type_alias(name, params, thunk)


def intrinsic_subscript_generic(params):
    import typing
    return typing._subscript_generic(params)


def intrinsic_type_param_default(param, thunk):
    import typing
    return typing._type_param_default(param, thunk)


def object_reduce(self):
    from _reduction import reduce_ex
    return reduce_ex(self, 0)


def object_reduce_ex(self, protocol):
    from _reduction import reduce_ex
    if type(self).__reduce__ is not object.__reduce__:
        return self.__reduce__()
    return reduce_ex(self, protocol)


def object_getstate(self):
    try:
        # Read `__dict__` without `__getattr__`.
        state = dict(_default_attr(self, '__dict__')) or None
    except AttributeError:
        state = None
    slots = {}
    for cls in type(self).__mro__:
        names = getattr(cls, '__slots__', ())
        if isinstance(names, str):
            names = (names,)
        for name in names:
            if name in ('__dict__', '__weakref__'):
                continue
            if name.startswith('__') and not name.endswith('__'):
                name = '_' + cls.__name__.lstrip('_') + name
            value = getattr(self, name, _marker)
            if value is not _marker:
                slots[name] = value
    if slots:
        return (state, slots)
    return state


def _is_parameters(x):
    # True for the parameters of a Callable: `...`, a ParamSpec or Concatenate.
    return x is ... or not isinstance(x, type) and type(x).__name__ in ('ParamSpec', '_ConcatenateGenericAlias')


def _alias_item(x):
    if x is ...:
        return '...'
    if x is type(None):
        return 'None'
    if type(x) is list:
        return '[' + ', '.join([_alias_item(y) for y in x]) + ']'
    if isinstance(x, type) and type(x).__name__ != 'GenericAlias':
        if x.__module__ == 'builtins':
            return x.__qualname__
        return x.__module__ + '.' + x.__qualname__
    return repr(x)


def match_star(exc, types):
    return BaseExceptionGroup_split(exc, types)


def _group_test(condition):
    if isinstance(condition, type):
        condition = (condition,)
    if type(condition) is not tuple:
        return condition

    def test(e):
        for c in type(e).__mro__:
            for wanted in condition:
                if c is wanted:
                    return True
        return False
    return test


def BaseExceptionGroup_subgroup(self, condition):
    condition = _group_test(condition)
    if condition(self):
        return self
    kept = []
    for e in self.exceptions:
        if isinstance(e, BaseExceptionGroup):
            e = e.subgroup(condition)
        elif not condition(e):
            continue
        if e is not None:
            kept.append(e)
    return _derived_group(self, kept)


def BaseExceptionGroup_split(self, condition):
    condition = _group_test(condition)
    if condition(self):
        return (self, None)
    kept = []
    rest = []
    for e in self.exceptions:
        if isinstance(e, BaseExceptionGroup):
            a, b = e.split(condition)
            if a is not None:
                kept.append(a)
            if b is not None:
                rest.append(b)
        elif condition(e):
            kept.append(e)
        else:
            rest.append(e)
    return (_derived_group(self, kept), _derived_group(self, rest))


def _derived_group(group, members):
    if not members:
        return None
    made = group.derive(members)
    if not isinstance(made, BaseExceptionGroup):
        raise TypeError('derive must return an instance of BaseExceptionGroup')
    made.__traceback__ = group.__traceback__
    made.__context__ = group.__context__
    made.__cause__ = group.__cause__
    for note in getattr(group, '__notes__', ()):
        made.add_note(note)
    return made


def special_through(descriptor, this, /, *args, **kwargs):
    # Calls a special method that is a property or another descriptor in the class.
    return descriptor.__get__(this, type(this))(*args, **kwargs)


def any_abstract(*parts):
    for part in parts:
        if getattr(part, '__isabstractmethod__', False):
            return True
    return False


def BaseException_repr(self):
    return _repr_parts(self) if isinstance(self, BaseException) else _default_repr(self)


def super_of_another(cls, obj):
    # A proxy counts as an instance of the class that its `__class__` names.
    told = getattr(obj, '__class__', None)
    if isinstance(told, type) and told is not type(obj) and issubclass(told, cls):
        return _super_from(cls, obj, told)
    name = cls.__name__
    raise TypeError(f'super(type, obj): obj (instance of {_type_name(obj)}) is not an instance or subtype of type ({name}).')


def super_call_of_another(cls, obj, name, *args):
    return _getattr(super_of_another(cls, obj), name)(*args)


def _repr_of_class(self):
    # The default `repr` of an object, even when its class overrides `__repr__`.
    if not _enter_repr(self):
        return _repr_again(self)
    try:
        return _repr_parts(self)
    finally:
        _leave_repr(self)


def bytearray_repr(self):
    return f'{type(self).__name__}({bytes(_plain(self))!r})'


def syntax_error_details(exc, message, details, result):
    given = _args_of(exc)
    BaseException.__init__(exc, message, (*details,))
    exc.args = given
    return result
