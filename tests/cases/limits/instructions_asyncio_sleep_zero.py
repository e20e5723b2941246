# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import asyncio
    async def spin():
        while True:
            await asyncio.sleep(0)
    asyncio.run(spin())
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
