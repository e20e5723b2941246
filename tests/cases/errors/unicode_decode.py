raw = b"caf\xe9"
text = raw.decode("utf-8")
