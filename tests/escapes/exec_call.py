# static: BLT001
# runtime: NameError
# statements from text
exec("print('PWNED')")
