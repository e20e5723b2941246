"""What instances say of their truth, wherever it is asked."""
import traceback


class Told:
    def __init__(self, answer):
        self.answer = answer

    def __bool__(self):
        print('asked', end=' ')
        return self.answer


class Long:
    def __init__(self, length):
        self.length = length

    def __len__(self):
        print('measured', end=' ')
        return self.length


class Index:
    def __index__(self):
        return 2


class Both(Told, Long):
    def __init__(self, answer):
        self.answer, self.length = answer, 7


class Numbers(list):
    def __bool__(self):
        return len(self) > 1


class Count(int):
    def __len__(self):
        return 0


def every_way(x):
    if x:
        print('if', end=' ')
    if not x:
        print('if not', end=' ')
    print(not x, bool(x), (x and 1) is x, (x or 1) is x, 'a' if x else 'b', [0 for _ in range(2) if x], end=' ')
    turns = 0
    while x:
        turns += 1
        if turns == 3:
            break
    else:
        print('ended', end=' ')
    y = 0
    while not x and y < 2:
        y += 1
    print(turns, y, any([x]), all([x, x]), len(list(filter(None, [x, x]))), end=' ')
    try:
        assert x, 'no'
    except AssertionError as error:
        print(error, end=' ')
    match 1:
        case 1 if x:
            print('case')
        case _:
            print('other case')


for made in (Told(True), Told(False), Long(0), Long(3), Long(True), Long(2**62), Long(Index()), Both(False), Numbers(), Numbers([1]), Numbers([1, 2]), Count(0), Count(3)):
    every_way(made)

for wrong in (Told(1), Told(None), Told('x'), Long(-1), Long(2**64), Long('3'), Long(1.5), Long(None)):
    for way in (lambda: not wrong, lambda: 1 if wrong else 2, lambda: bool(wrong), lambda: [1 for _ in 'a' if wrong], lambda: wrong or 5):
        try:
            print(way())
        except Exception as error:
            print(type(error).__name__, error)


class Raises:
    def __bool__(self):
        raise ValueError('asked too much')


def deep():
    if Raises():
        print('never')


try:
    deep()
except ValueError:
    traceback.print_exc(file=__import__('sys').stdout)


class Yields:
    def __bool__(self):
        yield True


class Blocked:
    __bool__ = None

    def __len__(self):
        return 1


class Falls:
    def __bool__(self):
        return bool(Falls())


class Static:
    @staticmethod
    def __bool__():
        return False


for kind in (Yields, Blocked, Falls, Static):
    try:
        print('yes' if kind() else 'no')
    except (TypeError, RecursionError) as error:
        print(type(error).__name__, error)


class Loop:
    def __init__(self):
        self.left = 4

    def __bool__(self):
        self.left -= 1
        return self.left >= 0


loop = Loop()
while loop:
    print(loop.left, end=' ')
print()


class Equal:
    def __eq__(self, other):
        return Told(other == 1)

    def __ne__(self, other):
        return Long(other)


print('same' if Equal() == 1 else 'other', 'differs' if Equal() != 0 else 'equal', [x for x in (0, 1) if Equal() == x])
