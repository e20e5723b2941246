"""Descriptions of modules, and modules of descriptions."""
import sys
from importlib import _frozen, _load
from importlib._frozen import (MAGIC_NUMBER, cache_from_source, decode_source, module_from_spec, source_from_cache,
                               spec_from_file_location, spec_from_loader)
from importlib.abc import Loader
from types import ModuleType as _ModuleType


def source_hash(source_bytes):
    """Eight bytes that tell sources apart."""
    from hashlib import blake2b
    return blake2b(source_bytes, digest_size=8, key=MAGIC_NUMBER).digest()


def resolve_name(name, package):
    """The absolute name for a relative one."""
    if not name.startswith('.'):
        return name
    rest = name.lstrip('.')
    level = len(name) - len(rest)
    if not package:
        raise ImportError(f'no package specified for {name!r} (required for relative module names)')
    parts = package.rsplit('.', level - 1)
    if len(parts) < level:
        raise ImportError('attempted relative import beyond top-level package')
    return f'{parts[0]}.{rest}' if rest else parts[0]


def _spec_of_finders(name, path):
    """What is said of a module by the host that gives it, by the first of the program's finders that knows it, or by the file that has
    its source; None if nobody knows it."""
    given = _frozen._given_spec(name)
    if given is not None:
        return given
    for finder in sys.meta_path:
        find = getattr(finder, 'find_spec', None)
        spec = None if find is None else find(name, path, None)
        if spec is not None:
            return spec
    return _frozen._file_spec(name, path)


def _load_by_finders(name, path, modules):
    """The module of a name that is not among `modules` yet, made and run as the program's finders say."""
    spec = _spec_of_finders(name, path)
    if spec is None:
        raise ModuleNotFoundError(f'No module named {name!r}', name=name)
    module = module_from_spec(spec)
    modules[name] = module
    spec._initializing = True
    try:
        # A namespace package has no code.
        if spec.loader is not None or spec.submodule_search_locations is None:
            spec.loader.exec_module(module)
    except BaseException:
        modules.pop(name, None)
        raise
    finally:
        spec._initializing = False
    return modules[name]


def find_spec(name, package=None):
    """The description of a module; None where there is none."""
    full = resolve_name(name, package) if name.startswith('.') else name
    if full not in sys.modules:
        parent = full.rpartition('.')[0]
        path = None
        if parent:
            module = _load(parent)
            path = getattr(module, '__path__', None)
            if path is None and parent not in _frozen._PACKAGES:
                raise ModuleNotFoundError(f'__path__ attribute not found on {parent!r} while trying to find {full!r}', name=full)
        if full.partition('.')[0] in sys.stdlib_module_names:
            return _frozen.BuiltinImporter.find_spec(full)
        spec = _spec_of_finders(full, path)
        if spec is not None:
            return spec
        if not sys.meta_path:
            return _frozen.BuiltinImporter.find_spec(full)
        return _frozen._library_spec(full) if full in sys._granted_modules() else None
    module = sys.modules[full]
    if module is None:
        return None
    if not isinstance(module, _ModuleType) or not hasattr(module, '__spec__'):
        if sys._granted_modules().get(full) is module and full != '__main__':
            return _frozen._library_spec(full)
        if not hasattr(module, '__spec__'):
            raise ValueError(f'{name}.__spec__ is not set')
    if module.__spec__ is None:
        raise ValueError(f'{name}.__spec__ is None')
    return module.__spec__


class _LazyModule(_ModuleType):
    """A module whose code runs when it is first asked for something."""

    def __getattribute__(self, attr):
        spec = object.__getattribute__(self, '__spec__')
        state = spec.loader_state
        if object.__getattribute__(self, '__class__') is _LazyModule and not state['is_loading']:
            state['is_loading'] = True
            space, before = object.__getattribute__(self, '__dict__'), state['__dict__']
            changed = {name: value for name, value in space.items() if name not in before or before[name] is not value}
            object.__setattr__(self, '__class__', state['__class__'])
            spec.loader.exec_module(self)
            if spec.name in sys.modules and sys.modules[spec.name] is not self:
                raise ValueError(f'module object for {spec.name!r} substituted in sys.modules during a lazy load')
            for name in changed:
                space[name] = changed[name]
        return object.__getattribute__(self, attr)

    def __delattr__(self, attr):
        self.__getattribute__(attr)
        delattr(self, attr)


class LazyLoader(Loader):
    """A loader whose modules run when they are first asked for something."""

    @staticmethod
    def __check_eager_loader(loader):
        if not hasattr(loader, 'exec_module'):
            raise TypeError('loader must define exec_module()')

    @classmethod
    def factory(cls, loader):
        """What makes such a loader of the arguments of another one."""
        cls.__check_eager_loader(loader)
        return lambda *args, **kwargs: cls(loader(*args, **kwargs))

    def __init__(self, loader):
        self.__check_eager_loader(loader)
        self.loader = loader

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        spec = module.__spec__
        spec.loader = module.__loader__ = self.loader
        spec.loader_state = {'__dict__': module.__dict__.copy(), '__class__': module.__class__, 'is_loading': False}
        module.__class__ = _LazyModule
