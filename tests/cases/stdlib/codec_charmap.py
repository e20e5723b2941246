import codecs
print(b'ab\xe9'.decode('charmap'), 'abé'.encode('charmap'))
print(codecs.lookup('charmap').name, str(b'\xff', 'charmap'))
try: '\u1234'.encode('charmap')
except UnicodeEncodeError as e: print(e)
print('é\u1234'.encode('charmap','replace'), codecs.getencoder('charmap')('abc'), codecs.getincrementalencoder('charmap')().encode('xy'))
