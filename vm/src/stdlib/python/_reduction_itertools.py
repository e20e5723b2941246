"""How the iterators of `itertools` are taken apart for `copy` and `pickle`: what is left of each, as a call of one of them."""
from itertools import (
    accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile, filterfalse, groupby, islice,
    permutations, product, repeat, starmap, takewhile, zip_longest,
)
from math import comb, perm
from _stockade import nothing, played, reduce_native

_nothing = nothing()


def taken_apart(x, name, protocol, by_copy):
    from warnings import _warn_program, warn_explicit
    if name not in _MADE:
        raise TypeError(f"cannot pickle '{'itertools.' if protocol >= 2 else ''}{name}' object")
    words = 'Pickle, copy, and deepcopy support will be removed from itertools in Python 3.14.'
    if by_copy:
        # It is that module's doing, and not shown unless one wants to see it.
        warn_explicit(words, DeprecationWarning, 'copy.py', 0, 'copy')
    else:
        _warn_program(words, DeprecationWarning)
    found = played(x)
    if found is None:
        return iter, ((),)
    if not found:
        return reduce_native(x)
    return _MADE[name](*found)


def _after(call, given):
    """A call of what gives all, without as many as have been given."""
    return (islice, (call, given, None)) if given else None


def _chain(seen, started):
    rest = seen['iterables']
    return chain.from_iterable, (chain([seen['it']], rest) if started else rest,)


def _islice(seen, started):
    it, stop, step = seen['it'], seen['stop'], seen['step']
    at, wanted = (seen['at'], seen['wanted'] + step) if started else (0, seen['start'])
    if stop >= 0:
        wanted = min(wanted, stop)
    return islice, (it, max(wanted - at, 0), None if stop < 0 else max(stop - at, 0), step)


def _dropwhile(seen, started):
    return (chain, (seen['it'],)) if seen['begun'] else (dropwhile, (seen['f'], seen['it']))


def _accumulate(seen, started):
    total, f, started = seen['total'], seen['f'], seen['begun']
    it = seen['it'] if total is None and not started else chain([total], seen['it'])
    made = accumulate, (it, f) if f is not None else (it,)
    return _after(accumulate(*made[1]), 1) if started else made


def _product(seen, started):
    pools, given = seen['pools'], 0
    if started:
        for at, pool in enumerate(pools):
            given = given * len(pool) + seen['indices'][at]
        given += 1
    return _after(product(*pools), given) or (product, tuple(pools))


def _permutations(seen, started):
    pool, r, given = seen['pool'], seen['r'], 0
    if started:
        n = len(pool)
        given = 1 + sum((n - at - left) * perm(n - at - 1, r - at - 1) for at, left in enumerate(seen['left']))
    return _after(permutations(pool, r), given) or (permutations, (pool, r))


def _rank(indices, n):
    """How many choices of as many of n come before this one."""
    r, before, low = len(indices), 0, 0
    for at, index in enumerate(indices):
        before += sum(comb(n - skipped - 1, r - at - 1) for skipped in range(low, index))
        low = index + 1
    return before


def _combinations(seen, started):
    pool, r = seen['pool'], seen['r']
    given = 1 + _rank(seen['indices'], len(pool)) if started else 0
    return _after(combinations(pool, r), given) or (combinations, (pool, r))


def _combinations_with_replacement(seen, started):
    pool, r = seen['pool'], seen['r']
    given = 0
    if started:
        # As choices without repetition of a longer pool.
        given = 1 + _rank([index + at for at, index in enumerate(seen['indices'])], len(pool) + r - 1)
    return _after(combinations_with_replacement(pool, r), given) or (combinations_with_replacement, (pool, r))


def _groupby(seen, started):
    it, key, target, current, value, _ = seen['state']
    if target is _nothing or value is _nothing:
        return groupby, (it, key)
    return groupby, (it, key), (current, value, target)


def _grouper(seen, started):
    if seen['state'][5] == seen['number']:
        raise TypeError("cannot pickle 'itertools._grouper' object")
    return iter, ((),)


def _zip_longest(seen, started):
    from functools import partial
    its = tuple(() if it is None else it for it in seen['its'])
    return partial(zip_longest, fillvalue=seen['fill']), its


_MADE = {
    'chain': _chain, 'islice': _islice, 'dropwhile': _dropwhile, 'accumulate': _accumulate, 'product': _product,
    'permutations': _permutations, 'combinations': _combinations,
    'combinations_with_replacement': _combinations_with_replacement, '_grouper': _grouper, 'groupby': _groupby, 'zip_longest': _zip_longest, 'repeat': None,
    'count': lambda seen, started: (count, (seen['n'] + seen['step'] if started else seen['n'], seen['step'])),
    'cycle': lambda seen, started: (cycle, (seen['it'],), (seen['saved'], seen['done'])),
    'starmap': lambda seen, started: (starmap, (seen['f'], seen['it'])),
    'takewhile': lambda seen, started: (iter, ((),)) if seen['over'] else (takewhile, (seen['f'], seen['it'])),
    'filterfalse': lambda seen, started: (filterfalse, (seen['f'], seen['it'])),
    'compress': lambda seen, started: (compress, (seen['data'], seen['selectors'])),
}
