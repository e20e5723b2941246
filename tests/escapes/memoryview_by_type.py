# static: nothing
# runtime: TypeError
# the denied type of an object that the library gives
import io

kind = type(io.BytesIO(b"x").getbuffer())
print("PWNED", kind(bytearray(b"abc")))
