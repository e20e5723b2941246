//! The six comparison operators.

use crate::base::names;
use crate::base::names::NameId;
use std::cmp::Ordering;

/// The six rich comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Cmp::Eq => "==",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        }
    }
    pub(crate) fn name(self) -> NameId {
        match self {
            Cmp::Eq => names::dunder_eq,
            Cmp::Ne => names::dunder_ne,
            Cmp::Lt => names::dunder_lt,
            Cmp::Le => names::dunder_le,
            Cmp::Gt => names::dunder_gt,
            Cmp::Ge => names::dunder_ge,
        }
    }
    /// The comparison with its operands exchanged.
    pub(crate) fn swapped(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
            same => same,
        }
    }
    #[inline]
    pub(crate) fn of_order(self, order: Ordering) -> bool {
        match self {
            Cmp::Eq => order == Ordering::Equal,
            Cmp::Ne => order != Ordering::Equal,
            Cmp::Lt => order == Ordering::Less,
            Cmp::Le => order != Ordering::Greater,
            Cmp::Gt => order == Ordering::Greater,
            Cmp::Ge => order != Ordering::Less,
        }
    }
    #[inline]
    pub(crate) fn of_floats(self, a: f64, b: f64) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }
}
