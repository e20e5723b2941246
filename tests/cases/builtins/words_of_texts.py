# Words are parted at every white space there is.
texts = ['', ' ', 'a', ' a', 'a ', 'a b', 'é', ' é ', 'é b', 'bé c', 'a\x1cb\x1fc', '\u2003x\u3000y ', 'a\x85b\xa0c', '日 本\u200b語', '😀 b\t\n\x0b\x0c\rc', 'ab' * 600 + ' é ' + 'cd' * 600]
for text in texts:
    for most in (-1, 0, 1, 2, 9):
        print(ascii([piece[:9] for piece in text.split(None, most)]), [len(piece) for piece in text.split(None, most)])
