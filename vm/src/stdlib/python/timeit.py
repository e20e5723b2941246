"""How long a function or a statement takes, on the host's clock."""
import time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']

default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter
dummy_src_name = '<timeit-src>'


def reindent(src, indent):
    """Source that stands further in, but for its first line."""
    return src.replace('\n', '\n' + ' ' * indent)


class Timer:
    """Calls a function many times and takes the time."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        called = {}
        self.src = self._source(stmt, setup, called)
        space = {'__name__': 'timeit'} if globals is None else dict(globals)
        space |= called | {'_timer': timer}
        exec(compile(self.src, dummy_src_name, 'exec'), space)
        self.inner = space['inner']

    @staticmethod
    def _source(stmt, setup, space):
        """A function that runs the set-up once and the statement often."""
        parts = {}
        for name, what in (('setup', setup), ('stmt', stmt)):
            if isinstance(what, str):
                compile(what, dummy_src_name, 'exec')
                indent = 4 if name == 'setup' else 8
                parts[name] = reindent(what, indent)
            elif callable(what):
                space['_' + name] = what
                parts[name] = f'_{name}()'
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
