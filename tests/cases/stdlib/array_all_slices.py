# Slices of arrays are those of lists.
from array import array
a = array('b', range(10))
indices = (0, None, 1, 3, 19, 100, 2**62, -1, -2, -31, -100)
for start in indices:
    for stop in indices:
        for step in indices[1:]:
            l = list(a)
            try:
                b = array('b', a); data = l[start:stop:step]; data.reverse()
                l[start:stop:step] = data
                b[start:stop:step] = array('b', data)
                assert list(b)==l
                del l[start:stop:step]; del b[start:stop:step]
                assert list(b)==l
            except Exception as e: print(start, stop, step, type(e).__name__, e)
print(len(a))
