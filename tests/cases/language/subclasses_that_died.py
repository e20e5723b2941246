# What `__subclasses__` lists, and what it costs, is the same after a snapshot, which has no dead classes.
import gc


class Base:
    pass


def lost(count):
    for i in range(count):
        type(f'Lost{i}', (Base,), {})
        type(f'Alone{i}', (), {})


class Kept(Base):
    pass


lost(50)
gc.collect()
print(Base.__subclasses__(), len([c for c in object.__subclasses__() if c.__name__.startswith('Alone')]))
lost(50)
gc.collect()
print(Base.__subclasses__())
print([c.__name__ for c in object.__subclasses__() if c.__module__ == '__main__'])
print(int.__subclasses__()[0], type.__subclasses__(type)[:0])
