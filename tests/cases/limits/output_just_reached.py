# limits: output=10
# ends: ok
print("123456789")
