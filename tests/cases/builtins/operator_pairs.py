# operators between kinds that rarely meet: views, aliases, deques, views of memory
import collections
import types


def show(source):
    try:
        value = eval(source)
        print(source, '=>', sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value, type(value).__name__)
    except Exception as e:
        print(source, '!', type(e).__name__, e)


gen = (i for i in [1, 2])
for source in ['{1: 2}.keys() & (i for i in [1, 5])', '{1: 2}.keys() | (i for i in [7])', '{1: 2}.keys() - iter([1])',
               '{1: 2}.items() ^ (i for i in [3])', '(i for i in [1, 4]) & {1: 2}.keys()', 'frozenset({1, 9}) - {1: 2}.keys()',
               'None | {}.keys()', 'object() & {}.keys()', '1 - {}.values()', '{}.keys() - {}.values()', 'memoryview(b"a") | {}.keys()',
               'collections.deque([1]) | {}.keys()', 'b"a" + memoryview(b"b")', '1 + list[int]', '1 < (int | str)', '1 in list[int]',
               '1 in (int | str)', '"a" * collections.Counter("a")', '[1] * {1}', 'object() * collections.deque([1])',
               'collections.deque([1]) * "a"', 'int(bytearray(b"x"))', 'range(3)[object()]', 'str(b"a", None)', 'type("A", None, {})',
               'str(types.MappingProxyType({1: 2}))', '(int | list[str])[int]', 'hash(int | str) == hash(str | int)', 'int.__type_params__']:
    show(source)
for left in ['{1}', '{"a": 1}', '1j', 'range(2)', 'object()', '[1]', '"a"', '3.5', 'None']:
    for right in ['"a"', '[1]', '2.5', '{1}']:
        try:
            exec(f'x = {left}\nx *= {right}')
        except TypeError as e:
            print(left, '*=', right, e)
