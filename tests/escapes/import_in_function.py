# static: IMP001
# runtime: ImportError
# only when called
def helper():
    import socket
    return socket

print("PWNED", helper())
