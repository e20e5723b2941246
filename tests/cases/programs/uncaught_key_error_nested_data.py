# ends: raised
import json
CONFIG = json.loads("""
{"services": [{"name": "api", "ports": [80, 443], "env": {"MODE": "prod"}},
              {"name": "db", "ports": [], "env": {}}],
 "defaults": {"retry": {"max": 3}}}
""")
class Path:
    def __init__(self, root, trail=()): self._root, self._trail = root, trail
    def __getattr__(self, name): return self[name]
    def __getitem__(self, key):
        try: value = self._root[key]
        except (KeyError, IndexError, TypeError) as e:
            where = ".".join(map(str, (*self._trail, key)))
            raise LookupError(f"nothing at {where}") from e
        return Path(value, (*self._trail, key)) if isinstance(value, (dict, list)) else value
    def __len__(self): return len(self._root)
    def __repr__(self): return f"Path({'.'.join(map(str, self._trail)) or '<root>'})"
cfg = Path(CONFIG)
print(cfg, cfg.services, cfg.services[0].name, cfg.services[0].ports[-1], cfg.defaults.retry.max, len(cfg.services), cfg["services"][1])
for probe in (lambda: cfg.services[5], lambda: cfg.services[0].env.HOST, lambda: cfg.defaults["retry"]["min"], lambda: cfg.services["x"], lambda: cfg.services[0].name.first):
    try: print(probe())
    except (LookupError, AttributeError) as e: print(type(e).__name__, e, "<-", repr(e.__cause__))
ports = {s["name"]: s["ports"][0] if s["name"] != "db" else cfg.services[1].ports[
    0
] for s in CONFIG["services"]}
