//! Compares the public API of the crate with `docs/public-api/stockade-vm.txt`. `UPDATE=1` rewrites the list.
//!
//! The list is made from the sources: the names that `lib.rs` exports, their definitions, and the public functions of their `impl` blocks.
//! `cargo public-api` lists more, but needs a nightly compiler.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Fields, ImplItem, Item, TraitItem, UseTree, Visibility};

fn source_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            source_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A name that `lib.rs` exports: its module, its name there, and its exported name.
struct Export {
    module: String,
    inside: String,
    outside: String,
}

fn exports(tree: &UseTree, module: &str, found: &mut Vec<Export>) {
    let at = |name: &syn::Ident| if module.is_empty() { name.to_string() } else { module.to_string() };
    match tree {
        UseTree::Path(path) => exports(&path.tree, &at(&path.ident), found),
        UseTree::Group(group) => group.items.iter().for_each(|item| exports(item, module, found)),
        UseTree::Name(name) => {
            found.push(Export { module: module.to_string(), inside: name.ident.to_string(), outside: name.ident.to_string() });
        }
        UseTree::Rename(rename) => {
            found.push(Export { module: module.to_string(), inside: rename.ident.to_string(), outside: rename.rename.to_string() });
        }
        UseTree::Glob(_) => found.push(Export { module: module.to_string(), inside: "*".to_string(), outside: "*".to_string() }),
    }
}

/// Formats tokens with normal spacing.
fn tidy(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (from, to) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" : ", ": "),
        (" , ", ", "),
        (" ,", ","),
        (" ; ", "; "),
        ("& ", "&"),
        (" < ", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" [", "["),
        ("[ ", "["),
        (" ]", "]"),
        (",)", ")"),
        ("&[", "&["),
        ("->(", "-> ("),
        (":[", ": ["),
        ("->[", "-> ["),
    ] {
        text = text.replace(from, to);
    }
    text
}

fn is_hidden(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("doc") && tidy(attribute).contains("hidden"))
}

fn derives(attributes: &[syn::Attribute]) -> String {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    let names: Vec<String> = lists.filter_map(|list| list.meta.require_list().ok().map(|list| tidy(&list.tokens))).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
}

fn fields(fields: &Fields, needs_pub: bool, owner: &str, lines: &mut Vec<String>) {
    for (at, field) in fields.iter().enumerate() {
        if !needs_pub || matches!(field.vis, Visibility::Public(_)) {
            let name = field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
            lines.push(format!("    {owner}.{name}: {}", tidy(&field.ty)));
        }
    }
}

/// Lists an item, and its fields, variants or methods.
fn describe(item: &Item, name: &str, lines: &mut Vec<String>) {
    match item {
        Item::Struct(item) => {
            lines.push(format!("struct {name}{}", derives(&item.attrs)));
            fields(&item.fields, true, name, lines);
        }
        Item::Enum(item) => {
            lines.push(format!("enum {name}{}", derives(&item.attrs)));
            for variant in &item.variants {
                lines.push(format!("    {name}::{}", variant.ident));
                fields(&variant.fields, false, &format!("{name}::{}", variant.ident), lines);
            }
        }
        Item::Trait(item) => {
            let supertraits = tidy(&item.supertraits);
            lines.push(if supertraits.is_empty() { format!("trait {name}") } else { format!("trait {name}: {supertraits}") });
            for method in &item.items {
                if let TraitItem::Fn(method) = method {
                    let given = if method.default.is_some() { " (has a default)" } else { "" };
                    lines.push(format!("    {}{given}", tidy(&method.sig)));
                }
            }
        }
        Item::Fn(item) => lines.push(tidy(&item.sig)),
        Item::Type(item) => lines.push(format!("type {name} = {}", tidy(&item.ty))),
        Item::Const(item) => lines.push(format!("const {name}: {}", tidy(&item.ty))),
        _ => lines.push(format!("{name}: of a kind that this list does not know")),
    }
}

fn defined_name(item: &Item) -> Option<(&syn::Ident, &Visibility)> {
    match item {
        Item::Struct(item) => Some((&item.ident, &item.vis)),
        Item::Enum(item) => Some((&item.ident, &item.vis)),
        Item::Trait(item) => Some((&item.ident, &item.vis)),
        Item::Type(item) => Some((&item.ident, &item.vis)),
        Item::Const(item) => Some((&item.ident, &item.vis)),
        Item::Fn(item) => Some((&item.sig.ident, &item.vis)),
        _ => None,
    }
}

fn listing() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    source_files(&root, &mut paths);
    paths.sort();
    let files: Vec<(PathBuf, syn::File)> = paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a source");
            let shown = path.strip_prefix(&root).expect("below the root").to_path_buf();
            (shown, syn::parse_file(&text).expect("Rust"))
        })
        .collect();
    let face = files.iter().find(|(path, _)| path == Path::new("lib.rs")).map(|(_, file)| file).expect("lib.rs");
    let mut found = Vec::new();
    let mut own = Vec::new();
    for item in &face.items {
        match item {
            Item::Use(item) if matches!(item.vis, Visibility::Public(_)) && !is_hidden(&item.attrs) => exports(&item.tree, "", &mut found),
            item => {
                if let Some((name, Visibility::Public(_))) = defined_name(item) {
                    describe(item, &name.to_string(), &mut own);
                }
            }
        }
    }
    found.sort_by(|a, b| a.outside.cmp(&b.outside));
    let mut lines = own;
    for Export { module, inside, outside } in &found {
        let definitions: Vec<(&PathBuf, &Item)> = files
            .iter()
            .flat_map(|(path, file)| file.items.iter().map(move |item| (path, item)))
            .filter(|(_, item)| defined_name(item).is_some_and(|(name, vis)| name == inside && matches!(vis, Visibility::Public(_))))
            .collect();
        let near = definitions.iter().find(|(path, _)| path.with_extension("").starts_with(module));
        let (_, item) = near.or(definitions.first()).unwrap_or_else(|| panic!("no definition of {inside}"));
        lines.push(String::new());
        describe(item, outside, &mut lines);
        let mut methods = BTreeSet::new();
        let blocks =
            files.iter().flat_map(|(_, file)| &file.items).filter_map(|item| if let Item::Impl(block) = item { Some(block) } else { None });
        for block in blocks.filter(|block| tidy(&block.self_ty) == *inside) {
            if let Some((_, path, _)) = &block.trait_ {
                methods.insert(format!("    impl {} for {outside}", tidy(path)));
                continue;
            }
            for item in &block.items {
                if let ImplItem::Fn(method) = item
                    && matches!(method.vis, Visibility::Public(_))
                    && !is_hidden(&method.attrs)
                {
                    methods.insert(format!("    {}", tidy(&method.sig).replacen("fn ", &format!("fn {outside}::"), 1)));
                }
            }
        }
        lines.extend(methods);
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_list_is_what_the_crate_exports() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/public-api/stockade-vm.txt");
    let listing = listing();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &listing).expect("the list can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = stored.lines().zip(listing.lines()).find(|(stored, now)| stored != now);
    assert!(stored == listing, "the public face changed (first difference: {lines:?}); if that is wanted, run this test with UPDATE=1");
}
