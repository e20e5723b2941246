# The methods that `total_ordering` adds are those of `functools`: pickled by name, the same for all classes.
import functools
import inspect
import operator
import pickle


@functools.total_ordering
class Version:
    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        return self.number < other.number

    def __eq__(self, other):
        return self.number == other.number


@functools.total_ordering
class Other:
    def __ge__(self, other):
        return True


for name in ("__gt__", "__le__", "__ge__"):
    method = getattr(Version, name)
    print(name, method.__name__, method.__qualname__, method.__module__, pickle.loads(pickle.dumps(method)) is method)
print(Other.__le__.__qualname__, Other.__le__.__doc__, functools._gt_from_lt is Version.__gt__)
print(Version(1) >= Version(1), Version(1) > Version(1), Version(2) <= Version(1))
try:
    functools._gt_from_gt
except AttributeError as error:
    print(error)
for function in (operator.attrgetter("x"), operator.itemgetter(1), operator.methodcaller("a"), operator.attrgetter, operator.methodcaller):
    print(inspect.signature(function))
