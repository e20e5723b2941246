from collections.abc import Hashable
import collections
print(isinstance([],Hashable), isinstance({},Hashable), isinstance(set(),Hashable), isinstance(bytearray(),Hashable), isinstance((),Hashable), isinstance(collections.deque(),Hashable), isinstance({}.keys(),Hashable))
class L(list): pass
print(isinstance(L(),Hashable), L.__hash__)
try: hash(L())
except TypeError as e: print(e)
class M(list): __hash__=object.__hash__
print(isinstance(hash(M()), int))
class N(list):
    def __hash__(self): return 5
print(hash(N()), {N():1})
class D(dict):
    def __hash__(self): return 7
print(hash(D()))
try: [].__hash__()
except TypeError as e: print(e)
class E(list):
    def __eq__(s,o): return True
print(E.__hash__, '__hash__' in dir(list))
try: {E():1}
except TypeError as e: print(e)
class S(set): pass
try: {S():1}
except TypeError as e: print(e)
import dataclasses
try:
    @dataclasses.dataclass
    class Shared:
        items: list = []
except ValueError as e: print(e)
print(list.__hash__, dict.__dict__['__hash__'])
