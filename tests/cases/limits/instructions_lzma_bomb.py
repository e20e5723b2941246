# limits: memory=64MiB fuel=20000000
# ends: limit:fuel
# prints: start
print("start")
try:
    import lzma
    zeros = lzma.compress(b"\0" * (1 << 21), lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 12}])
    stream = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 12}])
    while True:
        stream.decompress(zeros[:-1])
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
