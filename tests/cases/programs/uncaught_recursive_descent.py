# ends: raised
import json
class Schema:
    def __init__(self, spec): self.spec = spec
    def check(self, value, path="$"):
        match self.spec:
            case {"type": "object", "props": props}:
                for key, sub in props.items():
                    Schema(sub).check(value[key], f"{path}.{key}")
            case {"type": "array", "items": sub}:
                for i, item in enumerate(value):
                    Schema(sub).check(item, f"{path}[{i}]")
            case {"type": "int", **limits}:
                if not isinstance(value, int): raise TypeError(f"{path}: {value!r} is no int")
                if value < limits.get("min", value): raise ValueError(f"{path}: {value} too small")
            case str(name): getattr(self, f"check_{name}")(value, path)
            case other: raise NotImplementedError(other)
        return True
    def check_str(self, value, path): assert isinstance(value, str), f"{path}: {type(value).__name__}"
doc = json.loads('{"name": "x", "tags": ["a", 5], "n": 3, "deep": {"k": [1, 2, -3]}}')
print(Schema({"type": "object", "props": {"name": "str", "n": {"type": "int", "min": 3}}}).check(doc))
for spec in ({"type": "array", "items": "str"}, "date", 5, {"type": "int", "min": 5}):
    try: Schema(spec).check(doc["tags"] if spec != {"type": "int", "min": 5} else doc["n"])
    except Exception as e: print(type(e).__name__, e)
Schema({"type": "object", "props": {"deep": {"type": "object", "props": {"k": {"type": "array", "items": {"type": "int", "min": 0}}}}}}).check(doc)
