# static: nothing
# runtime: AttributeError
# the same as an attribute
import asyncio

print("PWNED", asyncio.base_events)
