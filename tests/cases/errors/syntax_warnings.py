# warns: yes
# What the compiler warns of: first the tokens, then the rest, each in the order of the text.
x = y = 1


def compared():
    if x is 5: pass
    if x is not 'a': pass
    if () is x or x is -1: pass
    if x is None or x is True or x is ... or [1] is x or x is (1, y): pass
    if x is b'a' is 5: pass
    return x is not 5.0, x is 1j, x is (1, 2), 5 is 'a', x == 5


def asserted():
    assert (x, "message")
    assert (x,
            y)
    assert ()


def commas():
    (1, 2)(3), [1](2)
    {1}(2)
    {}(2), "a"(2)
    5(3)
    f"{x}"(2)
    (x for x in x)(1)
    ...(1), None(1)
    [i for i in x](1)
    {i: 1 for i in x}(1)
    b''(
        1)
    (lambda: 1)[2]
    5[2], {1}[2], None[1]
    True[1], (i for i in x)[1]
    {i for i in x}[1]
    [1]["a"], (1, 2)[x, 2]
    "abc"["a"]
    [1][1.5], [1][1, 2]
    [1][lambda: 1]
    [1][None], [1][[1]]
    'a'[f'{x}']
    b'a'[{}]
    [1][True], {}['a'], [1][x], [1][1:2], (lambda: 1)(2), [1][-1], x[1, 2]


def escaped():
    return (
        '\d \w', b'\d',
        f'\d {x} \w {y:>5}', r'\d',
        '''a
        b \q
        \p
        ''',
        f'''a
        b \q {x} \n
        c \z''',
        '\777 \8', '\8', '\377', b'\400',
        b'\N \u', '\N{DIGIT ONE} \{', f'\{x}', rf'\d{x}\d', br'\d',
        f'{'\d'}', '\
        a', '\é', "\'\"\\\a\b\f\n\r\t\v\x41\u0041",
    )


class Inside:
    y = x is 8

    def method(self, a='\d') -> '\e':
        "\h"
        return lambda: x is 10
# A keyword may stick to a number; what is assigned to or deleted is not warned of.
print(1if 1else 2, [0x1for _ in 'ab'], 0b1or 2, 1_0and 3, '1if')
def never():
    5[0] = 1
    del None[0]
    (1)[0] += 1
    for "a"["b"] in []: pass
    return 5[0]
