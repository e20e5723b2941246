//! Natives of `_stockade` for the Python module `traceback`.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::heap::charged_size;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::traceback::Entry;

/// A frame as a tuple: file, line, function, source line, text, end line, column, end column. Columns count bytes, as in CPython.
pub(crate) fn entry_tuple(rt: &mut Runtime, entry: &Entry) -> Result<Value, Abrupt> {
    let mut budget = super::MARKS_BUDGET;
    let text = entry.text(rt, &mut budget);
    rt.charge(8 + text.len() as u64 / 16 + (super::MARKS_BUDGET - budget) as u64 / 4)?;
    let (end_line, column, end_column) = entry.extent();
    let source = if entry.has_lines(rt) { entry.facts.program.source.line_text(entry.line).to_string() } else { String::new() };
    let items = [
        rt.heap.str(entry.file())?,
        Value::int(entry.line.into()),
        rt.name_value(entry.facts.name)?,
        rt.heap.string(source)?,
        rt.heap.string(text)?,
        if entry.has_columns { Value::int(end_line.into()) } else { Value::NONE },
        if entry.has_columns { Value::int(column.into()) } else { Value::NONE },
        if entry.has_columns { Value::int(end_column.into()) } else { Value::NONE },
    ];
    rt.heap.tuple(&items)
}

pub(crate) fn entry_list(rt: &mut Runtime, entries: &[Entry]) -> Result<Value, Abrupt> {
    let mut items = Vec::with_capacity(entries.len());
    for entry in entries {
        items.push(entry_tuple(rt, entry)?);
    }
    rt.heap.list(items)
}

/// `traceback_entries(x)`: the frames of an exception or a traceback object, outermost first.
pub(crate) fn traceback_entries(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    let (exc, count) = match value.tag {
        Tag::Exc => (value, rt.heap.excs.get(value.index()).trace.len()),
        _ => match crate::objects::types::traceback::parts(rt, value) {
            Some(parts) => parts,
            None => {
                let name = rt.type_name(value);
                return Err(rt.attribute_error(&format!("'{name}' object has no attribute 'tb_frame'")));
            }
        },
    };
    rt.charge(count as u64)?;
    rt.precheck(count, charged_size::<Entry>())?;
    let entries = super::entries(rt, exc, count);
    entry_list(rt, &entries)
}

/// `suggestion(exc, has_frames)`: the suggestion at the end of the message, such as `. Did you mean: 'x'?`.
pub(crate) fn suggestion(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let exc = args.at(0);
    if exc.tag != Tag::Exc {
        return rt.heap.str("");
    }
    rt.charge(1000)?;
    let text = super::suggestion::ending(rt, exc, args.at(1).is_true())?;
    rt.heap.string(text)
}

/// `source_text(code)`: the whole source of a code object or a module of the program, or None.
pub(crate) fn source_text(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    let facts = match value.tag {
        Tag::Object => match rt.heap.as_object(value) {
            Object::Code(code) => rt.modules.code_info.get(*code as usize),
            _ => None,
        },
        Tag::Module => {
            let namespace = rt.heap.modules.get(value.index()).namespace;
            let first = rt.modules.namespaces.get(namespace as usize).and_then(|space| space.first_code);
            first.and_then(|code| rt.modules.code_info.get(code as usize))
        }
        _ => None,
    };
    let Some(text) = facts.filter(|facts| facts.shown && facts.has_lines).map(|facts| facts.program.source.text().to_string()) else {
        return Ok(Value::NONE);
    };
    rt.charge(text.len() as u64 / 8)?;
    rt.heap.string(text)
}

/// `source_line(frame, line)`: a line of the source of a frame object.
pub(crate) fn source_line(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let code = match args.at(0).tag {
        Tag::Object => match rt.heap.as_object(args.at(0)) {
            Object::Frame { code, .. } => *code,
            _ => u32::MAX,
        },
        _ => u32::MAX,
    };
    let line = u32::try_from(args.at(1).as_i64()).unwrap_or(0);
    let is_known =
        |facts: &&crate::runtime::modules::CodeInfo| facts.has_lines || super::is_in_linecache(rt, &facts.program.source, line, line);
    let facts = rt.modules.code_info.get(code as usize).filter(|facts| facts.shown).filter(is_known);
    let text = facts.map_or_else(String::new, |facts| facts.program.source.line_text(line).to_string());
    rt.charge(text.len() as u64 / 64)?;
    rt.heap.string(text)
}
