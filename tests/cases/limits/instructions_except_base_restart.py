# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
while True:
    try:
        while True:
            pass
    except BaseException:
        print('SWALLOWED')
