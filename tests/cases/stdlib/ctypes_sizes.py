import ctypes
from ctypes import c_long, sizeof

print((1 << (8 * sizeof(c_long) - 1)) - 1)
NAMES = "c_bool c_char c_wchar c_byte c_ubyte c_short c_ushort c_int c_uint c_long c_ulong c_float c_double c_longdouble c_size_t c_int64".split()
print([(name, sizeof(getattr(ctypes, name)), ctypes.alignment(getattr(ctypes, name))) for name in NAMES])
print(ctypes.c_byte(200), ctypes.c_ubyte(-1), ctypes.c_short(40000).value, ctypes.c_uint32(-1).value, ctypes.c_long(2**64 + 5).value)
print(ctypes.c_float(0.1).value, ctypes.c_double(0.1).value, ctypes.c_bool(3), ctypes.c_char(b"x"), ctypes.c_char(65).value, ctypes.c_wchar("é").value)
print(bool(ctypes.c_int()), bool(ctypes.c_int(2)), sizeof(ctypes.c_int(3)), ctypes.c_int16 is ctypes.c_short)
value = ctypes.c_int(7)
value.value = 2**31
print(value.value)
for wrong in (lambda: ctypes.c_int("1"), lambda: ctypes.c_float("1"), lambda: ctypes.c_char(b"xy"), lambda: ctypes.c_wchar("xy"), lambda: sizeof(int)):
    try:
        wrong()
    except TypeError as error:
        print(type(error).__name__)
