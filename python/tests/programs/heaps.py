# A class that counts what an algorithm does.
import math

class Meter:
    def __init__(self):
        self.swaps = 0

    def add(self, by=1):
        self.swaps += by
        return self.swaps

def sift(items, start, end, meter):
    root = start
    while 2 * root + 1 < end:
        child = 2 * root + 1
        if child + 1 < end and items[child] < items[child + 1]:
            child += 1
        if items[root] >= items[child]:
            break
        items[root], items[child] = items[child], items[root]
        meter.add()
        root = child

def heap_sort(items, meter):
    for start in range(len(items) // 2 - 1, -1, -1):
        sift(items, start, len(items), meter)
    for end in range(len(items) - 1, 0, -1):
        items[0], items[end] = items[end], items[0]
        meter.add()
        sift(items, 0, end, meter)
    return items

for n in (16, 128, 512):
    meter = Meter()
    result = heap_sort([(i * 37 + 11) % n for i in range(n)], meter)
    assert result == sorted(result)
    print(f"{n:>4} {meter.swaps:>6} {meter.swaps / (n * math.log2(n)):.3f}")
final_answer("n log n")
