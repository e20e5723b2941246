# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
try:
    import re
    re.fullmatch(r'((a{0,9}){0,9}){0,9}b', 'a' * 100)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
