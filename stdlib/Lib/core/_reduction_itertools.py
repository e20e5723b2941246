"""How the iterators of `itertools` are taken apart for `copy` and `pickle`: what is left of each, as a call of one of them."""
from itertools import (
    accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile, filterfalse, groupby, islice,
    permutations, product, repeat, starmap, takewhile, zip_longest,
)
from _stockade import nothing, played, reduce_native

_nothing = nothing()


def taken_apart(x, name, protocol, by_copy):
    from warnings import _warn_program, warn_explicit
    if name not in _MADE:
        raise TypeError(f"cannot pickle '{'itertools.' if protocol >= 2 else ''}{name}' object")
    words = 'Pickle, copy, and deepcopy support will be removed from itertools in Python 3.14.'
    if by_copy:
        # The warning belongs to the module `copy`, so it is hidden unless a filter shows it.
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


def _rows(cls):
    def made(seen, started):
        source, r, over = seen['source'], seen['r'], seen['over']
        if cls is product:
            args = ((),) if over else source
            state = seen['indices']
        else:
            args = () if over and not seen['empty'] else source, r
            state = (seen['indices'], seen['left']) if cls is permutations else seen['indices']
        return (cls, args, state) if started else (cls, args)
    return made


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
    'chain': _chain, 'islice': _islice, 'dropwhile': _dropwhile, 'accumulate': _accumulate,
    **{cls.__name__: _rows(cls) for cls in (product, permutations, combinations, combinations_with_replacement)}, '_grouper': _grouper, 'groupby': _groupby, 'zip_longest': _zip_longest, 'repeat': None,
    'count': lambda seen, started: (count, (seen['n'] + seen['step'] if started else seen['n'], seen['step'])),
    'cycle': lambda seen, started: (cycle, (seen['it'],), (seen['saved'], seen['done'])),
    'starmap': lambda seen, started: (starmap, (seen['f'], seen['it'])),
    'takewhile': lambda seen, started: (iter, ((),)) if seen['over'] else (takewhile, (seen['f'], seen['it'])),
    'filterfalse': lambda seen, started: (filterfalse, (seen['f'], seen['it'])),
    'compress': lambda seen, started: (compress, (seen['data'], seen['selectors'])),
}
