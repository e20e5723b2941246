# One place of a program meets instances, and what stands in their classes changes between two times.


class Base:
    count = 0

    def __init__(self, value):
        self.value = value

    def name(self):
        return 'base'


class Derived(Base):
    pass


class Other(Base):
    def name(self):
        return 'other'


def look(thing):
    return thing.value, thing.name(), thing.count


def store(thing, value):
    thing.value = value


things = [Base(1), Derived(2), Other(3)]


def show(title):
    for _ in range(3):
        for thing in things:
            store(thing, thing.value)
    print(title, [look(thing) for thing in things])


show('as made')
for _ in range(4):
    Base.count += 1
show('a counter')
Derived.count = 'own'
show('a name of its own')
del Derived.count
show('and without')
Base.name = lambda self: 'changed'
show('another method')
Derived.name = lambda self: 'derived'
show('one below')
del Derived.name
show('gone again')
Derived.name = 'data'
try:
    show('data')
except TypeError as error:
    print(error)
Derived.name = 7
try:
    show('other data')
except TypeError as error:
    print(error)
Derived.name = lambda self: 'function'
show('a function where data was')
del Derived.name


class Doubling:
    def __get__(self, owner, kind):
        return owner.__dict__['value'] * 2

    def __set__(self, owner, value):
        owner.__dict__['value'] = value // 2


Derived.value = Doubling()
show('a data descriptor')
del Derived.value
show('without it')
Derived.value = 'hidden by the instances'
show('data behind the instance')
Derived.value = property(lambda self: 'computed')
try:
    show('a property')
except AttributeError as error:
    print(error)
del Derived.value
Base.__getattribute__ = lambda self, name: object.__getattribute__(self, name)
show('__getattribute__')
del Base.__getattribute__
log = []
Base.__setattr__ = lambda self, name, value: (log.append(name), object.__setattr__(self, name, value))[1]
show('__setattr__')
print(len(log), set(log))
del Base.__setattr__
show('plain again')
print(len(log))

things[0].name = lambda: 'of the instance'
show('an own attribute in the way')
del things[0].name
show('and out of it')
things[1].__class__ = Other
show('another class')
Derived.__bases__ = (Other,)
things.append(Derived(4))
show('other bases')


class Counted:
    made = 0

    def __init__(self):
        Counted.made += 1
        self.number = Counted.made


print(sum(Counted().number for _ in range(100)), Counted.made)


def late():
    class Meant:
        def f(self):
            return 1

    thing = Meant()
    for step in range(6):
        if step == 3:
            Meant.f = lambda self: 2
        if step == 5:
            Meant.g = Meant.f
        yield thing.f()


print(list(late()), list(late()))
