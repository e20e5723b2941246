# Encodings of which no part is ASCII's, and those that are but for some bytes.
import codecs

for name in ("cp037", "cp273", "cp424", "cp500", "cp864", "cp875", "cp1006", "cp1026", "cp1140", "mac_arabic", "mac_farsi"):
    shown, back, bad = [], [], []
    for byte in range(256):
        try:
            text = bytes([byte]).decode(name)
        except UnicodeDecodeError as error:
            bad.append(byte)
            assert error.reason == "character maps to <undefined>" and error.encoding == "charmap"
        else:
            shown.append(text)
            if text.encode(name) != bytes([byte]):
                back.append(byte)
    print(name, codecs.lookup(name).name, len(bad), len(back), sum(map(ord, shown)), ascii("".join(shown[60:90])))
    print(bytes(range(256)).decode(name, "ignore").encode(name)[:40])
    try:
        "caf\u4e00".encode(name)
    except UnicodeEncodeError as error:
        print(error)
print("Hello, World! 123".encode("cp037"), "\u20ac5".encode("ibm1140"), b"\xc8\x85\x93\x93\x96".decode("ebcdic-cp-us"))
print("a\u4e00b".encode("cp500", "replace"), "a\u4e00b".encode("cp500", "xmlcharrefreplace"), "a\u4e00".encode("cp500", "backslashreplace"))
print(codecs.getincrementaldecoder("cp037")().decode(b"\xc8\x85"), "100%".encode("cp864", "ignore"))
