def bubble(xs):
    xs = xs[:]
    for i in range(len(xs)):
        swapped = False
        for j in range(len(xs) - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
                swapped = True
        if not swapped:
            break
    return xs


def insertion(xs):
    out = []
    for x in xs:
        i = len(out)
        while i > 0 and out[i - 1] > x:
            i -= 1
        out.insert(i, x)
    return out


def selection(xs):
    xs = list(xs)
    for i in range(len(xs)):
        m = min(range(i, len(xs)), key=xs.__getitem__)
        xs[i], xs[m] = xs[m], xs[i]
    return xs


def merge_sort(xs):
    if len(xs) < 2:
        return xs
    mid = len(xs) // 2
    a, b = merge_sort(xs[:mid]), merge_sort(xs[mid:])
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i]); i += 1
        else:
            out.append(b[j]); j += 1
    return out + a[i:] + b[j:]


def quick(xs):
    if not xs:
        return []
    pivot, *rest = xs
    return quick([x for x in rest if x < pivot]) + [pivot] + quick([x for x in rest if x >= pivot])


def heap_sort(xs):
    xs = list(xs)
    def sift(lo, hi):
        root = lo
        while (child := 2 * root + 1) <= hi:
            if child + 1 <= hi and xs[child] < xs[child + 1]:
                child += 1
            if xs[root] >= xs[child]:
                return
            xs[root], xs[child] = xs[child], xs[root]
            root = child
    for start in range(len(xs) // 2 - 1, -1, -1):
        sift(start, len(xs) - 1)
    for end in range(len(xs) - 1, 0, -1):
        xs[0], xs[end] = xs[end], xs[0]
        sift(0, end - 1)
    return xs


def counting(xs):
    lo, hi = min(xs), max(xs)
    counts = [0] * (hi - lo + 1)
    for x in xs:
        counts[x - lo] += 1
    return [v for i, c in enumerate(counts) for v in [i + lo] * c]


def radix(xs):
    width = len(str(max(xs)))
    for d in range(width):
        buckets = [[] for _ in range(10)]
        for x in xs:
            buckets[x // 10 ** d % 10].append(x)
        xs = [x for b in buckets for x in b]
    return xs


def shell(xs):
    xs, gap = list(xs), len(xs) // 2
    while gap:
        for i in range(gap, len(xs)):
            x, j = xs[i], i
            while j >= gap and xs[j - gap] > x:
                xs[j] = xs[j - gap]
                j -= gap
            xs[j] = x
        gap //= 2
    return xs


def binary_search(xs, x):
    lo, hi = 0, len(xs) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if xs[mid] == x:
            return mid
        if xs[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return -(lo + 1)


def quickselect(xs, k):
    pivot = xs[len(xs) // 2]
    low, same = [x for x in xs if x < pivot], [x for x in xs if x == pivot]
    if k < len(low):
        return quickselect(low, k)
    if k < len(low) + len(same):
        return pivot
    return quickselect([x for x in xs if x > pivot], k - len(low) - len(same))


seed = 12345
data = []
for _ in range(40):
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    data.append(seed % 100)
expected = sorted(data)
for f in (bubble, insertion, selection, merge_sort, quick, heap_sort, counting, radix, shell):
    print(f"{f.__name__:<12}", f(data) == expected, f([1]), f([2, 1, 2]))
print(expected)
print([binary_search(expected, x) for x in (expected[0], expected[-1], 1000, -1)], quickselect(data, 20) == expected[20])
words = ["banana", "Apple", "cherry", "apple", "Banana"]
print(sorted(words), sorted(words, key=str.lower), sorted(words, key=lambda w: (len(w), w), reverse=True))
records = [("ann", 30), ("bob", 25), ("cy", 30), ("dee", 25)]
print(sorted(records, key=lambda r: r[1]), sorted(records, key=lambda r: (-r[1], r[0])), sorted(sorted(records, reverse=True), key=lambda r: r[1]))
def inversions(xs):
    if len(xs) < 2: return 0, xs
    m = len(xs) // 2
    (a, l), (b, r) = inversions(xs[:m]), inversions(xs[m:])
    out, n, i = [], a + b, 0
    for x in l:
        while i < len(r) and r[i] < x: out.append(r[i]); i += 1
        out.append(x); n += i
    return n, out + r[i:]
print(inversions([3, 1, 2, 5, 4])[0], inversions(data)[0])
