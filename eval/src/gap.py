# The class of the stubs of packages that the engine lacks. Reading an attribute gives another stub, so that annotations and aliases work;
# everything else is a use, and ends the run.


def attributes_of(name):
    def attribute(attr):
        if attr.startswith("__"):
            raise AttributeError(attr)
        return Stub(name + "." + attr)

    return attribute


class Stub:
    def __init__(self, name):
        self.stockade_name = name

    def __getattr__(self, attr):
        if attr.startswith("__"):
            raise AttributeError(attr)
        return Stub(self.stockade_name + "." + attr)

    def __getitem__(self, index):
        return Stub(self.stockade_name)

    def __or__(self, other):
        return Stub(self.stockade_name)

    __ror__ = __or__

    def __hash__(self):
        return 0

    def __instancecheck__(self, value):
        # No program can have an object of a class that does not exist.
        if type(value) is Stub:
            self.use()
        return False

    def use(self, *args, **kwargs):
        stockade_gap_used(self.stockade_name)

    __call__ = __iter__ = __next__ = __len__ = __bool__ = __contains__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = use
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = use
    __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __and__ = __rand__ = __xor__ = __rxor__ = use
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __neg__ = __pos__ = __abs__ = __invert__ = __int__ = __float__ = __index__ = use
    __round__ = __setitem__ = __delitem__ = __enter__ = __exit__ = __repr__ = __str__ = __format__ = __mro_entries__ = use
    __subclasscheck__ = __reversed__ = __complex__ = use
