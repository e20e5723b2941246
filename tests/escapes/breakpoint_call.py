# static: BLT001
# runtime: NameError
# the debugger
breakpoint()
print("PWNED")
