# static: IMP001
# runtime: ImportError
# another name for the module does not help
import subprocess as json
print("PWNED", json.run)
