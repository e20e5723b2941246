# static: ATT003
# runtime: AttributeError
# the frames of a task
import asyncio

async def main():
    print("PWNED", asyncio.current_task().get_stack())

asyncio.run(main())
