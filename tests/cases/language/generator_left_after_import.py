# A delegating generator stands at its `yield from` when the program ends: what is looked through for it costs the same in a session
# that was restored, whose globals have other places.
import contextlib


def outer(n=2):
    def inner():
        try:
            yield n
        finally:
            print("inner", n)

    return (yield from inner())


left = outer()
print(next(left))
