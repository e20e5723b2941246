from collections import Counter, OrderedDict

waiting = dict.fromkeys(range(6000))
seen = 0
while waiting:
    seen += next(iter(waiting))
    del waiting[next(iter(waiting))]
print(seen)

kept = OrderedDict()
for key in range(20000):
    kept[key % 700] = key
    kept.move_to_end(key % 700)
    if len(kept) > 500:
        kept.popitem(last=False)
print(len(kept), next(iter(kept)))

last = dict.fromkeys(range(20000))
while last:
    last.popitem()
print(Counter(number % 7 for number in range(20000)).most_common(2), last)
