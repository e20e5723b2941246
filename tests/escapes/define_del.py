# static: DUN003
# runtime: TypeError
# runs when nobody called it
class A:
    def __del__(self):
        print("PWNED")

A()
