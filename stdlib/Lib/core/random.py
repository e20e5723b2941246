"""Random numbers: distributions and sampling over the VM's Mersenne Twister."""
from math import (acos as _acos, ceil as _ceil, cos as _cos, e as _e, exp as _exp, fabs as _fabs, floor as _floor,
                  isfinite as _isfinite, lgamma as _lgamma, log as _log, log2 as _log2, pi as _pi, sin as _sin,
                  sqrt as _sqrt, tau as TWOPI)
from operator import index as _index
import _random
from _random import below as _below

__all__ = ['Random', 'SystemRandom', 'betavariate', 'binomialvariate', 'choice', 'choices',
           'expovariate', 'gammavariate', 'gauss', 'getrandbits', 'getstate', 'lognormvariate',
           'normalvariate', 'paretovariate', 'randbytes', 'randint', 'random', 'randrange', 'sample',
           'seed', 'setstate', 'shuffle', 'triangular', 'uniform', 'vonmisesvariate', 'weibullvariate']

# The number of bits in the result of `random()`.
BPF, RECIP_BPF = 53, 2 ** -53
NV_MAGICCONST, SG_MAGICCONST, LOG4 = 4 * _exp(-0.5) / _sqrt(2.0), 1.0 + _log(4.5), _log(4.0)
# The default step of `randrange`.
_ONE = 1


class Random(_random.Random):
    """A generator with a state of its own.

    A subclass may replace `random`, or `getrandbits` too, and get all else from that.
    """
    VERSION = 3

    def __init__(self, x=None):
        self.seed(x)
        self.gauss_next = None

    def __init_subclass__(cls, /, **kwargs):
        # Bits come from the method that the subclass replaces, and not from the generator that it does not use.
        for names in (vars(kind) for kind in cls.__mro__):
            if '_randbelow' in names:
                return
            for name, below in (('getrandbits', cls._randbelow_with_getrandbits),
                                ('random', cls._randbelow_without_getrandbits)):
                if name in names:
                    cls._randbelow = below
                    return

    # ---- state

    def seed(self, a=None, version=2):
        """Starts over from a number, a text or bytes; from the host's randomness for None."""
        is_text = isinstance(a, (str, bytes, bytearray))
        if version == 1 and is_text and not isinstance(a, bytearray):
            a = _old_hash(a)
        elif version == 2 and is_text:
            data = a.encode() if isinstance(a, str) else a
            a = int.from_bytes(data + _random.sha512(data))
        elif not (is_text or a is None or isinstance(a, (int, float))):
            raise TypeError('The only supported seed types are:\n'
                            'None, int, float, str, bytes, and bytearray.')
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        """The state, for `setstate`."""
        twister = super().getstate()
        return self.VERSION, twister, self.gauss_next

    def setstate(self, state):
        """Goes back to a state."""
        if state[0] not in (2, 3):
            raise ValueError(f'state with version {state[0]} passed to Random.setstate() of version {self.VERSION}')
        version, twister, self.gauss_next = state
        if version == 2:
            # Old states contain signed words.
            try:
                twister = tuple([word % (1 << 32) for word in twister])
            except ValueError as problem:
                raise TypeError from problem
        super().setstate(twister)

    def __reduce__(self):
        return type(self), (), self.getstate()

    def __getstate__(self): return self.getstate()
    def __setstate__(self, state): self.setstate(state)

    # ---- integers

    def _randbelow_with_getrandbits(self, n):
        drawn = _below(self, n)
        if drawn is None:
            size = n.bit_length()
            drawn = self.getrandbits(size)
            while drawn >= n:
                drawn = self.getrandbits(size)
        return drawn

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        if n >= maxsize:
            from warnings import warn
            warn('Underlying random() generator does not supply \n'
                 'enough bits to choose from a population range this large.\n'
                 'To remove the range limitation, add a getrandbits() method.', UserWarning, 2)
            return _floor(self.random() * n)
        # Numbers in the last, incomplete interval of length n would make the first results more likely.
        limit = (maxsize - maxsize % n) / maxsize
        drawn = self.random()
        while drawn >= limit:
            drawn = self.random()
        return _floor(drawn * maxsize) % n

    _randbelow = _randbelow_with_getrandbits

    def randbytes(self, n):
        """`n` bytes."""
        return self.getrandbits(8 * n).to_bytes(n, 'little')

    def randrange(self, start, stop=None, step=_ONE):
        """One of the numbers of `range(start, stop, step)`."""
        if step is _ONE and type(start) is int is type(stop) and start < stop:
            return start + self._randbelow(stop - start)
        first = _index(start)
        if stop is None:
            if step is not _ONE:
                raise TypeError('Missing a non-None stop argument')
            if first <= 0:
                raise ValueError('empty range for randrange()')
            return self._randbelow(first)
        last, stride = _index(stop), _index(step)
        if stride == 0:
            raise ValueError('zero step for randrange()')
        # The length of the range, or a negative number if it is empty.
        count = -((first - last) // stride)
        if count <= 0:
            shown = f'{start}, {stop}' if stride == 1 else f'{start}, {stop}, {step}'
            raise ValueError(f'empty range in randrange({shown})')
        return first + stride * self._randbelow(count)

    def randint(self, a, b):
        """A number from `a` to `b`, both included."""
        return self.randrange(a, b + 1)

    # ---- sequences

    def choice(self, seq):
        """One of the items."""
        count = len(seq)
        if not count:
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._randbelow(count)]

    def shuffle(self, x):
        """Puts the items of a list in another order."""
        if type(self) is Random and _random.shuffle(self, x):
            return
        below, last = self._randbelow, len(x)
        while last > 1:
            other, last = below(last), last - 1
            x[last], x[other] = x[other], x[last]

    def sample(self, population, k, *, counts=None):
        """`k` of the items, none of them twice; `counts` says how often each item is there."""
        if not _is_sequence(population):
            raise TypeError('Population must be a sequence.  For dicts or sets, use sorted(d).')
        size = len(population)
        if counts is not None:
            return self._sample_counted(population, k, counts)
        if not 0 <= k <= size:
            raise ValueError('Sample larger than population or is negative')
        below, drawn = self._randbelow, [None] * k
        # True if a copy of the population takes less memory than a set of the drawn positions.
        if size <= 21 + (4 ** _ceil(_log(k * 3, 4)) if k > 5 else 0):
            left, last = list(population), size
            for place in range(k):
                at, last = below(last), last - 1
                drawn[place] = left[at]
                left[at] = left[last]
            return drawn
        seen = set()
        for place in range(k):
            at = below(size)
            while at in seen:
                at = below(size)
            seen.add(at)
            drawn[place] = population[at]
        return drawn

    def _sample_counted(self, population, k, counts):
        from bisect import bisect
        from itertools import accumulate
        ends = list(accumulate(counts))
        if len(ends) != len(population):
            raise ValueError('The number of counts does not match the population')
        total = ends.pop()
        if not isinstance(total, int):
            raise TypeError('Counts must be integers')
        if total <= 0:
            raise ValueError('Total of counts must be greater than zero')
        return [population[bisect(ends, place)] for place in self.sample(range(total), k=k)]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """`k` items, each drawn from all of them; weights say how likely each is."""
        draw, size = self.random, len(population)
        if weights is None and cum_weights is None:
            size += 0.0
            return [population[_floor(draw() * size)] for _ in range(k)]
        if cum_weights is None:
            cum_weights = _summed(weights)
        elif weights is not None:
            raise TypeError('Cannot specify both weights and cumulative weights')
        if len(cum_weights) != size:
            raise ValueError('The number of weights does not match the population')
        total = cum_weights[-1] + 0.0
        if total <= 0.0 or not _isfinite(total):
            raise ValueError('Total of weights must be ' + ('greater than zero' if total <= 0.0 else 'finite'))
        from bisect import bisect
        last = size - 1
        return [population[bisect(cum_weights, draw() * total, 0, last)] for _ in range(k)]

    # ---- distributions

    def uniform(self, a, b):
        """A number from `a` to `b`."""
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """A number from `low` to `high`, most likely near `mode`."""
        drawn = self.random()
        try:
            peak = 0.5 if mode is None else (mode - low) / (high - low)
        except ZeroDivisionError:
            return low
        if drawn > peak:
            # Above the peak, the same is done from the other end.
            drawn, peak, low, high = 1.0 - drawn, 1.0 - peak, high, low
        return low + (high - low) * _sqrt(drawn * peak)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """The normal distribution, by the ratio of two uniform numbers (Kinderman and Monahan)."""
        draw = self.random
        while True:
            numerator, denominator = draw(), 1.0 - draw()
            ratio = NV_MAGICCONST * (numerator - 0.5) / denominator
            if ratio * ratio / 4.0 <= -_log(denominator):
                return mu + ratio * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """The normal distribution, faster: every second number is the other half of the one before."""
        kept, self.gauss_next = self.gauss_next, None
        if kept is None:
            angle = self.random() * TWOPI
            radius = _sqrt(-2.0 * _log(1.0 - self.random()))
            kept, self.gauss_next = _cos(angle) * radius, _sin(angle) * radius
        return mu + kept * sigma

    def lognormvariate(self, mu, sigma):
        """Numbers whose logarithms have the normal distribution."""
        return _exp(self.normalvariate(mu, sigma))

    def _exponential(self):
        # `random()` may be 0, which has no logarithm; 1 - random() is never 0.
        return -_log(1.0 - self.random())

    def expovariate(self, lambd=1.0):
        """The exponential distribution; the mean is 1 / `lambd`."""
        return self._exponential() / lambd

    def weibullvariate(self, alpha, beta):
        """The Weibull distribution of scale `alpha` and shape `beta`."""
        return alpha * self._exponential() ** (1.0 / beta)

    def paretovariate(self, alpha):
        """The Pareto distribution of shape `alpha`."""
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def vonmisesvariate(self, mu, kappa):
        """Angles around `mu`, the closer the greater `kappa` is (Best and Fisher)."""
        draw = self.random
        if kappa <= 1e-6:
            return TWOPI * draw()
        half = 0.5 / kappa
        scale = half + _sqrt(1.0 + half * half)
        accepted = False
        while not accepted:
            near = _cos(_pi * draw())
            ratio, test = near / (scale + near), draw()
            accepted = test < 1.0 - ratio * ratio or test <= (1.0 - ratio) * _exp(ratio)
        inverse = 1.0 / scale
        angle = _acos((inverse + near) / (1.0 + inverse * near))
        return (mu + angle if draw() > 0.5 else mu - angle) % TWOPI

    def gammavariate(self, alpha, beta):
        """The gamma distribution of shape `alpha` and scale `beta`."""
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError('gammavariate: alpha and beta must be > 0.0')
        if alpha == 1.0:
            return self._exponential() * beta
        return (self._gamma_above_one(alpha) if alpha > 1.0 else self._gamma_below_one(alpha)) * beta

    def _gamma_above_one(self, alpha):
        """Cheng's method GA."""
        draw, root = self.random, _sqrt(2.0 * alpha - 1.0)
        offset, slope = alpha - LOG4, alpha + root
        while True:
            first = draw()
            if 1e-7 < first < 0.9999999:
                second = 1.0 - draw()
                log_odds = _log(first / (1.0 - first)) / root
                x = alpha * _exp(log_odds)
                product = first * first * second
                bound = offset + slope * log_odds - x
                # The first test needs no logarithm and nearly always decides.
                if bound + SG_MAGICCONST - 4.5 * product >= 0.0 or bound >= _log(product):
                    return x

    def _gamma_below_one(self, alpha):
        """Ahrens' and Dieter's method GS."""
        draw, whole = self.random, (_e + alpha) / _e
        while True:
            part = whole * draw()
            if part <= 1.0:
                x = part ** (1.0 / alpha)
                accepted = draw() <= _exp(-x)
            else:
                x = -_log((whole - part) / alpha)
                accepted = draw() <= x ** (alpha - 1.0)
            if accepted:
                return x

    def betavariate(self, alpha, beta):
        """The beta distribution, as a ratio of two gamma distributions."""
        first = self.gammavariate(alpha, 1.0)
        return first / (first + self.gammavariate(beta, 1.0)) if first else 0.0

    def binomialvariate(self, n=1, p=0.5):
        """How often `n` tries succeed, each with probability `p`."""
        if n < 0:
            raise ValueError('n must be non-negative')
        if p <= 0.0 or p >= 1.0:
            if p != 0.0 and p != 1.0:
                raise ValueError('p must be in the range 0.0 <= p <= 1.0')
            return n if p else 0
        if n == 1:
            return int(self.random() < p)
        if p > 0.5:
            # The methods below count the rarer outcome.
            return n - self.binomialvariate(n, 1.0 - p)
        return self._binomial_by_gaps(n, p) if n * p < 10.0 else self._binomial_by_rejection(n, p)

    def _binomial_by_gaps(self, n, p):
        """Devroye's method BG: goes from success to success, by geometric gaps."""
        successes = place = 0
        scale = _log2(1.0 - p)
        while scale:
            place += _floor(_log2(self.random()) / scale) + 1
            if place > n:
                break
            successes += 1
        return successes

    def _binomial_by_rejection(self, n, p):
        """Hormann's method BTRS: transformed rejection with a squeeze."""
        draw = self.random
        spread = _sqrt(n * p * (1.0 - p))
        width = 1.15 + 2.53 * spread
        slope = -0.0873 + 0.0248 * width + 0.01 * p
        middle, squeeze = n * p + 0.5, 0.92 - 4.2 / width
        exact = None
        while True:
            offset = draw() - 0.5
            edge = 0.5 - _fabs(offset)
            k = _floor((2.0 * slope / edge + width) * offset + middle)
            if not 0 <= k <= n:
                continue
            test = draw()
            if edge >= 0.07 and test <= squeeze:
                return k
            if exact is None:
                mode = _floor((n + 1) * p)
                exact = ((2.83 + 5.1 / width) * spread, _log(p / (1.0 - p)),
                         _lgamma(mode + 1) + _lgamma(n - mode + 1))
            scale, log_odds, top = exact
            test *= scale / (slope / (edge * edge) + width)
            if _log(test) <= top - _lgamma(k + 1) - _lgamma(n - k + 1) + (k - mode) * log_odds:
                return k


def _old_hash(text):
    """The number that Python 2 made of a text, for seeds of version 1."""
    codes = text if isinstance(text, bytes) else [ord(c) for c in text]
    number = codes[0] << 7 if codes else 0
    for code in codes:
        number = number * 1000003 & 0xFFFFFFFFFFFFFFFF ^ code
    number ^= len(codes)
    return -2 if number == -1 else number


def _summed(weights):
    from itertools import accumulate
    try:
        return list(accumulate(weights))
    except TypeError:
        if isinstance(weights, int):
            raise TypeError(f'The number of choices must be a keyword argument: k={weights}') from None
        raise


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


# The functions of the module share one generator.
_inst = Random()
seed, getstate, setstate = _inst.seed, _inst.getstate, _inst.setstate
random, getrandbits, randbytes = _inst.random, _inst.getrandbits, _inst.randbytes
randrange, randint = _inst.randrange, _inst.randint
choice, choices, sample, shuffle = _inst.choice, _inst.choices, _inst.sample, _inst.shuffle
uniform, triangular, binomialvariate = _inst.uniform, _inst.triangular, _inst.binomialvariate
gauss, normalvariate, lognormvariate = _inst.gauss, _inst.normalvariate, _inst.lognormvariate
expovariate, gammavariate, betavariate = _inst.expovariate, _inst.gammavariate, _inst.betavariate
paretovariate, weibullvariate, vonmisesvariate = _inst.paretovariate, _inst.weibullvariate, _inst.vonmisesvariate


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
