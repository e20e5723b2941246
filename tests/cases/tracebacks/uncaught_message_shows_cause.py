class E(Exception):
    def __str__(self): return f"outer<{self.__cause__}>"
try:
    raise E(1)
except E as e:
    raise E(2) from e
