# limits: instructions=200000
# ends: limit:instructions
# prints: start
print("start")
while True:
    try:
        while True:
            pass
    except BaseException:
        print('SWALLOWED')
