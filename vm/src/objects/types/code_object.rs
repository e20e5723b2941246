//! Code objects: the description of a compiled function. They can be inspected, and run if `compile` made them.

use crate::base::abrupt::Abrupt;
use stockade_compiler::bytecode::{CodeKind, Constant, Op};

use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    get "co_name" "(self)" => code_name;
    get "co_qualname" "(self)" => code_qualname;
    get "co_filename" "(self)" => code_filename;
    get "co_firstlineno" "(self)" => code_firstlineno;
    get "co_argcount" "(self)" => code_argcount;
    get "co_posonlyargcount" "(self)" => code_posonly;
    get "co_kwonlyargcount" "(self)" => code_kwonly;
    get "co_varnames" "(self)" => code_varnames;
    get "co_flags" "(self)" => code_flags;
    get "co_freevars" "(self)" => |rt, args| code_names(rt, args.at(0), |code, names| sorted(names, code.free.clone()));
    get "co_cellvars" "(self)" => code_cells;
    get "co_nlocals" "(self)" => code_nlocals;
    get "co_names" "(self)" => code_global_names;
    get "co_consts" "(self)" => code_consts;
    get "co_code" "(self)" => code_bytes;
    get "co_stacksize" "(self)" => |_, _| Ok(Value::int(1));
    get "co_linetable" "(self)" => |rt, _| rt.heap.bytes(Vec::new());
    get "co_exceptiontable" "(self)" => |rt, _| rt.heap.bytes(Vec::new());
    method "co_lines" "(self, /)" => code_lines;
    method "co_positions" "(self, /)" => code_positions;
    method "__repr__" "(self, /)" => crate::objects::types::sequence::repr;
    method "__eq__" "(self, value, /)" => eq;
    method "__ne__" "(self, value, /)" => ne;
    method "__hash__" "(self, /)" => hash;
}

fn facts_of(rt: &Runtime, value: Value) -> Option<crate::runtime::modules::CodeInfo> {
    match rt.heap.as_object(value) {
        Object::Code(code) => rt.modules.code_info.get(*code as usize).cloned(),
        _ => None,
    }
}

fn code_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match facts_of(rt, args.at(0)) {
        Some(facts) => rt.name_value(facts.name),
        None => Ok(Value::NONE),
    }
}

/// The compiled code of a code object.
fn code_of<'a>(rt: &'a Runtime, args: Args<'_>) -> Option<&'a stockade_compiler::bytecode::Code> {
    match rt.heap.as_object(args.at(0)) {
        Object::Code(code) => rt.modules.code_info.get(*code as usize)?.code(),
        _ => None,
    }
}

fn code_qualname(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let facts = facts_of(rt, args.at(0));
    rt.heap.str(facts.as_ref().and_then(crate::runtime::modules::CodeInfo::code).map_or("", |code| &code.qualname))
}

fn code_filename(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let facts = facts_of(rt, args.at(0));
    rt.heap.str(facts.as_ref().map_or("", |facts| facts.program.source.name()))
}

fn code_firstlineno(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let facts = facts_of(rt, args.at(0));
    Ok(Value::int(facts.as_ref().and_then(crate::runtime::modules::CodeInfo::code).map_or(0, |code| code.first_line.into())))
}

fn code_argcount(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(code_of(rt, args).map_or(0, |code| code.arg_count.into())))
}
fn code_posonly(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(code_of(rt, args).map_or(0, |code| code.posonly_count.into())))
}
fn code_kwonly(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(code_of(rt, args).map_or(0, |code| code.kwonly_count.into())))
}
/// Names of a code object that `pick` takes from the compiled code. Names that the compiler made up are left out.
fn code_names(
    rt: &mut Runtime,
    value: Value,
    pick: impl Fn(&stockade_compiler::bytecode::Code, &[Box<str>]) -> Vec<stockade_compiler::bytecode::NameId>,
) -> Result<Value, Abrupt> {
    let Some(facts) = facts_of(rt, value) else { return Ok(Value::NONE) };
    let names = facts.code().map(|code| pick(code, &facts.program.names)).unwrap_or_default();
    rt.charge(names.len() as u64)?;
    let mut items = Vec::with_capacity(names.len());
    for name in names {
        let text = facts.program.names.get(name.0 as usize).map_or("", |text| &**text);
        if !text.starts_with('.') {
            items.push(rt.intern_value(text)?);
        }
    }
    rt.heap.tuple_from(items)
}

fn sorted(names: &[Box<str>], mut ids: Vec<stockade_compiler::bytecode::NameId>) -> Vec<stockade_compiler::bytecode::NameId> {
    ids.sort_by_key(|id| names.get(id.0 as usize));
    ids
}

/// The number of parameters among the locals of a code.
fn param_count(code: &stockade_compiler::bytecode::Code) -> usize {
    use stockade_compiler::bytecode::code_flags as bits;
    let rest = usize::from(code.flags & bits::VARARGS != 0) + usize::from(code.flags & bits::VARKEYWORDS != 0);
    usize::from(code.arg_count) + usize::from(code.kwonly_count) + rest
}

/// The parameters, then the locals that no inner function shares.
fn varnames(code: &stockade_compiler::bytecode::Code) -> Vec<stockade_compiler::bytecode::NameId> {
    let params = param_count(code);
    let shared = |at: usize| at >= params && code.cells.iter().any(|cell| usize::from(*cell) == at);
    let locals = code.locals.iter().enumerate().filter(|(at, _)| !shared(*at)).map(|(_, name)| *name);
    locals.chain(code.spilled.iter().copied()).collect()
}

fn code_varnames(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    code_names(rt, args.at(0), |code, _| varnames(code))
}

fn code_cells(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    code_names(rt, args.at(0), |code, names| {
        // Shared parameters come first, in their order.
        let params = param_count(code);
        let mut cells: Vec<usize> = code.cells.iter().map(|at| usize::from(*at)).collect();
        cells.sort_unstable();
        let of = |places: Vec<usize>| places.into_iter().filter_map(|at| code.locals.get(at).copied()).collect::<Vec<_>>();
        let (shared, own): (Vec<usize>, Vec<usize>) = cells.into_iter().partition(|at| *at < params);
        let mut all = of(shared);
        all.extend(sorted(names, of(own)));
        all
    })
}

fn code_nlocals(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let names = code_varnames(rt, args)?;
    Ok(Value::int(rt.sequence_items(names).len() as i64))
}

/// The flag bits of CPython for `*args`, `**kwargs`, generators, coroutines and so on.
fn code_flags(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    use stockade_compiler::bytecode::code_flags as bits;
    let facts = facts_of(rt, args.at(0));
    let flags = facts.as_ref().and_then(crate::runtime::modules::CodeInfo::code).map_or(0, |code| code.flags);
    let table = [
        (bits::VARARGS, 4),
        (bits::VARKEYWORDS, 8),
        (bits::NESTED, 16),
        (bits::GENERATOR, 32),
        (bits::COROUTINE, 128),
        (bits::ASYNC_GENERATOR, 512),
    ];
    // CO_OPTIMIZED and CO_NEWLOCALS: only functions have their names in slots.
    let is_function = facts.as_ref().and_then(crate::runtime::modules::CodeInfo::code).is_some_and(|code| code.kind == CodeKind::Function);
    let future = if facts.as_ref().is_some_and(|facts| facts.program.future_annotations) { 0x0100_0000 } else { 0 };
    let base = future + if is_function { 3 } else { 0 };
    Ok(Value::int(table.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, shown)| *shown).sum::<i64>() + base))
}

/// The description of a code. None for library code, which is hidden from programs.
fn shown_facts(rt: &Runtime, value: Value) -> Option<crate::runtime::modules::CodeInfo> {
    facts_of(rt, value).filter(|facts| facts.shown)
}

/// The names of a function's closure, in the order of its cells.
pub(crate) fn free_names(facts: &crate::runtime::modules::CodeInfo) -> Vec<&str> {
    let names = |id: &stockade_compiler::bytecode::NameId| facts.program.names.get(id.0 as usize).map_or("", |text| &**text);
    facts.code().map(|code| code.free.iter().map(names).collect()).unwrap_or_default()
}

/// The variables of a suspended frame: its registers and its closure.
pub(crate) fn variables(rt: &mut Runtime, code: u32, regs: &[Value], func: Value) -> Result<Value, Abrupt> {
    let dict = rt.heap.dict(crate::heap::DictObj::default())?;
    let Some(facts) = rt.modules.code_info.get(code as usize).cloned() else { return Ok(dict) };
    let Some(code) = facts.code() else { return Ok(dict) };
    let mut pairs: Vec<(stockade_compiler::bytecode::NameId, Value)> = code.locals.iter().copied().zip(regs.iter().copied()).collect();
    if let Some(list) = regs.get(code.locals.len()).filter(|list| list.tag == Tag::List && !code.spilled.is_empty()) {
        pairs.extend(code.spilled.iter().copied().zip(rt.sequence_items(*list).iter().copied()));
    }
    if func.tag == Tag::Func {
        let closure = &rt.heap.funcs.get(func.index()).closure;
        pairs.extend(code.free.iter().copied().zip(closure.iter().copied()));
    }
    rt.charge(pairs.len() as u64)?;
    for (name, value) in pairs {
        let value = if value.tag == Tag::Cell { rt.heap.cells.get(value.index()).0 } else { value };
        let text = facts.program.names.get(name.0 as usize).map_or("", |text| &**text);
        // Names that the compiler made up are not identifiers.
        if !value.is_undef() && !text.starts_with('.') {
            let key = rt.intern_value(text)?;
            rt.dict_set(dict, key, value)?;
        }
    }
    Ok(dict)
}

fn code_global_names(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(facts) = shown_facts(rt, args.at(0)) else { return rt.heap.tuple(&[]) };
    let Some(code) = facts.code() else { return rt.heap.tuple(&[]) };
    rt.charge(code.ops.len() as u64)?;
    let mut names: Vec<stockade_compiler::bytecode::NameId> = Vec::new();
    for op in &code.ops {
        let global = match op {
            Op::LoadGlobal { global, .. } | Op::StoreGlobal { global, .. } | Op::DelGlobal { global } => *global,
            _ => continue,
        };
        let Some(name) = facts.program.globals.get(global.0 as usize).copied() else { continue };
        names.push(name);
    }
    names.extend(code.names.iter().chain(&code.sites).copied());
    let mut seen = rustc_hash::FxHashSet::default();
    names.retain(|name| seen.insert(name.0));
    code_names(rt, args.at(0), |_, _| names.clone())
}

/// The docstring (for a function, None if it has none), the constants, then the code of inner definitions.
fn code_consts(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(facts) = shown_facts(rt, args.at(0)) else { return rt.heap.tuple(&[]) };
    let Some(code) = facts.code() else { return rt.heap.tuple(&[]) };
    rt.charge(code.consts.len() as u64 + code.children.len() as u64)?;
    let mut items = Vec::new();
    if code.kind == CodeKind::Function {
        items.push(match &code.doc {
            Some(text) => rt.heap.str(text)?,
            None => Value::NONE,
        });
    }
    let mut small: Vec<i64> = Vec::new();
    for op in &code.ops {
        if let Op::LoadInt { value, .. } = op {
            let value = i64::from(value.0);
            if !small.contains(&value) && small.len() < 256 {
                small.push(value);
                items.push(Value::int(value));
            }
        }
    }
    for constant in &code.consts {
        let is_doc = matches!((constant, &code.doc), (Constant::Str(text), Some(doc)) if text == doc);
        if is_doc && !items.is_empty() || matches!(constant, Constant::None) && items.first().is_some_and(|first| first.is_none()) {
            continue;
        }
        items.push(crate::runtime::constants::make_constant(rt, constant)?);
    }
    let Object::Code(number) = *rt.heap.as_object(args.at(0)) else { return Err(Abrupt::Bug("no code object")) };
    for child in &code.children {
        let at = number.saturating_sub(facts.id.0).saturating_add(child.0);
        items.push(rt.heap.object(Object::Code(at))?);
    }
    rt.heap.tuple_from(items)
}

/// Two bytes for each instruction. The first one tells its opcode apart from the others in the same code.
fn code_bytes(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(facts) = shown_facts(rt, args.at(0)) else { return rt.heap.bytes(Vec::new()) };
    let Some(code) = facts.code() else { return rt.heap.bytes(Vec::new()) };
    rt.precheck(code.ops.len(), 2)?;
    let mut kinds = rustc_hash::FxHashMap::default();
    let mut bytes = vec![u8::MAX, 0];
    for op in &code.ops {
        let next = kinds.len();
        let kind = *kinds.entry(std::mem::discriminant(op)).or_insert(next);
        bytes.extend([kind.to_le_bytes().first().copied().unwrap_or(0), 0]);
    }
    rt.heap.bytes(bytes)
}

/// Line and column of a place in the source. The column counts bytes.
fn place(source: &stockade_compiler::SourceText, offset: u32) -> (i64, i64) {
    let line = source.line_of(offset);
    (line.into(), i64::from(offset.saturating_sub(source.line_start(line))))
}

/// `(start, end, line)` for each run of instructions of one line.
fn code_lines(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(facts) = shown_facts(rt, args.at(0)) else { return empty(rt) };
    let Some(code) = facts.code() else { return empty(rt) };
    rt.precheck(code.spans.len(), 64)?;
    // The entry comes first: at the line of the definition. A module has line 0.
    let first = if code.kind == CodeKind::Module { 0 } else { i64::from(code.first_line) };
    let mut runs: Vec<(i64, i64, i64)> = vec![(0, 2, first)];
    for (at, span) in code.spans.iter().enumerate() {
        let (line, _) = place(&facts.program.source, span.start);
        let (start, end) = (at as i64 * 2 + 2, at as i64 * 2 + 4);
        match runs.last_mut() {
            Some(last) if last.2 == line => last.1 = end,
            _ => runs.push((start, end, line)),
        }
    }
    let mut items = Vec::with_capacity(runs.len());
    for (start, end, line) in runs {
        items.push(rt.heap.tuple(&[Value::int(start), Value::int(end), Value::int(line)])?);
    }
    let list = rt.heap.list(items)?;
    rt.iter(list)
}

/// `(line, end line, column, end column)` for each instruction.
fn code_positions(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(facts) = shown_facts(rt, args.at(0)) else { return empty(rt) };
    let Some(code) = facts.code() else { return empty(rt) };
    rt.precheck(code.spans.len(), 80)?;
    let first = if code.kind == CodeKind::Module { 0 } else { i64::from(code.first_line) };
    let mut items = vec![rt.heap.tuple(&[first, first.max(1), 0, 0].map(Value::int))?];
    for span in &code.spans {
        let ((line, column), (end_line, end_column)) = (place(&facts.program.source, span.start), place(&facts.program.source, span.end));
        items.push(rt.heap.tuple(&[line, end_line, column, end_column].map(Value::int))?);
    }
    let list = rt.heap.list(items)?;
    rt.iter(list)
}

fn empty(rt: &mut Runtime) -> Result<Value, Abrupt> {
    let list = rt.heap.list(Vec::new())?;
    rt.iter(list)
}

/// Warnings of the compiler for a program, as pairs of a line and a text.
pub(crate) fn warnings(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let found = facts_of(rt, args.at(0)).map(|facts| facts.program.warnings.clone()).unwrap_or_default();
    rt.charge(found.len() as u64)?;
    let mut items = Vec::with_capacity(found.len());
    for warning in found {
        let message = rt.heap.str(&warning.message)?;
        items.push(rt.heap.tuple(&[Value::int(warning.line.into()), message])?);
    }
    rt.heap.list(items)
}

/// `<code object f at 0x..., file "p.py", line 1>`.
pub(crate) fn repr(rt: &mut Runtime, value: Value) -> Result<String, Abrupt> {
    let facts = facts_of(rt, value);
    let (line, file) = match facts.as_ref() {
        Some(facts) => (facts.code().map_or(0, |code| code.first_line), facts.program.source.name().to_string()),
        None => (0, String::new()),
    };
    let name = match facts {
        Some(facts) => rt.name_text(facts.name).to_string(),
        None => String::new(),
    };
    Ok(format!("<code object {name} at {:#x}, file \"{file}\", line {line}>", rt.id(value)?))
}

/// The number of the code in a code object.
fn number(rt: &Runtime, value: Value) -> Option<u32> {
    if value.tag != Tag::Object {
        return None;
    }
    match rt.heap.as_object(value) {
        Object::Code(number) => Some(*number),
        _ => None,
    }
}

/// True when two code objects show the same code. None when one of them is not a code object.
///
/// # Errors
/// When the fuel for comparing two texts is missing.
pub(crate) fn same(rt: &mut Runtime, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
    let (Some(a_number), Some(b_number)) = (number(rt, a), number(rt, b)) else { return Ok(None) };
    if a_number == b_number {
        return Ok(Some(true));
    }
    // The same part of the same text, compiled twice.
    let (Some(one), Some(other)) = (facts_of(rt, a), facts_of(rt, b)) else { return Ok(None) };
    let (text, other_text) = (one.program.source.text(), other.program.source.text());
    if one.id != other.id || one.program.kind != other.program.kind || text.len() != other_text.len() {
        return Ok(Some(false));
    }
    let (cost, is_same) = (text.len() as u64 / 64, text == other_text);
    rt.charge(cost)?;
    Ok(Some(is_same))
}

/// The hash of a code object. Equal for code objects that show the same code.
pub(crate) fn hash_of(rt: &Runtime, number: u32) -> u64 {
    let facts = rt.modules.code_info.get(number as usize);
    let (id, size) = facts.map_or((0, 0), |facts| (u64::from(facts.id.0), facts.program.source.text().len() as u64));
    (size.rotate_left(32) ^ (id + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3
}

fn eq(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(same(rt, args.at(0), args.at(1))?.map_or(Value::NOT_IMPLEMENTED, Value::bool))
}

fn ne(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(same(rt, args.at(0), args.at(1))?.map_or(Value::NOT_IMPLEMENTED, |same| Value::bool(!same)))
}

fn hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.hash(args.at(0))? as i64))
}
