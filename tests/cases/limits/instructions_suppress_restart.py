# limits: instructions=200000
# ends: limit:instructions
# prints: start
print("start")
import contextlib
with contextlib.suppress(BaseException):
    while True:
        pass
