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
