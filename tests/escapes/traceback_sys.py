# static: ATT001
# runtime: AttributeError
# the modules that a module uses are judged by their own names
import traceback

print("PWNED", traceback.sys.modules["os"])
