//! What the policy says of the run, and what it has refused so far.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};
use stockade_compiler::tree::{Span, Tree};
use stockade_compiler::{Deadline, SourceText};
use stockade_policy::{Grants, KnownNames};

use crate::base::value::Tag;
use crate::runtime::type_table::{TypeId, registry};

/// Denials that are kept for the report. A program can ask for the same refused thing forever, so further ones are dropped.
const MAX_DENIALS: usize = 1_000;

/// Bytes that are kept of one message. A program chooses the names in it.
const MAX_DENIAL_BYTES: usize = 400;

/// What the policy refused: each message once, in the order of the first refusals.
#[derive(Debug, Clone, Default)]
pub(crate) struct Denials {
    kept: Vec<(String, &'static str)>,
    /// Hashes of the kept messages, so that a repeated refusal costs the same however many there are.
    seen: FxHashSet<u64>,
}

impl Denials {
    pub(crate) fn record(&mut self, message: &str, rule: &'static str) {
        if self.kept.len() >= MAX_DENIALS {
            return;
        }
        let message = message.get(..message.floor_char_boundary(MAX_DENIAL_BYTES)).unwrap_or(message);
        let mut hasher = FxHasher::default();
        (message, rule).hash(&mut hasher);
        if self.seen.insert(hasher.finish()) {
            self.kept.push((message.to_string(), rule));
        }
    }

    /// Message and rule of each.
    pub(crate) fn kept(&self) -> &[(String, &'static str)] {
        &self.kept
    }

    pub(crate) fn clear(&mut self) {
        self.kept.clear();
        self.seen.clear();
    }
}

/// Why the check refuses a text that would become code while the program runs.
#[derive(Debug)]
pub(crate) struct TextRefusal {
    pub(crate) rule: &'static str,
    pub(crate) message: String,
    pub(crate) span: Span,
}

/// The check of the session's policy, for a text that becomes code while the program runs.
pub(crate) trait TextCheck: Send + Sync {
    /// The first denial, if there is one. `known` holds the names that exist where the text runs.
    fn refusal(&self, source: &SourceText, tree: &Tree, known: &KnownNames, deadline: &Deadline<'_>) -> Option<TextRefusal>;
}

/// The policy's part of the runtime.
pub(crate) struct PolicyState {
    pub(crate) grants: Arc<Grants>,
    /// Judges texts of the program that library modules compile for it. `None` in a session without a check.
    pub(crate) text_check: Option<Arc<dyn TextCheck>>,
    /// True after a restore under another policy: modules may be loaded that this one does not allow.
    pub(crate) changed: bool,
    pub(crate) denials: Denials,
    /// True while code of the VM's own library runs. The policy does not bind it.
    pub(crate) trusted: bool,
    /// The builtin types that the policy denies by name, one bit for each type.
    denied_types: Arc<[u64]>,
}

impl PolicyState {
    pub(crate) fn new(grants: Arc<Grants>) -> Self {
        let denied_types = denied_types(&grants);
        PolicyState { grants, text_check: None, changed: false, denials: Denials::default(), trusted: false, denied_types }
    }

    /// Puts another policy in force.
    pub(crate) fn replace(&mut self, grants: Arc<Grants>) {
        self.denied_types = denied_types(&grants);
        self.grants = grants;
        self.changed = true;
    }

    /// True if the program may not make objects of this builtin type. A program reaches the type of each object it holds, so the name alone
    /// guards nothing.
    #[inline]
    pub(crate) fn denies_type(&self, ty: TypeId) -> bool {
        self.denied_types.get(usize::from(ty.0 / 64)).is_some_and(|word| word & (1 << (ty.0 % 64)) != 0)
    }

    /// The state of a copied session.
    pub(crate) fn fork(&self) -> Self {
        PolicyState {
            grants: Arc::clone(&self.grants),
            text_check: self.text_check.clone(),
            changed: self.changed,
            denials: self.denials.clone(),
            trusted: self.trusted,
            denied_types: Arc::clone(&self.denied_types),
        }
    }
}

/// The set of builtin types that a policy denies. It is made once for each `Grants`, because sessions start often.
fn denied_types(grants: &Grants) -> Arc<[u64]> {
    grants.denied_types(|is_denied| {
        let registry = registry();
        let mut set = vec![0_u64; registry.types.len().div_ceil(64)];
        for value in registry.builtins.values().filter(|value| value.tag == Tag::Type) {
            let ty = TypeId::of(*value);
            if is_denied(registry.info(ty).name)
                && let Some(word) = set.get_mut(usize::from(ty.0 / 64))
            {
                *word |= 1 << (ty.0 % 64);
            }
        }
        if set.iter().all(|word| *word == 0) { Arc::default() } else { set.into() }
    })
}
