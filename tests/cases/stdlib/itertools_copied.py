"""Iterators of `itertools` are copied and pickled where they stand (with a DeprecationWarning)."""
import copy
import pickle
import warnings
from itertools import *

warnings.simplefilter('ignore', DeprecationWarning)


def small(x):
    return x < 4


made = [
    lambda: count(3), lambda: count(2.5, 2), lambda: repeat('a', 4), lambda: cycle('abc'), lambda: chain('ab', [1, 2], 'c'),
    lambda: chain.from_iterable(['ab', 'cd']), lambda: islice(range(20), 2, 15, 3), lambda: islice('abcdef', 2),
    lambda: islice('abcdef', 3, None), lambda: starmap(pow, [(2, 3), (3, 2), (4, 2)]), lambda: takewhile(small, [1, 2, 3, 4, 1]),
    lambda: dropwhile(small, [1, 5, 1, 7]), lambda: filterfalse(small, [1, 5, 2, 6, 8]), lambda: accumulate([1, 2, 3, 4]),
    lambda: accumulate([1, 2, 3], max, initial=2), lambda: accumulate([None, 2, None], lambda a, b: b), lambda: product('ab', repeat=2),
    lambda: product('abc', [1, 2]), lambda: permutations('abcd', 2), lambda: permutations([1, 2, 3]), lambda: combinations('abcde', 3),
    lambda: combinations_with_replacement('abc', 2), lambda: compress('abcdef', [1, 0, 1, 1, 0, 1]),
    lambda: groupby('aabbbc'), lambda: zip_longest('abc', 'x', fillvalue='-'),
]
for number, make in enumerate(made):
    for steps in (0, 1, 3, 40):
        it = make()
        for _ in islice(it, steps):
            pass
        copies = [copy.deepcopy(it)]
        if number != 15:
            copies += [pickle.loads(pickle.dumps(it, protocol)) for protocol in (0, 2, 5)]

        def shown(it):
            return [(x[0], list(x[1])) if isinstance(it, groupby) else x for x in islice(it, 9)]
        texts = {repr(shown(one) if number == 23 else list(islice(one, 9))) if number != 23 else
                 repr([(key, list(group)) for key, group in one]) for one in copies}
        print(number, steps, *texts)

c = cycle('defg')
c.__setstate__((list('abc'), 0))
print(''.join(islice(c, 20)))
for wrong in ((), [], ((), 0), ([], 'x')):
    try:
        c.__setstate__(wrong)
    except TypeError as error:
        print(error)


class Named(takewhile):
    def __init__(self, *args, name=None):
        self.name = name


print(list(Named(small, [1, 2, 9], name='n')))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    copy.copy(count(1))
print(caught[0].message)
