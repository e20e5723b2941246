# Namespaces, the class cell, zero-argument super, private names, annotations, type parameters.
class Base:
    """A doc string
    of two lines."""
    size: int = 3
    __secret = [size]

    def describe(self, extra=size):
        return self.__secret, extra


class Derived(Base, metaclass=type):
    def describe(self):
        return super().describe()[1], super().size, __class__.__name__

    doubled = [n * 2 for n in range(Base.size)]
    sizes = property(lambda self: self.size)


def local(x):
    class Inner:
        y = x + 1
        z = [x for _ in 'a'], (lambda: x)()

        def get(self):
            return x, __class__
    return Inner.y, Inner.z, Inner().get()[0]


def first[T: int](items: list[T]) -> T:
    return items[0]


class Box[T]:
    def __init__(self, item: T):
        self.item = item


print(Base().describe(), Derived().describe(), Derived.doubled, local(1), first([7]), Box(2).item, Base.__doc__)
