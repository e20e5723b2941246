"""How long a function takes, on the host's clock. Statements as strings would need `exec`: give functions."""
import time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']

default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter


class Timer:
    """Calls a function many times and takes the time."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        self._stmt = self._function(stmt, 'stmt')
        self._setup = self._function(setup, 'setup')

    @staticmethod
    def _function(what, name):
        if callable(what):
            return what
        if isinstance(what, str):
            if what.strip() in ('pass', ''):
                return lambda: None
            raise ValueError(f'{name} must be a function here: statements as strings are not run')
        raise ValueError(f'{name} is neither a string nor callable')

    def timeit(self, number=default_number):
        """The seconds that `number` calls take."""
        self._setup()
        call, timer = self._stmt, self.timer
        start = timer()
        for _ in range(number):
            call()
        return timer() - start

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
