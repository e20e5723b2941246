//! Natives of `_stockade` for modules that the host gives and for the files of packages: what `importlib`, `pkgutil` and the tree of files
//! ask. Paths are those that programs see, below the folder of packages.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::packages::{Entry, FOLDER};

/// Fuel for a module that is looked for.
const LOOKUP: u64 = 4;

/// The text of an argument; `None` for other objects. Charges its length.
fn text_of(rt: &mut Runtime, args: Args<'_>) -> Result<Option<String>, Abrupt> {
    let value = rt.unwrap_payload(args.at(0));
    if !value.is_str() {
        return Ok(None);
    }
    let length = rt.heap.text(value).len();
    rt.charge(LOOKUP + length as u64 / 16)?;
    rt.precheck(length, 2)?;
    Ok(Some(rt.heap.text(value).to_string()))
}

pub(crate) fn module_place(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(name) = text_of(rt, args)? else { return Ok(Value::NONE) };
    let given = match rt.host.module_sources.get(&name) {
        Some(source) => Some((source.file.clone(), source.is_package)),
        None => rt.modules.packages.find(&name).map(|found| (found.file(), found.module.is_package)),
    };
    let fields = match given {
        Some((file, is_package)) => [rt.heap.str(&file)?, Value::bool(is_package)],
        None if rt.modules.packages.is_namespace(&name) => [Value::NONE, Value::TRUE],
        None => return Ok(Value::NONE),
    };
    rt.heap.tuple(&fields)
}

pub(crate) fn module_text(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(name) = text_of(rt, args)? else { return Ok(Value::NONE) };
    let sources = std::sync::Arc::clone(&rt.host.module_sources);
    if let Some(source) = sources.get(&name) {
        rt.charge(source.text.len() as u64 / 16)?;
        return rt.heap.str(&source.text);
    }
    let packages = rt.modules.packages.clone();
    let Some(found) = packages.find(&name) else { return Ok(Value::NONE) };
    // Decoding makes at most three bytes of one.
    let length = found.source().len();
    rt.charge(length as u64 / 4)?;
    let held = rt.heap.held();
    rt.heap.hold(length.saturating_mul(3))?;
    let text = rt.heap.str(&found.text());
    rt.heap.release_to(held);
    text
}

pub(crate) fn compiled_file(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(name) = text_of(rt, args)? else { return Ok(Value::NONE) };
    let file = rt.modules.packages.compiled_file(&name).map(str::to_string);
    file.map_or(Ok(Value::NONE), |file| rt.heap.str(&file))
}

/// The path below the folder of packages; `None` for other paths.
fn below(path: &str) -> Option<&str> {
    let rest = path.strip_prefix(FOLDER)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

pub(crate) fn data(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(path) = text_of(rt, args)? else { return Ok(Value::NONE) };
    let packages = rt.modules.packages.clone();
    let Some(data) = below(&path).and_then(|path| packages.data(path)) else { return Ok(Value::NONE) };
    rt.charge(data.len() as u64 / 16)?;
    rt.precheck(data.len(), 1)?;
    rt.heap.bytes(data.to_vec())
}

pub(crate) fn entries(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(path) = text_of(rt, args)? else { return rt.heap.tuple(&[]) };
    let packages = rt.modules.packages.clone();
    rt.charge(packages.file_count() as u64)?;
    let mut rows = Vec::new();
    for (name, entry) in below(&path).map(|path| packages.entries(path)).unwrap_or_default() {
        let size = match entry {
            Entry::Folder => Value::NONE,
            Entry::File(size) => Value::int(i64::try_from(size).unwrap_or(i64::MAX)),
        };
        let name = rt.heap.str(name)?;
        rows.push(rt.heap.tuple(&[name, size])?);
    }
    rt.heap.tuple(&rows)
}

pub(crate) fn information(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    let packages = rt.modules.packages.clone();
    rt.charge(packages.file_count() as u64)?;
    let mut folders = Vec::new();
    for folder in packages.information() {
        folders.push(rt.heap.str(&format!("{FOLDER}/{folder}"))?);
    }
    rt.heap.tuple(&folders)
}
