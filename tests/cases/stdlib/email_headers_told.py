# Headers of MIME as `email` reads them: what they say, how they are shown, and what is wrong with them.
from email import headerregistry, policy

make = headerregistry.HeaderRegistry()
VALUES = {
    "Content-Disposition": ["", "ab./k", 'ab./k; filename="foo"', "inline", "attachment; filename=x", "(c) inline (d); a=b", "inline junk", "/x",
                            "  inline", "inline (c) junk; a=b"],
    "Content-Transfer-Encoding": ["", "7bit", "BASE64 junk", "(c) 8bit (d)", "7bit; a=b", "quoted-printable  ", "/x", "7bit a b", "8bit; x"],
    "Content-Type": ["", "text/plain", "text", "text/", "/plain", "text/plain; charset=utf-8", 'TEXT/HTML; Charset = "utf-8" (c)', "text /plain",
                     "(foo) text (bar)/(baz)plain(stuff)", "  text  /  plain  ", "text/plain junk", "text/plain/x",
                     '"text"/plain', 'text/plain; a="x;y"; b=c', 'text/plain;charset=us-ascii;NAME="f"', "image/jpeg/x",
                     'text/plain; (interjection) Charset="utf-8"'],
    "MIME-Version": ["1.0", "(x) 1 (y) . (z) 0", "1", "x", "1.0 junk", "1.0 (c)", "", ".", "1.", "1.x", "1 . 0", "10.20 ", "1.0.0"],
}
for name, values in VALUES.items():
    for value in values:
        header = make(name, value)
        print(name, repr(value), repr(str(header)), [(type(defect).__name__, str(defect)) for defect in header.defects])
        told = [getattr(header, field, None) for field in ("content_disposition", "cte", "content_type", "version")]
        print("   ", *told, dict(getattr(header, "params", {})))
        print("   ", repr(header.fold(policy=policy.default)))

# Values that are no text: what is nothing has nothing to be read.
import email.policy

for value in ((), 0, None, {}):
    for name in ('X', 'Subject', 'To', 'Date', 'Content-Type', 'MIME-Version'):
        try:
            print(name, value, repr(email.policy.EmailPolicy().header_store_parse(name, value)[1]))
        except Exception as error:
            print(name, value, type(error).__name__, error)
try:
    email.policy.EmailPolicy().header_store_parse('Date', 5)
except AttributeError as error:
    print(error)
