# What a temporary of an earlier statement held is gone, also where a loop comes later.
import weakref


class Held:
    def __init__(self, v):
        self.v = v

    def __del__(self):
        print('gone', self.v)


waiting = []
if len([1]):
    held = Held(5)
    seer = weakref.ref(held, lambda ref: print('told'))
    print(seer() is held)
    del held
    print(seer())
    print([t for t in waiting if t.done()])
    waiting = [t for t in waiting if not t.done()]


def inner():
    held = Held(6)
    seer = weakref.ref(held)
    print(seer() is held, [held.v][0])
    held = None
    print(seer())
    for first, second in zip('ab', [x for x in (1, 2) if x]):
        print(first, second, {k: v for k, v in enumerate('z')})


inner()
