"""Patterns of file names, lines of sources, descriptions of imports: what of them needs no files."""
import fnmatch
import glob
import importlib.abc
import importlib.machinery
import importlib.util
import io
import linecache
import platform
import shutil
import sys
import traceback
import types


def attempt(function, *args, **keywords):
    try:
        return function(*args, **keywords)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


for pattern in ['*', '**', 'a*b', 'a?b/[x-z]*', '**/*.py', 'a/**/b', '**/**/x', '.x*', '?a', '[!a]*', 'a//b', '', 'a/', '[', '*a*b**c*']:
    print(repr(pattern), fnmatch.translate(pattern), glob.escape(pattern), glob.has_magic(pattern), glob.escape(pattern.encode()))
    for recursive in (False, True):
        print('  ', glob.translate(pattern, recursive=recursive), glob.translate(pattern, recursive=recursive, include_hidden=True),
              glob.translate(pattern, recursive=recursive, seps='/\\'))
print(glob.glob('no such*'), list(glob.iglob('no such file')))
for wrong in (None, 5):
    for function in (glob.glob, glob.has_magic, glob.escape, glob.translate):
        print(attempt(function, wrong))

# Lines
linecache.cache['made.py'] = (None, None, ['one\n', 'two\n', 'three\n'], 'made.py')
print([linecache.getline('made.py', n) for n in range(-1, 5)], linecache.getlines('made.py'))
linecache.checkcache()
print(linecache.getline('made.py', 2), linecache.getlines('<string>'), linecache.getline('no such file', 1))
print(traceback.FrameSummary('made.py', 3, 'f').line, traceback.FrameSummary('made.py', 9, 'f')[:])
linecache.clearcache()
print(linecache.getlines('made.py'))


class Lines:
    def get_source(self, name):
        print('asked for', name)
        return 'x = 1\ny = 2'


names = {'__name__': 'told', '__loader__': Lines()}
print(linecache.lazycache('told.py', names), linecache.lazycache('<told>', names), linecache.lazycache('told.py', None))
print(linecache.getline('told.py', 2), linecache.getlines('told.py'))
print(linecache.getline(__file__, 1), end='')

# Descriptions
spec = importlib.machinery.ModuleSpec('pack.inner', None, origin='somewhere', is_package=True)
print(spec, spec.parent, spec.cached, spec.has_location, spec == spec, spec == 5)
print(importlib.machinery.ModuleSpec('a.b', None).parent, importlib.machinery.ModuleSpec('a', None) == importlib.machinery.ModuleSpec('a', None))
print(importlib.util.find_spec('json').name, importlib.util.find_spec('no_such_module'), attempt(importlib.util.find_spec, '.x'))
print(importlib.util.resolve_name('.x', 'a.b'), importlib.util.resolve_name('..x', 'a.b'), attempt(importlib.util.resolve_name, '.x', ''))
print(importlib.util.decode_source(b'# -*- coding: latin-1 -*-\r\nx = "\xe9"\n'))
for path in ('a/b.py', 'b.py', 'b'):
    tag = sys.implementation.cache_tag
    print(importlib.util.cache_from_source(path).replace(tag, 'TAG'), importlib.util.cache_from_source(path, optimization=2).replace(tag, 'TAG'))
print(attempt(importlib.util.cache_from_source, 'x.py', optimization='?'), importlib.util.source_from_cache('a/__pycache__/b.x.pyc'),
      attempt(importlib.util.source_from_cache, 'a/b.pyc'))


class FromText(importlib.abc.InspectLoader):
    def __init__(self, text):
        self.text = text

    def get_source(self, name):
        return self.text


spec = importlib.util.spec_from_loader('texts', FromText('def double(x): return 2 * x\nvalue = double(21)'), origin='text')
module = importlib.util.module_from_spec(spec)
print(module.__name__, module.__spec__ is spec, module.__loader__ is spec.loader, module.__package__)
spec.loader.exec_module(module)
print(module.value, module.double(4))
print(attempt(importlib.util.module_from_spec, importlib.machinery.ModuleSpec('x', type('L', (), {'exec_module': 1})())))
where = importlib.util.spec_from_file_location('place', '/nowhere/place.py')
print(where.origin, where.has_location, type(where.loader).__name__, where.loader.name, where.loader.path)
print(attempt(where.loader.exec_module, types.ModuleType('place')).split(':')[0], importlib.util.spec_from_file_location('x', 'x.txt'))
print(importlib.machinery.SOURCE_SUFFIXES, issubclass(importlib.machinery.SourceFileLoader, importlib.abc.SourceLoader))
print(attempt(importlib.abc.InspectLoader), attempt(FromText('x').get_code, 'x') is not None)


class FromData(importlib.abc.SourceLoader):
    def get_data(self, path):
        return b'answer = 42'

    def get_filename(self, name):
        return name + '.py'


module = FromData().load_module('from_data')
print(module.answer, 'from_data' in sys.modules, FromData().is_package('from_data'))

# Whole files
source, target = io.BytesIO(b'abc' * 5), io.BytesIO()
source.read(2)
shutil.copyfileobj(source, target, 4)
print(target.getvalue(), sorted(shutil.ignore_patterns('*.py', 'x*')('', ['a.py', 'b.c', 'xyz'])))
print(attempt(shutil.copy, 'no such file', 'x'), shutil.rmtree('no such directory', ignore_errors=True), shutil.which('no such program'))
print(shutil.get_terminal_size() == tuple(shutil.get_terminal_size()), issubclass(shutil.SameFileError, shutil.Error))
print(attempt(shutil.make_archive, 'x', 'nope'), shutil.get_unpack_formats()[-1], platform.win32_edition(), platform.ios_ver())
print(platform.system_alias('SunOS', '5.8', 'x'), platform.system_alias('Linux', '1', '2'))
