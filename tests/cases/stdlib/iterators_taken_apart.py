# Where it is warned of taking iterators of itertools apart, and what iterators over objects with items and a length say is left.
import copy
import itertools
import pickle
import sys
import warnings
from operator import length_hint


def tried(function, *arguments):
    try:
        print(function(*arguments))
    except BaseException as e:
        print(type(e).__name__, e)


def reduced(iterator):
    return iterator.__reduce__()[0]


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    itertools.count(3).__reduce__()
    reduced(itertools.repeat(1, 2))
    pickle.dumps(itertools.chain([1], [2]))
    mine = [(str(w.message), w.category.__name__, w.lineno) for w in seen]
    del seen[:]
    copy.copy(itertools.cycle('abc'))
    print(mine, {w.filename.rpartition('/')[2] for w in seen})

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    type('WithNumber', (), {5: 5})
    print([(str(w.message), w.category.__name__, w.lineno) for w in seen])

tried(itertools.pairwise('ab').__reduce__)
tried(itertools.batched('ab', 1).__reduce_ex__, 2)


class Sized:
    size = 10

    def __len__(self):
        if self.size is None:
            raise ZeroDivisionError('no length')
        return self.size

    def __getitem__(self, index):
        return index


sized = Sized()
back = reversed(sized)
print(length_hint(back), next(back), length_hint(back))
sized.size = 3
print(length_hint(back))
sized.size = 9
print(length_hint(back))
sized.size = None
tried(length_hint, back)

ahead = iter(sized)
ahead.__setstate__(sys.maxsize - 2)
for _ in range(4):
    tried(next, ahead)
print([*zip(range(3), iter(sized))])
