"""What is said of modules before they are there, and what makes them: descriptions, finders and loaders.

Modules of the library are found by name. Those that the host gives as source, and the files of the program, are code of the program.
"""
import sys
from _stockade import module_place, module_text
from types import ModuleType

MAGIC_NUMBER = b'\xf3\r\r\n'
SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = ['.pyc']
EXTENSION_SUFFIXES = []
_CACHE = '__pycache__'
_ask_loader = object()


class ModuleSpec:
    """What is known of a module: its name, what loads it, and where it comes from."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._uninitialized_submodules = []
        self._initializing = False
        self._set_fileattr = False
        self._cached = None

    def __repr__(self):
        told = f'name={self.name!r}, loader={self.loader!r}'
        if self.origin is not None:
            told += f', origin={self.origin!r}'
        if self.submodule_search_locations is not None:
            told += f', submodule_search_locations={self.submodule_search_locations}'
        return f'{type(self).__name__}({told})'

    def __eq__(self, other):
        try:
            return all(getattr(self, name) == getattr(other, name) for name in (
                'name', 'loader', 'origin', 'submodule_search_locations', 'cached', 'has_location'))
        except AttributeError:
            return NotImplemented

    @property
    def cached(self):
        if self._cached is None and self.origin is not None and self._set_fileattr:
            if self.origin.endswith(tuple(SOURCE_SUFFIXES)):
                try:
                    self._cached = cache_from_source(self.origin)
                except NotImplementedError:
                    pass
            elif self.origin.endswith(tuple(BYTECODE_SUFFIXES)):
                self._cached = self.origin
        return self._cached

    @cached.setter
    def cached(self, cached):
        self._cached = cached

    @property
    def parent(self):
        """The name of the package the module is in."""
        return self.name.rpartition('.')[0] if self.submodule_search_locations is None else self.name

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)


def _is_package(name, loader):
    try:
        return loader.is_package(name)
    except ImportError:
        return None


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """The description of what a loader loads."""
    if origin is None:
        origin = getattr(loader, '_ORIGIN', None)
    if not origin and hasattr(loader, 'get_filename'):
        if is_package is None:
            return spec_from_file_location(name, loader=loader)
        return spec_from_file_location(name, loader=loader, submodule_search_locations=[] if is_package else None)
    if is_package is None:
        is_package = _is_package(name, loader) if hasattr(loader, 'is_package') else False
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=_ask_loader):
    """The description of what a file would be loaded as."""
    from os.path import abspath, dirname
    from os import fspath
    if location is not None:
        location = abspath(fspath(location))
    else:
        location = '<unknown>'
        if hasattr(loader, 'get_filename'):
            try:
                location = loader.get_filename(name)
            except ImportError:
                pass
    spec = ModuleSpec(name, loader, origin=location)
    spec._set_fileattr = True
    if loader is None:
        for kind, suffixes in ((SourceFileLoader, SOURCE_SUFFIXES), (SourcelessFileLoader, BYTECODE_SUFFIXES)):
            if location.endswith(tuple(suffixes)):
                spec.loader = loader = kind(name, location)
                break
        else:
            return None
    if submodule_search_locations is not _ask_loader:
        spec.submodule_search_locations = submodule_search_locations
    elif hasattr(loader, 'is_package') and _is_package(name, loader):
        spec.submodule_search_locations = []
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(dirname(location))
    return spec


def module_from_spec(spec):
    """A module of a description, empty or as its loader makes it."""
    module, loader = None, spec.loader
    if hasattr(loader, 'create_module'):
        module = loader.create_module(spec)
    elif hasattr(loader, 'exec_module'):
        raise ImportError('loaders that define exec_module() must also define create_module()')
    if module is None:
        module = ModuleType(spec.name)
    _describe(module, spec)
    return module


def _describe(module, spec):
    def fill(name, value):
        try:
            if getattr(module, name, None) is None:
                setattr(module, name, value)
        except AttributeError:
            # Not every object in `sys.modules` has these attributes.
            pass
    fill('__name__', spec.name)
    if spec.loader is None and spec.submodule_search_locations is not None:
        if getattr(module, '__loader__', None) is None:
            spec.loader = NamespaceLoader.__new__(NamespaceLoader)
            spec.loader._path = spec.submodule_search_locations
            module.__file__ = None
    fill('__loader__', spec.loader)
    fill('__package__', spec.parent)
    try:
        module.__spec__ = spec
    except AttributeError:
        pass
    if spec.submodule_search_locations is not None:
        fill('__path__', spec.submodule_search_locations)
    if spec.has_location:
        fill('__file__', spec.origin)
        if spec.cached is not None:
            fill('__cached__', spec.cached)


def _run(spec, module):
    """Runs a module's code; the module that is in `sys.modules` afterwards."""
    name, loader = spec.name, spec.loader
    had = name in sys.modules
    sys.modules[name] = module
    spec._initializing = True
    try:
        if loader is None:
            if spec.submodule_search_locations is None:
                raise ImportError('missing loader', name=name)
        elif hasattr(loader, 'exec_module'):
            loader.exec_module(module)
        else:
            loader.load_module(name)
    except BaseException:
        if not had:
            sys.modules.pop(name, None)
        raise
    finally:
        spec._initializing = False
    found = sys.modules.pop(name)
    sys.modules[name] = found
    return found


def _load_module(self, fullname):
    """The module of that name, loaded anew."""
    import warnings
    warnings.warn('the load_module() method is deprecated and slated for removal in Python 3.12; use exec_module() instead',
                  DeprecationWarning)
    spec = spec_from_loader(fullname, self)
    module = sys.modules.get(fullname)
    if module is None:
        module = module_from_spec(spec)
    else:
        _describe(module, spec)
    return _run(spec, module)


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Where the compiled form of a source file would be."""
    from os import fspath
    from os.path import abspath, join, split
    if debug_override is not None:
        import warnings
        warnings.warn("the debug_override parameter is deprecated; use 'optimization' instead", DeprecationWarning)
        if optimization is not None:
            raise TypeError('debug_override or optimization must be set to None')
        optimization = '' if debug_override else 1
    head, tail = split(fspath(path))
    base, dot, rest = tail.rpartition('.')
    tag = sys.implementation.cache_tag
    if tag is None:
        raise NotImplementedError('sys.implementation.cache_tag is None')
    if optimization is None:
        optimization = sys.flags.optimize or ''
    optimization = str(optimization)
    if optimization and not optimization.isalnum():
        raise ValueError(f'{optimization!r} is not alphanumeric')
    name = f'{base or rest}{dot}{tag}{optimization and ".opt-" + optimization}{BYTECODE_SUFFIXES[0]}'
    if sys.pycache_prefix is not None:
        return join(sys.pycache_prefix, abspath(head).lstrip('/'), name)
    return join(head, _CACHE, name)


def source_from_cache(path):
    """The source file that a compiled one was made of."""
    from os import fspath
    from os.path import join, split
    if sys.implementation.cache_tag is None:
        raise NotImplementedError('sys.implementation.cache_tag is None')
    path = fspath(path)
    head, name = split(path)
    prefix = sys.pycache_prefix
    if prefix is not None and head.startswith(prefix.rstrip('/') + '/'):
        head = head[len(prefix.rstrip('/')):]
    else:
        head, cache = split(head)
        if cache != _CACHE:
            raise ValueError(f'{_CACHE} not bottom-level directory in {path!r}')
    dots = name.count('.')
    if dots not in (2, 3):
        raise ValueError(f'expected only 2 or 3 dots in {name!r}')
    if dots == 3:
        told = name.rsplit('.', 2)[-2]
        if not told.startswith('opt-'):
            raise ValueError("optimization portion of filename does not start with 'opt-'")
        if not told[4:].isalnum():
            raise ValueError(f'optimization level {told[4:]!r} is not an alphanumeric value')
    return join(head, name.partition('.')[0] + SOURCE_SUFFIXES[0])


def decode_source(source_bytes):
    """The text of a source file, lines ended by a newline."""
    import io
    import tokenize
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source_bytes).readline)
    return io.IncrementalNewlineDecoder(None, True).decode(source_bytes.decode(encoding))


def _of_library(name):
    """Whether a module of the library is granted."""
    import importlib
    try:
        importlib._load(name)
    except ImportError:
        return False
    return True


class _Finder:
    """A loader whose methods are called on the class."""
    __module__ = '_frozen_importlib'

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        pass

    load_module = classmethod(_load_module)

    @classmethod
    def get_code(cls, fullname):
        return None

    @classmethod
    def get_source(cls, fullname):
        return None

    @classmethod
    def is_package(cls, fullname):
        return False


class BuiltinImporter(_Finder):
    """Gives the modules of the library."""
    __module__ = '_frozen_importlib'
    _ORIGIN = 'built-in'

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return _library_spec(fullname) if _of_library(fullname) else None

    @staticmethod
    def create_module(spec):
        import importlib
        return importlib._load(spec.name)

    @classmethod
    def load_module(cls, fullname):
        import importlib
        return importlib._load(fullname)

    @classmethod
    def is_package(cls, fullname):
        return fullname in _PACKAGES


_PACKAGES = frozenset('''asyncio collections concurrent concurrent.futures email email.mime html http importlib json logging os
    pathlib unittest urllib xml xml.dom xml.etree xml.parsers zoneinfo'''.split())


def _library_spec(name):
    return ModuleSpec(name, BuiltinImporter, origin='built-in', is_package=name in _PACKAGES)


class FrozenImporter(_Finder):
    """Gives frozen modules, of which there are none."""
    __module__ = '_frozen_importlib'
    _ORIGIN = 'frozen'


class WindowsRegistryFinder:
    """Finds what is registered on another system."""
    __module__ = '_frozen_importlib_external'

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None


def _file_spec(name, path):
    """The description of a module whose source is among the program's own files; None where there is none."""
    from _stockade import files_granted
    if not files_granted():
        return None
    from _files import has_no_modules
    from os.path import isfile, join
    last = name.rpartition('.')[2]
    for folder in sys.path if path is None else path:
        if isinstance(folder, str) and not has_no_modules(folder, last):
            for file in join(folder, last, '__init__.py'), join(folder, last + '.py'):
                if isfile(file):
                    return spec_from_file_location(name, file)
    return None


def _given_spec(name):
    """The description of a module that the host gave, as source or in a package; None where it gave none."""
    place = module_place(name)
    if place is None:
        _refuse_compiled(name)
        return None
    file, is_package = place
    if file is None:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations.append('/packages/' + name.replace('.', '/'))
        return spec
    spec = ModuleSpec(name, GivenLoader(name), origin=file, is_package=is_package)
    spec._set_fileattr = True
    if is_package and file.startswith('/packages/'):
        spec.submodule_search_locations.append(file.rpartition('/')[0])
    return spec


def _refuse_compiled(name):
    """Says of a module that the host left out of a package why it is not there."""
    from _stockade import compiled_file
    file = compiled_file(name)
    if file is not None:
        raise ModuleNotFoundError(f'No module named {name!r}: {file} is compiled code, and the sandbox runs Python only', name=name)


class GivenLoader:
    """Loads a module that the host gave, as source or in a package."""
    __module__ = '_frozen_importlib_external'

    def __init__(self, name):
        self.name = name

    def create_module(self, spec):
        """The module is made as any other."""

    def exec_module(self, module):
        from _namespace import run_given
        run_given(self.name, module.__dict__)

    load_module = _load_module

    def is_package(self, fullname):
        return self._place(fullname)[1]

    def get_filename(self, fullname=None):
        return self._place(self.name if fullname is None else fullname)[0]

    def get_source(self, fullname):
        self._place(fullname)
        return module_text(fullname)

    def get_code(self, fullname):
        return compile(self.get_source(fullname), self.get_filename(fullname), 'exec', dont_inherit=True)

    def get_data(self, path):
        """The bytes of a file of a package."""
        from _stockade import package_data
        from os.path import normpath
        data = package_data(normpath(path))
        if data is None:
            raise FileNotFoundError(2, 'No such file or directory', path)
        return data

    def get_resource_reader(self, fullname):
        from importlib.resources._given import Reader
        return Reader(self.get_filename(fullname).rpartition('/')[0])

    @staticmethod
    def _place(name):
        place = module_place(name)
        if place is None or place[0] is None:
            raise ImportError(f'loader cannot handle {name}', name=name)
        return place


class PathFinder:
    """Finds modules among the program's own files."""
    __module__ = '_frozen_importlib_external'

    @staticmethod
    def invalidate_caches():
        pass

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return _file_spec(fullname, path)

    @staticmethod
    def find_distributions(*args, **kwargs):
        return iter(())


class FileFinder:
    """Finds modules in one directory, which holds none."""
    __module__ = '_frozen_importlib_external'

    def __init__(self, path, *loader_details):
        from os.path import abspath
        self._loaders = [(suffix, loader) for loader, suffixes in loader_details for suffix in suffixes]
        self.path = abspath(path or '.')

    def invalidate_caches(self):
        pass

    def find_spec(self, fullname, target=None):
        return None

    @classmethod
    def path_hook(cls, *loader_details):
        def path_hook_for_FileFinder(path):
            raise ImportError('only directories are supported', path=path)
        return path_hook_for_FileFinder

    def __repr__(self):
        return f'FileFinder({self.path!r})'


class _LoaderBasics:
    """What loaders of sources and of compiled files have in common."""
    __module__ = '_frozen_importlib_external'

    def is_package(self, fullname):
        """Whether the file is called `__init__`."""
        name = self.get_filename(fullname).rpartition('/')[2]
        return name.rsplit('.', 1)[0] == '__init__' and fullname.rpartition('.')[2] != '__init__'

    def create_module(self, spec):
        """The module is made as any other."""

    def exec_module(self, module):
        """Runs the code of the module in it."""
        code = self.get_code(module.__name__)
        if code is None:
            raise ImportError(f'cannot load module {module.__name__!r} when get_code() returns None')
        exec(code, module.__dict__)

    load_module = _load_module


class SourceLoader(_LoaderBasics):
    """Loads what `get_data` gives for the path of `get_filename`."""
    __module__ = '_frozen_importlib_external'

    def path_mtime(self, path):
        raise OSError

    def path_stats(self, path):
        return {'mtime': self.path_mtime(path)}

    def _cache_bytecode(self, source_path, cache_path, data):
        return self.set_data(cache_path, data)

    def set_data(self, path, data):
        """Nothing is written."""

    def get_source(self, fullname):
        path = self.get_filename(fullname)
        try:
            data = self.get_data(path)
        except OSError as error:
            raise ImportError('source not available through get_data()', name=fullname) from error
        return decode_source(data)

    def source_to_code(self, data, path, *, _optimize=-1):
        return compile(data, path, 'exec', dont_inherit=True, optimize=_optimize)

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class FileLoader:
    """Loads one file."""
    __module__ = '_frozen_importlib_external'

    def __init__(self, fullname, path):
        self.name, self.path = fullname, path

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def _check_name(self, name):
        if name is not None and name != self.name:
            raise ImportError(f'loader for {self.name} cannot handle {name}', name=name)
        return self.name

    def load_module(self, fullname=None):
        return super(FileLoader, self).load_module(self._check_name(fullname))

    def get_filename(self, fullname=None):
        self._check_name(fullname)
        return self.path

    def get_data(self, path):
        """What is in the file, which is one in memory."""
        with open(path, 'rb') as file:
            return file.read()

    def get_resource_reader(self, module=None):
        self._check_name(module)


class SourceFileLoader(FileLoader, SourceLoader):
    """Loads a source file."""
    __module__ = '_frozen_importlib_external'

    def path_stats(self, path):
        from os import stat
        found = stat(path)
        return {'mtime': found.st_mtime, 'size': found.st_size}

    def set_data(self, path, data, *, _mode=0o666):
        """Nothing is written."""


class SourcelessFileLoader(FileLoader, _LoaderBasics):
    """Loads a compiled file."""
    __module__ = '_frozen_importlib_external'

    def get_code(self, fullname):
        self.get_data(self.get_filename(fullname))

    def get_source(self, fullname):
        return None


class ExtensionFileLoader(FileLoader, _LoaderBasics):
    """Loads compiled modules of other languages, which there are not."""
    __module__ = '_frozen_importlib_external'

    def __init__(self, name, path):
        self.name, self.path = name, path

    def create_module(self, spec):
        raise ImportError('there are no files in the sandbox', name=spec.name, path=self.path)

    def exec_module(self, module):
        pass

    def is_package(self, fullname):
        return self.path.rpartition('/')[2] in ['__init__' + suffix for suffix in EXTENSION_SUFFIXES]

    def get_code(self, fullname):
        return None

    def get_source(self, fullname):
        return None


class AppleFrameworkLoader(ExtensionFileLoader):
    """Loads compiled modules of another system."""
    __module__ = 'importlib.machinery'


class NamespaceLoader:
    """Loads a package that is a number of directories and nothing else."""
    __module__ = '_frozen_importlib_external'

    def __init__(self, name, path, path_finder):
        self._path = path

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ''

    def get_code(self, fullname):
        return compile('', '<string>', 'exec', dont_inherit=True)

    def create_module(self, spec):
        """The module is made as any other."""

    def exec_module(self, module):
        pass

    load_module = _load_module

    def get_resource_reader(self, module):
        return None


for _kind in (ModuleSpec, spec_from_loader, module_from_spec):
    _kind.__module__ = '_frozen_importlib'
for _kind in (cache_from_source, decode_source, source_from_cache, spec_from_file_location):
    _kind.__module__ = '_frozen_importlib_external'
del _kind
