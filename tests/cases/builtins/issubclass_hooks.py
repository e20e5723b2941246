# A class with a `__subclasscheck__` is asked about anything, also about what is no class.
def show(f):
    try:
        print(f())
    except TypeError as e:
        print('TypeError', e)


class Meta(type):
    def __subclasscheck__(cls, other):
        print('asked of', other)
        return other in (3, list[int])


class Any(metaclass=Meta):
    pass


for other in (list[int], int | str, 3, None, int):
    show(lambda: issubclass(other, Any))
    show(lambda: issubclass(other, (Any, int)))
show(lambda: issubclass(3, (int, Any)))
show(lambda: issubclass(3, ()))
show(lambda: issubclass(3, int))
show(lambda: issubclass(list[int], (list, int)))
show(lambda: issubclass(3, 4))
show(lambda: issubclass(3, int | str))


# What is no class is told before what is no class either.
for pair in [(b'ab', (1, 2)), (b'ab', 1), (b'ab', (int, 1)), (int, (1, 2)), (int, (str, 1)), (1, ()), (int, ())]:
    try:
        print(issubclass(*pair))
    except TypeError as error:
        print(error)
