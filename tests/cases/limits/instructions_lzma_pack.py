# limits: memory=256MiB fuel=20000000
# ends: limit:fuel
# prints: start
print("start")
try:
    import lzma
    lzma.compress(bytes(range(256)) * 40000, preset=9 | lzma.PRESET_EXTREME)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
