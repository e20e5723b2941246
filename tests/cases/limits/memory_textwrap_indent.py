# limits: memory=16MiB fuel=50000000
# ends: limit:memory | limit:fuel
# prints: start
print("start")
try:
    import textwrap
    x = textwrap.indent('a\n' * 10 ** 5, 'b' * 10 ** 5)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
