# Where `pop` goes on after a set was emptied, refilled or exchanged.
def mk():
    s = set(range(8))
    for _ in range(3): s.pop()
    return s
s = mk(); s.clear(); s.update(range(8)); print("clear", s.pop())
s = mk(); s &= set(range(8)); s |= set(range(8)); print("iand", s.pop())
s = mk(); s.intersection_update(range(8)); s |= set(range(8)); print("inter", s.pop())
s = mk(); s.__init__(range(8)); print("init", s.pop())
s = mk(); s |= set(range(40)); print("grow", s.pop())
s = mk(); t = s.copy(); t |= set(range(8)); print("copy", t.pop())
s = mk(); s ^= set(range(3)); print("ixor", s.pop())
s = mk(); s ^= s; s |= set(range(8)); print("ixorself", s.pop())
s = mk(); s -= s; s |= set(range(8)); print("isubself", s.pop())
s = mk(); s -= {7}; s |= set(range(8)); print("isub", s.pop())
s = mk(); s.difference_update(range(9)); s |= set(range(8)); print("diffu", s.pop())
s = mk(); s.symmetric_difference_update([0]); print("symd", s.pop())
s = mk(); s -= s | set(); s |= set(range(8)); print("isub2", s.pop())
from collections import OrderedDict

try:
    OrderedDict().move_to_end([])
except KeyError as error:
    print("KeyError", error)
todo, seen = {1}, []
while todo and len(seen) < 60:
    node = todo.pop()
    seen.append(node)
    todo |= {n for n in (node * 2 % 97, node * 3 % 89, node + 31) if n not in seen and n < 97}
    todo &= set(range(node % 7, 97))
print(seen)
