def math_with_floats(f, args):
    return f(*[_real(x) for x in args])


def math_with_ints(f, args):
    return f(*[_whole(x) for x in args])


def _real(x):
    return float(x) if _is_guest(x) else x


def _whole(x):
    return _as_int(x) if _is_guest(x) else x


def math_fsum(seq):
    import math
    items = []
    for x in seq:
        items.append(_real(x))
        if len(items) >= 1000:
            items = _partial_sums(items)
    return math.fsum(items)


def math_dist(p, q):
    import math
    return math.dist([_real(x) for x in p], [_real(x) for x in q])


def math_prod(iterable, start=1):
    total = start
    for x in iterable:
        total = total * x
    return total


def math_sumprod(p, q):
    import math
    p = [*p]
    q = [*q]
    if not _any_guest(p) and not _any_guest(q):
        return math.sumprod(p, q)
    if len(p) != len(q):
        raise ValueError('Inputs are not the same length')
    total = 0
    i = 0
    while i < len(p):
        total = total + p[i] * q[i]
        i += 1
    return total


def math_isclose(a, b, rel_tol=1e-09, abs_tol=0.0):
    import math
    return math.isclose(_real(a), _real(b), rel_tol=_real(rel_tol), abs_tol=_real(abs_tol))


def math_nextafter(x, y, steps=None):
    import math
    return math.nextafter(_real(x), _real(y), steps=_whole(steps))


def cmath_with_complex(f, args):
    return f(*[complex(x) if _is_guest(x) else x for x in args])


def cmath_isclose(a, b, rel_tol=1e-09, abs_tol=0.0):
    import cmath
    a = complex(a) if _is_guest(a) else a
    b = complex(b) if _is_guest(b) else b
    return cmath.isclose(a, b, rel_tol=_real(rel_tol), abs_tol=_real(abs_tol))
