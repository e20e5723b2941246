# An exception with a `__del__` is told that it is gone, like any other object.
told = []


class Own(Exception):
    def __del__(self):
        told.append(f'gone {self.args}')


class Other(Own):
    def __init__(self, payload):
        self.payload = payload


Own(1)
print(told)
for _ in range(1):
    Other(3)
print(told)
try:
    raise Own(2)
except Own as e:
    kept = e
print(told)
del kept
print(told)
