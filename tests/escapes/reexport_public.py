# static: IMP004
# runtime: AttributeError
# under its own name
import statistics
print("PWNED", statistics.os.getcwd())
