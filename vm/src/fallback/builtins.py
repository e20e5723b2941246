def sorted(iterable, key=None, reverse=False):
    it = _iter(iterable)
    if _is_guest(iterable):
        _ask_length(iterable)
    items = [x for x in it]
    reverse = True if reverse else False
    return sorted_by(items, key, reverse)


def sorted_by(items, key, reverse):
    keys = items if key is None else [key(x) for x in items]
    done = _native_sorted(items, keys, reverse)
    if done is not None:
        return done
    sorter = _sort_start(keys, reverse)
    _sort_run(sorter)
    return _sort_end(sorter, items)


def _sort_run(sorter):
    # The sorter is an iterator over pairs of keys. Without an answer the first one is not less than the second one.
    is_less = _sort_less
    for a, b in sorter:
        if a < b:
            is_less(sorter)


def list_sort(self, key=None, reverse=False):
    reverse = True if reverse else False
    self = _plain(self)
    items = self[:]
    # User code that reads the list meanwhile finds it empty. User code that appends to it causes a ValueError.
    self.clear()
    done = items
    try:
        keys = items if key is None else [key(x) for x in items]
        sorted = _native_sorted(items, keys, reverse)
        if sorted is None:
            sorter = _sort_start(keys, reverse)
            try:
                _sort_run(sorter)
            finally:
                done = _sort_end(sorter, items)
        else:
            done = sorted
    finally:
        modified = len(self) > 0 or not _is_fresh(self)
        self[:] = done
    if modified:
        raise ValueError('list modified during sort')


def sum(iterable, start=0):
    # Local variables for natives that are called for each item.
    refuses = _sum_refuses
    it = _iter(iterable)
    total = start
    plain = True
    while plain:
        state = [total, 0.0]
        for x in it:
            if refuses(state, x):
                break
        else:
            return _sum_of(state)
        plain = type(state[0]) is int
        total = _sum_of(state) + x
        # A float that follows ints is added with compensation, as in CPython. Any other change of type ends the fast loop.
        plain = plain and type(total) is float
    for x in it:
        total = total + x
    return total


def min(*args, key=None, default=_marker):
    return _best(args[0] if len(args) == 1 else args, None, default, True)


def max(*args, key=None, default=_marker):
    return _best(args[0] if len(args) == 1 else args, None, default, False)


def _best(iterable, key, default, least):
    it = _iter(iterable)
    for best in it:
        break
    else:
        if default is _marker:
            name = 'min' if least else 'max'
            raise ValueError(f'{name}() iterable argument is empty')
        return default
    if key is None:
        if least:
            for x in it:
                if x < best:
                    best = x
        else:
            for x in it:
                if x > best:
                    best = x
        return best
    best_key = key(best)
    for x in it:
        k = key(x)
        if k < best_key if least else k > best_key:
            best = x
            best_key = k
    return best


def any(iterable):
    for x in iterable:
        if x:
            return True
    return False


def all(iterable):
    for x in iterable:
        if not x:
            return False
    return True


def any_from(x, it):
    if x:
        return True
    for x in it:
        if x:
            return True
    return False


def all_from(x, it):
    if not x:
        return False
    for x in it:
        if not x:
            return False
    return True


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    import importlib
    if not isinstance(name, str):
        raise TypeError('module name must be a string')
    space = {} if globals is None else globals
    if level > 0 and isinstance(space, dict) and space.get('__package__') is None and '__name__' not in space:
        raise KeyError("'__name__' not in globals")
    if level > 0 and isinstance(space, dict) and not space.get('__package__') and space.get('__spec__') is None:
        if space.get('__package__') is None:
            from warnings import warn
            warn("can't resolve package from __spec__ or __package__, falling back on __name__ and __path__", ImportWarning, 2)
        name_here = space.get('__name__')
        if isinstance(name_here, str) and '.' not in name_here and '__path__' not in space:
            raise ImportError('attempted relative import with no known parent package')
    return importlib.__import__(name, globals, locals, fromlist, level)


def input(prompt=''):
    import sys
    for name in ('stdin', 'stdout', 'stderr'):
        if getattr(sys, name, None) is None:
            raise RuntimeError(f'input(): lost sys.{name}')
    if prompt != '':
        sys.stdout.write(str(prompt))
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not isinstance(line, (str, bytes)):
        raise TypeError('object.readline() returned non-string')
    if not line:
        raise EOFError('EOF when reading a line')
    return line.removesuffix('\n' if isinstance(line, str) else b'\n')


def open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {None if mode is None else _type_name(mode)}")
    _as_int(buffering)
    for name, given in (('encoding', encoding), ('errors', errors), ('newline', newline)):
        if given is not None and not isinstance(given, str):
            raise TypeError(f"open() argument '{name}' must be str or None, not {_type_name(given)}")
    # A number may be a file descriptor. It is checked later.
    if not isinstance(file, (int, float, complex, str, bytes)):
        import os
        file = os.fspath(file)
    if set(mode) - set('rwxabt+') or len(set(mode)) < len(mode):
        raise ValueError(f'invalid mode: {mode!r}')
    if 't' in mode and 'b' in mode:
        raise ValueError("can't have text and binary mode at once")
    if len(set(mode) & set('rwxa')) > 1:
        raise ValueError('must have exactly one of create/read/write/append mode')
    for name, given in (('encoding', encoding), ('errors', errors), ('newline', newline)):
        if given is not None and 'b' in mode:
            raise ValueError(f"binary mode doesn't take {'a' if name == 'newline' else 'an'} {name} argument")
    if isinstance(file, (float, complex)):
        import os
        os.fspath(file)
    if isinstance(file, str):
        file.encode('utf-8', 'surrogateescape')
    if isinstance(file, int):
        if file < 0:
            raise ValueError('negative file descriptor')
    elif ('\0' if isinstance(file, str) else b'\0') in file:
        raise ValueError('embedded null byte')
    if not set(mode) & set('rwxa'):
        raise ValueError('Must have exactly one of create/read/write/append mode and at most one plus')
    if file == '/dev/stdin' and 'r' in mode and '+' not in mode:
        file = 0
    if isinstance(file, int) and file <= 2:
        import sys
        if file == 0 and 'r' in mode:
            stream = sys._reader(encoding or 'utf-8', errors or 'strict', newline)
            return stream.buffer if 'b' in mode else stream
        stream = (sys.stdin, sys.stdout, sys.stderr)[file]
        return stream.buffer if 'b' in mode else stream
    from _fileio import opened
    return opened(file, mode, buffering, encoding, errors, newline, closefd, opener)
