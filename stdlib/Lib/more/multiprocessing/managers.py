"""Objects that processes share through proxies: what goes to them and comes from them is copied."""
import pickle
import queue
import threading
import types
from _stockade import make_class as _make_class
from multiprocessing import synchronize

__all__ = ['BaseManager', 'SyncManager', 'BaseProxy', 'Token']


class Namespace:
    """Attributes."""

    def __init__(self, /, **kwds):
        self.__dict__.update(kwds)

    def __repr__(self):
        shown = sorted(f'{name}={value!r}' for name, value in self.__dict__.items() if not name.startswith('_'))
        return f'{type(self).__name__}({", ".join(shown)})'


class Value:
    def __init__(self, typecode, value, lock=True):
        self._typecode, self._value = typecode, value

    def get(self):
        return self._value

    def set(self, value):
        self._value = value

    value = property(get, set)

    def __repr__(self):
        return f'{type(self).__name__}({self._typecode!r}, {self._value!r})'


class Token:
    """The object of a proxy."""

    def __init__(self, typeid, address, id):
        self.typeid, self.address, self.id = typeid, address, id

    def __repr__(self):
        return f'{type(self).__name__}(typeid={self.typeid!r}, address={self.address!r}, id={self.id!r})'


# The objects of proxies. A copy of a proxy has the same object.
_objects = {}


def _copied(value):
    return pickle.loads(pickle.dumps(value))


class BaseProxy:
    """Stands for an object of a manager."""
    _exposed_ = ()
    _keeps_proxies = True

    def __init__(self, number, typeid):
        self._id, self._typeid = number, typeid
        self._token = Token(typeid, '', f'{number:x}')

    def _referent(self):
        try:
            return _objects[self._id]
        except KeyError:
            raise ConnectionRefusedError(111, 'Connection refused') from None

    def _callmethod(self, methodname, args=(), kwds={}):
        method = getattr(self._referent(), methodname)
        if self._typeid in _SHARED:
            return method(*args, **kwds)
        args, kwds = _copied((tuple(args), dict(kwds)))
        return _copied(method(*args, **kwds))

    def _getvalue(self):
        return _copied(self._referent())

    def __reduce__(self):
        return _proxy_of, (type(self), self._id, self._typeid)

    def __deepcopy__(self, memo):
        return self._getvalue()

    def __repr__(self):
        return f'<{type(self).__name__} object, typeid {self._typeid!r} at {id(self):#x}>'

    def __str__(self):
        try:
            return repr(self._referent())
        except OSError:
            return repr(self)[:-1] + "; '__str__()' failed>"


def _proxy_of(kind, number, typeid):
    return kind(number, typeid)


# Objects that are safe to be used from everywhere.
_SHARED = {'Queue', 'JoinableQueue', 'Event', 'Lock', 'RLock', 'Semaphore', 'BoundedSemaphore', 'Condition', 'Barrier', 'Pool'}


def MakeProxyType(name, exposed):
    """A class of proxies that have the methods named."""
    def through(method):
        def call(self, /, *args, **kwds):
            return self._callmethod(method, args, kwds)
        call.__name__ = method
        return call
    return _make_class(name, (BaseProxy,), {**{method: through(method) for method in exposed}, '_exposed_': tuple(exposed),
                                     '__module__': __name__})


class _Entered:
    def __enter__(self):
        return self._callmethod('acquire')

    def __exit__(self, *args):
        return self._callmethod('release')


BaseListProxy = MakeProxyType('BaseListProxy', (
    '__add__', '__contains__', '__delitem__', '__getitem__', '__len__', '__mul__', '__reversed__', '__rmul__', '__setitem__', 'append',
    'count', 'extend', 'index', 'insert', 'pop', 'remove', 'reverse', 'sort', '__imul__'))


class ListProxy(BaseListProxy):
    def __iadd__(self, value):
        self._callmethod('extend', (value,))
        return self

    def __imul__(self, value):
        self._callmethod('__imul__', (value,))
        return self

    def __iter__(self):
        at = 0
        while at < len(self):
            yield self[at]
            at += 1

    def __reversed__(self):
        return iter(self[::-1])

    __class_getitem__ = classmethod(types.GenericAlias)


_BaseDictProxy = MakeProxyType('_BaseDictProxy', (
    '__contains__', '__delitem__', '__getitem__', '__ior__', '__len__', '__or__', '__ror__', '__setitem__', 'clear', 'copy', 'get',
    'pop', 'popitem', 'setdefault', 'update'))


class DictProxy(_BaseDictProxy):
    def __iter__(self):
        return iter(self.keys())

    def keys(self):
        return _copied(list(self._referent()))

    def values(self):
        return _copied(list(self._referent().values()))

    def items(self):
        return _copied(list(self._referent().items()))

    def __ior__(self, value):
        self._callmethod('__ior__', (value,))
        return self

    __class_getitem__ = classmethod(types.GenericAlias)


class NamespaceProxy(BaseProxy):
    def __getattr__(self, key):
        if key[0] == '_':
            raise AttributeError(key)
        return _copied(getattr(self._referent(), key))

    def __setattr__(self, key, value):
        if key[0] == '_':
            object.__setattr__(self, key, value)
        else:
            setattr(self._referent(), key, _copied(value))

    def __delattr__(self, key):
        if key[0] == '_':
            object.__delattr__(self, key)
        else:
            delattr(self._referent(), key)


class ValueProxy(BaseProxy):
    def get(self):
        return self._callmethod('get')

    def set(self, value):
        return self._callmethod('set', (value,))

    value = property(get, set)
    __class_getitem__ = classmethod(types.GenericAlias)


ArrayProxy = MakeProxyType('ArrayProxy', ('__len__', '__getitem__', '__setitem__'))
_QueueProxy = MakeProxyType('AutoProxy[Queue]', ('empty', 'full', 'get', 'get_nowait', 'join', 'put', 'put_nowait', 'qsize', 'task_done'))


class QueueProxy(_QueueProxy):
    def put(self, item, block=True, timeout=None):
        self._callmethod('put', (_copied(item), block, timeout))

    def put_nowait(self, item):
        self.put(item, False)


class EventProxy(BaseProxy):
    is_set, set, clear, wait = [MakeProxyType('_', ('is_set', 'set', 'clear', 'wait')).__dict__[name]
                                for name in ('is_set', 'set', 'clear', 'wait')]


class AcquirerProxy(_Entered, MakeProxyType('_Acquirer', ('release',))):
    def acquire(self, blocking=True, timeout=None):
        return self._callmethod('acquire', (blocking,) if timeout is None else (blocking, timeout))


class ConditionProxy(_Entered, MakeProxyType('_Condition', ('acquire', 'release', 'wait', 'notify', 'notify_all', 'wait_for'))):
    """A condition behind a proxy."""


BarrierProxy = MakeProxyType('BarrierProxy', ('abort', 'reset', 'wait'))


def _public(obj):
    return [name for name in dir(obj) if name[0] != '_' and callable(getattr(obj, name))]


def AutoProxy(typeid, exposed):
    return MakeProxyType(f'AutoProxy[{typeid}]', exposed)


class BaseManager:
    """Keeps objects, and makes proxies for them."""
    _registry = {}

    def __init__(self, address=None, authkey=None, serializer='pickle', ctx=None, *, shutdown_timeout=1.0):
        self._state, self._mine = 'initial', []

    def start(self, initializer=None, initargs=()):
        if initializer is not None and not callable(initializer):
            raise TypeError('initializer must be a callable')
        if self._state != 'initial':
            from multiprocessing.context import ProcessError
            raise ProcessError('Already started server' if self._state == 'started' else 'Manager has shut down')
        from multiprocessing.process import current_process
        # It is a process of its own to CPython, and counts as one.
        current_process()._made += 1
        if initializer is not None:
            initializer(*initargs)
        self._state = 'started'

    def shutdown(self):
        self._state = 'shutdown'
        for number in self._mine:
            _objects.pop(number, None)

    def join(self, timeout=None):
        """No process has to end."""

    def connect(self):
        raise PermissionError(13, 'Permission denied')

    get_server = connect
    address = None

    def __enter__(self):
        if self._state == 'initial':
            self.start()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown()

    def _make(self, typeid, /, *args, **kwds):
        if self._state != 'started':
            raise AssertionError('server not yet started')
        kind, proxy, exposed = self._registry[typeid]
        made = kind(*args, **kwds)
        number = id(made)
        _objects[number] = made
        self._mine.append(number)
        if proxy is None:
            proxy = AutoProxy(typeid, exposed or _public(made))
        return proxy(number, typeid)

    @classmethod
    def register(cls, typeid, callable=None, proxytype=None, exposed=None, method_to_typeid=None, create_method=True):
        if '_registry' not in cls.__dict__:
            cls._registry = cls._registry.copy()
        cls._registry[typeid] = callable, proxytype, exposed
        if create_method:
            def make(self, /, *args, **kwds):
                return self._make(typeid, *args, **kwds)
            make.__name__ = typeid
            setattr(cls, typeid, make)


class SyncManager(BaseManager):
    """A manager of the usual types."""


def _array(typecode, sequence, lock=True):
    from array import array
    return array(typecode, sequence)


def _pool(*args, **kwds):
    from multiprocessing.pool import Pool
    return Pool(*args, **kwds)


for _typeid, _callable, _proxy in (
        ('Queue', queue.Queue, QueueProxy), ('JoinableQueue', queue.Queue, QueueProxy), ('Event', threading.Event, EventProxy),
        ('Lock', threading.Lock, AcquirerProxy), ('RLock', threading.RLock, AcquirerProxy),
        ('Semaphore', threading.Semaphore, AcquirerProxy), ('BoundedSemaphore', threading.BoundedSemaphore, AcquirerProxy),
        ('Condition', threading.Condition, ConditionProxy), ('Barrier', threading.Barrier, BarrierProxy), ('Pool', _pool, None),
        ('list', list, ListProxy), ('dict', dict, DictProxy), ('Value', Value, ValueProxy), ('Array', _array, ArrayProxy),
        ('Namespace', Namespace, NamespaceProxy)):
    SyncManager.register(_typeid, _callable, _proxy)
