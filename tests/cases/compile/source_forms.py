# Source as bytes in encodings that comments name, one statement at a time, and what `optimize` leaves out.
def t(b,mode='exec'):
    try:
        r=compile(b,'<f>',mode); print('ok', eval(b) if mode=='eval' else '')
    except BaseException as e:
        print(type(e).__name__, ascii(e.args), ascii(str(e)), ascii(getattr(e,'text',0)))
t(b'# coding: badencoding\npass\n')
t(b'\n# coding: badencoding\npass\n')
t(b'x\n# coding: badencoding\npass\n')
t(b'\xef\xbb\xbf# coding: latin-1\npass\n')
t(b'\xef\xbb\xbf# coding: utf8\n"\xc3\xa4"\n','eval')
t(b'# coding: ascii\n"\xc3\xa4"\n','eval')
t(b'# coding: utf-8\n"\xc3"\n','eval')
t(b'"\xc3"\n','eval')
t(b'"abc"\n"\xc3"\n','exec')
t(b'# coding: iso8859-15\n"\xc2\xa4"\n','eval')
t(b'# coding: latin-1\n"\xc2\xa4"\n','eval')
t(b'# coding=cp1252 \n"\x80"\n','eval')
t(b'# coding: rot13\n"\xc2\xa4"\n','eval')
t(b'# coding: hex\n"\xc2\xa4"\n','eval')
t(b'# coding: utf-16\n"\xc2\xa4"\n','eval')
t(b'# coding: idna\n"a"\n','eval')
t(b'# coding: utf-8-sig\n"a"\n','eval')
t(b'# coding: cp1252\n"\x81"\n','eval')
t(b'# -*- coding: latin-1 -*- coding: iso8859-15\n"\xa4"\n','eval')
t(b'#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\n"\xa4"\n','eval')
t(b'# coding: latin-1\nx = (\xe9 $\n')
t(b'# coding: UTF_8\n"\xc3\xa4"\n','eval')
t(bytearray(b'# coding: latin1\n"\xc3\xa4"\n'),'eval')
t(b'"\xc3\x28"\n','eval')
t(b'a\n\n\xff\n','exec')
t(b'# coding: iso-8859-1-unix\n"\xe4"\n','eval')
t(b'#coding:punycode\n"\xe4"\n','eval')
t(b'\x0c# coding: latin1\n"\xe4"\n','eval')
t(b'\n\n# coding: latin1\n"\xe4"\n','eval')
t(b'#\xff\xff\n# coding: latin1\n"\xe4"\n','eval')
t(b'# coding: \n"a"\n','eval')
t(b'# coding:utf-8\n"\xe4"\n','eval')
try: exec(b'# coding: nope\n1')
except SyntaxError as e: print(e.args)
try: eval(b'# coding: nope\n1')
except SyntaxError as e: print(e.args)
try: exec(b'\xff')
except SyntaxError as e: print(e.args)


print('-- single')
for s in ['1\n2','def f(): pass','def f(): pass\n','def f():\n  pass\n','def f():\n  pass\n\n','a = 13\nb = 187','del x\ndel y','f()\ng()','f()\n# blah\nblah()','f()\nxy # blah\nblah()','x = 5 # comment\nx = 6\n',"c = '''\nd=1\n'''\na = 1\n\nb = 2\n",'1;2','1;2\n','1;2\n3','','\n','#c','#c\n','\n1','\n1\n','1\n\n','1\n  # c\n','1\n#c','1\n\\\n','if 1: pass','if 1:\n  pass\nx','if 1:\n  pass\n\nx','if 1: pass\nx\n','class A: pass\n\n','for x in y:\n  z\nelse:\n  q\n','for x in y:\n  z\nelse:\n  q','@a\ndef f():\n pass\n\n\n','try:\n x\nfinally:\n y','  1','1\n  2','(1,\n2)\n','(1\n','"a\n','x = \\\n1','x = \\\n1\ny','1\n$','1\n"','if 1:\n  pass\n  x','while 1: pass\n# c','while 1: pass\n\n\n','with a: b','async def f(): pass','match x:\n  case 1: pass','match x:\n  case 1: pass\n','def f(): return 1; x','def f(): return 1; x\n','1\n\t\n','1\x0c\n','1\n;','1 2','1 2\n3','pass\npass','if 1:\n','if 1:\n  x\n y\n','type X = int\ny','return\n','return']:
    t(s, 'single')

print('-- optimize')
src = '''
"moddoc"
def f():
    """doc
    more"""
    assert False, (1,
      2)
    x = 5; assert False; return x + __debug__
class A:
    'doc'; y = 1
    assert (1 and
  0) ; z = 2
é = __debug__; ü = f"{__debug__}é{é}"
def g():
    'only'
'''
for o in (-1, 0, 1, 2):
    d = {}
    try:
        exec(compile(src, '<f>', 'exec', optimize=o), d)
        print(o, d.get('__doc__'), d['f'].__doc__, d['f'](), d['A'].__doc__, d['A'].z, d['é'], d['ü'], d['g'].__doc__, d['g'].__code__.co_firstlineno)
    except AssertionError as e: print(o, 'AE')
try: compile('x = (1\n', '<f>', 'exec', optimize=1)
except SyntaxError as e: print(e)

import sys
sys.set_int_max_str_digits(699)
try:
    compile(f"a = 1\nb = 2\nc = {'3'*700}\nd = 4", '<f>', 'exec')
except SyntaxError as e:
    print(e.args[0], e.lineno, e.offset, e.end_lineno, e.end_offset)
sys.set_int_max_str_digits(4300)
