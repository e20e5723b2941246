def f():
    """a	x
    q	b
	c
      d\t1
    \x0cz\r	y"""


class C:
    "\tone	two\n\tthree\n\t\tfour\n"


def g():
    """	só	é	"""


for thing in (f, C, g):
    print(repr(thing.__doc__))
