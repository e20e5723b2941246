"""Limits of a process and what it used. The limits here are the host's: a program can set its own, which are kept and limit nothing."""
from _stockade import index as _index
from time import process_time as _process_time

RLIM_INFINITY = -1
RUSAGE_CHILDREN, RUSAGE_SELF, RUSAGE_THREAD = -1, 0, 1
(RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_AS) = range(10)
RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME = range(11, 16)
RLIMIT_OFILE = RLIMIT_NOFILE
error = OSError

#: Pairs of the soft and the hard limit, by resource.
_limits = {number: (-1, -1) for number in (*range(10), *range(11, 16))}
_limits[RLIMIT_STACK] = (8388608, -1)


class struct_rusage(tuple):
    """What was used. Only the time of the processor is known here."""
    n_fields = n_sequence_fields = 16
    n_unnamed_fields = 0
    __match_args__ = ('ru_utime', 'ru_stime', 'ru_maxrss', 'ru_ixrss', 'ru_idrss', 'ru_isrss', 'ru_minflt', 'ru_majflt', 'ru_nswap', 'ru_inblock',
                      'ru_oublock', 'ru_msgsnd', 'ru_msgrcv', 'ru_nsignals', 'ru_nvcsw', 'ru_nivcsw')
    (ru_utime, ru_stime, ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd, ru_msgrcv,
     ru_nsignals, ru_nvcsw, ru_nivcsw) = (property(lambda self, at=at: self[at]) for at in range(16))

    def __new__(cls, sequence, dict={}):
        values = tuple(sequence)
        if len(values) != 16:
            raise TypeError(f'resource.struct_rusage() takes a 16-sequence ({len(values)}-sequence given)')
        return tuple.__new__(cls, values)

    def __repr__(self):
        fields = ', '.join(f'{name}={value!r}' for name, value in zip(self.__match_args__, self))
        return f'resource.struct_rusage({fields})'

    def __reduce__(self):
        return struct_rusage, (tuple(self), {})


def getrusage(who, /):
    if _index(who) not in (RUSAGE_CHILDREN, RUSAGE_SELF, RUSAGE_THREAD):
        raise ValueError('invalid who parameter')
    used = 0.0 if who == RUSAGE_CHILDREN else _process_time()
    return struct_rusage((used, 0.0, *[0] * 14))


def _known(resource):
    resource = _index(resource)
    if not 0 <= resource < 16:
        raise ValueError('invalid resource specified')
    return resource


def getrlimit(resource, /):
    return _limits.get(_known(resource), (-1, -1))


def setrlimit(resource, limits, /):
    resource = _known(resource)
    pair = tuple(limits)
    if len(pair) != 2:
        raise ValueError('expected a tuple of 2 integers')
    soft, hard = [_index(limit) for limit in pair]
    for limit in (soft, hard):
        if not -1 << 63 <= limit < 1 << 63:
            raise OverflowError('Python int too large to convert to C long')
    most = (1 << 64) - 1
    if soft & most > hard & most:
        raise ValueError('current limit exceeds maximum limit')
    _limits[resource] = (soft, hard)


def prlimit(pid, resource, limits=None, /):
    """Only this process is there to be asked about."""
    pid, resource = _index(pid), _known(resource)
    from os import getpid
    if pid not in (0, getpid()):
        raise ProcessLookupError(3, 'No such process')
    before = getrlimit(resource)
    if limits is not None:
        setrlimit(resource, limits)
    return before


def getpagesize():
    return 4096
