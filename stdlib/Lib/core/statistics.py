"""Statistics with exact sums: every input is taken as the ratio it is, and rounded once."""
import math
from math import fsum, sumprod, isfinite, isinf, isqrt, sqrt, exp, log, erf, fabs, hypot, tau

__all__ = ['NormalDist', 'StatisticsError', 'correlation', 'covariance', 'fmean', 'geometric_mean',
           'harmonic_mean', 'kde', 'kde_random', 'linear_regression', 'mean', 'median',
           'median_grouped', 'median_high', 'median_low', 'mode', 'multimode', 'pstdev', 'pvariance',
           'quantiles', 'stdev', 'variance']


class StatisticsError(ValueError):
    pass


def __getattr__(name):
    if name != 'LinearRegression':
        raise AttributeError(f"module 'statistics' has no attribute {name!r}")
    from collections import namedtuple
    made = globals()[name] = namedtuple('LinearRegression', ('slope', 'intercept'), module='statistics')
    return made


# ---- exact arithmetic: a total is a numerator and a denominator; (x, None) is inf or nan

def _is_decimal(kind):
    return any([base.__name__ == 'Decimal' for base in kind.__mro__])


def _is_fraction(kind):
    return any([base.__name__ == 'Fraction' for base in kind.__mro__])


def _exact_ratio(x):
    kind = type(x)
    if kind is int:
        return x, 1
    try:
        return x.as_integer_ratio()
    except AttributeError:
        pass
    except (OverflowError, ValueError):
        return x, None
    try:
        return x.numerator, x.denominator
    except AttributeError:
        raise TypeError(f"can't convert type '{kind.__name__}' to numerator/denominator")


def _coerce(T, S):
    """The type results have when values of both types were seen."""
    if T is S:
        return T
    if S is int or S is bool:
        return T
    if T is int:
        return S
    if issubclass(S, T):
        return S
    if issubclass(T, S):
        return T
    if issubclass(T, int):
        return S
    if issubclass(S, int):
        return T
    if _is_fraction(T) and issubclass(S, float):
        return S
    if issubclass(T, float) and _is_fraction(S):
        return T
    raise TypeError(f"don't know how to coerce {T.__name__} and {S.__name__}")


def _partials(data, squares=False):
    """Count, kind, and sums of numerators by denominator (and of their squares)."""
    count = 0
    T = int
    last = None
    sums = {}
    square_sums = {}
    for x in data:
        kind = type(x)
        if kind is not last:
            T = _coerce(T, kind)
            last = kind
        n, d = _exact_ratio(x)
        count += 1
        sums[d] = sums.get(d, 0) + n
        if squares:
            square_sums[d] = square_sums.get(d, 0) + n * n
    return T, count, sums, square_sums


def _total(sums, power=1):
    top, bottom = 0, 1
    for d, n in sums.items():
        d = d ** power
        top, bottom = top * d + n * bottom, bottom * d
        shared = math.gcd(top, bottom)
        if shared > 1:
            top //= shared
            bottom //= shared
    return top, bottom


def _exact_sum(data):
    """(type, numerator, denominator, count); the denominator is None when not finite."""
    T, count, sums, _ = _partials(data)
    if None in sums:
        return T, sums[None], None, count
    return (T, *_total(sums), count)


def _sum(data):
    from fractions import Fraction
    T, n, d, count = _exact_sum(data)
    return T, n if d is None else Fraction(n, d), count


def _convert(value, T):
    from fractions import Fraction
    if type(value) is T:
        return value
    if isinstance(value, Fraction):
        return _as(value.numerator, value.denominator, T)
    return value if not isfinite(value) else T(value)


def _as(n, d, T):
    """n/d as a T: an int only if it is one."""
    if d is None:
        return n if type(n) is T or issubclass(T, int) else T(n)
    if d < 0:
        n, d = -n, -d
    if issubclass(T, int):
        if n % d == 0:
            return T(n // d)
        return n / d
    if issubclass(T, float):
        return T(n / d)
    from fractions import Fraction
    try:
        return T(Fraction(n, d))
    except TypeError:
        if _is_decimal(T):
            shared = math.gcd(n, d)
            return T(n // shared) / (d // shared)
        raise


def _isfinite(x):
    try:
        return x.is_finite()
    except AttributeError:
        return isfinite(x)


def _integer_sqrt_of_frac_rto(n, m):
    """Square root of n/m, rounded so that a later rounding cannot go wrong."""
    a = isqrt(n // m)
    return a | (a * a * m != n)


def _float_sqrt_of_frac(n, m):
    q = (n.bit_length() - m.bit_length() - 109) // 2
    if q >= 0:
        return (_integer_sqrt_of_frac_rto(n, m << 2 * q) << q) / 1
    return _integer_sqrt_of_frac_rto(n << -2 * q, m) / (1 << -q)


def _decimal_sqrt_of_frac(n, m):
    from decimal import Decimal
    if n <= 0:
        if not n:
            return Decimal('0.0')
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    nr, dr = root.as_integer_ratio()
    plus = root.next_plus()
    np, dp = plus.as_integer_ratio()
    if 4 * n * (dr * dp) ** 2 > m * (dr * np + dp * nr) ** 2:
        return plus
    minus = root.next_minus()
    nm, dm = minus.as_integer_ratio()
    if 4 * n * (dr * dm) ** 2 < m * (dr * nm + dm * nr) ** 2:
        return minus
    return root


# ---- means

def mean(data):
    T, n, d, count = _exact_sum(data)
    if count < 1:
        raise StatisticsError('mean requires at least one data point')
    return _as(n / count, None, T) if d is None else _as(n, d * count, T)


def fmean(data, weights=None):
    if weights is None:
        try:
            n = len(data)
        except TypeError:
            n = 0

            def counted():
                nonlocal n
                for n, x in enumerate(data, 1):
                    yield x
            total = fsum(counted())
        else:
            total = fsum(data)
        if not n:
            raise StatisticsError('fmean requires at least one data point')
        return total / n
    if not isinstance(weights, (list, tuple)):
        weights = list(weights)
    try:
        top = sumprod(data, weights)
    except ValueError:
        raise StatisticsError('data and weights must be the same length')
    bottom = fsum(weights)
    if not bottom:
        raise StatisticsError('sum of weights must be non-zero')
    return top / bottom


def geometric_mean(data):
    logs = []
    found_zero = False
    count = 0
    for x in data:
        count += 1
        if x > 0.0 or math.isnan(x):
            logs.append(log(x))
        elif x == 0.0:
            found_zero = True
        else:
            raise StatisticsError('No negative inputs allowed', x)
    total = fsum(logs)
    if not count:
        raise StatisticsError('Must have a non-empty dataset')
    if math.isnan(total):
        return math.nan
    if found_zero:
        return math.nan if total == math.inf else 0.0
    return exp(total / count)


def _is_real(x):
    if isinstance(x, (int, float)) or _is_decimal(type(x)):
        return True
    from numbers import Real
    return isinstance(x, Real)


def _fail_neg(values, errmsg='negative value'):
    for x in values:
        if x < 0:
            raise StatisticsError(errmsg)
        yield x


def harmonic_mean(data, weights=None):
    if iter(data) is data:
        data = list(data)
    problem = 'harmonic mean does not support negative values'
    n = len(data)
    if n < 1:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if n == 1 and weights is None:
        x = data[0]
        if not _is_real(x):
            raise TypeError('unsupported type')
        if x < 0:
            raise StatisticsError(problem)
        return x
    if weights is None:
        weights = [1] * n
        sum_weights = n
    else:
        if iter(weights) is weights:
            weights = list(weights)
        if len(weights) != n:
            raise StatisticsError('Number of weights does not match data size')
        weights = [*_fail_neg(weights, problem)]
        _, top, bottom, _ = _exact_sum(weights)
        sum_weights = top if bottom in (1, None) else _sum(weights)[1]
    data = [*_fail_neg(data, problem)]
    try:
        T, top, bottom, count = _exact_sum([w / x if w else 0 for w, x in zip(weights, data)])
    except ZeroDivisionError:
        return 0
    if bottom is None:
        return _convert(sum_weights / top, T)
    if top <= 0:
        raise StatisticsError('Weighted sum must be positive')
    if isinstance(sum_weights, int):
        return _as(sum_weights * bottom, top, T)
    from fractions import Fraction
    return _convert(sum_weights / Fraction(top, bottom), T)


# ---- middles

def _sorted_or_fail(data):
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data


def median(data):
    data = _sorted_or_fail(data)
    half = len(data) // 2
    if len(data) % 2:
        return data[half]
    return (data[half - 1] + data[half]) / 2


def median_low(data):
    data = _sorted_or_fail(data)
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = _sorted_or_fail(data)
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    from bisect import bisect_left, bisect_right
    data = _sorted_or_fail(data)
    n = len(data)
    x = data[n // 2]
    below = bisect_left(data, x)
    inside = bisect_right(data, x, lo=below) - below
    try:
        interval = float(interval)
        x = float(x)
    except ValueError:
        raise TypeError('Value cannot be converted to a float')
    return x - interval / 2.0 + interval * (n / 2 - below) / inside


def mode(data):
    from collections import Counter
    pairs = Counter(iter(data)).most_common(1)
    if not pairs:
        raise StatisticsError('no mode for empty data')
    return pairs[0][0]


def multimode(data):
    from collections import Counter
    counts = Counter(iter(data))
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, count in counts.items() if count == most]


def quantiles(data, *, n=4, method='exclusive'):
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    size = len(data)
    if size < 2:
        if size == 1:
            return data * (n - 1)
        raise StatisticsError('must have at least one data point')
    found = []
    if method == 'inclusive':
        for i in range(1, n):
            j, delta = divmod(i * (size - 1), n)
            found.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
    elif method == 'exclusive':
        for i in range(1, n):
            j = min(max(i * (size + 1) // n, 1), size - 1)
            delta = i * (size + 1) - j * n
            found.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    else:
        raise ValueError(f'Unknown method: {method!r}')
    return found


# ---- spread

def _ss(data, c=None):
    """Exact sum of squared deviations: (type, numerator, denominator, mean ratio, count)."""
    if c is not None:
        deviations = [(d := x - c) * d for x in data]
        T, n, d, count = _exact_sum(deviations)
        return T, n, d, c, count
    T, count, sums, squares = _partials(data, True)
    if not count:
        return T, 0, 1, (0, 1), 0
    if None in sums:
        return T, sums[None], None, (sums[None], None), count
    sn, sd = _total(sums)
    qn, qd = _total(squares, 2)
    top = (count * qn * sd * sd - sn * sn * qd)
    return T, top, qd * sd * sd * count, (sn, sd * count), count


def _spread(data, c, name, least, less):
    T, n, d, center, count = _ss(data, c)
    if count < least:
        raise StatisticsError(f'{name} requires at least {"two data points" if least == 2 else "one data point"}')
    if d is None:
        return T, n / (count - less), None
    return T, n, d * (count - less)


def _deviation(T, n, d):
    if d is None:
        if _is_decimal(T):
            return n
        return _float_sqrt_of_frac(n.numerator, n.denominator)
    shared = math.gcd(n, d)
    n, d = n // shared, d // shared
    return _decimal_sqrt_of_frac(n, d) if _is_decimal(T) else _float_sqrt_of_frac(n, d)


def variance(data, xbar=None):
    T, n, d = _spread(data, xbar, 'variance', 2, 1)
    return _as(n, d, T)


def pvariance(data, mu=None):
    T, n, d = _spread(data, mu, 'pvariance', 1, 0)
    return _as(n, d, T)


def stdev(data, xbar=None):
    return _deviation(*_spread(data, xbar, 'stdev', 2, 1))


def pstdev(data, mu=None):
    return _deviation(*_spread(data, mu, 'pstdev', 1, 0))


def _mean_stdev(data):
    T, n, d, center, count = _ss(data)
    if count < 2:
        raise StatisticsError('stdev requires at least two data points')
    cn, cd = center
    if d is None:
        return float(cn), float(cn) / float(n)
    d *= count - 1
    shared = math.gcd(n, d)
    return cn / cd, _float_sqrt_of_frac(n // shared, d // shared)


# ---- pairs

def _check_pairs(x, y, name):
    n = len(x)
    if len(y) != n:
        raise StatisticsError(f'{name} requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError(f'{name} requires at least two data points')
    return n


def covariance(x, y, /):
    n = _check_pairs(x, y, 'covariance')
    xbar = fsum(x) / n
    ybar = fsum(y) / n
    return sumprod([xi - xbar for xi in x], [yi - ybar for yi in y]) / (n - 1)


def _rank(data, /, *, key=None, reverse=False, ties='average', start=1):
    if ties != 'average':
        raise ValueError(f'Unknown tie resolution method: {ties!r}')
    from itertools import groupby
    if key is not None:
        data = map(key, data)
    pairs = sorted(zip(data, range(len(data) if hasattr(data, '__len__') else 10 ** 18)), reverse=reverse)
    at = start - 1
    result = [0] * len(pairs)
    for _, group in groupby(pairs, key=lambda pair: pair[0]):
        group = list(group)
        size = len(group)
        for _, position in group:
            result[position] = at + (size + 1) / 2
        at += size
    return result


def _sqrtprod(x, y):
    """sqrt(x * y) without overflow, and nearly correctly rounded."""
    h = sqrt(x * y)
    if not isfinite(h):
        if isinf(h) and not isinf(x) and not isinf(y):
            return _sqrtprod(2.0 ** -512 * x, 2.0 ** -512 * y) / 2.0 ** -512
        return h
    if not h:
        if x and y:
            return _sqrtprod(2.0 ** 537 * x, 2.0 ** 537 * y) / 2.0 ** 537
        return h
    return h + sumprod((x, h), (y, -h)) / (2.0 * h)


def correlation(x, y, /, *, method='linear'):
    n = _check_pairs(x, y, 'correlation')
    if method not in {'linear', 'ranked'}:
        raise ValueError(f'Unknown method: {method!r}')
    if method == 'ranked':
        x = _rank(x, start=(n - 1) / -2)
        y = _rank(y, start=(n - 1) / -2)
    else:
        xbar = fsum(x) / n
        ybar = fsum(y) / n
        x = [xi - xbar for xi in x]
        y = [yi - ybar for yi in y]
    sxy = sumprod(x, y)
    try:
        return sxy / _sqrtprod(sumprod(x, x), sumprod(y, y))
    except ZeroDivisionError:
        raise StatisticsError('at least one of the inputs is constant')


def linear_regression(x, y, /, *, proportional=False):
    n = _check_pairs(x, y, 'linear regression')
    if not proportional:
        xbar = fsum(x) / n
        ybar = fsum(y) / n
        x = [xi - xbar for xi in x]
        y = [yi - ybar for yi in y]
    sxy = sumprod(x, y) + 0.0
    sxx = sumprod(x, x)
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError('x is constant')
    intercept = 0.0 if proportional else ybar - slope * xbar
    made = globals().get('LinearRegression') or __getattr__('LinearRegression')
    return made(slope=slope, intercept=intercept)


# ---- the normal distribution

def _ratio(r, top, bottom):
    n, d = top[0], bottom[0]
    for c in top[1:]:
        n = n * r + c
    for c in bottom[1:]:
        d = d * r + c
    return n, d


def _normal_dist_inv_cdf(p, mu, sigma):
    """Wichura's AS241: rational approximations for the middle, the shoulders and the tails."""
    q = p - 0.5
    if fabs(q) <= 0.425:
        n, d = _ratio(0.180625 - q * q, (
            2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
            4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
            1.3314166789178437745e+2, 3.3871328727963666080e+0), (
            5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
            2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
            4.2313330701600911252e+1, 1.0))
        return mu + n * q / d * sigma
    r = sqrt(-log(p if q <= 0.0 else 1.0 - p))
    if r <= 5.0:
        n, d = _ratio(r - 1.6, (
            7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
            1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
            4.63033784615654529590e+0, 1.42343711074968357734e+0), (
            1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
            1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0,
            2.05319162663775882187e+0, 1.0))
    else:
        n, d = _ratio(r - 5.0, (
            2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
            2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
            5.46378491116411436990e+0, 6.65790464350110377720e+0), (
            2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
            7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
            5.99832206555887937690e-1, 1.0))
    x = n / d
    return mu + (-x if q < 0.0 else x) * sigma


class NormalDist:
    __slots__ = {'_mu': 'Arithmetic mean of a normal distribution',
                 '_sigma': 'Standard deviation of a normal distribution'}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        return cls(*_mean_stdev(data))

    def samples(self, n, *, seed=None):
        import random
        draw = random.random if seed is None else random.Random(seed).random
        mu, sigma = self._mu, self._sigma
        return [_normal_dist_inv_cdf(draw(), mu, sigma) for _ in range(n)]

    def pdf(self, x):
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError('pdf() not defined when sigma is zero')
        diff = x - self._mu
        return exp(diff * diff / (-2.0 * variance)) / sqrt(tau * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * (1.0 + erf((x - self._mu) / (self._sigma * sqrt(2.0))))

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        X, Y = self, other
        if (Y._sigma, Y._mu) < (X._sigma, X._mu):
            X, Y = Y, X
        X_var, Y_var = X.variance, Y.variance
        if not X_var or not Y_var:
            raise StatisticsError('overlap() not defined when sigma is zero')
        dv = Y_var - X_var
        dm = fabs(Y._mu - X._mu)
        if not dv:
            return 1.0 - erf(dm / (2.0 * X._sigma * sqrt(2.0)))
        a = X._mu * Y_var - Y._mu * X_var
        b = X._sigma * Y._sigma * sqrt(dm * dm + dv * log(Y_var / X_var))
        x1 = (a + b) / dv
        x2 = (a - b) / dv
        return 1.0 - (fabs(Y.cdf(x1) - X.cdf(x1)) + fabs(Y.cdf(x2) - X.cdf(x2)))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self._mu) / self._sigma

    @property
    def mean(self):
        return self._mu

    @property
    def median(self):
        return self._mu

    @property
    def mode(self):
        return self._mu

    @property
    def stdev(self):
        return self._sigma

    @property
    def variance(self):
        return self._sigma * self._sigma

    def __add__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu + x2._mu, hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu + x2, x1._sigma)

    def __sub__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu - x2._mu, hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu - x2, x1._sigma)

    def __mul__(x1, x2):
        return NormalDist(x1._mu * x2, x1._sigma * fabs(x2))

    def __truediv__(x1, x2):
        return NormalDist(x1._mu / x2, x1._sigma / fabs(x2))

    def __pos__(x1):
        return NormalDist(x1._mu, x1._sigma)

    def __neg__(x1):
        return NormalDist(-x1._mu, x1._sigma)

    __radd__ = __add__

    def __rsub__(x1, x2):
        return -(x1 - x2)

    __rmul__ = __mul__

    def __eq__(x1, x2):
        if not isinstance(x2, NormalDist):
            return NotImplemented
        return x1._mu == x2._mu and x1._sigma == x2._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f'{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})'

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state


def kde(data, h, kernel='normal', *, cumulative=False):
    from _statistics_kde import kde
    return kde(data, h, kernel, cumulative)


def kde_random(data, h, kernel='normal', *, seed=None):
    from _statistics_kde import kde_random
    return kde_random(data, h, kernel, seed)
