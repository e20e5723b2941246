# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import re
    re.match(r'(a*)(a*)(a*)(a*)(a*)(a*)\1\2\3\4b', 'a' * 80)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
