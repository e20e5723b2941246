//! Loops of native code are charged. A loop whose length the program chooses runs without a look at fuel or clock unless its code asks. So
//! each function with a loop must charge, or call what charges for its items, or be on the list here with the reason.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of `vm/src` whose functions programs call.
const FOLDERS: &[&str] = &["objects/protocols", "objects/types", "native_modules", "builtins", "fallback"];

/// What charges, or charges for each item that it gives: a call of one of these in a function is its charge.
const CHARGES: &[&str] = &[
    "charge(",
    "charge_units(",
    "charge_walk(",
    "charge_search(",
    "charge_mro_walk(",
    "charge_bounds(",
    "charge_native(",
    "charge_text(",
    "charge_items(",
    "big_work(",
    "precheck(",
    ".spend(",
    ".fits(",
    ".collect_sized(",
    "rt.collect(",
    ".collect_held(",
    "self.collect(",
    "rt.walk(",
    "rt.next(",
    "self.next(",
    "next_from(",
    ".iter(&rt.heap.fuel)",
    ".iter(&self.heap.fuel)",
    "keys_of(",
    "collect_as(",
    "copied(rt",
    "list_grow(",
    "heap.charge",
];

/// Functions with loops that charge nothing, and why they need not.
const UNCHARGED: &[(&str, &str, &str)] = &[
    ("builtins/module.rs", "init", "a fixed number of turns"),
    ("fallback/mod.rs", "functions", "the source of the fallbacks, read once"),
    ("fallback/primitives.rs", "box_probe", "a fixed number of turns"),
    ("fallback/primitives.rs", "unbox_probe", "a fixed number of turns"),
    ("native_modules/cmath.rs", "init", "a fixed number of turns"),
    ("native_modules/cmath.rs", "rect", "a fixed number of turns"),
    ("native_modules/csv.rs", "fields", "its caller charges for what it walks"),
    ("native_modules/csv.rs", "put_field", "its caller charges for what it walks"),
    ("native_modules/datetime.rs", "replace", "a fixed number of turns"),
    ("native_modules/datetime.rs", "take", "a fixed number of turns"),
    ("native_modules/datetime.rs", "write_format", "its caller charges for what it walks"),
    ("native_modules/decimal.rs", "power", "each turn calls what charges"),
    ("native_modules/decimal.rs", "sqrt", "each turn calls what charges"),
    ("native_modules/hashlib.rs", "init_blake2", "a fixed number of turns"),
    ("native_modules/hashlib.rs", "write", "writes a snapshot, which the host pays for"),
    ("native_modules/heapq.rs", "heappush", "one turn for each level of a heap"),
    ("native_modules/heapq.rs", "move_along_path", "one turn for each level of a heap"),
    ("native_modules/itertools/combinatorics.rs", "next_combination", "its caller charges for what it walks"),
    ("native_modules/itertools/combinatorics.rs", "next_permutation", "its caller charges for what it walks"),
    ("native_modules/itertools/combinatorics.rs", "set_state", "a fixed number of turns"),
    ("native_modules/itertools/combinatorics.rs", "step", "its caller charges for what it walks"),
    ("native_modules/itertools/combinatorics.rs", "write", "writes a snapshot, which the host pays for"),
    ("native_modules/itertools/mod.rs", "init", "a fixed number of turns"),
    ("native_modules/itertools/mod.rs", "islice_variables", "a fixed number of turns"),
    ("native_modules/itertools/mod.rs", "new_count", "a fixed number of turns"),
    ("native_modules/itertools/mod.rs", "set_cycle", "a fixed number of turns"),
    ("native_modules/itertools/mod.rs", "set_groupby", "a fixed number of turns"),
    ("native_modules/json/decode.rs", "record_prediction", "its caller charges for what it walks"),
    ("native_modules/json/decode.rs", "store_value", "its caller charges for what it walks"),
    ("native_modules/json/encode.rs", "plain_bytes", "a fixed number of turns"),
    ("native_modules/json/encode.rs", "write_unit", "a fixed number of turns"),
    ("native_modules/json/scan.rs", "number", "its caller charges for what it walks"),
    ("native_modules/json/scan.rs", "skip_space", "its caller charges for what it walks"),
    ("native_modules/json/scan.rs", "string", "its caller charges for what it walks"),
    ("native_modules/math/integers.rs", "ints", "a fixed number of turns"),
    ("native_modules/math/mod.rs", "floats", "a fixed number of turns"),
    ("native_modules/math/mod.rs", "init", "a fixed number of turns"),
    ("native_modules/math/mod.rs", "isclose", "a fixed number of turns"),
    ("native_modules/math/sums.rs", "hypotenuse", "its caller charges for what it walks"),
    ("native_modules/math/sums.rs", "hypotenuse_scaled", "its caller charges for what it walks"),
    ("native_modules/random.rs", "write", "writes a snapshot, which the host pays for"),
    ("native_modules/re/module.rs", "compile", "a fixed number of turns"),
    ("native_modules/re/module.rs", "flags_text", "a fixed number of turns"),
    ("native_modules/re/objects.rs", "read", "reads a snapshot, which the host pays for"),
    ("native_modules/re/objects.rs", "write", "writes a snapshot, which the host pays for"),
    ("native_modules/sys.rs", "granted_modules", "one turn for each module of the library"),
    ("native_modules/time.rs", "fields", "a fixed number of turns"),
    ("native_modules/zlib.rs", "init", "a fixed number of turns"),
    ("objects/protocols/arithmetic.rs", "object_arith", "a fixed number of turns"),
    ("objects/protocols/attribute_load.rs", "inst_dict", "one turn for each attribute of a shape, of which there are few"),
    ("objects/protocols/equality.rs", "unwind_to_lookup", "drops work that was charged when it was pushed"),
    ("objects/protocols/format.rs", "push_items", "its caller charges for what it walks"),
    ("objects/protocols/hash.rs", "combine", "its caller charges for what it walks"),
    ("objects/protocols/hash.rs", "hash_bytes", "done once for each str, whose bytes were charged when it was made"),
    ("objects/protocols/hash.rs", "hash_float", "a fixed number of turns"),
    ("objects/protocols/hash.rs", "numbers_hash_as_in_cpython", "a unit test"),
    ("objects/protocols/iteration.rs", "rollback_consumed", "drops states that were charged when they were saved"),
    (
        "objects/protocols/merge_sort.rs",
        "high",
        "one turn for each comparison, which charges, or move of an item, of which there are as many",
    ),
    (
        "objects/protocols/merge_sort.rs",
        "low",
        "one turn for each comparison, which charges, or move of an item, of which there are as many",
    ),
    (
        "objects/protocols/merge_sort.rs",
        "new",
        "one turn for each comparison, which charges, or move of an item, of which there are as many",
    ),
    (
        "objects/protocols/merge_sort.rs",
        "power",
        "one turn for each comparison, which charges, or move of an item, of which there are as many",
    ),
    (
        "objects/protocols/merge_sort.rs",
        "run",
        "one turn for each comparison, which charges, or move of an item, of which there are as many",
    ),
    (
        "objects/protocols/merge_sort.rs",
        "single_high",
        "one turn for each comparison, which charges, or move of an item, of which there are as many",
    ),
    (
        "objects/protocols/merge_sort.rs",
        "single_low",
        "one turn for each comparison, which charges, or move of an item, of which there are as many",
    ),
    ("objects/protocols/operator_dispatch.rs", "operate_on_payloads", "a fixed number of turns"),
    ("objects/protocols/sort.rs", "insertion_order", "a fixed number of turns"),
    ("objects/protocols/sort.rs", "rank_of_text", "a fixed number of turns"),
    ("objects/protocols/special_methods.rs", "call_key_method", "a fixed number of turns"),
    ("objects/types/class_construction.rs", "best_base", "each turn calls what charges"),
    ("objects/types/class_construction.rs", "check_bases", "the order of the bases is charged, which costs far more"),
    ("objects/types/class_construction.rs", "check_slots_agree", "each turn calls what charges"),
    ("objects/types/class_construction.rs", "flags_of", "each turn calls what charges"),
    ("objects/types/class_construction.rs", "has_same_slot_layout", "a fixed number of turns"),
    ("objects/types/class_members.rs", "is_user_code", "a fixed number of turns"),
    ("objects/types/class_construction.rs", "layout_of", "the order of the bases is charged, which costs far more"),
    ("objects/types/mro.rs", "merge_sequences", "its caller charges for what it walks"),
    ("objects/types/mro.rs", "mro_of", "the depth of the tree of builtin types"),
    ("objects/types/deque.rs", "count", "each turn calls what charges"),
    ("objects/types/deque.rs", "index", "a fixed number of turns"),
    ("objects/types/descriptor.rs", "wrapper_dict", "a fixed number of turns"),
    ("objects/types/exception.rs", "named_fields", "a fixed number of turns"),
    ("objects/types/exception.rs", "os_error_text", "a fixed number of turns"),
    ("objects/types/exception.rs", "with_keywords", "a fixed number of turns"),
    ("objects/types/generic_alias.rs", "listed", "a fixed number of turns"),
    ("objects/types/iterators.rs", "finish_generator", "a fixed number of turns"),
    ("objects/types/map_filter.rs", "next_map_filter", "each turn calls what charges"),
    ("objects/types/memoryview.rs", "cast", "one turn for each dimension of a view, at most 64, or for each byte of an item"),
    ("objects/types/memoryview.rs", "is_contiguous", "one turn for each dimension of a view, at most 64, or for each byte of an item"),
    ("objects/types/memoryview.rs", "place", "one turn for each dimension of a view, at most 64, or for each byte of an item"),
    ("objects/types/memoryview.rs", "read", "one turn for each dimension of a view, at most 64, or for each byte of an item"),
    ("objects/types/memoryview.rs", "strides_of", "one turn for each dimension of a view, at most 64, or for each byte of an item"),
    ("objects/types/memoryview.rs", "write", "one turn for each dimension of a view, at most 64, or for each byte of an item"),
    ("objects/types/mod.rs", "widest", "its caller charges for what it walks"),
    ("objects/types/module.rs", "fill", "a fixed number of turns"),
    ("objects/types/module.rs", "fill_instance", "a fixed number of turns"),
    ("objects/types/module.rs", "main_names", "a fixed number of turns"),
    ("objects/types/object_sizes.rs", "dict_room", "one turn for each bit of a size"),
    ("objects/types/object_sizes.rs", "set_room", "one turn for each bit of a size"),
    ("objects/types/set.rs", "difference", "each turn calls what charges"),
    ("objects/types/set.rs", "difference_update", "each turn calls what charges"),
    ("objects/types/set.rs", "intersection", "each turn calls what charges"),
    ("objects/types/set.rs", "union", "each turn calls what charges"),
    ("objects/types/set.rs", "update", "each turn calls what charges"),
    ("objects/types/str/format.rs", "lookup", "each turn calls what charges"),
    ("native_modules/json/encode.rs", "written_bytes", "runs when the crate is compiled"),
    ("native_modules/math/integers.rs", "log2", "a fixed number of turns"),
    ("native_modules/stockade_internals.rs", "ask_attribute", "a fixed number of turns"),
    ("objects/protocols/compare.rs", "compare_native", "each turn calls what charges"),
    ("objects/protocols/format.rs", "part_at", "one turn for each byte of a character"),
    ("objects/protocols/format.rs", "push_pieces", "its caller charges for what it walks"),
    ("objects/types/generic_alias.rs", "push_separated", "its caller charges for what it walks"),
    ("objects/types/str/percent.rs", "latin1_text", "its caller charges for what it walks"),
    ("native_modules/math/sums.rs", "add", "partial sums of floats: at most as many as a float has ranges of exponents, some forty"),
    ("native_modules/math/sums.rs", "fsum", "the partial sums that `add` keeps; the walk over the items charges"),
];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|kind| kind == "rs") && path.file_name().is_some_and(|name| name != "tests.rs") {
            out.push(path);
        }
    }
}

/// The functions of a file with their texts. rustfmt closes each at the column of its `fn`.
fn functions(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let is_head = |word: &str| word.starts_with("pub") || matches!(word, "const" | "async" | "in" | "crate)");
        let head = line.trim_start();
        let Some(place) = head.find("fn ").filter(|place| head[..*place].split_whitespace().all(is_head)) else { continue };
        let name: String = head[place + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let close = format!("{}}}", " ".repeat(indent));
        if let Some(length) = lines[at..].iter().position(|line| **line == close) {
            let code = lines[at..=at + length].iter().map(|line| line.split("//").next().unwrap_or(""));
            found.push((name, code.collect::<Vec<_>>().join("\n")));
        }
    }
    found
}

fn has_loop(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        let line = line.split_once(": ").filter(|(label, _)| label.starts_with('\'')).map_or(line, |(_, rest)| rest);
        (line.starts_with("for ") && line.contains(" in ")) || line.starts_with("while ") || line == "loop {"
    })
}

#[test]
fn native_loops_are_charged() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for folder in FOLDERS {
        let mut all = Vec::new();
        files(&source.join(folder), &mut all);
        all.sort();
        for path in all {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let name = path.strip_prefix(&source).unwrap().display().to_string();
            let uncharged =
                functions(code).into_iter().filter(|(_, text)| has_loop(text) && !CHARGES.iter().any(|call| text.contains(call)));
            found.extend(uncharged.map(|(function, _)| (name.clone(), function)));
        }
    }
    found.sort();
    found.dedup();
    let mut listed: Vec<(String, String)> = UNCHARGED.iter().map(|(path, name, _)| (path.to_string(), name.to_string())).collect();
    listed.sort();
    let new: Vec<_> = found.iter().filter(|function| !listed.contains(function)).collect();
    let gone: Vec<_> = listed.iter().filter(|function| !found.contains(function)).collect();
    assert!(new.is_empty(), "charge what these loops walk before they begin, or say in UNCHARGED why not:\n{new:#?}");
    assert!(gone.is_empty(), "these charge now, or are gone; take them out of UNCHARGED:\n{gone:#?}");
}
