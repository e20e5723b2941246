# What cannot be a key is refused before the function runs.
import functools

for options in ({}, {'maxsize': None}, {'maxsize': 2}, {'maxsize': 0}, {'maxsize': 2, 'typed': True}):
    @functools.lru_cache(**options)
    def f(x, *more, **named):
        print('called', x, more, named)
        return x

    for args in (([],), (1, []), ([1], 2)):
        try:
            f(*args)
        except TypeError as error:
            print(error)
    try:
        f(1, k=[])
    except TypeError as error:
        print(error)
    print(f(1), f(1), f.cache_info())
