# Static methods, class methods and properties called again and again from one place, and what changes them in between.


class Base:
    def __init__(self, value):
        self.value = value

    @staticmethod
    def double(number):
        return number * 2

    @classmethod
    def made(cls, value=5):
        return cls(value)

    @classmethod
    def name(cls):
        return cls.__name__

    @property
    def shown(self):
        return f'<{self.value}>'

    @property
    def broken(self):
        return self.missing

    @staticmethod
    def many(*values, **named):
        yield from values
        yield named

    def plain(self, other):
        return self.value, other


class Derived(Base):
    @classmethod
    def name(cls):
        return 'derived ' + super().name()


class Meta(type):
    def special(cls):
        return 'of the metaclass'

    @property
    def double(cls):
        return lambda number: ('a property of the metaclass', number)


class WithMeta(Base, metaclass=Meta):
    pass


things = [Base(1), Derived(2), WithMeta(3)]


def look(thing):
    return thing.double(2), thing.made().value, thing.made(value=7).value, thing.name(), thing.shown, list(thing.many(1, a=2))


def of_class(cls):
    return cls.double(3), cls.made(4).shown, cls.name(), cls.plain(Base(8), 9), list(cls.many())


def show(title):
    for _ in range(3):
        found = [look(thing) for thing in things] + [of_class(type(thing)) for thing in things]
    print(title)
    for row in found:
        print('   ', row)


show('as made')
Base.double = staticmethod(lambda number: number * 3)
show('another static method')
Derived.double = lambda self, number=1: ('an ordinary one', number)
show('one below')
del Derived.double
Base.shown = property(lambda self: 'another property')
show('another property')
Derived.shown = 'data'
show('data below')
del Derived.shown
Derived.made = staticmethod(lambda value=0: Base(value + 100))
show('static where a class method was')
del Derived.made
things[0].double = lambda number: 'of the instance'
show('an own attribute')
del things[0].double
print(WithMeta.special())
for _ in range(3):
    for call in (lambda: Base.double(), lambda: Base.made(1, 2), lambda: things[0].double(1, 2), lambda: Base.plain(things[0]),
                 lambda: things[0].broken, lambda: things[1].name(1), lambda: Base.nothing()):
        try:
            print(call())
        except (TypeError, AttributeError) as error:
            print(type(error).__name__, error)


class Lazy:
    def __getattr__(self, name):
        return 'missing ' + name

    @property
    def here(self):
        raise AttributeError('hidden')

    @property
    def fine(self):
        return 1


lazy = Lazy()
print([(lazy.here, lazy.fine, lazy.there) for _ in range(3)])


class Deep:
    @property
    def next(self):
        return self.next


try:
    Deep().next
except RecursionError as error:
    print(error)


class Running:
    total = 0

    @classmethod
    def add(cls, amount):
        cls.total += amount
        return cls

    @staticmethod
    def twice(amount):
        return amount * 2

    @property
    def size(self):
        return sum(item for item in (1, 2, 3))


print(Running.add(1).add(2).add(Running.twice(3)).total, Running().add(1).total, Running().size)
