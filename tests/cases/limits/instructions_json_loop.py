# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import json
    while True:
        json.loads(json.dumps([1, 2]))
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
