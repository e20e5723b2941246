"""Strings that are cut, joined and converted where they are short, beside those that are not."""
texts = ['', 'a', 'ab', 'item 1, value=45', 'äöü, ß', 'x' * 24, 'y' * 25, 'z' * 130, '  two  words ', '\x1c\x1ewords\u2003of all\x85kinds', 'é', '日本, 語',
         'a,b,,c,', ', ', 'aXbXXc', '-5', '12', ' 7 ', '1_000', '٣', '-', '+3', '0' * 19, '9' * 18, '9' * 19, '-' + '9' * 18]
for text in texts:
    print(repr(text[:60]), len(text))
    print('  cut', [text[a:b][:30] for a in (None, 0, 1, -1, -3, 100, -100) for b in (None, 0, 2, -1, 7, -100, 200)])
    print('  split', text.split(', '), text.split(',', 1), text.split('X', 0), text.split(), text.split(None, 1), text.split(None, 0))
    print('  other', text.replace(', ', ';'), text.replace('X', '', 1), text.replace('a', 'bb'), text.replace('', '.', 2), text.upper(), text.lower())
    print('  ends', text.startswith('a'), text.startswith(''), text.endswith('5'), text.startswith(text), text.endswith(text + '!'))
    print('  strip', text.strip(), text.strip('ab '), text.lstrip(' -'), text.removeprefix('item'), text.removesuffix('45'))
    try:
        print('  int', int(text))
    except ValueError as error:
        print('  int', error)

# What is added has the length of both, whatever they are made of.
for left in ('', 'a', 'é', 'x' * 23, '日' * 8, 'q' * 40):
    for right in ('', 'b', 'ü', 'y' * 24, 'r' * 41):
        both = left + right
        len(left), len(right)
        again = left + right
        print(len(both), len(again), both == again, both[-1:], again[:1], again.upper()[-2:], end=' | ')
    print()
print('abc'[1:2], 'a-b'.split('-')[0])

for items in ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), [], ()):
    print([items[a:b] for a in (None, 0, 3, -2, 50, -50) for b in (None, 0, 4, 9, -1, -50, 50)])
same = (1, 2, 3)
numbers = [1, 2, 3]
print(same[:] is same, numbers[:] is numbers, numbers[0:3] == numbers, same[-9:9] is same)
numbers[:][0] = 5
print(numbers)
print([1, 2, 3][True:], 'abc'[:True])
for bounds in (('a', None), (1.0, None), (None, 'b'), (10**30, None), (-10**30, 10**30)):
    try:
        print('abcdef'[bounds[0]:bounds[1]], [1, 2][bounds[0]:bounds[1]])
    except TypeError as error:
        print(error)

for value in (0.0, -0.0, 1.9, -1.9, 1e15, 9007199254740993.0, -1e19, 1e300):
    print(int(value), float(int(value)))
for value in (float('nan'), float('inf')):
    try:
        print(int(value))
    except (ValueError, OverflowError) as error:
        print(type(error).__name__, error)
print(str(5), str(-2**63), str(2**63 - 1), str(2**63), str(True), str(None), str(1.0), int(True), float(True), float(2**53 + 1), int(7), float(0.5))


class Name(str):
    def __str__(self):
        return 'told'


class Number(int):
    pass


name = Name('abc')
print(str(name), type(str(name)), str(Number(4)), int(Number(4)), type(int(Number(4))), name[1:], type(name[0:3]), name + 'd', type(name.upper()))
