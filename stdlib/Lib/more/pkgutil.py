"""What there is for packages: objects by their names, and the modules that a program's own importers tell of."""
import functools
import importlib
import importlib.util
import os
import re
import sys
import warnings
from collections import namedtuple
from types import ModuleType

__all__ = ['get_importer', 'iter_importers', 'walk_packages', 'iter_modules', 'get_data', 'read_code', 'extend_path', 'ModuleInfo']

ModuleInfo = namedtuple('ModuleInfo', 'module_finder name ispkg', module=__name__)
ModuleInfo.__doc__ = 'A namedtuple with minimal info about a module.'
_name = None


def read_code(stream):
    """The code of a compiled file: None, for none has been compiled by this machine."""
    stream.read(4)
    return None


def iter_importer_modules(importer, prefix=''):
    """The names of an importer's modules, and whether each is a package: for a kind of importer what was registered for it."""
    return _registered.dispatch(type(importer))(importer, prefix)


@functools.singledispatch
def _registered(importer, prefix=''):
    return importer.iter_modules(prefix) if hasattr(importer, 'iter_modules') else []


iter_importer_modules.register = _registered.register


def get_importer(path_item):
    """The finder for an entry of a path; None where no hook knows one."""
    path_item = os.fsdecode(path_item)
    cache = sys.path_importer_cache
    if path_item not in cache:
        for hook in sys.path_hooks:
            try:
                cache.setdefault(path_item, hook(path_item))
                break
            except ImportError:
                pass
    return cache.get(path_item)


def iter_importers(fullname=''):
    """The finders that are asked for a module."""
    if fullname.startswith('.'):
        raise ImportError(f'Relative module name {fullname!r} not supported')
    if '.' in fullname:
        path = getattr(importlib.import_module(fullname.rpartition('.')[0]), '__path__', ())
    else:
        yield from sys.meta_path
        path = sys.path
    yield from map(get_importer, path or ())


def iter_modules(path=None, prefix=''):
    """The modules of the entries of a path, or of all."""
    if isinstance(path, str):
        raise ValueError('path must be None or list of paths to look for modules in')
    seen = set()
    for importer in iter_importers() if path is None else map(get_importer, path):
        for name, is_package in iter_importer_modules(importer, prefix):
            if name not in seen:
                seen.add(name)
                yield ModuleInfo(importer, name, is_package)


def walk_packages(path=None, prefix='', onerror=None):
    """As `iter_modules`, and what is in the packages, which are imported."""
    seen = set()
    for info in iter_modules(path, prefix):
        yield info
        if not info.ispkg:
            continue
        try:
            __import__(info.name)
        except Exception as error:
            if onerror is not None:
                onerror(info.name)
            elif not isinstance(error, ImportError):
                raise
        else:
            below = [item for item in getattr(sys.modules[info.name], '__path__', None) or [] if item not in seen]
            seen.update(below)
            yield from walk_packages(below, info.name + '.', onerror)


def get_data(package, resource):
    """The bytes that the loader of a package has under a name; None where it has none to ask."""
    spec = importlib.util.find_spec(package)
    if spec is None or not hasattr(spec.loader, 'get_data'):
        return None
    module = sys.modules.get(package)
    if not module:
        module = sys.modules[package] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    if not hasattr(module, '__file__'):
        return None
    return spec.loader.get_data(os.path.join(os.path.dirname(module.__file__), *resource.split('/')))


def extend_path(path, name):
    """The path of a package, with the parts of it that finders of other entries know."""
    if not isinstance(path, list):
        return path
    path = path[:]
    parent, _, last = name.rpartition('.')
    search = sys.path
    if parent:
        search = getattr(sys.modules.get(parent), '__path__', None)
        if search is None:
            return path
    for item in search:
        finder = get_importer(item) if isinstance(item, str) else None
        spec = finder.find_spec(last) if hasattr(finder, 'find_spec') else None
        if spec is not None:
            path += [portion for portion in spec.submodule_search_locations or [] if portion not in path]
    return path


_DEPRECATED = warnings._DEPRECATED_MSG + '; use importlib.util.find_spec() instead'


def get_loader(module_or_name):
    """The loader of a module, by itself or its name."""
    warnings._deprecated('pkgutil.get_loader', _DEPRECATED, remove=(3, 14))
    if isinstance(module_or_name, str) and module_or_name in sys.modules:
        module_or_name = sys.modules[module_or_name]
        if module_or_name is None:
            return None
    if not isinstance(module_or_name, ModuleType):
        return find_loader(module_or_name)
    loader = getattr(module_or_name, '__loader__', None)
    if loader is not None:
        return loader
    if getattr(module_or_name, '__spec__', None) is None:
        return None
    return find_loader(module_or_name.__name__)


def find_loader(fullname):
    """The loader of a module by its name."""
    warnings._deprecated('pkgutil.find_loader', _DEPRECATED, remove=(3, 14))
    if fullname.startswith('.'):
        raise ImportError(f'Relative module name {fullname!r} not supported')
    try:
        spec = importlib.util.find_spec(fullname)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ImportError(f'Error while finding loader for {fullname!r} ({type(error)}: {error})') from error
    return None if spec is None else spec.loader


def resolve_name(name):
    """The object of a name: `package.module:object.attribute`, or the same with nothing but dots."""
    global _name
    if _name is None:
        dotted = r'(?!\d)\w+(?:\.(?!\d)\w+)*'
        _name = re.compile(f'({dotted})(:({dotted})?)?$')
    found = _name.match(name)
    if found is None:
        raise ValueError(f'invalid format: {name!r}')
    if found[2]:
        result = importlib.import_module(found[1])
        parts = found[3].split('.') if found[3] else []
    else:
        first, *parts = name.split('.')
        result = importlib.import_module(first)
        while parts:
            try:
                result = importlib.import_module(f'{first}.{parts[0]}')
            except ImportError:
                break
            first += '.' + parts.pop(0)
    for part in parts:
        result = getattr(result, part)
    return result
