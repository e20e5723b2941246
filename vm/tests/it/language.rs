//! Runs each example in `docs/language.md` as a separate program.

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{Outcome, Session};

use crate::common::{compile_source, config, host};

#[test]
fn every_example_holds() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/language.md");
    let page = std::fs::read_to_string(page).expect("the page can be read");
    let mut examples = 0;
    for section in page.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap_or_default();
        let (_, rest) = section.split_once("```python\n").expect("a section has an example");
        let (text, _) = rest.split_once("```").expect("an example ends");
        let source = Arc::new(SourceText::new("example.py", text));
        let program = compile_source(&source, &Limits::default()).expect(title);
        let mut session = Session::new(&config(u64::MAX / 4), host().0);
        let outcome = session.run(&program);
        assert!(matches!(outcome, Outcome::Finished(None)), "{title}: {outcome:?}");
        examples += 1;
    }
    assert!(examples >= 10, "only {examples} examples");
}
