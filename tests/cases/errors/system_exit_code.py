import sys
print("exiting")
try:
    sys.exit(3)
finally:
    print("finally runs")
