"""Random numbers: CPython's distributions and sampling over the VM's Mersenne Twister."""
from math import log as _log, exp as _exp, e as _e, sqrt as _sqrt, acos as _acos, cos as _cos, \
    sin as _sin, tau as TWOPI, ceil as _ceil, floor as _floor, fabs as _fabs, lgamma as _lgamma, \
    isfinite as _isfinite, pi as _pi, log2 as _log2
from operator import index as _index
import _random
from _random import below as _below

__all__ = ['Random', 'SystemRandom', 'betavariate', 'binomialvariate', 'choice', 'choices',
           'expovariate', 'gammavariate', 'gauss', 'getrandbits', 'getstate', 'lognormvariate',
           'normalvariate', 'paretovariate', 'randbytes', 'randint', 'random', 'randrange', 'sample',
           'seed', 'setstate', 'shuffle', 'triangular', 'uniform', 'vonmisesvariate', 'weibullvariate']

NV_MAGICCONST = 4 * _exp(-0.5) / _sqrt(2.0)
LOG4 = _log(4.0)
SG_MAGICCONST = 1.0 + _log(4.5)
BPF = 53
RECIP_BPF = 2 ** -BPF
_ONE = 1


class Random(_random.Random):
    VERSION = 3

    def __init__(self, x=None):
        self.seed(x)
        self.gauss_next = None

    def __init_subclass__(cls, /, **kwargs):
        # A subclass that replaces only random() must not draw bits from the twister.
        for base in cls.__mro__:
            own = base.__dict__
            if '_randbelow' in own:
                break
            if 'getrandbits' in own:
                cls._randbelow = cls._randbelow_with_getrandbits
                break
            if 'random' in own:
                cls._randbelow = cls._randbelow_without_getrandbits
                break

    def seed(self, a=None, version=2):
        if version == 1 and isinstance(a, (str, bytes)):
            if isinstance(a, bytes):
                a = a.decode('latin-1')
            x = ord(a[0]) << 7 if a else 0
            for char in a:
                x = ((1000003 * x) ^ ord(char)) & 0xFFFFFFFFFFFFFFFF
            x ^= len(a)
            a = -2 if x == -1 else x
        elif version == 2 and isinstance(a, (str, bytes, bytearray)):
            if isinstance(a, str):
                a = a.encode()
            a = int.from_bytes(a + _random.sha512(a))
        elif not isinstance(a, (type(None), int, float, str, bytes, bytearray)):
            raise TypeError('The only supported seed types are:\n'
                            'None, int, float, str, bytes, and bytearray.')
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        return self.VERSION, super().getstate(), self.gauss_next

    def setstate(self, state):
        version = state[0]
        if version == 3:
            version, internal, self.gauss_next = state
        elif version == 2:
            version, internal, self.gauss_next = state
            try:
                internal = tuple([x % (2 ** 32) for x in internal])
            except ValueError as problem:
                raise TypeError from problem
        else:
            raise ValueError('state with version %s passed to Random.setstate() of version %s'
                             % (version, self.VERSION))
        super().setstate(internal)

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    # ---- integers

    def _randbelow_with_getrandbits(self, n):
        drawn = _below(self, n)
        if drawn is not None:
            return drawn
        draw = self.getrandbits
        bits = n.bit_length()
        r = draw(bits)
        while r >= n:
            r = draw(bits)
        return r

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        random = self.random
        if n >= maxsize:
            from warnings import warn
            warn('Underlying random() generator does not supply \n'
                 'enough bits to choose from a population range this large.\n'
                 'To remove the range limitation, add a getrandbits() method.', UserWarning, 2)
            return _floor(random() * n)
        limit = (maxsize - maxsize % n) / maxsize
        r = random()
        while r >= limit:
            r = random()
        return _floor(r * maxsize) % n

    _randbelow = _randbelow_with_getrandbits

    def randbytes(self, n):
        return self.getrandbits(n * 8).to_bytes(n, 'little')

    def randrange(self, start, stop=None, step=_ONE):
        if step is _ONE and type(start) is int is type(stop) and start < stop:
            return start + self._randbelow(stop - start)
        istart = _index(start)
        if stop is None:
            if step is not _ONE:
                raise TypeError('Missing a non-None stop argument')
            if istart > 0:
                return self._randbelow(istart)
            raise ValueError('empty range for randrange()')
        istop = _index(stop)
        width = istop - istart
        istep = _index(step)
        if istep == 1:
            if width > 0:
                return istart + self._randbelow(width)
            raise ValueError(f'empty range in randrange({start}, {stop})')
        if istep > 0:
            count = (width + istep - 1) // istep
        elif istep < 0:
            count = (width + istep + 1) // istep
        else:
            raise ValueError('zero step for randrange()')
        if count <= 0:
            raise ValueError(f'empty range in randrange({start}, {stop}, {step})')
        return istart + istep * self._randbelow(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    # ---- sequences

    def choice(self, seq):
        if not len(seq):
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        if type(self) is Random and _random.shuffle(self, x):
            return
        below = self._randbelow
        for i in range(len(x) - 1, 0, -1):
            j = below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if not _is_sequence(population):
            raise TypeError('Population must be a sequence.  For dicts or sets, use sorted(d).')
        n = len(population)
        if counts is not None:
            from itertools import accumulate
            from bisect import bisect
            ends = list(accumulate(counts))
            if len(ends) != n:
                raise ValueError('The number of counts does not match the population')
            total = ends.pop()
            if not isinstance(total, int):
                raise TypeError('Counts must be integers')
            if total <= 0:
                raise ValueError('Total of counts must be greater than zero')
            picks = self.sample(range(total), k=k)
            return [population[bisect(ends, pick)] for pick in picks]
        below = self._randbelow
        if not 0 <= k <= n:
            raise ValueError('Sample larger than population or is negative')
        result = [None] * k
        setsize = 21  # a small set, minus an empty list
        if k > 5:
            setsize += 4 ** _ceil(_log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = below(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            taken = set()
            for i in range(k):
                j = below(n)
                while j in taken:
                    j = below(n)
                taken.add(j)
                result[i] = population[j]
        return result

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        random = self.random
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[_floor(random() * n)] for _ in range(k)]
            from itertools import accumulate
            try:
                cum_weights = list(accumulate(weights))
            except TypeError:
                if not isinstance(weights, int):
                    raise
                raise TypeError(f'The number of choices must be a keyword argument: k={weights}') from None
        elif weights is not None:
            raise TypeError('Cannot specify both weights and cumulative weights')
        if len(cum_weights) != n:
            raise ValueError('The number of weights does not match the population')
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError('Total of weights must be greater than zero')
        if not _isfinite(total):
            raise ValueError('Total of weights must be finite')
        from bisect import bisect
        top = n - 1
        return [population[bisect(cum_weights, random() * total, 0, top)] for _ in range(k)]

    # ---- distributions

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        try:
            c = 0.5 if mode is None else (mode - low) / (high - low)
        except ZeroDivisionError:
            return low
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * _sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        random = self.random
        while True:
            u1 = random()
            u2 = 1.0 - random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            random = self.random
            angle = random() * TWOPI
            radius = _sqrt(-2.0 * _log(1.0 - random()))
            z = _cos(angle) * radius
            self.gauss_next = _sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        return -_log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        random = self.random
        if kappa <= 1e-6:
            return TWOPI * random()
        s = 0.5 / kappa
        r = s + _sqrt(1.0 + s * s)
        while True:
            z = _cos(_pi * random())
            d = z / (r + z)
            u = random()
            if u < 1.0 - d * d or u <= (1.0 - d) * _exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        if random() > 0.5:
            return (mu + _acos(f)) % TWOPI
        return (mu - _acos(f)) % TWOPI

    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError('gammavariate: alpha and beta must be > 0.0')
        random = self.random
        if alpha > 1.0:
            ainv = _sqrt(2.0 * alpha - 1.0)
            bbb = alpha - LOG4
            ccc = alpha + ainv
            while True:
                u1 = random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - random()
                v = _log(u1 / (1.0 - u1)) / ainv
                x = alpha * _exp(v)
                z = u1 * u1 * u2
                r = bbb + ccc * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _log(z):
                    return x * beta
        if alpha == 1.0:
            return -_log(1.0 - random()) * beta
        while True:
            u = random()
            b = (_e + alpha) / _e
            p = b * u
            x = p ** (1.0 / alpha) if p <= 1.0 else -_log((b - p) / alpha)
            u1 = random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    break
            elif u1 <= _exp(-x):
                break
        return x * beta

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        if y:
            return y / (y + self.gammavariate(beta, 1.0))
        return 0.0

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_log(1.0 - self.random())) ** (1.0 / beta)

    def binomialvariate(self, n=1, p=0.5):
        if n < 0:
            raise ValueError('n must be non-negative')
        if p <= 0.0 or p >= 1.0:
            if p == 0.0:
                return 0
            if p == 1.0:
                return n
            raise ValueError('p must be in the range 0.0 <= p <= 1.0')
        random = self.random
        if n == 1:
            return _index(random() < p)
        if p > 0.5:
            return n - self.binomialvariate(n, 1.0 - p)
        if n * p < 10.0:
            return self._binomial_by_gaps(n, p)
        return self._binomial_by_rejection(n, p)

    def _binomial_by_gaps(self, n, p):
        """Devroye's BG: add up geometric gaps between successes."""
        random = self.random
        x = y = 0
        c = _log2(1.0 - p)
        if not c:
            return x
        while True:
            y += _floor(_log2(random()) / c) + 1
            if y > n:
                return x
            x += 1

    def _binomial_by_rejection(self, n, p):
        """Hormann's BTRS: transformed rejection with squeeze."""
        random = self.random
        setup = False
        spq = _sqrt(n * p * (1.0 - p))
        b = 1.15 + 2.53 * spq
        a = -0.0873 + 0.0248 * b + 0.01 * p
        c = n * p + 0.5
        vr = 0.92 - 4.2 / b
        while True:
            u = random()
            u -= 0.5
            us = 0.5 - _fabs(u)
            k = _floor((2.0 * a / us + b) * u + c)
            if k < 0 or k > n:
                continue
            v = random()
            if us >= 0.07 and v <= vr:
                return k
            if not setup:
                alpha = (2.83 + 5.1 / b) * spq
                lpq = _log(p / (1.0 - p))
                m = _floor((n + 1) * p)
                h = _lgamma(m + 1) + _lgamma(n - m + 1)
                setup = True
            v *= alpha / (a / (us * us) + b)
            if _log(v) <= h - _lgamma(k + 1) - _lgamma(n - k + 1) + (k - m) * lpq:
                return k


def _is_sequence(obj):
    if isinstance(obj, (list, tuple, range, str, bytes)):
        return True
    from _collections_abc import Sequence
    return isinstance(obj, Sequence)


class SystemRandom(Random):
    """The host's randomness; it has no state that could be read or set."""

    def seed(self, *args, **kwds):
        """Does nothing."""
        if not hasattr(self, '_begun'):
            self._begun = True
            super().seed()

    def getrandbits(self, k):
        """An int of `k` random bits."""
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        return super().getrandbits(k)

    def randbytes(self, n):
        """Random bytes."""
        n = _index(n)
        if n < 0:
            raise ValueError('negative argument not allowed')
        if n > 0x7fffffffffffffff:
            raise OverflowError('Python int too large to convert to C ssize_t')
        return super().randbytes(n)

    def getstate(self, *args, **kwds):
        raise NotImplementedError('System entropy source does not have state.')

    setstate = getstate


_inst = Random()
seed = _inst.seed
random = _inst.random
uniform = _inst.uniform
triangular = _inst.triangular
randint = _inst.randint
choice = _inst.choice
randrange = _inst.randrange
sample = _inst.sample
shuffle = _inst.shuffle
choices = _inst.choices
normalvariate = _inst.normalvariate
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
vonmisesvariate = _inst.vonmisesvariate
gammavariate = _inst.gammavariate
gauss = _inst.gauss
betavariate = _inst.betavariate
binomialvariate = _inst.binomialvariate
paretovariate = _inst.paretovariate
weibullvariate = _inst.weibullvariate
getstate = _inst.getstate
setstate = _inst.setstate
getrandbits = _inst.getrandbits
randbytes = _inst.randbytes


def _parse_args(arg_list):
    """What a command line asks for, and the words of help."""
    import argparse
    parser = argparse.ArgumentParser(formatter_class=argparse.RawTextHelpFormatter)
    group = parser.add_mutually_exclusive_group()
    group.add_argument('-c', '--choice', nargs='+', help='print a random choice')
    group.add_argument('-i', '--integer', type=int, metavar='N', help='print a random integer between 1 and N inclusive')
    group.add_argument('-f', '--float', type=float, metavar='N', help='print a random floating-point number between 0 and N inclusive')
    parser.add_argument('input', nargs='*', help='if no options given, output depends on the input\n'
                        '    string or multiple: same as --choice\n    integer: same as --integer\n    float: same as --float')
    return parser.parse_args(arg_list), parser.format_help()


def main(arg_list=None):
    """The answer to a command line."""
    args, help_text = _parse_args(arg_list)
    if args.choice:
        return choice(args.choice)
    if args.integer is not None:
        return randint(1, args.integer)
    if args.float is not None:
        return uniform(0, args.float)
    if len(args.input) > 1:
        return choice(args.input)
    if not args.input:
        return help_text
    text, = args.input
    for kind, draw in ((int, lambda number: randint(1, number)), (float, lambda number: uniform(0, number))):
        try:
            number = kind(text)
        except ValueError:
            continue
        return draw(number)
    return choice(text.split())
