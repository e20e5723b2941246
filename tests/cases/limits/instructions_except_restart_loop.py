# limits: fuel=200000
# ends: limit:fuel
# prints: start
print("start")
while True:
    try:
        raise ValueError
    except ValueError:
        pass
