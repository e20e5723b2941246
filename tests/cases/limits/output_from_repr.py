# limits: output=1KiB fuel=5000000
# ends: limit:output
# prints: start
print("start")
try:
    class R:
        def __repr__(self):
            while True:
                print('r')
    repr(R())
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
