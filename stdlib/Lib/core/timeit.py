"""How long a function or a statement takes, on the host's clock."""
import time
from _namespace import check_text as _check_text, run_text as _run_text
from _stockade import code_granted as _code_granted

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']

default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter
dummy_src_name = '<timeit-src>'


def reindent(src, indent):
    """Source with more indentation, except for its first line."""
    return src.replace('\n', '\n' + ' ' * indent)


def _is_plain(what):
    """Whether it can be timed without text of the program."""
    return callable(what) or type(what) is str and what == 'pass'


def _inner(stmt, setup):
    """What `Timer` makes of text, for functions, where the policy grants no text."""
    def idle():
        pass
    stmt, setup = [what if callable(what) else idle for what in (stmt, setup)]

    def inner(_it, _timer):
        setup()
        _t0 = _timer()
        for _i in _it:
            stmt()
        _t1 = _timer()
        return _t1 - _t0
    return inner


class Timer:
    """Calls a function many times and takes the time."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        called = {}
        self.src = self._source(stmt, setup, called)
        if not _code_granted() and _is_plain(stmt) and _is_plain(setup):
            self.inner = _inner(stmt, setup)
            return
        space = {'__name__': 'timeit'} if globals is None else dict(globals)
        space |= called | {'_timer': timer}
        _run_text(self.src, dummy_src_name, 'exec', space)
        self.inner = space['inner']

    @staticmethod
    def _source(stmt, setup, space):
        """A function that runs the set-up once and the statement often."""
        parts, before = {}, ''
        for name, what in (('setup', setup), ('stmt', stmt)):
            if type(what) is str and what == 'pass' and not _code_granted():
                before, parts[name] = what + '\n', what
            elif isinstance(what, str):
                _check_text(before + what, dummy_src_name)
                before = what + '\n'
                indent = 4 if name == 'setup' else 8
                parts[name] = reindent(what, indent)
            elif callable(what):
                space['_' + name] = what
                parts[name] = f'_{name}()'
                before = '\n'
            else:
                raise ValueError(f'{name} is neither a string nor callable')
        return (f'\ndef inner(_it, _timer):\n    {parts["setup"]}\n    _t0 = _timer()\n    for _i in _it:\n'
                f'        {parts["stmt"]}\n        pass\n    _t1 = _timer()\n    return _t1 - _t0\n')

    def print_exc(self, file=None):
        """The traceback of an exception in the timed code."""
        import traceback
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """The seconds that `number` calls take."""
        from itertools import repeat
        return self.inner(repeat(None, number), self.timer)

    def repeat(self, repeat=default_repeat, number=default_number):
        """`timeit` several times."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """A number of calls that takes long enough, and the time."""
        scale = 1
        while True:
            for factor in (1, 2, 5):
                number = scale * factor
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2 or number >= 10 ** 6:
                    return number, taken
            scale *= 10


def timeit(stmt='pass', setup='pass', timer=default_timer, number=default_number, globals=None):
    """The seconds that `number` calls of a function take."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=default_repeat, number=default_number,
           globals=None):
    """`timeit` several times."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


_UNITS = {'nsec': 1e-9, 'usec': 1e-6, 'msec': 1e-3, 'sec': 1.0}


def _options(args):
    """The options and the statement of a command line."""
    import getopt
    chosen = {'number': 0, 'setup': [], 'repeat': default_repeat, 'verbose': 0, 'unit': None, 'timer': default_timer, 'help': False}
    found, rest = getopt.getopt(args, 'n:s:r:u:pvh', ['number=', 'setup=', 'repeat=', 'process', 'verbose', 'unit=', 'help'])
    for name, value in found:
        if name in ('-n', '--number'):
            chosen['number'] = int(value)
        elif name in ('-s', '--setup'):
            chosen['setup'].append(value)
        elif name in ('-r', '--repeat'):
            chosen['repeat'] = max(int(value), 1)
        elif name in ('-u', '--unit'):
            chosen['unit'] = value
        elif name in ('-p', '--process'):
            chosen['timer'] = time.process_time
        elif name in ('-v', '--verbose'):
            chosen['verbose'] += 1
        else:
            chosen['help'] = True
            break
    chosen['stmt'] = '\n'.join(rest) or 'pass'
    return chosen


def main(args=None, *, _wrap_timer=None):
    """Time what a command line asks for; gives None, or a status where something is wrong with it."""
    import getopt
    import sys
    try:
        chosen = _options(sys.argv[1:] if args is None else args)
    except getopt.error as error:
        print(error)
        print('use -h/--help for command line help')
        return 2
    if chosen['help']:
        print(__doc__, end=' ')
        return 0
    unit, number, verbose = chosen['unit'], chosen['number'], chosen['verbose']
    if unit is not None and unit not in _UNITS:
        print('Unrecognized unit. Please select nsec, usec, msec, or sec.', file=sys.stderr)
        return 2
    precision = 3 + max(verbose - 1, 0)

    def shown(seconds):
        name = unit
        if name is None:
            name = next((name for name in ('sec', 'msec', 'usec') if seconds >= _UNITS[name]), 'nsec')
        return f'{seconds / _UNITS[name]:.{precision}g} {name}'

    def tell(number, taken):
        print(f"{number} loop{'s' if number != 1 else ''} -> {taken:.{precision}g} secs")

    timer = chosen['timer'] if _wrap_timer is None else _wrap_timer(chosen['timer'])
    timed = Timer(chosen['stmt'], '\n'.join(chosen['setup']) or 'pass', timer)
    try:
        if not number:
            number, _ = timed.autorange(tell if verbose else None)
            if verbose:
                print()
        taken = timed.repeat(chosen['repeat'], number)
    except:
        timed.print_exc()
        return 1
    if verbose:
        print('raw times: ' + ', '.join([shown(seconds) for seconds in taken]))
        print()
    each = [seconds / number for seconds in taken]
    best, worst = min(each), max(each)
    print(f"{number} loop{'s' if number != 1 else ''}, best of {len(each)}: {shown(best)} per loop")
    if worst >= best * 4:
        import warnings
        warnings.warn_explicit(f'The test results are likely unreliable. The worst time ({shown(worst)}) was more than four times '
                               f'slower than the best time ({shown(best)}).', UserWarning, '', 0)
