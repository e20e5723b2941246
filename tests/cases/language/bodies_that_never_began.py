# A body that is closed or thrown into before it began is over; in every run alike it holds nothing any more.


gone = []


class Held:
    def __init__(self, v):
        self.v = v

    def __del__(self):
        gone.append(self.v)


def body(held):
    yield held


async def agen(held):
    yield held


async def coro(held):
    return held


def run(awaitable):
    try:
        awaitable.send(None)
    except StopIteration as stop:
        print('stopped', stop.value)


thrown = body(Held('thrown into'))
try:
    thrown.throw(ValueError('x'))
except ValueError as error:
    print(repr(error))
print(len(gone) < 9)
closed = body(Held('closed'))
closed.close()
print(len(gone) < 9)
coroutine = coro(Held('coroutine'))
coroutine.close()
print(len(gone) < 9)
failed = coro(Held('coroutine thrown into'))
try:
    failed.throw(KeyError('y'))
except KeyError as error:
    print(repr(error))
print(len(gone) < 9)
generator = agen(Held('async generator'))
run(generator.aclose())
print(len(gone) < 9)
print(list(thrown), list(closed), next(thrown, 'over'), generator.ag_frame)
del thrown, closed, coroutine, failed, generator
print(sorted(gone))
