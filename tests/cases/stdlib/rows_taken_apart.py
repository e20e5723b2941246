# How far iterators over rows have come, as copies and pickles are told it.
from itertools import *
import pickle, warnings, copy
warnings.simplefilter('ignore')
for mk in (lambda: permutations('abcd', 2), lambda: combinations('abcd', 2), lambda: combinations_with_replacement('abc', 2), lambda: product('ab', 'xyz'), lambda: product('ab', repeat=3), lambda: permutations('ab', 3), lambda: combinations('ab', 3), lambda: product(), lambda: product('', 'a'), lambda: permutations('abc', 0), lambda: combinations('', 0)):
    for n in (0, 1, 2, 3, 5, 6, 7, 9, 50):
        it = mk()
        for _ in zip(range(n), it): pass
        if n >= 50:
            next(it, None)
        print(n, it.__reduce__())
        a = copy.copy(it); b = pickle.loads(pickle.dumps(it)); c = copy.deepcopy(it)
        print(type(a).__name__, list(a) == list(b) == list(c), list(it))
for t, s in ((permutations('abc', 2), ((1, 0, 2), (1, 1))), (permutations('abc', 2), ((9, -3, 2), (50, -1))), (combinations('abcd', 2), (1, 2)), (combinations('abcd', 2), (-5, 99)), (combinations('abcd', 2), (1,)), (combinations('abcd', 2), [1, 2]), (permutations('abc', 2), (1, 2)), (permutations('abc', 2), 5), (permutations('abc', 2), ((1, 2), (1, 1))),
             (combinations_with_replacement('abc', 2), (2, 2)), (combinations_with_replacement('abc', 2), (7, -7)), (product('ab', 'xyz'), (1, 1)), (product('ab', 'xyz'), (9, -9)), (product('ab', 'xyz'), (1,)), (product('ab', 'xyz'), ('a', 'b')), (product('', 'ab'), (0, 0)), (combinations('ab', 2), ('a', 'b'))):
    try:
        print(t.__setstate__(s), list(t))
    except Exception as e: print(type(e).__name__, e)
# Rows that there are not may be of any width.
try:
    combinations('ab', 10**7).__setstate__((1,))
except ValueError as e:
    print(e)
print(list(combinations('ab', 10**7)))
