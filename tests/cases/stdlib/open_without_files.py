# There are no files: `open` finds none, and knows the standard streams by number.
def t(f,*a,**k):
    try: print(f(*a,**k))
    except Exception as e: print(type(e).__name__, e)
t(open,'/nonexistent/x'); t(open,'/nonexistent/x','rb'); t(open,'x','q'); t(open,'x','rw'); t(open, 'x', 5); t(open,'x','rbt'); t(open,None); t(open,5.5)
print(open.__name__, callable(open), open)
print({open, len} == {len, open})
try:
    with open('/no/file.txt') as f: print(f.read())
except FileNotFoundError as e: print(e, e.errno, e.filename)
print(open(0).read()=='')
t(open,'x','')


class Callable:
    """Methods of what is no function have the attributes of what they call."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        return self.function(*args)

    def __get__(self, instance, owner=None):
        from types import MethodType
        return self if instance is None else MethodType(self, instance)

    def info(self):
        return 'info'


class Holder:
    @Callable
    def get(self, n):
        return n


holder = Holder()
print(holder.get(3), holder.get.info(), Holder.get.info())
t(lambda: holder.get.nothing)
import os
print(os.PathLike[str])
