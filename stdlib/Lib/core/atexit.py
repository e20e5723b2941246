"""Functions to be called when a program ends."""
_registered = []


def register(func, /, *args, **kwargs):
    if not callable(func):
        raise TypeError('the first argument must be callable')
    _registered.append((func, args, kwargs))
    return func


def unregister(func, /):
    _registered[:] = [entry for entry in _registered if not entry[0] == func]


def _clear():
    _registered.clear()


def _ncallbacks():
    return len(_registered)


def _run_exitfuncs():
    """Calls them, the latest first; of several exceptions all but the last are only told of."""
    import sys
    from _weakref import ignored
    while _registered:
        func, args, kwargs = _registered.pop()
        try:
            func(*args, **kwargs)
        except BaseException as exc:
            try:
                told = f'Exception ignored in atexit callback {func!r}'
                sys.unraisablehook(sys.UnraisableHookArgs((type(exc), exc, exc.__traceback__, told, None)))
            except BaseException as error:
                ignored(sys.unraisablehook, error)
