"""Warnings: filters decide whether one is shown, raised, recorded or dropped."""
import sys
from _stockade import argument_name, caller_place, index

__all__ = ['warn', 'warn_explicit', 'showwarning', 'formatwarning', 'filterwarnings', 'simplefilter',
           'resetwarnings', 'catch_warnings', 'deprecated']
defaultaction = _defaultaction = 'default'
onceregistry = _onceregistry = {}
_version = 1  # grows when the filters change, so that shown warnings may be shown again
_ACTIONS = ('default', 'error', 'ignore', 'always', 'module', 'once')

# (action, message pattern, category, module pattern, line)
filters = [('default', None, DeprecationWarning, '__main__', 0), ('ignore', None, DeprecationWarning, None, 0),
           ('ignore', None, PendingDeprecationWarning, None, 0), ('ignore', None, ImportWarning, None, 0),
           ('ignore', None, ResourceWarning, None, 0)]


class WarningMessage:
    _WARNING_DETAILS = ('message', 'category', 'filename', 'lineno', 'file', 'line', 'source')

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return ('{message : %r, category : %r, filename : %r, lineno : %s, line : %r}' % (
            self.message, self._category_name, self.filename, self.lineno, self.line))


def showwarning(message, category, filename, lineno, file=None, line=None):
    _show(WarningMessage(message, category, filename, lineno, file, line))


#: The place of the last warning, with the line of source there.
_last = None, None, None


def formatwarning(message, category, filename, lineno, line=None):
    if line is None and (filename, lineno) == _last[:2]:
        line = _last[2]
    return _format(WarningMessage(message, category, filename, lineno, None, line))


def _format(msg):
    shown = f'{msg.filename}:{msg.lineno}: {msg.category.__name__}: {msg.message}\n'
    line = getattr(msg, '_source_line', None) if msg.line is None else msg.line
    if line and line.strip():
        shown += f'  {line.strip()}\n'
    if msg.source is not None:
        shown += f'{msg.category.__name__}: Enable tracemalloc to get the object allocation traceback\n'
    return shown


def _show(msg):
    file = msg.file
    if file is None:
        file = getattr(sys, 'stderr', None)
        if file is None:
            return
    file.write(_format(msg))


_showwarning_orig = showwarning
_formatwarning_orig = formatwarning


def _showwarnmsg(msg):
    if showwarning is not _showwarning_orig:
        if not callable(showwarning):
            raise TypeError('warnings.showwarning() must be set to a function or method')
        showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)
        return
    if formatwarning is not _formatwarning_orig:
        (msg.file or sys.stderr).write(formatwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.line))
        return
    _show_now(msg)


_show_now = _show


def _check_category(category):
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError('category must be a Warning subclass, not '
                        f"'{type(category).__name__}'")


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    if action not in _ACTIONS:
        raise ValueError(f'invalid action: {action!r}')
    if not isinstance(message, str):
        raise TypeError('message must be a string')
    if not isinstance(category, type) or not issubclass(category, Warning):
        raise TypeError('category must be a Warning subclass')
    if not isinstance(module, str):
        raise TypeError('module must be a string')
    if not isinstance(lineno, int):
        raise TypeError('lineno must be an int')
    if lineno < 0:
        raise ValueError('lineno must be an int >= 0')
    if message or module:
        import re
        message = re.compile(message, re.I) if message else None
        module = re.compile(module) if module else None
    _add(action, message or None, category, module or None, lineno, append=append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    if not isinstance(action, str) or action not in _ACTIONS:
        raise ValueError(f'invalid action: {action!r}')
    if not isinstance(lineno, int):
        raise TypeError('lineno must be an int')
    if lineno < 0:
        raise ValueError('lineno must be an int >= 0')
    _add(action, None, category, None, lineno, append=append)


def _add(*item, append):
    if append:
        if item not in filters:
            filters.append(item)
    else:
        try:
            filters.remove(item)
        except ValueError:
            pass
        filters.insert(0, item)
    _filters_mutated()


def _filters_mutated():
    global _version
    _version += 1


def resetwarnings():
    filters[:] = []
    _filters_mutated()


# The warnings that were shown, by file.
_registries = {}


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    stacklevel = index(stacklevel)
    if not isinstance(skip_file_prefixes, tuple):
        raise TypeError(f"warn() argument 'skip_file_prefixes' must be tuple, not {argument_name(skip_file_prefixes)}")
    for prefix in skip_file_prefixes:
        if not isinstance(prefix, str):
            raise TypeError(f'Found non-str {type(prefix).__name__!r} in skip_file_prefixes.')
    if isinstance(message, Warning):
        category = message.__class__
    if category is None:
        category = UserWarning
    _check_category(category)
    place = caller_place('warnings', max(stacklevel, 1))
    filename, lineno, _, line, module = ('<sys>', 0, '', '', 'sys') if place is None else place[:5]
    _warn(message, category, filename, lineno, module, _registries.setdefault(filename, {}), source, line)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None,
                  source=None):
    if module is None:
        module = filename or '<unknown>'
        if module[-3:].lower() == '.py':
            module = module[:-3]
    if isinstance(message, Warning):
        category = message.__class__
    if module_globals is not None and not isinstance(module_globals, dict):
        raise TypeError(f"module_globals must be a dict, not '{type(module_globals).__name__}'")
    if registry is not None and not isinstance(registry, dict):
        raise TypeError("'registry' must be a dict or None")
    _check_category(category)
    _warn(message, category, filename, int(lineno), module, {} if registry is None else registry, source)


def _warn_program(message, category):
    """Warns at the line of the program that the library works for, however deep in it."""
    place = caller_place('', 1)
    filename, lineno, _, line, module = ('<sys>', 0, '', '', 'sys') if place is None else place[:5]
    _warn(message, category, filename, lineno, module, _registries.setdefault(filename, {}), None, line)


def _warn_unawaited_coroutine(coro):
    # The place where the coroutine was dropped is no longer known.
    warn_explicit(f"coroutine '{coro.__qualname__}' was never awaited", RuntimeWarning, 'sys', 1, 'sys',
                  _registries.setdefault('sys', {}), None, coro)


def _matches(pattern, text):
    if pattern is None:
        return True
    return pattern == text if isinstance(pattern, str) else pattern.match(text) is not None


def _warn(message, category, filename, lineno, module, registry, source, source_line=None):
    if registry.get('version', 0) != _version:
        registry.clear()
        registry['version'] = _version
    text = str(message)
    if not isinstance(message, Warning):
        message = category(message)
    key = text, category, lineno
    if registry.get(key):
        return
    for action, pattern, kind, where, line in filters:
        if _matches(pattern, text) and issubclass(category, kind) and _matches(where, module) and \
                line in (0, lineno):
            break
    else:
        action = defaultaction
    if action == 'ignore':
        return
    if action == 'error':
        raise message
    if action == 'once':
        registry[key] = 1
        if onceregistry.get((text, category)):
            return
        onceregistry[text, category] = 1
    elif action == 'module':
        registry[key] = 1
        other = text, category, 0
        if registry.get(other):
            return
        registry[other] = 1
    elif action == 'default':
        registry[key] = 1
    elif action != 'always':
        raise RuntimeError(f'Unrecognized action ({action!r}) in warnings.filters:\n '
                           f'{(action, pattern, kind, where, line)}')
    shown = WarningMessage(message, category, filename, lineno, source=source)
    shown._source_line = source_line
    global _last
    _last = filename, lineno, source_line
    _showwarnmsg(shown)


class catch_warnings:
    """Restores the filters at the end; with `record`, gathers warnings instead of showing them."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = sys.modules['warnings'] if module is None and hasattr(sys, 'modules') else module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        args = []
        if self._record:
            args.append('record=True')
        if self._module is not getattr(sys, 'modules', {}).get('warnings', self._module):
            args.append(f'module={self._module!r}')
        return f'{type(self).__name__}({", ".join(args)})'

    def __enter__(self):
        global filters, showwarning, _show_now
        if self._entered:
            raise RuntimeError('Cannot enter %r twice' % self)
        self._entered = True
        self._saved = filters, showwarning, _show_now
        filters = filters[:]
        _filters_mutated()
        log = None
        if self._record:
            log = []
            _show_now = log.append
            showwarning = _showwarning_orig
        if self._filter is not None:
            simplefilter(*self._filter)
        return log

    def __exit__(self, *exc_info):
        global filters, showwarning, _show_now
        if not self._entered:
            raise RuntimeError('Cannot exit %r without entering first' % self)
        filters, showwarning, _show_now = self._saved
        _filters_mutated()


class deprecated:
    # Frames of this module do not count for the stack level of a warning.
    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if not isinstance(message, str):
            raise TypeError(f"Expected an object of type str for 'message', not {type(message).__name__!r}")
        self.message = message
        self.category = category
        self.stacklevel = stacklevel

    def __call__(self, arg, /):
        import functools
        message, category, stacklevel = self.message, self.category, self.stacklevel
        if category is None:
            arg.__deprecated__ = message
            return arg
        if isinstance(arg, type):
            return self._mark_class(arg, message, category, stacklevel)
        if not callable(arg):
            raise TypeError('@deprecated decorator with non-None category must be applied to '
                            f'a class or callable, not {arg!r}')

        @functools.wraps(arg)
        def wrapper(*args, **kwargs):
            warn(message, category=category, stacklevel=stacklevel)
            return arg(*args, **kwargs)
        arg.__deprecated__ = wrapper.__deprecated__ = message
        if getattr(getattr(arg, '__code__', None), 'co_flags', 0) & 0x80:
            from inspect import markcoroutinefunction
            markcoroutinefunction(wrapper)
        return wrapper

    def _mark_class(self, cls, message, category, stacklevel):
        import functools
        plain_new = cls.__new__

        def __new__(made_cls, /, *args, **kwargs):
            if made_cls is cls:
                warn(message, category=category, stacklevel=stacklevel)
            if plain_new is not object.__new__:
                return plain_new(made_cls, *args, **kwargs)
            if made_cls.__init__ is object.__init__ and (args or kwargs):
                raise TypeError(f'{made_cls.__name__}() takes no arguments')
            return plain_new(made_cls)
        cls.__new__ = staticmethod(functools.wraps(plain_new)(__new__))
        plain_hook = cls.__init_subclass__
        own = getattr(plain_hook, '__func__', None)

        def hook(*args, **kwargs):
            warn(message, category=category, stacklevel=stacklevel)
            return own(*args, **kwargs) if own else plain_hook(*args[1:], **kwargs)
        cls.__init_subclass__ = classmethod(functools.wraps(own)(hook) if own else hook)
        cls.__deprecated__ = __new__.__deprecated__ = message
        return cls


_DEPRECATED_MSG = '{name!r} is deprecated and slated for removal in Python {remove}'


def _deprecated(name, message=_DEPRECATED_MSG, *, remove, _version=(3, 13, 0, 'final', 0)):
    shown = f'{remove[0]}.{remove[1]}'
    if _version[:2] > remove or _version[:2] == remove and _version[3] != 'alpha':
        raise RuntimeError(f'{name!r} was slated for removal after Python {remove[0]}.{remove[1] - 1} alpha')
    warn(message.format(name=name, remove=shown), DeprecationWarning, stacklevel=2)
