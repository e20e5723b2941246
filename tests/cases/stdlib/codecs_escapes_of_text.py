import codecs

for text in ('a\\n\\u00e9', 'é\\t', '\\N{DIGIT ONE}', '\\x', ''):
    for name in ('unicode_escape', 'unicode-escape', 'raw_unicode_escape', 'utf-8', 'latin-1'):
        try:
            print(name, repr(codecs.decode(text, name)))
        except (TypeError, UnicodeDecodeError) as e:
            print(name, type(e).__name__, e)
print(codecs.getdecoder('unicode_escape')('é\\t'))
