//! Tests that the default policy refuses every program in tests/escapes by the rule in its header. The header `nothing`
//! marks programs that only the VM can refuse.

use stockade_policy::resolve_preset;

use crate::{files, report, shared};

#[test]
fn every_escape_is_refused_by_its_rule() {
    let policy = resolve_preset("default").unwrap();
    let mut wrong = Vec::new();
    let escapes = files(&shared().join("escapes"), "py");
    assert!(escapes.len() >= 60, "only {} escapes found", escapes.len());
    for path in escapes {
        let code = std::fs::read_to_string(&path).unwrap();
        let header = |key: &str| code.lines().take(3).find_map(|line| line.strip_prefix(key)).map(str::trim).map(str::to_owned);
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (Some(rule), Some(_)) = (header("# static:"), header("# runtime:")) else {
            wrong.push(format!("{name}: the header lacks `static` or `runtime`"));
            continue;
        };
        let denying = report(&code, &policy).denying();
        let known = if rule == "nothing" { denying.is_empty() } else { denying.contains(&rule.as_str()) };
        if !known {
            wrong.push(format!("{name}: expected {rule}, denied by {denying:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
