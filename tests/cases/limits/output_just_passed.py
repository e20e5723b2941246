# limits: output=10
# ends: limit:output
print("1234567890")
print("SWALLOWED")
