# Deprecations are told of at the line that asks, and what is read back is what was written.
import collections.abc
import pickle
import pkgutil
import typing
import warnings
from email.utils import localtime


def told(what):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter('always')
        what()
    for one in found:
        print(one.category.__name__, one.lineno, one.filename == __file__, one.message)


told(lambda: isinstance(b'', collections.abc.ByteString))
told(lambda: issubclass(int, collections.abc.ByteString))
told(lambda: type('X', (collections.abc.ByteString,), {}))
told(lambda: isinstance(1, typing.ByteString))
told(lambda: pkgutil.find_loader('no_such'))
told(lambda: pkgutil.get_loader('sys'))
told(lambda: localtime(None, 0))


class Y:
    def make(self):
        class Z(collections.abc.ByteString):
            pass


told(Y().make)
for form in (typing.Optional[typing.Any], typing.Optional[int], typing.Union[None, int], typing.Union[int, str], typing.Union[int, str, None], typing.List[int]):
    back = pickle.loads(pickle.dumps(form))
    print(form, back, back is form)
