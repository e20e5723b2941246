//! Programs as bytes: what is written is read again, and nothing else is.

#![expect(clippy::unwrap_used, reason = "tests fail so")]

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_compiler::{CompileOptions, ParseLimits, SourceText, compile, parse};

const TEXT: &str = "from __future__ import annotations\nimport os.path as p, sys\nfrom a import *\nclass C[T](Base, metaclass=M):\n    \
    'doc'\n    x: int = -5\n    def f(self, a, /, b=2**70, *args, c=1.5, **kw):\n        nonlocal_ = [i async for i in a if i in {1, 'é', b'z', None}]\n        \
    try:\n            yield lambda: (self, nonlocal_, __class__)\n        except* (E, F) as e:\n            raise G from e\n        finally:\n            \
    del b\nmatch x:\n    case {'k': [1, *r], **rest} | C(3j, y=r, z=rest) if r: print(f'{r!r:>{p}}', ..., 1_000_000_000_000_000_000_000)\nwhile 1:\n    \
    with o as q, w: break\nelse:\n    global_ = {**a, 'b': 1}\n";

fn program() -> Program {
    // A coroutine of its own: the text has an async comprehension.
    let text = TEXT.replace("    def f(", "    async def f(").replace("yield lambda", "await (lambda");
    let text = text.replace("__class__)\n", "__class__))\n");
    let source = Arc::new(SourceText::new("stored.py", &text));
    let tree = parse(&source, &ParseLimits::default()).unwrap();
    compile(&tree, source, &CompileOptions::default()).unwrap()
}

#[test]
fn a_program_is_read_as_it_was_written() {
    let program = program();
    let bytes = program.to_bytes();
    let again = Program::from_bytes(&bytes, Arc::clone(&program.source)).unwrap();
    assert_eq!(format!("{again:?}"), format!("{program:?}"));
    assert_eq!(again.to_bytes(), bytes);
}

/// Any other bytes are refused, or are another program that verifies.
#[test]
fn other_bytes_are_refused_or_verify() {
    let program = program();
    let bytes = program.to_bytes();
    let read = |bytes: &[u8]| Program::from_bytes(bytes, Arc::clone(&program.source));
    let mut refused = 0;
    for at in 0..bytes.len() {
        assert!(read(bytes.get(..at).unwrap()).is_none(), "cut at {at}");
        for flip in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            *changed.get_mut(at).unwrap() ^= flip;
            match read(&changed) {
                Some(other) => assert!(other.verify().is_ok()),
                None => refused += 1,
            }
        }
    }
    assert!(refused > bytes.len());
    assert!(read(&[bytes.as_slice(), &[0]].concat()).is_none());
}
