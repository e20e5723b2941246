//! Heap objects for patterns and matches, and the budget of the regex engine while it runs on them.
//!
//! INVARIANT: positions in these objects are byte offsets. Every use checks them again, because a bytearray may have changed meanwhile.

use crate::heap::charged_size;
use compact_str::CompactString;
use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::Fuel;
use crate::base::host::Host;
use crate::base::host_record::{HostRecord, RecordKind};
use crate::base::sizes::clamped_size;
use crate::base::snapshot_error::{Read, Written, corrupt, ensure, trouble};
use crate::base::value::{Tag, Value};
use crate::heap::{ChargedVec, Heap, Object};
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc;
use crate::runtime::native_object::{Conversion, Hash, ItemFn, NativeIterator, NativeObject, NativeObjectKind, Next, Restore, Text};
use crate::runtime::native_object::{ObjectReader, ObjectWriter};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use stockade_algorithms::regex::{
    Captures, CompileError, ErrorClass, Mode, Pattern, PatternError, Piece, Scan, Source, Stop, Subject, Template,
};

pub(crate) use super::match_object::MATCH_NATIVES;
pub(crate) use super::methods::{PATTERN_NATIVES, SCANNER_NATIVES, error_native, rest_native, scan_native, step_native};
pub(crate) use super::module::NATIVES;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub(super) struct PatternObj {
    /// The pattern as it was passed: a str or bytes, or an instance of a subclass.
    pub(super) source: Value,
    pub(super) compiled: std::sync::Arc<Pattern>,
}

/// The table entry for patterns.
pub(crate) static PATTERN_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::PATTERN],
    referable: true,
    sequence: true,
    restore: Restore::Object(20, |input| {
        let (source, flags) = (input.value()?, input.wire().u32()?);
        Ok(Box::new(Uncompiled { source, flags }))
    }),
    settle: Some(|input, value| {
        let rt = input.runtime();
        let Some(&Uncompiled { source, flags }) = rt.heap.native_as(value) else { return Ok(()) };
        let Some(pattern) = restored(rt, source, flags).map_err(trouble)? else { return corrupt("a pattern that is none") };
        input.room(pattern.owned_bytes())?;
        *input.runtime().heap.objects.get_mut(value.index()) = Object::Native(Box::new(pattern));
        Ok(())
    }),
};

impl NativeObject for PatternObj {
    fn type_id(&self) -> TypeId {
        reg::PATTERN
    }

    /// True when text and flags are equal.
    fn eq(&self, rt: &Runtime, other: Value, _pairs: &mut Vec<(Value, Value)>) -> bool {
        let text = |pattern: Value| source(&rt.heap, rt.unwrap_payload(pattern));
        let Some(other) = rt.heap.native_as::<PatternObj>(other) else { return false };
        let length = |text: Source<'_>| match text {
            Source::Str(text) => text.len(),
            Source::Bytes(bytes) => bytes.len(),
        };
        let (one, other_text) = (text(self.source), text(other.source));
        let [size, other_size] = [one, other_text].map(|text| text.map_or(0, length));
        if size == other_size {
            rt.heap.fuel.charge_walk(size as u64 / 128);
        }
        self.compiled.flags() == other.compiled.flags() && one == other_text
    }

    fn hash(&self, rt: &Runtime) -> Option<Hash> {
        let (flags, source) = (u64::from(self.compiled.flags()), rt.unwrap_payload(self.source));
        let text = match source.tag {
            Tag::Str => rt.hash_str(source),
            _ => {
                let bytes = bytes_of(&rt.heap, source).unwrap_or_default();
                rt.heap.fuel.charge_walk(bytes.len() as u64 / 32);
                crate::objects::protocols::hash::hash_bytes(bytes, rt.identity.hash_seed)
            }
        };
        Some(Hash::Parts(SmallVec::new(), Box::new(move |_| crate::objects::protocols::hash::combine(&[text, flags]))))
    }

    /// `re.compile('a', re.IGNORECASE)`
    fn repr(&self, _rt: &Runtime) -> Text {
        Text::Leaf(|rt, value| {
            let pattern = pattern_of(&rt.heap, value)?;
            let (source, flags, is_bytes) = (pattern.source, pattern.compiled.flags(), pattern.compiled.is_bytes());
            let shown = rt.repr_text(rt.unwrap_payload(source))?;
            let shown: String = shown.chars().take(200).collect();
            let flags = super::module::flags_text(flags, is_bytes);
            Ok(format!("re.compile({shown}{flags})"))
        })
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(PatternObj { source: child(self.source), compiled: self.compiled.clone() })
    }

    fn convert(&self, _rt: &Runtime) -> Option<Conversion> {
        let parts = vec![self.source, Value::int(self.compiled.flags().into())];
        Some((parts, Box::new(|parts| HostRecord::new(RecordKind::Pattern, parts).into())))
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.source);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let PatternObj { source, compiled: _ } = self;
        child(source);
    }

    fn owned_bytes(&self) -> usize {
        self.compiled.memory()
    }

    /// Writes text and flags. The pattern is compiled again when the snapshot is read.
    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.value(self.source)?;
        out.wire().uint(self.compiled.flags().into());
        Ok(())
    }
}

/// A pattern read from a snapshot. It is compiled after everything else is read, because its text may be read later.
#[derive(Debug, Clone)]
struct Uncompiled {
    source: Value,
    flags: u32,
}

impl NativeObject for Uncompiled {
    fn type_id(&self) -> TypeId {
        reg::PATTERN
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(Uncompiled { source: child(self.source), flags: self.flags })
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.source);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Uncompiled { source, flags: _ } = self;
        child(source);
    }

    fn owned_bytes(&self) -> usize {
        0
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.value(self.source)?;
        out.wire().uint(self.flags.into());
        Ok(())
    }
}

/// A byte offset and its character index.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TextPosition {
    pub(super) byte: usize,
    pub(super) character: usize,
}

/// The subject of a match: the object that was passed, its text, and the searched range.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// The object that was passed: `Match.string`.
    pub(super) given: Value,
    /// The str or bytes-like object that is searched.
    pub(super) text: Value,
    /// Character indices, as `Match.pos` and `Match.endpos` show them.
    pub(super) pos: usize,
    pub(super) endpos: usize,
}

impl Target {
    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.given);
        visit(self.text);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Target { given, text, pos: _, endpos: _ } = self;
        child(given);
        child(text);
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Target {
        Target { given: child(self.given), text: child(self.text), ..*self }
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.values(&[self.given, self.text])?;
        out.wire().size(self.pos);
        out.wire().size(self.endpos);
        Ok(())
    }

    fn read(input: &mut dyn ObjectReader<'_>) -> Read<Target> {
        Ok(Target { given: input.value()?, text: input.value()?, pos: input.offset()?, endpos: input.offset()? })
    }
}

/// The number of groups of a pattern read from a snapshot. Fails when the pattern does not apply to this kind of text.
fn groups_of(input: &mut dyn ObjectReader<'_>, pattern: Value, text: Value) -> Read<usize> {
    let heap = &input.runtime().heap;
    let Some(pattern) = heap.native_as::<PatternObj>(pattern) else { return corrupt("a match of no pattern") };
    let fits = if pattern.compiled.is_bytes() { bytes_of(heap, text).is_some() } else { text.is_str() };
    ensure(fits, "a match in something that is no text")?;
    Ok(pattern.compiled.groups() as usize)
}

/// A match.
#[derive(Debug, Clone)]
pub(super) struct MatchObj {
    pub(super) pattern: Value,
    pub(super) target: Target,
    pub(super) found: Captures,
    /// A known byte offset with its character index. Other character indices are counted from here.
    pub(super) anchor: TextPosition,
}

crate::heap::charged_sizes! { MatchObj = 104 }

/// The table entry for matches.
pub(crate) static MATCH_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::MATCH],
    sequence: true,
    restore: Restore::Object(21, |input| Ok(Box::new(MatchObj::read(input)?))),
    settle: Some(|input, value| {
        let Some(found) = input.runtime().heap.native_as::<MatchObj>(value) else { return Ok(()) };
        let (pattern, text, groups_there) = (found.pattern, found.target.text, found.found.groups().len());
        let groups = groups_of(input, pattern, text)?;
        ensure(groups_there == groups + 1, "a match with other groups than its pattern")
    }),
    ..NativeObjectKind::NONE
};

impl MatchObj {
    fn read(input: &mut dyn ObjectReader<'_>) -> Read<MatchObj> {
        let pattern = input.of(Tag::Object, "a match of no pattern")?;
        let target = Target::read(input)?;
        let count = input.wire().count()?;
        input.room(count.saturating_mul(charged_size::<Option<(usize, usize)>>()).saturating_add(charged_size::<MatchObj>()))?;
        let mut spans = Vec::with_capacity(count);
        for _ in 0..count {
            let there = input.wire().bool()?;
            let span = (input.offset()?, input.offset()?);
            ensure(span.0 <= span.1, "a group that ends before it begins")?;
            spans.push(there.then_some(span));
        }
        let last_index = input.wire().u32()?.checked_sub(1);
        ensure(last_index.is_none_or(|index| (index as usize) < count), "a group that is none")?;
        let anchor = TextPosition { byte: input.offset()?, character: input.offset()? };
        Ok(MatchObj { pattern, target, found: Captures::from_parts(spans.into(), last_index), anchor })
    }
}

impl NativeObject for MatchObj {
    fn type_id(&self) -> TypeId {
        reg::MATCH
    }

    fn item(&self) -> Option<ItemFn> {
        Some(super::match_object::get_item)
    }

    /// `<re.Match object; span=(0, 1), match='a'>`
    fn repr(&self, _rt: &Runtime) -> Text {
        Text::Leaf(|rt, value| {
            let found = match_of(&rt.heap, value)?;
            let (text, span) = (found.target.text, found.found.span());
            let (start, end) = super::match_object::characters(rt, value, span)?;
            let piece = piece(rt, text, span)?;
            let shown: String = rt.repr_text(piece)?.chars().take(50).collect();
            Ok(format!("<re.Match object; span=({start}, {end}), match={shown}>"))
        })
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(MatchObj { pattern: child(self.pattern), target: self.target.copy(child), found: self.found.clone(), anchor: self.anchor })
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.pattern);
        self.target.visit(visit);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let MatchObj { pattern, target, found: _, anchor: _ } = self;
        child(pattern);
        target.forward(child);
    }

    fn owned_bytes(&self) -> usize {
        charged_size::<MatchObj>().saturating_add(self.found.groups().len() * charged_size::<Option<(usize, usize)>>())
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.value(self.pattern)?;
        self.target.write(out)?;
        out.wire().size(self.found.groups().len());
        for group in self.found.groups() {
            out.wire().bool(group.is_some());
            let (start, end) = group.unwrap_or_default();
            out.wire().size(start);
            out.wire().size(end);
        }
        out.wire().uint(self.found.last_index.map_or(0, |index| u64::from(index) + 1));
        out.wire().size(self.anchor.byte);
        out.wire().size(self.anchor.character);
        Ok(())
    }
}

/// An iterator over matches: for `finditer`, `Pattern.scanner`, and `sub` with a function.
#[derive(Debug, Clone)]
pub(super) struct Scanner {
    pub(super) pattern: Value,
    pub(super) target: Target,
    pub(super) scan: Scan,
    /// True for `Pattern.scanner`, false for `finditer`.
    pub(super) is_pattern_scanner: bool,
    pub(super) anchor: TextPosition,
    /// The end of the last match, for the text between two matches.
    pub(super) taken: usize,
    pub(super) finished: bool,
}

crate::heap::charged_sizes! { Scanner = 120 }

/// The table entry for match iterators.
pub(crate) static SCANNER_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::SCANNER, reg::CALLABLE_ITERATOR],
    restore: Restore::Iterator(18, |input| Ok(Box::new(Scanner::read(input)?))),
    settle: Some(|input, value| {
        let Some(scanner) = input.runtime().heap.iterator_as::<Scanner>(value) else { return Ok(()) };
        let (pattern, text) = (scanner.pattern, scanner.target.text);
        groups_of(input, pattern, text).map(|_| ())
    }),
    ..NativeObjectKind::NONE
};

impl Scanner {
    fn read(input: &mut dyn ObjectReader<'_>) -> Read<Scanner> {
        let pattern = input.of(Tag::Object, "a scanner of no pattern")?;
        let target = Target::read(input)?;
        let scan = Scan { pos: input.offset()?, endpos: input.offset()?, must_advance: input.wire().bool()? };
        let is_pattern_scanner = input.wire().bool()?;
        let anchor = TextPosition { byte: input.offset()?, character: input.offset()? };
        let (taken, finished) = (input.offset()?, input.wire().bool()?);
        input.room(charged_size::<Scanner>())?;
        Ok(Scanner { pattern, target, scan, is_pattern_scanner, anchor, taken, finished })
    }
}

impl NativeObject for Scanner {
    fn type_id(&self) -> TypeId {
        if self.is_pattern_scanner { reg::SCANNER } else { reg::CALLABLE_ITERATOR }
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.pattern);
        self.target.visit(visit);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Scanner { pattern, target, scan: _, is_pattern_scanner: _, anchor: _, taken: _, finished: _ } = self;
        child(pattern);
        target.forward(child);
    }

    fn owned_bytes(&self) -> usize {
        charged_size::<Scanner>()
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        let Scanner { pattern, target, scan, is_pattern_scanner, anchor, taken, finished } = self;
        out.value(*pattern)?;
        target.write(out)?;
        out.wire().size(scan.pos);
        out.wire().size(scan.endpos);
        out.wire().bool(scan.must_advance);
        out.wire().bool(*is_pattern_scanner);
        out.wire().size(anchor.byte);
        out.wire().size(anchor.character);
        out.wire().size(*taken);
        out.wire().bool(*finished);
        Ok(())
    }
}

impl NativeIterator for Scanner {
    fn next(&mut self) -> Next {
        Next::Run(|rt, iter| Ok(advance(rt, iter, Mode::Search)?.map(|(found, _)| found)))
    }

    /// A copy of the scanner was never charged. Charging it now would change the accounted bytes of programs.
    fn kept_bytes(&self) -> usize {
        0
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Scanner { pattern: child(self.pattern), target: self.target.copy(child), ..self.clone() })
    }
}

/// The fuel and memory budget of the interpreter for code in `stockade_algorithms`. Usable while the heap is borrowed: fuel is charged at
/// once, and memory is compared with what is left.
pub(crate) struct FuelMeter<'a> {
    fuel: &'a Fuel,
    host: &'a mut dyn Host,
    deadline_ms: u64,
    room: usize,
    held: usize,
    /// Why the last charge failed.
    exit: Option<Abrupt>,
}

impl<'a> FuelMeter<'a> {
    pub(crate) fn new(host: &'a mut dyn Host, deadline_ms: u64, heap: &'a Heap) -> Self {
        Self { fuel: &heap.fuel, host, deadline_ms, room: heap.limit.saturating_sub(heap.used), held: 0, exit: None }
    }

    /// The abrupt completion for a failed charge.
    pub(crate) fn exit(&self) -> Abrupt {
        self.exit.unwrap_or(Abrupt::Memory(usize::MAX))
    }
}

impl stockade_algorithms::meter::Meter for FuelMeter<'_> {
    fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        // A step takes up to a hundred machine instructions.
        self.fuel.spend_in_steps(steps.saturating_mul(2), self.host, self.deadline_ms).map_err(|exit| {
            self.exit = Some(exit);
            Stop::Steps
        })
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), Stop> {
        let held = self.held.saturating_add(bytes);
        if held > self.room {
            self.exit = Some(Abrupt::Memory(bytes));
            return Err(Stop::Memory);
        }
        self.held = held;
        Ok(())
    }

    fn release(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes);
    }
}

// --- reading objects

pub(super) fn pattern_of(heap: &Heap, value: Value) -> Result<&PatternObj, Abrupt> {
    heap.native_as(value).ok_or(Abrupt::Bug("not a pattern"))
}

pub(super) fn match_of(heap: &Heap, value: Value) -> Result<&MatchObj, Abrupt> {
    heap.native_as(value).ok_or(Abrupt::Bug("not a match"))
}

/// The bytes of a bytes-like object.
pub(crate) fn bytes_of(heap: &Heap, value: Value) -> Option<&[u8]> {
    match value.tag {
        Tag::Bytes => Some(&heap.bytes.get(value.index()).data),
        Tag::ByteArray => Some(&heap.bytearrays.get(value.index()).data),
        Tag::Object => match heap.objects.get(value.index()) {
            Object::MemoryView { owner, start, len, form, .. } if matches!(owner.tag, Tag::Bytes | Tag::ByteArray) => {
                let (start, len) = crate::objects::types::bytes::span(*start, *len, form.as_deref())?;
                let all = bytes_of(heap, *owner)?;
                let end = start.saturating_add(len).min(all.len());
                all.get(start.min(end)..end)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A str or bytes-like object as a subject to search.
pub(super) fn subject(heap: &Heap, text: Value) -> Subject<'_> {
    match text.tag {
        Tag::Str => Subject::str(heap.text(text), heap.is_ascii(text)),
        _ => Subject::bytes(bytes_of(heap, text).unwrap_or_default()),
    }
}

/// A str or bytes object as a pattern or template.
pub(super) fn source(heap: &Heap, text: Value) -> Option<Source<'_>> {
    match text.tag {
        Tag::Str => Some(Source::Str(heap.text(text))),
        _ => bytes_of(heap, text).map(Source::Bytes),
    }
}

/// Checks that the pattern applies to this kind of object and computes the searched range, in characters and in bytes.
pub(super) fn target(rt: &mut Runtime, pattern: Value, given: Value, pos: Value, endpos: Value) -> Result<(Target, Scan), Abrupt> {
    let mut text = rt.unwrap_payload(given);
    let is_str = text.tag == Tag::Str;
    if !is_str
        && bytes_of(&rt.heap, text).is_none()
        && let Some(made) = crate::objects::types::buffer::bytes_of_other(rt, given)?
    {
        text = made;
    }
    if !is_str && bytes_of(&rt.heap, text).is_none() {
        let name = rt.type_name(given);
        return Err(rt.type_error(&format!("expected string or bytes-like object, got '{name}'")));
    }
    if pattern_of(&rt.heap, pattern)?.compiled.is_bytes() == is_str {
        return Err(rt.type_error(if is_str {
            "cannot use a bytes pattern on a string-like object"
        } else {
            "cannot use a string pattern on a bytes-like object"
        }));
    }
    let length = if is_str { rt.heap.char_count(text) } else { subject(&rt.heap, text).len() };
    let mut bounds = [0, length];
    for (bound, value) in bounds.iter_mut().zip([pos, endpos]) {
        if let Some(value) = value.defined() {
            *bound = clamped_size(rt.index(value)?).min(length);
        }
    }
    let [pos, endpos] = bounds;
    if is_str && !rt.heap.is_ascii(text) {
        // By the nearer end of the text, whatever position was found last: a snapshot drops that.
        let walked = |at: usize| at.min(length - at) as u64 / 64;
        rt.charge(walked(pos) + walked(endpos))?;
    }
    let offset = |at: usize| if is_str { rt.heap.byte_of_char(text, at) } else { at };
    let scan = Scan::new(offset(pos), offset(endpos));
    Ok((Target { given, text, pos, endpos }, scan))
}

/// The next match of a search. There is none when the range ends before it begins.
pub(super) fn step(rt: &mut Runtime, pattern: Value, text: Value, scan: &mut Scan, mode: Mode) -> Result<Option<Captures>, Abrupt> {
    if scan.pos > scan.endpos {
        return Ok(None);
    }
    let mut scratch = std::mem::take(&mut rt.caches.regex_scratch);
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let found = pattern_of(&rt.heap, pattern).and_then(|pattern| {
        let found = scan.next(&pattern.compiled, subject(&rt.heap, text), mode, &mut scratch, &mut meter);
        found.map_err(|_| meter.exit())
    });
    rt.caches.regex_scratch = scratch;
    found
}

/// The character index of a byte offset, counted from a known place before or after it.
pub(super) fn place(rt: &mut Runtime, text: Value, from: TextPosition, byte: usize) -> Result<TextPosition, Abrupt> {
    if text.tag != Tag::Str || rt.heap.is_ascii(text) {
        return Ok(TextPosition { byte, character: byte });
    }
    rt.charge(byte.abs_diff(from.byte) as u64 / 64)?;
    let subject = subject(&rt.heap, text);
    let character = if byte >= from.byte {
        from.character.saturating_add(subject.characters(from.byte, byte))
    } else {
        from.character.saturating_sub(subject.characters(byte, from.byte))
    };
    Ok(TextPosition { byte, character })
}

/// A slice of the searched text, by byte offsets.
pub(super) fn piece(rt: &mut Runtime, text: Value, (from, to): (usize, usize)) -> Result<Value, Abrupt> {
    rt.precheck(to.saturating_sub(from), 1)?;
    if text.tag == Tag::Str {
        let all = rt.heap.text(text);
        if from == 0 && to == all.len() {
            return Ok(text);
        }
        let piece = all.get(from..to).unwrap_or("");
        if let &[byte] = piece.as_bytes() {
            return rt.char_value(char::from(byte));
        }
        let piece = CompactString::new(piece);
        return rt.heap.str_own(piece);
    }
    let all = bytes_of(&rt.heap, text).unwrap_or_default();
    if text.tag == Tag::Bytes && from == 0 && to == all.len() {
        return Ok(text);
    }
    let piece = all.get(from..to.min(all.len())).unwrap_or_default().to_vec();
    rt.heap.bytes(piece)
}

// --- making objects

/// Compiles a pattern from a snapshot again; None when its text is not a valid pattern.
fn restored(rt: &mut Runtime, given: Value, flags: u32) -> Result<Option<PatternObj>, Abrupt> {
    let plain = rt.unwrap_payload(given);
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let Some(source) = source(&rt.heap, plain) else { return Ok(None) };
    match Pattern::compile(source, flags, &mut meter) {
        Ok(compiled) => Ok(Some(PatternObj { source: given, compiled: compiled.into() })),
        Err(CompileError::Stop(_)) => Err(meter.exit()),
        Err(CompileError::Pattern(_)) => Ok(None),
    }
}

/// Compiles a pattern, or fails with the exception for its error.
pub(super) fn compile(rt: &mut Runtime, given: Value, plain: Value, flags: u32) -> Result<Value, Abrupt> {
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let Some(source) = source(&rt.heap, plain) else { return Err(Abrupt::Bug("a pattern is text")) };
    match Pattern::compile(source, flags, &mut meter) {
        Ok(compiled) => rt.heap.new_native(PatternObj { source: given, compiled: compiled.into() }),
        Err(CompileError::Stop(_)) => Err(meter.exit()),
        Err(CompileError::Pattern(error)) => Err(raise(rt, &error, given)),
    }
}

/// The exception for an error in a pattern or template.
pub(super) fn raise(rt: &mut Runtime, error: &PatternError, text: Value) -> Abrupt {
    match error.class {
        ErrorClass::Value => rt.value_error(&error.message),
        ErrorClass::Overflow => rt.overflow_error(&error.message),
        ErrorClass::Index => rt.raise(exc::INDEX_ERROR, &error.message),
        ErrorClass::Pattern => {
            // An error that is found after parsing has no position.
            let text = if error.position.is_some() { text } else { Value::NONE };
            let position = error.position.map_or(Value::NONE, |at| Value::int(i64::try_from(at).unwrap_or(i64::MAX)));
            match rt.heap.str(&error.message) {
                // The class is written in Python in the module `re`.
                Ok(message) => rt.tail_fallback("re_raise", &[message, text, position]),
                Err(exit) => exit,
            }
        }
    }
}

/// Makes a match object.
pub(super) fn make_match(rt: &mut Runtime, pattern: Value, target: Target, found: Captures, from: TextPosition) -> Result<Value, Abrupt> {
    let anchor = place(rt, target.text, from, found.span().0)?;
    rt.heap.new_native(MatchObj { pattern, target, found, anchor })
}

pub(super) fn scanner_of(rt: &Runtime, value: Value) -> Result<&Scanner, Abrupt> {
    rt.heap.iterator_as(value).ok_or(Abrupt::Bug("not a series of matches"))
}

/// A match, and the span of the text between the previous match and it.
type Found = (Value, (usize, usize));

/// The next match and the span of the text before it. The iterator is unchanged when this fails.
pub(super) fn advance(rt: &mut Runtime, iter: Value, mode: Mode) -> Result<Option<Found>, Abrupt> {
    let mut scanner = scanner_of(rt, iter)?.clone();
    if scanner.finished {
        return Ok(None);
    }
    let found = step(rt, scanner.pattern, scanner.target.text, &mut scanner.scan, mode)?;
    let result = match found {
        Some(found) => {
            let (start, end) = found.span();
            let before = (scanner.taken, start);
            scanner.anchor = place(rt, scanner.target.text, scanner.anchor, start)?;
            scanner.taken = end;
            let made = make_match(rt, scanner.pattern, scanner.target, found, scanner.anchor)?;
            Some((made, before))
        }
        None => {
            scanner.finished = true;
            None
        }
    };
    if let Some(slot) = rt.heap.iterator_as_mut(iter) {
        *slot = scanner;
    }
    Ok(result)
}

/// The span of the text after the last match of an iterator.
pub(super) fn rest(rt: &Runtime, iter: Value) -> Result<(Value, (usize, usize)), Abrupt> {
    let scanner = scanner_of(rt, iter)?;
    Ok((scanner.target.text, (scanner.taken, subject(&rt.heap, scanner.target.text).len())))
}

/// Parses a replacement template for a pattern.
pub(super) fn template(rt: &mut Runtime, pattern: Value, text: Value) -> Result<Template, Abrupt> {
    let length = source(&rt.heap, text).map_or(0, Source::byte_len);
    // Room for codes, tokens and pieces of the template. The memory is freed as soon as the replacement is done.
    rt.charge(length as u64 / 2)?;
    let has_escapes = match source(&rt.heap, text) {
        Some(Source::Str(text)) => text.contains('\\'),
        Some(Source::Bytes(bytes)) => bytes.contains(&b'\\'),
        None => false,
    };
    // A literal without escapes is copied; with escapes there are up to 32 bytes of piece for two of text.
    rt.heap.hold(length.saturating_mul(if has_escapes { 28 } else { 7 }))?;
    let parsed = match source(&rt.heap, text) {
        Some(source) => Template::parse(source, &pattern_of(&rt.heap, pattern)?.compiled),
        None => return Err(Abrupt::Bug("a template is text")),
    };
    parsed.map_err(|error| raise(rt, &error, text))
}

/// Appends the expansion of a template for a match to `out`.
pub(super) fn fill(rt: &mut Runtime, template: &Template, text: Value, found: &Captures, out: &mut ChargedVec<u8>) -> Result<(), Abrupt> {
    rt.charge(template.pieces.len() as u64 / 2)?;
    for piece in &template.pieces {
        match piece {
            Piece::Literal(bytes) => {
                rt.charge(bytes.len() as u64 / 128)?;
                out.extend_from_slice(&mut rt.heap, bytes)?;
            }
            Piece::Group(group) => {
                if let Some(span) = found.group(*group) {
                    copy(rt, text, span, out)?;
                }
            }
        }
    }
    Ok(())
}

/// Appends a slice of the text to `out`.
pub(super) fn copy(rt: &mut Runtime, text: Value, (from, to): (usize, usize), out: &mut ChargedVec<u8>) -> Result<(), Abrupt> {
    rt.charge(to.saturating_sub(from) as u64 / 128)?;
    out.reserve(&mut rt.heap, to.saturating_sub(from))?;
    let all = match text.tag {
        Tag::Str => rt.heap.text(text).as_bytes(),
        _ => bytes_of(&rt.heap, text).unwrap_or_default(),
    };
    out.extend_within(all.get(from..to.min(all.len())).unwrap_or_default());
    Ok(())
}

/// Makes a str or bytes object from a buffer.
pub(crate) fn finish_charged(rt: &mut Runtime, is_bytes: bool, out: ChargedVec<u8>) -> Result<Value, Abrupt> {
    let out = out.into_uncharged(&mut rt.heap);
    finish(rt, is_bytes, out)
}

/// Makes a str or bytes object from a buffer.
pub(crate) fn finish(rt: &mut Runtime, is_bytes: bool, out: Vec<u8>) -> Result<Value, Abrupt> {
    if is_bytes {
        return rt.heap.bytes(out);
    }
    match String::from_utf8(out) {
        Ok(text) => rt.heap.string(text),
        Err(_) => Err(Abrupt::Bug("pieces of text are text")),
    }
}
