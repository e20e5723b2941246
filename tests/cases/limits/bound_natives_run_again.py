# limits: memory=64MiB
# ends: ok
# where garbage has to go before a builtin can do its work, the call begins anew: what it is called through is still there
hold = [0] * 2_400_000


def bound(items):
    return getattr([], 'extend')(iter(items))


def of_class(items):
    return getattr(int, 'from_bytes')(iter(items))


class Sums(list):
    __call__ = list.extend


def called(items):
    return [Sums()][0](iter(items))


bad = set()
for i in range(2000):
    junk = [[i] for i in range(i % 997)]
    for function in bound, of_class, called:
        try:
            function([1, 2])
        except TypeError as e:
            bad.add((function.__name__, str(e)))
print(sorted(bad))
