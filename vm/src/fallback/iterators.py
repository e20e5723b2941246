def iter_guest(obj, method):
    return _iterator(method(obj))


def _checked(judge, method, *args):
    return judge(method(*args))


def _iter(obj):
    # `iter(obj)` for use in a `for` loop.
    return _held(iter(obj))


def _steps(it):
    while True:
        try:
            x = next(it)
        except StopIteration:
            return
        yield x


def play_iterator(obj, i):
    while True:
        if i == 0x7fff_ffff_ffff_ffff:
            raise OverflowError('iter index too large')
        try:
            x = obj[i]
        except (IndexError, StopIteration):
            return
        yield x
        i += 1


def iter_getitem(obj):
    return play_iterator(obj, 0)


def play_callable_iterator(f, sentinel):
    while True:
        try:
            x = f()
        except StopIteration:
            return
        if x is sentinel or x == sentinel:
            return
        yield x


def iter_sentinel(f, sentinel):
    if not callable(f):
        raise TypeError('iter(v, w): v must be callable')
    return play_callable_iterator(f, sentinel)


def start_enumerate(iterable, start):
    return play_enumerate(iter(iterable), start)


def play_enumerate(it, i):
    while True:
        try:
            x = next(it)
        except StopIteration as e:
            return e.value
        yield (i, x)
        i += 1


def start_zip(iterables, strict):
    its = []
    for x in iterables:
        its.append(iter(x))
    if strict:
        return play_zip_many(its)
    return play_zip(its)


def play_zip(its):
    if not its:
        return
    if len(its) == 2:
        a, b = its
        while True:
            try:
                r = (next(a), next(b))
            except StopIteration as e:
                return e.value
            yield r
    while True:
        r = []
        for it in its:
            try:
                x = next(it)
            except StopIteration as e:
                return e.value
            r.append(x)
        yield (*r,)


def play_zip_many(its):
    # For `zip(..., strict=True)`.
    if not its:
        return
    while True:
        r = []
        i = 0
        for it in its:
            x = next(it, _marker)
            if x is _marker:
                if i:
                    plural = ' ' if i == 1 else 's 1-'
                    raise ValueError(f'zip() argument {i + 1} is shorter than argument{plural}{i}')
                j = 1
                while j < len(its):
                    if next(its[j], _marker) is not _marker:
                        plural = ' ' if j == 1 else 's 1-'
                        raise ValueError(f'zip() argument {j + 1} is longer than argument{plural}{j}')
                    j += 1
                return
            r.append(x)
            i += 1
        yield (*r,)


def start_map(f, iterables):
    its = []
    for x in iterables:
        its.append(iter(x))
    if len(its) == 1 and not _is_guest(its[0]):
        return play_map(f, its[0])
    return play_map_many(f, its)


def play_map(f, it):
    for x in it:
        try:
            y = f(x)
        except StopIteration as e:
            return e.value
        yield y


def play_map_many(f, its):
    while True:
        r = []
        try:
            for it in its:
                r.append(next(it))
            y = f(*r)
        except StopIteration as e:
            return e.value
        yield y


def _next_through(it):
    # An exception of the function, StopIteration included, propagates from `next` unchanged.
    while True:
        asked = _hold_through(it)
        if asked is None:
            raise StopIteration
        f, x, keeps = asked
        if not keeps:
            return f(x)
        if x if f is None or f is bool else f(x):
            return x


def start_filter(f, iterable):
    return play_filter(f, _iter(iterable))


def play_filter(f, it):
    if f is None or f is bool:
        for x in it:
            if x:
                yield x
    else:
        for x in it:
            try:
                y = f(x)
            except StopIteration as e:
                return e.value
            if y:
                yield x


def start_reversed(obj):
    return play_reversed(obj, len(obj))


def reversed_length(obj, left):
    # The remaining length is 0 when the sequence has become shorter than that.
    return 0 if len(obj) < left else left


def play_reversed(obj, i):
    while i > 0:
        i -= 1
        try:
            item = obj[i]
        except (IndexError, StopIteration):
            return
        yield item


def async_step(gen, value, exc):
    return _as_step(_async_drive(gen, value, exc))


def async_athrow(gen, exc):
    return _as_step(_async_throw(gen, exc, None))


def async_close(gen):
    return _as_step(_async_shut(gen, None, None))


def _async_drive(gen, value, exc):
    # Before the first resume, a thrown exception arrives in `exc` and a sent value in `value`.
    if _agen_busy(gen):
        raise RuntimeError('anext(): asynchronous generator is already running')
    while True:
        if exc is None:
            r = _agen_send(gen, value)
        else:
            r = _agen_throw(gen, exc)
        if _agen_yielded(gen):
            return r
        # The generator awaits something: pass it on to the event loop.
        exc = None
        try:
            value = yield r
        except BaseException as e:
            exc = e


def play_coroutine_wrapper(coroutine):
    return (yield from coroutine)


def _async_throw(gen, wanted, exc):
    if _agen_busy(gen):
        raise RuntimeError('athrow(): asynchronous generator is already running')
    if exc is None:
        if _agen_over(gen):
            return None
        exc = wanted
        if isinstance(exc, type) and issubclass(exc, BaseException):
            exc = exc()
        if not isinstance(exc, BaseException):
            raise TypeError(f'exceptions must be classes or instances deriving from BaseException, not {_type_name(exc)}')
    return (yield from _async_drive(gen, None, exc))


def _async_shut(gen, value, exc):
    if _agen_busy(gen):
        raise RuntimeError('aclose(): asynchronous generator is already running')
    if exc is None:
        if _agen_idle(gen):
            return
        exc = GeneratorExit()
    try:
        yield from _async_drive(gen, None, exc)
    except (GeneratorExit, StopAsyncIteration):
        return
    raise RuntimeError('async generator ignored GeneratorExit')
