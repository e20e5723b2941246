# Each case binds its names only when the whole pattern matches.
class Point:
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x, self.y = x, y


def kind(value):
    match value:
        case 0 | 1:
            return 'bit'
        case None:
            return 'none'
        case [first, *_, last] if first == last:
            return 'ring'
        case {'k': k, **rest}:
            return k, rest
        case Point(0, y=y) | Point(y, 0):
            return 'axis', y
        case str() as text:
            return text
        case _:
            return 'other'


print([kind(v) for v in (1, None, [1, 2, 1], {'k': 1, 'z': 2}, Point(0, 4), Point(5, 0), 's', 2.5)])
