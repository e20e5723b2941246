class Roman:
    """Numbers from 1 to 3999 and their Roman numerals.

    >>> str(Roman(1994))
    'MCMXCIV'
    >>> Roman.parse('XIV').value
    14
    """

    STEPS = [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'),
             (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]

    def __init__(self, value):
        if not 1 <= value <= 3999:
            raise ValueError(f'out of range: {value}')
        self.value = value

    @classmethod
    def parse(cls, text):
        values = {'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
        total = 0
        for here, after in zip(text, text[1:] + ' '):
            value = values[here]
            total += -value if values.get(after, 0) > value else value
        return cls(total)

    def __str__(self):
        rest, out = self.value, ''
        for value, numeral in self.STEPS:
            while rest >= value:
                out += numeral
                rest -= value
        return out

    def __eq__(self, other):
        return isinstance(other, Roman) and self.value == other.value


for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999):
    assert Roman.parse(str(Roman(n))) == Roman(n), n
try:
    Roman(0)
except ValueError as error:
    assert str(error) == 'out of range: 0'
else:
    assert False
