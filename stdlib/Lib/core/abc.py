"""Abstract base classes: a metaclass that collects abstract names and answers isinstance()."""

__all__ = ['ABC', 'ABCMeta', 'abstractclassmethod', 'abstractmethod', 'abstractproperty',
           'abstractstaticmethod', 'get_cache_token', 'update_abstractmethods']

_version = 0  # grows with each register(), which invalidates negative cache entries


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    __isabstractmethod__ = True


class _Answers:
    """What one class knows of its virtual subclasses."""
    __slots__ = ('registry', 'yes', 'no', 'version')

    def __init__(self):
        self.registry = []
        self.yes = set()
        self.no = set()
        self.version = _version


def _abstract_names(cls, namespace):
    names = {name for name, value in namespace.items()
             if getattr(value, '__isabstractmethod__', False)}
    for base in cls.__bases__:
        for name in getattr(base, '__abstractmethods__', ()):
            if getattr(getattr(cls, name, None), '__isabstractmethod__', False):
                names.add(name)
    return frozenset(names)


class ABCMeta(type):
    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        cls._abc_impl = _Answers()
        return cls

    def register(cls, subclass):
        global _version
        if not isinstance(subclass, type):
            raise TypeError('Can only register classes')
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError('Refusing to create an inheritance cycle')
        cls._abc_impl.registry.append(subclass)
        flags = getattr(cls, '__abc_tpflags__', 0)
        if flags:
            try:
                subclass.__abc_tpflags__ = flags  # `match` treats it as a sequence or mapping
            except TypeError:
                pass
        _version += 1
        return subclass

    def __instancecheck__(cls, instance):
        subclass = instance.__class__
        if subclass in cls._abc_impl.yes:
            return True
        if cls.__subclasscheck__(subclass):
            return True
        kind = type(instance)
        return kind is not subclass and cls.__subclasscheck__(kind)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        known = cls._abc_impl
        if subclass in known.yes:
            return True
        if known.version != _version:
            known.no.clear()
            known.version = _version
        elif subclass in known.no:
            return False
        answer = cls.__subclasshook__(subclass)
        if answer is NotImplemented:
            answer = cls in subclass.__mro__
            if not answer:
                for other in [*known.registry, *cls.__subclasses__()]:
                    check = getattr(type(other), '_walk_check_', None)  # see typing.Protocol
                    if check(other, subclass) if check else issubclass(subclass, other):
                        answer = True
                        break
        elif answer is not True and answer is not False:
            raise AssertionError('__subclasshook__ must return either False, True, or NotImplemented')
        (known.yes if answer else known.no).add(subclass)
        return answer

    def _dump_registry(cls, file=None):
        known = cls._abc_impl
        print(f'Class: {cls.__module__}.{cls.__qualname__}', file=file)
        print(f'Inv. counter: {_version}', file=file)
        print(f'_abc_registry: {set(known.registry)!r}', file=file)
        print(f'_abc_cache: {known.yes!r}', file=file)
        print(f'_abc_negative_cache: {known.no!r}', file=file)
        print(f'_abc_negative_cache_version: {known.version!r}', file=file)

    def _abc_registry_clear(cls):
        cls._abc_impl.registry.clear()

    def _abc_caches_clear(cls):
        cls._abc_impl.yes.clear()
        cls._abc_impl.no.clear()


class ABC(metaclass=ABCMeta):
    __slots__ = ()


def get_cache_token():
    return _version


def update_abstractmethods(cls):
    if hasattr(cls, '__abstractmethods__'):
        cls.__abstractmethods__ = _abstract_names(cls, cls.__dict__)
    return cls
