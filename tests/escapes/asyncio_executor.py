# static: nothing
# runtime: ImportError
# a function in a thread, which needs the grant of `threading`
import asyncio

async def main():
    await asyncio.get_running_loop().run_in_executor(None, print, "PWNED")

asyncio.run(main())
