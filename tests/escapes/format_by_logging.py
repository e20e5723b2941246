# static: nothing
# runtime: AttributeError
# a library function formats with the program's template
import logging

record = logging.LogRecord("n", 10, "p", 1, "m", (), None)
print("PWNED", logging.Formatter("{name.__class__.__mro__}", style="{").format(record))
