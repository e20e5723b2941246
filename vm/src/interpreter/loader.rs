//! Links compiled programs.

use crate::base::names::NameId;
use crate::interpreter::code::LinkTable;
use crate::interpreter::code::LinkedCode;
use stockade_compiler::bytecode::Code;
use stockade_compiler::bytecode::CodeId;
use stockade_compiler::bytecode::CodeKind;
use stockade_compiler::bytecode::Constant;
use stockade_compiler::bytecode::Op;

/// Makes a stub, which has what calls and closures need.
pub(crate) fn make_stub(code: &Code, id: CodeId, number: u32, bindings: &LinkTable) -> LinkedCode {
    LinkedCode {
        number,
        code: id,
        kind: code.kind,
        flags: code.flags,
        nregs: code.nregs,
        // The body of a class receives its namespace in register 0.
        arg_count: if code.kind == CodeKind::Class { 1 } else { code.arg_count },
        posonly: code.posonly_count,
        kwonly: code.kwonly_count,
        entry_cost: code.entry_cost,
        name: bindings.name(code.name),
        free: code.free.iter().map(|id| bindings.name(*id)).collect(),
        captures: code.captures.clone(),
        free_base: code.free_base,
        free_values: code.free_values,
        ..empty_stub(code.kind)
    }
}

/// A stub of code without parameters and variables.
pub(crate) fn empty_stub(kind: CodeKind) -> LinkedCode {
    LinkedCode {
        number: 0,
        program: 0,
        code: CodeId(0),
        kind,
        flags: 0,
        simple: false,
        plain_params: false,
        packs_varargs: false,
        result_cache: None,
        fast_arg_count: u16::MAX,
        positional_arg_count: u16::MAX,
        clear_groups: 0,
        needs_slow_entry: true,
        needs_one_cell: false,
        liveness: std::sync::OnceLock::new(),
        nregs: 0,
        arg_count: 0,
        posonly: 0,
        kwonly: 0,
        entry_cost: 0,
        initializer: None,
        namespace: 0,
        internal: false,
        trusted: false,
        guarded: false,
        name: NameId::default(),
        ops: Vec::new(),
        instructions: Vec::new(),
        fusible_loops: Vec::new(),
        ascii_sets: Vec::new(),
        consts: Vec::new(),
        first_site: 0,
        names: Vec::new(),
        locals: Vec::new(),
        spilled: Vec::new(),
        inner: Vec::new(),
        free: Vec::new(),
        captures: Vec::new(),
        free_base: None,
        free_values: 0,
        children: Vec::new(),
        handlers: Vec::new(),
        was_linked: false,
    }
}

/// How many constants may have a bit set of characters. The sets of that many fit into the bytes that every code is charged.
pub(crate) const MAX_ASCII_SETS: usize = 15;

/// True when a jump tests membership in a constant that is loaded directly before it.
pub(crate) fn tests_constants(ops: &[Op]) -> bool {
    ops.windows(2).any(|pair| matches!(pair, [Op::LoadConst { .. }, Op::JumpIfIn { .. } | Op::JumpIfNotIn { .. }]))
}

/// The characters of a short ASCII constant, one bit each; else 0.
pub(crate) fn ascii_set(constant: &Constant) -> [u64; 2] {
    let mut set = [0; 2];
    if let Constant::Str(text) = constant
        && text.len() <= 128
        && text.is_ascii()
    {
        for byte in text.bytes() {
            if let Some(half) = set.get_mut(usize::from(byte >> 6)) {
                *half |= 1 << (byte & 63);
            }
        }
    }
    set
}
