"""Importing by a name that is computed: what is granted to the program, and nothing else."""
import sys
from _stockade import ask_import as _ask_import, guest_getattr as _guest_getattr, loaded_module as _loaded_module

__all__ = ['__import__', 'import_module', 'invalidate_caches', 'reload']


def _looked_up(statement, found):
    from _namespace import looked_up
    looked_up(statement, found)


def _load(name):
    from keyword import iskeyword
    parts = name.split('.')
    for at, part in enumerate(parts):
        if not part.isidentifier() or iskeyword(part):
            return _unwritable(parts, at)
    # Code made here has the permissions of the program, not those of the library.
    found = {}
    try:
        if len(parts) > 1:
            # The attribute of a package with the name of a submodule may be another object.
            _looked_up(f'import {name}', found)
            module = sys.modules.get(name)
            if module is not None:
                return module
        _looked_up(f'import {name} as it', found)
    except ImportError as error:
        # The text that ran here is no place in the program, so tracebacks do not show it.
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            error.__traceback__ = None
        raise
    return found['it']


def _is_package(module, name):
    """Whether a loaded module may have modules below it. For the library's that is decided when one is imported."""
    if _loaded_module(name) is not module:
        return hasattr(module, '__path__')
    try:
        _looked_up(f'import {name}._', {})
    except ImportError as error:
        return not str(error).endswith('is not a package')
    return True


def _unwritable(parts, first):
    """A module whose name no import statement can say from a part on: what the program has put under it, or its finders know."""
    above = '.'.join(parts[:first])
    found = _load(above) if above else None
    for at in range(first, len(parts)):
        name = '.'.join(parts[:at + 1])
        if not name:
            # A name that starts with a dot has no parent.
            continue
        told = f'No module named {name!r}'
        outside = above and not _is_package(found, above)
        if outside:
            told += f'; {above!r} is not a package'
        parent, found = found, sys.modules.get(name)
        if found is None:
            if name in sys.modules or outside or not sys.meta_path:
                raise ModuleNotFoundError(f'import of {name} halted; None in sys.modules' if name in sys.modules else told, name=name)
            from importlib.util import _load_by_finders
            _ask_import(name)
            found = _load_by_finders(name, getattr(parent, '__path__', None), sys.modules)
            if above and _loaded_module(above) is not parent:
                setattr(parent, parts[at], found)
        above = name
    return found


def _load_below(package, name, items):
    """The modules of a package that `from package import items` asks for."""
    for item in items:
        if not isinstance(item, str):
            raise TypeError(f"Item in ``from list'' must be str, not {type(item).__name__}")
        if item == '*':
            if '__all__' in dir(package):
                _load_below(package, name, [listed for listed in package.__all__ if listed != '*'])
        elif not hasattr(package, item):
            try:
                _load(f'{name}.{item}')
            except ModuleNotFoundError as error:
                if error.name != f'{name}.{item}':
                    raise


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
    name = _absolute(str.__str__(name), package)
    if not name:
        raise ValueError('Empty module name')
    return _load(name)


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    """What the `import` statement asks for."""
    if not isinstance(name, str):
        raise TypeError(f'module name must be str, not {type(name)}')
    if level < 0:
        raise ValueError('level must be >= 0')
    if level > 0:
        space = globals or {}
        package = space.get('__package__')
        if package is None:
            package = space['__name__']
        name = _absolute('.' * level + name, package)
    elif not name:
        raise ValueError('Empty module name')
    found = _load(name)
    if not fromlist:
        return _load(name.partition('.')[0])
    if _is_package(found, name):
        _load_below(found, name, fromlist)
    return found


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
