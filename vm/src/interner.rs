//! Names as small numbers: the fixed ones, then those of the native tables (once for the process), then each machine's own.

use std::sync::OnceLock;

use compact_str::CompactString;
use rustc_hash::FxHashMap;

use crate::names::{FIXED, NameId};
use crate::value::Value;

/// The process-wide names: the fixed ones, then every name in the native tables.
pub(crate) struct StaticNames {
    texts: Vec<&'static str>,
    index: FxHashMap<&'static str, NameId>,
}

static STATIC: OnceLock<StaticNames> = OnceLock::new();

pub(crate) fn static_names() -> &'static StaticNames {
    STATIC.get_or_init(|| {
        let mut names = StaticNames { texts: Vec::new(), index: FxHashMap::default() };
        for text in FIXED.iter().copied().chain(crate::registry::table_names()) {
            if !names.index.contains_key(text) {
                names.index.insert(text, NameId(u32::try_from(names.texts.len()).unwrap_or(0)));
                names.texts.push(text);
            }
        }
        names
    })
}

impl StaticNames {
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        self.index.get(text).copied()
    }
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }
}

/// The names of one machine.
#[derive(Debug, Default, Clone)]
pub(crate) struct Names {
    /// Names past the static ones.
    texts: Vec<CompactString>,
    index: FxHashMap<CompactString, NameId>,
    /// The str object of each name, made on demand; roots of the collector.
    pub(crate) strings: NameStrings,
}

/// Values by name, a page at a time: a session needs few of all the names that there are.
#[derive(Debug, Default, Clone)]
pub(crate) struct NameStrings {
    pages: Vec<Option<Box<[Value; PAGE]>>>,
}

/// Names of one page.
const PAGE: usize = 64;

impl NameStrings {
    /// None where the name has no str object yet.
    #[inline]
    pub(crate) fn get(&self, name: NameId) -> Option<Value> {
        let page = self.pages.get(name.0 as usize / PAGE)?.as_ref()?;
        page.get(name.0 as usize % PAGE).copied().and_then(Value::given)
    }

    pub(crate) fn set(&mut self, name: NameId, value: Value) {
        let at = name.0 as usize / PAGE;
        if at >= self.pages.len() {
            self.pages.resize(at + 1, None);
        }
        if let Some(page) = self.pages.get_mut(at)
            && let Some(slot) = page.get_or_insert_with(|| Box::new([Value::UNDEF; PAGE])).get_mut(name.0 as usize % PAGE)
        {
            *slot = value;
        }
    }

    /// The values, undefined ones among them.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &[Value]> {
        self.pages.iter().flatten().map(|page| page.as_slice())
    }
}

/// Bytes charged for interning a name beside its text.
pub(crate) const NAME_BYTES: usize = 96;

/// Room for so many names when the first one comes.
const FIRST_NAMES: usize = 14;

impl Names {
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        static_names().find(text).or_else(|| self.index.get(text).copied())
    }

    /// Interns; the caller has charged [`NAME_BYTES`] and the text where the guest chooses names.
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        if let Some(name) = self.find(text) {
            return name;
        }
        let name = NameId(u32::try_from(static_names().len() + self.texts.len()).unwrap_or(u32::MAX));
        if self.texts.is_empty() {
            // A small program's names: it does not grow three times on the way.
            self.texts.reserve(FIRST_NAMES);
            self.index.reserve(FIRST_NAMES);
        }
        self.texts.push(text.into());
        self.index.insert(text.into(), name);
        name
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        let statics = static_names();
        let at = name.0 as usize;
        match statics.texts.get(at) {
            Some(text) => text,
            None => self.texts.get(at - statics.texts.len()).map_or("", CompactString::as_str),
        }
    }
}
