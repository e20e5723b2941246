import sys
import traceback


def show(program):
    try:
        program()
    except BaseException:
        traceback.print_exc(file=sys.stdout)
    print()


def sub_list():
    x = [1, 2, 3]
    print(x[1] + x[10])


show(sub_list)


def sub_dict():
    d = {"a": {"b": {}}}
    print(d["a"]["b"]["c"]["d"])


show(sub_dict)


def sub_full():
    x = []
    x[0]


show(sub_full)


def sub_assign():
    x = []
    x[0] = 1


show(sub_assign)


def sub_assign2():
    x = (1, 2)
    x[0] = y = 1


show(sub_assign2)


def sub_del():
    x = {}
    del x["key"]


show(sub_del)


def sub_del2():
    x = {}
    y = {}
    del x, y["k"], z


show(sub_del2)


def sub_aug():
    d = {}
    d["count"] += 1


show(sub_aug)


def sub_aug2():
    d = {"a": None}
    d["a"] += 1


show(sub_aug2)


def sub_slice():
    x = 5
    print(x[1:2])


show(sub_slice)


def sub_slice2():
    x = [1]
    print(x["a":"b"])


show(sub_slice2)


def sub_slicea():
    x = [1]
    x[0:1] = 5


show(sub_slicea)


def sub_none():
    def f():
        return None
    print(f()[0])


show(sub_none)


def sub_str():
    "abc"[10]


show(sub_str)


def sub_type():
    x = [1, 2]
    i = "a"
    print(x[i], x[ i ])


show(sub_type)


def sub_paren():
    x = [1, 2]
    print((x)  [ 7 ])


show(sub_paren)


def submulti():
    x = {}
    y = x[
        "a"
    ]["b"]


show(submulti)


def submulti2():
    x = {"a": {}}
    y = (x[
        "a"
    ][
      "b"
    ])


show(submulti2)
