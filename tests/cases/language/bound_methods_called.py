# Bound methods kept and called again and again, and managers of `with` of every kind.
from contextlib import contextmanager


class Handler:
    def __init__(self, name):
        self.name = name
        self.seen = []

    def handle(self, event, weight=1):
        self.seen.append((event, weight))
        return len(self.seen)

    def many(self, *events, **named):
        return self.name, events, named

    def numbers(self, n):
        yield from range(n)

    @classmethod
    def made(cls, name):
        return cls(name)

    def deep(self, n):
        again = self.deep
        return n if n == 0 else again(n - 1) + 1

    def closure(self):
        return lambda: self.name


handlers = [Handler('a'), Handler('b')]
calls = [one.handle for one in handlers]
for step in range(3):
    print([call(step) for call in calls], [call(step, 2) for call in calls], [call(event=step) for call in calls])
many, numbers, made, deep, closure = handlers[0].many, handlers[0].numbers, Handler.made, handlers[1].deep, handlers[0].closure
for step in range(3):
    print(many(), many(1, 2), many(a=step), list(numbers(step)), made('c').name, deep(step), closure()())
for wrong in (lambda: calls[0](), lambda: calls[0](1, 2, 3), lambda: numbers(), lambda: deep(1, 2)):
    for _ in range(2):
        try:
            print(wrong())
        except TypeError as error:
            print(error)
print(handlers[0].seen == handlers[1].seen, len(handlers[0].seen))


class Manager:
    def __init__(self, swallow=False):
        self.swallow = swallow

    def __enter__(self):
        print('enter')
        return self

    def __exit__(self, kind, value, traceback):
        print('exit', kind and kind.__name__, value)
        return self.swallow


class Static:
    @staticmethod
    def __enter__():
        return 'static'

    @classmethod
    def __exit__(cls, *args):
        print('exit of', cls.__name__, len(args))


class OnlyEnter:
    def __enter__(self):
        return 1


class Dynamic:
    @property
    def __enter__(self):
        print('looked up')
        return lambda: 'dynamic'

    @property
    def __exit__(self):
        return lambda *args: print('left')


@contextmanager
def generated(value):
    try:
        yield value
    finally:
        print('generated left')


for step in range(2):
    with Manager() as manager, Static() as static, Dynamic() as dynamic, generated(step) as value:
        print(manager is not None, static, dynamic, value)
    with Manager(True):
        raise ValueError(step)
    for bad in (OnlyEnter(), 1, object):
        try:
            with bad:
                print('inside')
        except TypeError as error:
            print(error)
late = Manager()
late.__enter__ = lambda: 'of the instance'
with late as entered:
    print(entered is late)
