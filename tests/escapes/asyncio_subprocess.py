# static: nothing
# runtime: AttributeError
# a program of the host
import asyncio

async def main():
    name = "create_subprocess_" + "shell"
    made = await getattr(asyncio, name)("echo PWNED", stdout=-1)
    print("PWNED", await made.communicate())

asyncio.run(main())
