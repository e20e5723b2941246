class Step:
    def __await__(self):
        yield
        raise OSError("connection lost")


async def fetch(n):
    await Step()
    return n


async def main():
    return await fetch(1)


coroutine = main()
coroutine.send(None)
coroutine.send(None)
