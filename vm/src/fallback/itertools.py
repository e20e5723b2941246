def iterator_for(cls, name, args):
    starts = {'play_count': play_count, 'start_cycle': start_cycle, 'play_chain': play_chain, 'start_chain': start_chain,
              'start_islice': start_islice, 'start_starmap': start_starmap, 'start_takewhile': start_takewhile,
              'start_dropwhile': start_dropwhile, 'start_filterfalse': start_filterfalse, 'start_accumulate': start_accumulate,
              'start_product': start_product, 'start_permutations': start_permutations, 'start_combinations': start_combinations,
              'start_combinations_with_replacement': start_combinations_with_replacement, 'start_compress': start_compress,
              'start_groupby': start_groupby, 'start_zip_longest': start_zip_longest, 'start_pairwise': start_pairwise,
              'start_batched': start_batched}
    return _around(cls, starts[name](*args))


def play_count(n, step):
    while True:
        yield n
        n = n + step


def repeat_new(cls, object, times=None):
    return cls(object, _as_int(times))


def start_cycle(iterable):
    return play_cycle(_iter(iterable), [], False)


def play_cycle(it, saved, done):
    for x in it:
        if not done:
            saved.append(x)
        yield x
    while saved:
        done = True
        it = iter(saved)
        for x in it:
            yield x


def start_chain(iterables):
    return play_chain(_iter(iterables), None)


def play_chain(iterables, it):
    if it is not None:
        for x in it:
            yield x
    for iterable in iterables:
        it = _iter(iterable)
        for x in it:
            yield x


def islice_new(cls, iterable, *bounds):
    return cls(iterable, *[_as_int(x) if _is_guest(x) else x for x in bounds])


def start_islice(iterable, start, stop, step):
    return play_islice(iter(iterable), start, stop, step)


def play_islice(it, start, stop, step):
    at = 0
    wanted = start
    while True:
        while at < wanted:
            if next(it, _marker) is _marker:
                return
            at += 1
        if stop >= 0 and at >= stop:
            return
        x = next(it, _marker)
        if x is _marker:
            return
        at += 1
        yield x
        wanted += step
        if stop >= 0 and wanted > stop:
            wanted = stop


def start_starmap(f, iterable):
    return play_starmap(f, _iter(iterable))


def play_starmap(f, it):
    for x in it:
        try:
            if type(x) is not tuple:
                x = tuple(_each(x))
            y = f(*x)
        except StopIteration as e:
            return e.value
        yield y


def _each(x):
    return x


def start_takewhile(f, iterable):
    return play_takewhile(f, _iter(iterable), False)


def play_takewhile(f, it, over):
    if over:
        return
    for x in it:
        try:
            if not f(x):
                over = True
                return
        except StopIteration as e:
            return e.value
        yield x


def start_dropwhile(f, iterable):
    return play_dropwhile(f, _iter(iterable), False)


def play_dropwhile(f, it, begun):
    if not begun:
        for x in it:
            try:
                y = f(x)
            except StopIteration as e:
                return e.value
            if not y:
                begun = True
                yield x
                break
    for x in it:
        yield x


def start_filterfalse(f, iterable):
    return play_filterfalse(f, _iter(iterable))


def play_filterfalse(f, it):
    if f is None or f is bool:
        for x in it:
            if not x:
                yield x
    else:
        for x in it:
            try:
                y = f(x)
            except StopIteration as e:
                return e.value
            if not y:
                yield x


def start_accumulate(iterable, f, initial):
    return play_accumulate(_iter(iterable), f, initial, False)


def play_accumulate(it, f, total, begun):
    if not begun:
        if total is None:
            try:
                total = next(it)
            except StopIteration as e:
                return e.value
        begun = True
        yield total
    if f is None:
        for x in it:
            total = total + x
            yield total
    else:
        for x in it:
            try:
                total = f(total, x)
            except StopIteration as e:
                return e.value
            yield total


def product_new(cls, *iterables, repeat=1):
    return cls(*iterables, repeat=_as_int(repeat))


def start_product(iterables, repeat):
    pools = []
    for x in iterables:
        pools.append(tuple(x))
    return _rows('product', (*(pools * repeat),), 0)


def combinations_new(cls, iterable, r):
    return cls(iterable, _as_int(r))


def combinations_with_replacement_new(cls, iterable, r):
    return cls(iterable, _as_int(r))


def start_permutations(iterable, r):
    pool = tuple(iterable)
    if r is None:
        r = len(pool)
    if not isinstance(r, int):
        raise TypeError('Expected int as r')
    if r < 0:
        raise ValueError('r must be non-negative')
    return _rows('permutations', pool, r)


def start_combinations(iterable, r):
    pool = tuple(iterable)
    if r < 0:
        raise ValueError('r must be non-negative')
    return _rows('combinations', pool, r)


def start_combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    if r < 0:
        raise ValueError('r must be non-negative')
    return _rows('combinations_with_replacement', pool, r)


def start_compress(data, selectors):
    return play_compress(iter(data), iter(selectors))


def play_compress(data, selectors):
    while True:
        x = next(data, _marker)
        if x is _marker:
            return
        flag = next(selectors, _marker)
        if flag is _marker:
            return
        if flag:
            yield x


def start_groupby(iterable, key):
    # The state: iterator, key function, key of the current group, current key, current value, number of the current group.
    return play_groupby([iter(iterable), key, _marker, _marker, _marker, 0])


def _groupby_step(state):
    x = next(state[0], _marker)
    if x is _marker:
        return False
    state[3] = x if state[1] is None else state[1](x)
    state[4] = x
    return True


def play_groupby(state):
    while True:
        state[5] += 1
        while True:
            if state[3] is not _marker:
                if state[2] is _marker or not (state[2] is state[3] or state[2] == state[3]):
                    break
            try:
                if not _groupby_step(state):
                    return
            except StopIteration as e:
                return e.value
        state[2] = state[3]
        yield (state[3], play__grouper(state, state[3], state[5]))


def play__grouper(state, key, number):
    while state[5] == number:
        if state[4] is _marker and not _groupby_step(state):
            return
        if not (key is state[3] or key == state[3]):
            return
        x = state[4]
        state[4] = _marker
        yield x


def start_zip_longest(iterables, fill):
    its = []
    for x in iterables:
        its.append(iter(x))
    return play_zip_longest(its, fill)


def play_zip_longest(its, fill):
    n = len(its)
    left = n
    while left:
        row = []
        i = 0
        while i < n:
            it = its[i]
            if it is None:
                row.append(fill)
            else:
                x = next(it, _marker)
                if x is _marker:
                    left -= 1
                    if not left:
                        return
                    its[i] = None
                    x = fill
                row.append(x)
            i += 1
        yield (*row,)


def start_pairwise(iterable):
    return play_pairwise(_iter(iterable))


def play_pairwise(it):
    a = next(it, _marker)
    if a is _marker:
        return
    for b in it:
        yield (a, b)
        a = b


def batched_new(cls, iterable, n, strict=False):
    return cls(iterable, _as_int(n), strict=True if strict else False)


def start_batched(iterable, n, strict):
    return play_batched(_iter(iterable), n, strict)


def play_batched(it, n, strict):
    row = []
    for x in it:
        row.append(x)
        if len(row) == n:
            yield (*row,)
            row = []
    if row:
        if strict:
            raise ValueError('batched(): incomplete batch')
        yield (*row,)


def itertools_tee(iterable, n=2):
    return start_tee(iterable, _as_int(n))


def start_tee(iterable, n):
    # All copies read one linked list of cells [value, next cell]. The copy that is ahead appends cells.
    if not n:
        return ()
    it = iter(iterable)
    copy = getattr(it, '__copy__', None)
    if copy is None:
        # CPython calls `iter` twice here.
        it = play__tee(iter(it), [None, None])
        copy = it.__copy__
    out = [it]
    while len(out) < n:
        out.append(copy())
    return (*out,)


def tee_new(iterable):
    return play__tee(iter(iterable), [None, None])


def play__tee(it, cell):
    while True:
        if cell[1] is None:
            x = next(it, _marker)
            if x is _marker:
                return
            cell[0] = x
            cell[1] = [None, None]
        x = cell[0]
        cell = cell[1]
        yield x
