# What has no end takes time, not memory.
# limits: instructions=3000000 memory=8MiB
# ends: limit:instructions
# prints: begin
import itertools
print('begin')
max(itertools.count())
