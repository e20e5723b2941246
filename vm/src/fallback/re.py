# re: replacement functions, and PatternError, a class that is written in Python


def re_raise(message, pattern, pos):
    raise _re_error()(message, pattern, pos)


def re_warn(cache, key, made, texts):
    from warnings import warn
    for text in texts:
        warn(text, FutureWarning, 2)
    cache[key] = made
    return made


def re_forget(cache, key, made):
    # Remove the older half of the cached patterns.
    for oldest in [*cache][:len(cache) // 2]:
        del cache[oldest]
    cache[key] = made
    return made


def re_replace(pattern, repl, string, count, counted, is_bytes, is_text):
    calls = callable(repl)
    if not calls and not is_text:
        raise TypeError(f'decoding to str: need a bytes-like object, {_type_name(repl)} found')
    scan = _re_scan(pattern, string)
    parts = []
    n = 0
    while count == 0 or n < count:
        found = _re_step(scan, parts)
        if found is None:
            break
        item = repl(found) if calls else repl
        if item is not None:
            parts.append(item)
        n += 1
    _re_rest(scan, parts)
    text = (b'' if is_bytes else '').join(parts)
    return (text, n) if counted else text
