"""Kernel density estimates, for `statistics`."""
from math import acos, asin, atan, cos, cosh, erf, exp, log, pi, sin, sqrt, tan, tau
from statistics import StatisticsError, _normal_dist_inv_cdf

_SAME = {'gauss': 'normal', 'uniform': 'rectangular', 'epanechnikov': 'parabolic', 'biweight': 'quartic'}


# kernel: (density, cumulative, end of its support or None)
def _rows():
    sqrt2pi = sqrt(2 * pi)
    sqrt2 = sqrt(2)
    c1, c2 = pi / 4, pi / 2
    return {
        'normal': (lambda t: exp(-1 / 2 * t * t) / sqrt2pi, lambda t: 1 / 2 * (1.0 + erf(t / sqrt2)), None),
        'logistic': (lambda t: 1 / 2 / (1.0 + cosh(t)), lambda t: 1.0 - 1.0 / (exp(t) + 1.0), None),
        'sigmoid': (lambda t: 1 / pi / cosh(t), lambda t: 2 / pi * atan(exp(t)), None),
        'rectangular': (lambda t: 1 / 2, lambda t: 1 / 2 * t + 1 / 2, 1.0),
        'triangular': (lambda t: 1.0 - abs(t),
                       lambda t: t * t * (1 / 2 if t < 0.0 else -1 / 2) + t + 1 / 2, 1.0),
        'parabolic': (lambda t: 3 / 4 * (1.0 - t * t),
                      lambda t: -1 / 4 * t ** 3 + 3 / 4 * t + 1 / 2, 1.0),
        'quartic': (lambda t: 15 / 16 * (1.0 - t * t) ** 2,
                    lambda t: 3 / 16 * t ** 5 - 5 / 8 * t ** 3 + 15 / 16 * t + 1 / 2, 1.0),
        'triweight': (lambda t: 35 / 32 * (1.0 - t * t) ** 3,
                      lambda t: -5 / 32 * t ** 7 + 21 / 32 * t ** 5 - 35 / 32 * t ** 3
                      + 35 / 32 * t + 1 / 2, 1.0),
        'cosine': (lambda t: c1 * cos(c2 * t), lambda t: 1 / 2 * sin(c2 * t) + 1 / 2, 1.0)}


def _check(data, h):
    n = len(data)
    if not n:
        raise StatisticsError('Empty data sequence')
    if not isinstance(data[0], (int, float)):
        raise TypeError('Data sequence must contain ints or floats')
    if h <= 0.0:
        raise StatisticsError(f'Bandwidth h must be positive, not h={h!r}')
    return n


def kde(data, h, kernel, cumulative):
    n = _check(data, h)
    row = _rows().get(_SAME.get(kernel, kernel)) if isinstance(kernel, str) else None
    if row is None:
        raise StatisticsError(f'Unknown kernel name: {kernel!r}')
    K, W, support = row
    if support is None:
        if cumulative:
            def estimate(x):
                return sum(W((x - x_i) / h) for x_i in data) / len(data)
        else:
            def estimate(x):
                return sum(K((x - x_i) / h) for x_i in data) / (len(data) * h)
    else:
        from bisect import bisect_left, bisect_right
        sample = sorted(data)
        bandwidth = h * support

        def window(x):
            nonlocal n, sample
            if len(data) != n:
                sample = sorted(data)
                n = len(data)
            i = bisect_left(sample, x - bandwidth)
            return i, sample[i:bisect_right(sample, x + bandwidth)]
        if cumulative:
            def estimate(x):
                i, supported = window(x)
                return sum((W((x - x_i) / h) for x_i in supported), i) / n
        else:
            def estimate(x):
                return sum(K((x - x_i) / h) for x_i in window(x)[1]) / (n * h)
    estimate.__name__ = 'cdf' if cumulative else 'pdf'
    estimate.__qualname__ = f'kde.<locals>.{estimate.__name__}'
    estimate.__doc__ = f'{"CDF" if cumulative else "PDF"} estimate with {h=!r} and {kernel=!r}'
    return estimate


def _newton(f_inv_estimate, f, f_prime, tolerance=1e-12):
    def f_inv(y):
        x = f_inv_estimate(y)
        while abs(diff := f(x) - y) > tolerance:
            x -= diff / f_prime(x)
        return x
    return f_inv


def _quartic_start(p):
    sign, p = (1.0, p) if p <= 1 / 2 else (-1.0, 1.0 - p)
    if p < 0.0106:
        return ((2.0 * p) ** 0.3838 - 1.0) * sign
    x = (2.0 * p) ** 0.4258865685331 - 1.0
    if p >= 0.004 < 0.499:
        x += 0.026818732 * sin(7.101753784 * p + 2.73230839482953)
    return x * sign


def _triweight_start(p):
    sign, p = (1.0, p) if p <= 1 / 2 else (-1.0, 1.0 - p)
    x = (2.0 * p) ** 0.3400218741872791 - 1.0
    if 0.00001 < p < 0.499:
        x -= 0.033 * sin(1.07 * tau * (p - 0.035))
    return x * sign


def kde_random(data, h, kernel, seed):
    _check(data, h)
    name = _SAME.get(kernel, kernel)
    rows = _rows()
    inverse = {
        'normal': lambda p: _normal_dist_inv_cdf(p, 0.0, 1.0),
        'logistic': lambda p: log(p / (1 - p)), 'sigmoid': lambda p: log(tan(p * pi / 2)),
        'rectangular': lambda p: 2 * p - 1,
        'parabolic': lambda p: 2 * cos((acos(2 * p - 1) + pi) / 3),
        'triangular': lambda p: sqrt(2 * p) - 1 if p < 1 / 2 else 1 - sqrt(2 - 2 * p),
        'cosine': lambda p: 2 * asin(2 * p - 1) / pi,
        'quartic': lambda p: _newton(_quartic_start, rows['quartic'][1], rows['quartic'][0])(p),
        'triweight': lambda p: _newton(_triweight_start, rows['triweight'][1], rows['triweight'][0])(p)}
    if name not in inverse:
        raise StatisticsError(f'Unknown kernel name: {kernel!r}')
    import random as _random
    prng = _random.Random(seed)
    random, choice, kernel_invcdf = prng.random, prng.choice, inverse[name]

    def rand():
        return choice(data) + h * kernel_invcdf(random())
    rand.__doc__ = f'Random KDE selection with {h=!r} and {kernel=!r}'
    return rand
