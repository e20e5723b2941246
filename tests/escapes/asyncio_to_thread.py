# static: ATT001
# runtime: AttributeError
# the same by the function that is made for it
import asyncio

asyncio.run(asyncio.to_thread(print, "PWNED"))
