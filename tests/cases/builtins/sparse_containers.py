"""Sets and dicts that lost most of their entries: the order and the results are CPython's, in small tables and in large ones."""

LARGE = 3000


def sparse_set(keep):
    made = set(range(LARGE))
    for number in range(LARGE):
        if number not in keep:
            made.discard(number)
    return made


def sparse_dict(keep):
    made = dict.fromkeys(range(LARGE), "v")
    for number in range(LARGE):
        if number not in keep:
            del made[number]
    return made


kept = {5, 700, 1500, 2999}
few = sparse_set(kept)
print(few, few.copy(), frozenset(few), list(few), sorted(few), len(few))
print(few == kept, kept == few, few <= kept, few.issubset(range(3000)), few.isdisjoint({4}), few.issuperset([5, 700]))
print(few | {1}, {1} | few, few & {5, 6}, {6, 5} & few, few - {5}, {5, 9} - few, few ^ {5, 9}, {5, 9} ^ few)
print(hash(frozenset(few)) == hash(frozenset(kept)), 5 in few, 6 in few)
again = set()
again.update(few)
again.update(few, [8])
print(again)
again.intersection_update(few)
again.difference_update({700})
again.symmetric_difference_update({1, 5})
print(again)
print([few.pop() for _ in range(4)], few)
try:
    few.pop()
except KeyError as error:
    print(error)

# `pop` goes on from where it was.
line = set(range(LARGE))
print([line.pop() for _ in range(5)], len(line))
for number in range(2990):
    line.discard(number)
print(line.pop(), sorted(line))
line.add(3)
print(line.pop(), line.pop())

table = sparse_dict(kept)
print(table, table.copy(), list(table), list(table.values()), list(table.items()), list(reversed(table)))
print(table == dict.fromkeys(sorted(kept), "v"), dict.fromkeys(kept, "v") == table, table == {5: "v"}, next(iter(table)))
print(table.keys() & {5, 6}, table.keys() | {1}, sorted(table.keys() - {5}), sorted(table.keys() ^ {5, 9}), table.items() & {(5, "v")})
print(table.keys() == kept, table.items() == table.copy().items(), table.keys() <= kept, table.keys().isdisjoint([1]))
print("v" in table.values(), "w" in table.values(), (5, "v") in table.items(), (5, "v", 1) in table.items())
print(set(table), frozenset(table), {**table, 1: 2}, table | {2: 3}, dict(table), dict(table.items()), dict(zip(table, "abcd")))
other = {"x": 1}
other.update(table)
other |= table
print(other)
print(table.popitem(), table.popitem(), table)
table[1] = "new"
print(table, list(iter(table)))


def named(**values):
    return sorted(values)


names = {"n%d" % number: number for number in range(500)}
for number in range(1, 499):
    del names["n%d" % number]
print(named(**names), str(names), sum(names.values()), max(names), min(names.values()))

iterator = iter(sparse_set({2000}))
print(next(iterator), list(iterator))
walk = iter(sparse_dict({10}))
print(next(walk), list(walk))
back = reversed(sparse_dict({10}))
print(next(back), list(back))
print(iterator.__length_hint__(), list(dict([[1, 2], (3, 4), "ab"])))
try:
    dict([(1, 2), (3, 4, 5)])
except ValueError as error:
    print(error)

# Long strings that begin alike, and such that differ early.
same = "a" * 9000
texts = [same + "b", same, same + "a", "b" + same, same + "é", same + "\U0001f600", "é" + same, same[:-1] + "\ud800", same[:-1] + "\uffff"]
print([texts.index(text) for text in sorted(texts)], [texts.index(text) for text in sorted(texts, reverse=True)])
print([a < b for a in texts for b in texts].count(True), max(texts) == "é" + same, min(texts) == same)
print([texts.index(text) for text in sorted(texts, key=lambda text: (len(text), text))])

print(len(next(zip(*[range(3)] * 2000))), [len(row) for row in zip(*[range(2)] * 7)])
accents = "é" * 500
print(accents.startswith("é", 499), accents.startswith("é", 500), accents.endswith("é", 0, 250), accents.find("é", 250), accents.count("é", -3))
print(accents.index("é", -1), accents.rfind("é", 0, 10), accents.upper() == "É" * 500, accents.find("x", 100, 300))
