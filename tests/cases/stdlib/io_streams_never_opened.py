"""A stream that was never opened closes; its class and the modules of classes can be set where CPython lets them."""
import io


def told(action):
    try:
        return action()
    except Exception as error:
        return f'{type(error).__name__}: {error}'


class Raw(io.FileIO):
    def __init__(self):
        pass


for stream in io.FileIO.__new__(io.FileIO), Raw():
    print(told(stream.close), told(stream.close), stream.closed)
    print(told(stream.fileno), told(stream.read))
print(told(lambda: io.FileIO('missing')).split(':')[0])
print(told(lambda: setattr(io.FileIO, 'x', 1)))
print(told(lambda: setattr(io.FileIO, '__module__', '__main__')))


class Failure(Exception):
    pass


# A package gives its classes the name that its users see.
for name in '_package', 'package', '_package.part', '__main__':
    Failure.__module__ = name
    print(Failure.__module__, repr(Failure))
