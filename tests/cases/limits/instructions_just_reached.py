# limits: fuel=200000
# ends: ok
# a thousand steps of a short loop are far inside two hundred thousand
total = 0
for i in range(1000):
    total += i
print(total)
