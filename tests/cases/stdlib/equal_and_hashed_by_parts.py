# Values that hold others are compared and hashed by their parts, in CPython's order and with CPython's errors.
from types import MappingProxyType


class Key:
    def __init__(self, name, number):
        self.name, self.number = name, number

    def __hash__(self):
        return self.number

    def __eq__(self, other):
        print('eq', self.name, getattr(other, 'name', other))
        return isinstance(other, Key) and self.number == other.number


class Pair(tuple):
    pass


class Odd:
    __hash__ = None


print('slices')
print(slice(1, 2, 3) == slice(1, 2, 3), slice(1) == slice(2), hash(slice(1, 2, 3)) == hash(slice(1, 2, 3)))
print(slice(slice(1), (2,), [3]) == slice(slice(1), (2,), [3]), slice(slice(1), [2]) == slice(slice(2), [2]))
print(repr(slice(slice(1), 'a', (slice(2),))), {slice(1, (2, 3)): 'found'}[slice(1, (2, 3))])

print('tuples and what they carry')
print(hash(Pair((1, Pair((2, 3))))) == hash((1, (2, 3))), Pair((1, 2)) == (1, 2), Pair((1, Pair((2,)))) == (1, (2,)))
print(hash((1, (2, (3, (4, 'x')))) ) == hash((1, (2, (3, (4, 'x'))))), (1, [2, {3}]) == (1, [2, {3}]), (1, [2, {3}]) == (1, [2, {4}]))

print('sets in sets')
inner = [frozenset({frozenset({1, i}), frozenset({2})}) for i in range(4)]
print(frozenset(inner) == frozenset(reversed(inner)), inner[0] == inner[1], inner[0] in {frozenset({frozenset({2}), frozenset({0, 1})})})
print({frozenset({(1, 2)}): [1, {2: 3}]} == {frozenset({(1, 2)}): [1, {2: 3}]}, {frozenset({1}): [1]} == {frozenset({1}): [2]})
# Keys with one hash: -1 and -2 hash alike.
print(frozenset({frozenset({-1}), frozenset({-2})}) == frozenset({frozenset({-2}), frozenset({-1})}))
print({(-1, -2): 'a', (-2, -1): 'b'} == {(-2, -1): 'b', (-1, -2): 'a'}, {(-1,): 1} == {(-2,): 1})

print('classes of the program')
a, b = Key('a', 1), Key('b', 1)
print({(1, a)} == {(1, b)})
print({frozenset({a}): 1} == {frozenset({b}): 1})
print(slice(a) == slice(b), [slice(a, 1)] == [slice(b, 2)])
print(list[a] == list[b], MappingProxyType({1: a}) == {1: b})
print(list[int] == a, a == list[int], [list[int]] == [a])

print('aliases, unions, proxies')
print(dict[str, list[int]] == dict[str, list[int]], dict[str, list[int]] == dict[str, list[str]], list[int] == int)
print(int | str == str | int, int | list[int] == list[int] | int, (int | str) == (int | bytes), (int | str) == int)
print(hash(int | str) == hash(str | int), hash(list[int | str]) == hash(list[str | int]), len({dict[int, str], dict[int, str], list[int]}))
print(MappingProxyType({1: [2]}) == {1: [2]}, MappingProxyType({1: {2}}) == MappingProxyType({1: {3}}))

print('errors')
for value in [slice([]), (1, slice({})), Pair((1, [])), list[[]], (1, Odd()), slice(Odd()), MappingProxyType({})]:
    try:
        print(type(hash(value)))
    except TypeError as error:
        print(error)
