"""`pickle` under the name of CPython's compiled part of it: there is one here."""
from pickle import (PickleError, PicklingError, Pickler, UnpicklingError, Unpickler, dump, dumps, load, loads,
                    PickleBuffer)
