import codecs
import encodings.aliases
import zlib

NAMES = '''1250 cp1251 windows_1252 1253 cp1254 1255 1256 1257 1258 437 cp720 cp737 cp775 ibm850 852 ibm855 cp856 857 858 860 861 862 863 865 866 869 cp874
cp1125 latin2 l3 latin4 cyrillic arabic greek hebrew latin5 latin6 thai latin7 iso_celtic latin9 latin10 koi8_r koi8-T koi8_u kz1048 mac_cyrillic macgreek
maciceland maccentraleurope macintosh macturkish mac-croatian mac_romanian ptcp154 hp_roman8 palmos tis620'''
UPPER = bytes(range(128, 256))
for name in NAMES.split():
    text = UPPER.decode(name, 'replace')
    back = text.encode(name, 'replace')
    print(name, codecs.lookup(name).name, zlib.crc32(text.encode()), text.count('\ufffd'), sum(a != b for a, b in zip(UPPER, back)))
    assert bytes(range(128)).decode(name) == bytes(range(128)).decode('ascii')
for data, name in ((b'\xff', 'cp857'), (b'\x81', 'cp1252'), (b'caf\x8e', 'mac_roman'), (b'\x98', 'kz1048')):
    for errors in ('strict', 'ignore', 'backslashreplace', 'surrogateescape'):
        try:
            print(repr(data.decode(name, errors)))
        except UnicodeDecodeError as error:
            print(error)
for text in ('\u0416\u20ac', '\u05d0x', 'caf\xe9'):
    for name in ('cp855', 'cp862', 'mac-greek', 'hp_roman8'):
        try:
            print(name, text.encode(name), text.encode(name).decode(name))
        except UnicodeEncodeError as error:
            print(error)
print([encodings.aliases.aliases.get(name) for name in ('850', 'ibm855', 'maciceland', 'roman8', 'latin2', 'l1', 'u8', 'nope')])
reader = codecs.getreader('cp737')
import io
print(reader(io.BytesIO(b'\x80\x81\n\x82')).readlines(), codecs.encode('\u0391', 'cp737'), codecs.getincrementaldecoder('mac_greek')().decode(b'\xe1'))
