# What takes one run of bytes refuses a view that leaves some out; what copies takes it.
import base64
import binascii
import hashlib
import zlib

view = memoryview(b"abcdef")[::2]
for function in (binascii.b2a_hex, binascii.b2a_base64, binascii.a2b_hex, binascii.crc32, base64.b64encode, zlib.crc32, zlib.compress, hashlib.md5,
                 hashlib.sha3_256, hashlib.blake2b):
    try:
        print(function(view))
    except (BufferError, TypeError) as error:
        print(type(error).__name__, error)
print(bytes(view), bytearray(view), view.tobytes(), binascii.b2a_hex(view.tobytes()))
print(binascii.b2a_hex(memoryview(b"abcdef")[2:4]))
