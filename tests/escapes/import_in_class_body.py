# static: IMP001
# runtime: ImportError
# as a class attribute
class Box:
    import shutil as tool

print("PWNED", Box.tool)
