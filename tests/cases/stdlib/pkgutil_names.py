# Objects by their names, and importers that tell of their modules.
import pkgutil
import sys
import warnings


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


for name in ('math', 'math:pi', 'math.pi', 'os.path:join.__name__', 'os.path.join.__name__', 'logging.handlers:QueueHandler.__name__', 'json:',
             'logging.handlers.QueueHandler.emit.__name__', 'collections.abc', '', 'math:', 'math.', '.math', 'math:pi:pi', '1math', 'math.no', 'math:no',
             'nope', 'nope:x', 'nope.x', 'a b', 'ma\xefve', 'math\n'):
    try:
        found = pkgutil.resolve_name(name)
        print(repr(name), getattr(found, '__name__', found))
    except Exception as error:
        print(repr(name), type(error).__name__, error)


class Finder:
    def __init__(self, entry):
        if not entry.startswith('own:'):
            raise ImportError
        self.entry = entry

    def find_spec(self, fullname, target=None):
        return None

    def iter_modules(self, prefix=''):
        yield prefix + 'one', False
        yield prefix + 'two', False


sys.path_hooks.insert(0, Finder)
for path in (['own:a', 'own:b'], [], 'own:a', [b'own:c'], [1]):
    tried(lambda: [(info.module_finder.entry, info.name, info.ispkg) for info in pkgutil.iter_modules(path, 'p.')])
tried(lambda: list(pkgutil.walk_packages('own:a')))
tried(lambda: [info.name for info in pkgutil.walk_packages(['own:a'])])
print(type(pkgutil.get_importer('own:a')).__name__, 'own:a' in sys.path_importer_cache)
tried(lambda: list(pkgutil.iter_importers('.a')))
print(pkgutil.ModuleInfo(1, 'a', False), pkgutil.extend_path('text', 'a'), pkgutil.extend_path(['a'], 'no.such'))


class Other:
    pass


pkgutil.iter_importer_modules.register(Other, lambda importer, prefix='': [(prefix + 'x', True)])
print(pkgutil.iter_importer_modules(Other(), 'q.'), pkgutil.iter_importer_modules(3))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    tried(pkgutil.find_loader, 'no_such_module')
    tried(pkgutil.find_loader, '.relative')
    tried(pkgutil.get_loader, 'no_such_module')
    sys.modules['gone'] = None
    tried(pkgutil.get_loader, 'gone')
for one in told:
    print(one.category.__name__, one.message)
print(pkgutil.get_data('no_such_module', 'x'))
