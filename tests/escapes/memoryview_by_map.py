# static: nothing
# runtime: TypeError
# an iterator calls the denied type
import io

print("PWNED", list(map(type(io.BytesIO(b"x").getbuffer()), [b"abc"])))
