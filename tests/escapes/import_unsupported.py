# static: IMP001
# runtime: ImportError
# exists nowhere
import antigravity
print("PWNED")
