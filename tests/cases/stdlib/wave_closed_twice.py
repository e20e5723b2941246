# A writer whose header can't be written is closed all the same, and what reads tells whether its stream is open.
import io
import wave

stream = io.BytesIO()
writer = wave.open(stream, "wb")
try:
    writer.close()
except wave.Error as error:
    print(error)
print(writer.close(), stream.closed)
with wave.open(stream, "wb") as writer:
    writer.setnchannels(1)
    writer.setsampwidth(2)
    writer.setframerate(8000)
    writer.writeframes(b"\0\1\2\3")
reader = wave.open(io.BytesIO(stream.getvalue()))
print(reader.getfp().closed, reader.getparams())
reader.close()
print(reader.getfp())

import array
letters = array.array("w", "a\u263a")
view = memoryview(letters)
print(view.format, view.itemsize, len(view), view.nbytes, view.tobytes() == letters.tobytes(), bytes(view[1:]), view.hex())
