async def g():
    raise ValueError("x")
async def f():
    x = await g()
    return x
f().send(None)
