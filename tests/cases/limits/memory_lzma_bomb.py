# limits: memory=16MiB fuel=500000000
# ends: limit:memory
# prints: start
print("start")
try:
    import lzma
    # A hundred million zeros in fifteen thousand bytes, with a dictionary of four gigabytes in the head.
    whole = [{"id": lzma.FILTER_LZMA2, "dict_size": 0xFFFFFFFF}]
    zeros = lzma.compress(b"\0" * (1 << 21), lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 12}])
    lzma.decompress(zeros[:-1] * 50 + b"\0", lzma.FORMAT_RAW, filters=whole)
except BaseException as error:
    print("SWALLOWED", type(error).__name__)
finally:
    print("SWALLOWED: finally ran")
print("SWALLOWED: after")
