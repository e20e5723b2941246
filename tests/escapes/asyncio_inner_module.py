# static: IMP002
# runtime: ImportError
# a module of the package that is not granted
import asyncio.base_events

print("PWNED", asyncio.base_events.socket)
