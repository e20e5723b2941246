# limits: memory=16MiB fuel=50000000
# ends: limit:memory | limit:fuel
# prints: start
print("start")
try:
    import base64
    b = b'x' * 1000
    while True:
        b = base64.b64encode(b)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
