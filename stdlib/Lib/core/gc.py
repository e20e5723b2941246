"""The collector as a program may talk to it: memory is freed when the VM decides; `collect` is when what is gone is noticed."""
from _weakref import collect as _notice
from _stockade import c_int as _c_int
DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL, DEBUG_LEAK = 1, 2, 4, 32, 38
garbage = []
callbacks = []
_state = {'enabled': True, 'threshold': (2000, 10, 10), 'debug': 0}


def collect(generation=2):
    generation = _c_int(generation)
    if not 0 <= generation <= 2:
        raise ValueError('invalid generation')
    _notice()
    return 0


def enable():
    _state['enabled'] = True


def disable():
    _state['enabled'] = False


def isenabled():
    return _state['enabled']


def get_threshold():
    return _state['threshold']


def set_threshold(*thresholds):
    if not 1 <= len(thresholds) <= 3:
        raise TypeError('gc.set_threshold requires 1 to 3 arguments')
    for value in thresholds:
        _c_int(value, 'long')
    threshold0, threshold1, threshold2 = *thresholds, *[None] * (3 - len(thresholds))
    first, second, third = _state['threshold']
    _state['threshold'] = (threshold0, second if threshold1 is None else threshold1,
                           third if threshold2 is None else threshold2)


def get_debug():
    return _state['debug']


def set_debug(flags, /):
    _state['debug'] = _c_int(flags)


def get_count():
    return (0, 0, 0)


def get_stats():
    return [{'collections': 0, 'collected': 0, 'uncollectable': 0} for _ in range(3)]


def get_freeze_count():
    return 0


def freeze():
    pass


def unfreeze():
    pass


def get_objects(generation=None):
    return []


def get_referrers(*objs):
    return []


def get_referents(*objs):
    return []


def is_finalized(obj, /):
    return False


def is_tracked(obj, /):
    kind = type(obj)
    if kind is dict:
        return any([_may_be_tracked(part) for pair in obj.items() for part in pair])
    if kind is tuple:
        return any([_may_be_tracked(item) for item in obj])
    if kind is type:
        return obj.__module__ != 'builtins'
    return kind not in (int, float, complex, str, bytes, bool, range, type(None), type(...), type(NotImplemented), object)


def _may_be_tracked(obj):
    return type(obj) is dict or is_tracked(obj)
