# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
import contextlib
with contextlib.suppress(BaseException):
    while True:
        pass
