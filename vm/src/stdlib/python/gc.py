"""The collector as a program may talk to it: memory is freed when the VM decides; `collect` is when what is gone is noticed."""
from _weakref import collect as _notice
DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL, DEBUG_LEAK = 1, 2, 4, 32, 38
garbage = []
callbacks = []
_state = {'enabled': True, 'threshold': (2000, 10, 10), 'debug': 0}


def collect(generation=2):
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


def set_threshold(threshold0, threshold1=None, threshold2=None, /):
    first, second, third = _state['threshold']
    _state['threshold'] = (threshold0, second if threshold1 is None else threshold1,
                           third if threshold2 is None else threshold2)


def get_debug():
    return _state['debug']


def set_debug(flags, /):
    _state['debug'] = flags


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
    return not (obj is None or isinstance(obj, (int, float, complex, str, bytes)))
