"""Importing by a name that is computed: what is granted to the program, and nothing else."""
import sys
from _stockade import guest_getattr as _guest_getattr

__all__ = ['__import__', 'import_module', 'invalidate_caches', 'reload']


def _load(name):
    if not all(part.isidentifier() for part in name.split('.')):
        raise ModuleNotFoundError(f'No module named {name!r}', name=name)
    # Code made here has the rights of the program, not those of the library.
    found = {}
    try:
        exec(f'import {name} as it', found)
    except ImportError as error:
        # The text that was run is no place of the program's.
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            error.__traceback__ = None
        raise
    return found['it']


def _absolute(name, package):
    level = len(name) - len(name.lstrip('.'))
    if not level:
        return name
    if not package:
        raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
    if not isinstance(package, str):
        raise TypeError('__package__ not set to a string')
    parts = package.rsplit('.', level - 1)
    if len(parts) < level:
        raise ImportError('attempted relative import beyond top-level package')
    rest = name[level:]
    return f'{parts[0]}.{rest}' if rest else parts[0]


def import_module(name, package=None):
    """The module of that name."""
    if not isinstance(name, str):
        raise AttributeError(f"{type(name).__name__!r} object has no attribute 'startswith'")
    name = _absolute(name, package)
    if not name:
        raise ValueError('Empty module name')
    return _load(name)


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    """What the `import` statement asks for."""
    if not isinstance(name, str):
        raise TypeError(f'module name must be str, not {type(name)}')
    if level > 0:
        space = globals or {}
        package = space.get('__package__')
        if package is None:
            package = space['__name__']
        name = _absolute('.' * level + name, package)
    elif not name:
        raise ValueError('Empty module name')
    found = _load(name)
    for item in fromlist or ():
        if not isinstance(item, str):
            raise TypeError(f"Item in ``from list'' must be str, not {type(item).__name__}")
    return found if fromlist else _load(name.partition('.')[0])


def invalidate_caches():
    """Nothing is looked for in places that change."""


def reload(module):
    """The modules of the library do not change: the module as it is."""
    for names in (('__spec__', 'name'), ('__name__',)):
        name = module
        try:
            for part in names:
                name = _guest_getattr(name, part)
        except AttributeError:
            continue
        break
    else:
        raise TypeError('reload() argument must be a module')
    if sys.modules.get(name) is not module:
        raise ImportError(f'module {name} not in sys.modules', name=name)
    return module
