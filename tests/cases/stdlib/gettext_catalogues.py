# A compiled catalogue of messages, read from memory.
import gettext
import io


def compiled(messages, order='little', version=0):
    """The bytes of a catalogue."""
    pairs = sorted((key.encode(), value.encode()) for key, value in messages.items())
    head = 28
    texts, places = b'', []
    at = head + 16 * len(pairs)
    for which in (0, 1):
        for pair in pairs:
            places.append((len(pair[which]), at + len(texts)))
            texts += pair[which] + b'\0'
    number = lambda value: value.to_bytes(4, order)
    table = b''.join(number(size) + number(place) for size, place in places)
    start = [0x950412de, version << 16, len(pairs), head, head + 8 * len(pairs), 0, 0]
    return b''.join(map(number, start)) + table + texts


def told(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


messages = {
    '': 'Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2;\nX-More: a\n b\n',
    'tree': 'Baum', 'menu\x04open': 'öffnen', 'cat\x00cats': 'Katze\x00Katzen\x00viele Katzen', 'box\x04cat\x00cats': 'K\x00Kn\x00vK',
}
for order in ('little', 'big'):
    t = gettext.GNUTranslations(io.BytesIO(compiled(messages, order)))
    print(t.gettext('tree'), t.gettext('house'), t.pgettext('menu', 'open'), t.pgettext('menu', 'shut'), t.gettext('cat'))
    print([t.ngettext('cat', 'cats', n) for n in (0, 1, 2, 5, 23)], [t.npgettext('box', 'cat', 'cats', n) for n in (1, 2, 9)])
    print(t.ngettext('dog', 'dogs', 1), t.ngettext('dog', 'dogs', 2), t.npgettext('x', 'dog', 'dogs', 2))
    print(t.info(), t.charset())
spare = gettext.NullTranslations()
spare.gettext = lambda message: message.upper()
t.add_fallback(spare)
print(t.gettext('house'), t.gettext('tree'))
for data in (b'', b'abcd' * 9, compiled(messages)[:100], compiled(messages, version=7)):
    told(lambda: gettext.GNUTranslations(io.BytesIO(data)))
from gettext import c2py
for text in ('n != 1', '!n', 'n>1', '(n==1) ? 0 : (n==2 ? 1 : 2)', 'n / 2 + n * 3 - 1', 'n%4==0 || n<2 && n>=1', '1 ? 2 : 3', 'n <= 3'):
    print(text, [c2py(text)(n) for n in range(6)])
for text in ('', 'n +', '(n', 'n)', 'x', 'n n', 'n ? 1', 'n @ 2', '1' * 2000, '(' * 30 + 'n' + ')' * 30, '5 6'):
    told(lambda: c2py(text)(1))
told(c2py('n'), 'a')
