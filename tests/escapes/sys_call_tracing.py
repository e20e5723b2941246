# static: ATT001
# runtime: AttributeError
# a function that the library calls for the program
import sys

print("PWNED", sys.call_tracing(print, ("PWNED",)))
