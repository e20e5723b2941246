//! Tests that policy files with the names of earlier versions are rewritten, and only those names.

use stockade_policy::load::migrate;

#[test]
fn old_names_are_rewritten_and_the_rest_stays() {
    let old = "\
# Our policy.
version: 1
extends: [strict]   # the tight one
limits: {source_bytes: 4096, 'ast_nodes': 500}
runtime:
  # two seconds
  wall_ms: 2000
  memory_bytes: 33554432  # 32 MiB
  instructions: 500000
  output_bytes: 1000
override:
  - {path: runtime.recursion, value: 900, reason: \"deep trees, see runtime.recursion\"}
  - path: runtime.wall_ms
    value: 1500
    reason: slow
final: [runtime, imports]
";
    let new = "\
# Our policy.
version: 1
extends: [strict]   # the tight one
source: {bytes: 4KiB, 'ast_nodes': 500}
limits:
  # two seconds
  timeout: 2s
  memory: 32MiB  # 32 MiB
  fuel: 500000
  output: 1000
override:
  - {path: limits.recursion, value: 900, reason: \"deep trees, see runtime.recursion\"}
  - path: limits.timeout
    value: 1500ms
    reason: slow
final: [limits, imports]
";
    let migrated = migrate(old);
    assert_eq!(migrated.left, []);
    assert_eq!(migrated.text, new);
    assert!(migrated.changes.contains(&(7, "`wall_ms` is `timeout` now".to_owned())), "{:?}", migrated.changes);
    // A second time there is nothing to do.
    let again = migrate(new);
    assert_eq!((again.text.as_str(), again.changes.len(), again.left.len()), (new, 0, 0));
}

#[test]
fn what_a_person_must_decide_is_left() {
    for (text, left) in [
        ("version: 1\nruntime: {wall_ms: 5}\nlimits: {memory: 1MiB}\n", 1),
        ("version: 1\noutput: {max_bytes: 100}\n", 1),
        ("version: 1\nruntime: {while_iterations: 100}\n", 1),
        ("version: 1\nruntime: {nothing: 100}\n", 1),
        ("version: 1\n\tbad", 1),
    ] {
        let migrated = migrate(text);
        assert_eq!(migrated.left.len(), left, "{text}{migrated:?}");
    }
}
