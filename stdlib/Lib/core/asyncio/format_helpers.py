"""Callbacks as text, and where code was called from."""


def _get_function_source(func):
    """(file, first line) of a function of the program's, or None."""
    import functools
    import inspect
    func = inspect.unwrap(func)
    while True:
        if isinstance(func, functools.partialmethod):
            func = func.func
        elif isinstance(func, functools.partial):
            func = func.func
        else:
            break
    if not inspect.isfunction(func):
        return None
    code = func.__code__
    if code.co_filename.startswith('<frozen '):
        return None
    return code.co_filename, code.co_firstlineno


def _format_callback_source(func, args, *, debug=False):
    text = _format_callback(func, args, None, debug=debug)
    source = _get_function_source(func)
    return f'{text} at {source[0]}:{source[1]}' if source else text


def _format_args_and_kwargs(args, kwargs, *, debug=False):
    if debug is False:
        return '()'
    import reprlib
    items = [reprlib.repr(arg) for arg in args or ()]
    items += [f'{name}={reprlib.repr(value)}' for name, value in (kwargs or {}).items()]
    return f'({", ".join(items)})'


def _format_callback(func, args, kwargs, *, debug=False, suffix=''):
    from functools import partial
    if isinstance(func, partial):
        suffix = _format_args_and_kwargs(args, kwargs, debug=debug) + suffix
        return _format_callback(func.func, func.args, func.keywords, debug=debug, suffix=suffix)
    name = getattr(func, '__qualname__', None) or getattr(func, '__name__', None) or repr(func)
    return name + _format_args_and_kwargs(args, kwargs, debug=debug) + suffix


def extract_stack(f=None, limit=None):
    """The calls that led here, without those of the library."""
    import traceback
    return traceback.extract_stack(None, 10 if limit is None else limit)
