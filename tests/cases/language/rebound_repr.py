class Foo: pass
Foo.__repr__ = Foo.__str__
try: str(Foo())
except RecursionError: print('rec1')
try: repr(Foo())
except RecursionError: print('rec2')
