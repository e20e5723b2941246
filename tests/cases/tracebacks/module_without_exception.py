import sys
import traceback
print(repr(traceback.format_exc()))
print(traceback.format_exception(None))
traceback.print_exc(file=sys.stdout)
