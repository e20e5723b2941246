# static: IMP004
# runtime: AttributeError
# from module to module
import textwrap
finder = textwrap.re.enum
print("PWNED", finder.os)
