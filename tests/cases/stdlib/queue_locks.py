import queue

q = queue.PriorityQueue()
with q.mutex:
    q.queue.append(1)
    q.unfinished_tasks += 1
print(q.get(), q.qsize(), q.unfinished_tasks)
q.task_done()
with q.not_empty:
    print(q.not_empty is q.not_empty, q.mutex.locked())
    q.not_empty.notify()
with q.all_tasks_done:
    print(q.mutex.locked())
print(q.mutex.locked())
try:
    q.nothing
except AttributeError as e:
    print(e)
