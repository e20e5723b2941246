# limits: output=1KiB fuel=5000000
# ends: limit:output
# prints: start
print("start")
try:
    import sys
    while True:
        sys.stdout.write('x')
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
