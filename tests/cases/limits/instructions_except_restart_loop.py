# limits: instructions=200000
# ends: limit:instructions
# prints: start
print("start")
while True:
    try:
        raise ValueError
    except ValueError:
        pass
