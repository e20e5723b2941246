# What has no end takes time, not memory.
# limits: fuel=3000000 memory=8MiB
# ends: limit:fuel
# prints: begin
import itertools
print('begin')
max(itertools.count())
