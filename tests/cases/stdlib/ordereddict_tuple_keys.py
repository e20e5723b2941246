# Keys that are tuples and are not there, as OrderedDict's own methods and dict's tell of them.
from collections import OrderedDict


def tried(what, *arguments):
    try:
        print(what(*arguments))
    except KeyError as error:
        print(error.args)


for key in ((), (1,), (1, 2), 'x', ((),)):
    made = OrderedDict(a=1)
    tried(made.move_to_end, key)
    tried(made.move_to_end, key, False)
    tried(made.pop, key)
    tried(made.__delitem__, key)
    tried(made.__getitem__, key)
