# `sys.set_int_max_str_digits` holds for str, int and formatting alike.
import sys
x=7**6000
try: str(x)
except ValueError as e: print(e)
print(sys.get_int_max_str_digits())
sys.set_int_max_str_digits(0); print(len(str(x)), len(f'{x:,}'), len('%d'%x), int(str(x))==x, sys.get_int_max_str_digits())
for v in (5,-1,640,'a',2**40):
    try: print(sys.set_int_max_str_digits(v))
    except Exception as e: print(type(e).__name__, e)
try: int('1'*700)
except ValueError as e: print(e)
