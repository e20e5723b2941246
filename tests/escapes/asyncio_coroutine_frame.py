# static: ATT003
# runtime: AttributeError
# the frame of the coroutine of a task
import asyncio

async def main():
    print("PWNED", asyncio.current_task().get_coro().cr_frame)

asyncio.run(main())
