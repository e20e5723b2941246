# Objects that follow each other with the same keys, with fewer, more, others, doubled ones, and keys with escapes.
import json
import random

texts = [
    '[{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": 5}, {"a": 6, "b": 7, "c": 8}, {"b": 1, "a": 2}, {}]',
    '[{"a": 1, "b": 2}, {"a": 3, "a": 4, "b": 5}, {"a": 1, "a": 2}, {"a": 1, "b": 2, "b": 3}]',
    '[{"a\\"b": 1}, {"a"b": 1}]',
    '[{"a\\"b": 1, "c": 2}, {"a\\"b": 1, "c": 3}, {"c": 1, "a\\u0022b": 2}]',
    '[{"ключ": 1, "é": [{"x": 1}]}, {"ключ": 2, "é": [{"x": 2}, {"y": 2}]}]',
    '[{"": 1}, {"": 2}, {"" : 3}, {"x" 4}]',
    '[{"a": {"a": {"a": 1}}}, {"a": {"a": {"b": 1}}}, {"a": {"a": {"a": 1, "b": 2}}}]',
    '[{"a": 1, "b": 2}, {"a": 1, "bc": 2}, {"a": 1, "b": 2, }]',
    '[{"a": 1, "b": 2}, {"a": 1, "b: 2}]',
    '[{"a": 1}, {"a" 1}]',
    '[{"a": 1}, {"a"',
    '[{"a": 1}, {"a',
    '[{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}'
    ', {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "x": 0}]',
]
for text in texts:
    try:
        print(json.loads(text))
    except ValueError as e:
        print(type(e).__name__, e)
    try:
        print(json.loads(text, object_pairs_hook=list))
    except ValueError as e:
        print(type(e).__name__, e)
    try:
        print(json.loads(text, strict=False))
    except ValueError as e:
        print(type(e).__name__, e)

chosen = random.Random(3)
keys = ['a', 'b', 'c', 'd"', 'e\\', 'ж', 'long' * 10, '', 'a b', 'x\ny']


def value(depth):
    kind = chosen.random()
    if depth > 3 or kind < 0.3:
        return chosen.choice([1, -2.5, True, None, 's', 'q"q', [], {}])
    if kind < 0.5:
        return [value(depth + 1) for _ in range(chosen.randrange(4))]
    names = chosen.choice([keys[:3], keys[2:6], keys, chosen.sample(keys, 5)])
    return {name: value(depth + 1) for name in names[:chosen.randrange(len(names) + 1)]}


same = 0
for _ in range(300):
    data = [value(0) for _ in range(4)]
    back = json.loads(json.dumps(data))
    same += back == data and repr(back) == repr(data)
    back.append(1)
    for one in back:
        if isinstance(one, dict):
            one['new'] = 1
            one.pop('a', None)
print(same)
rows = json.loads('[' + ', '.join('{"id": %d, "name": "n%d", "tags": ["x", "y"]}' % (i, i) for i in range(50)) + ']')
rows[3]['id'] = 'changed'
del rows[4]['name']
print(rows[2:6], len({id(k) for row in rows for k in row}))
