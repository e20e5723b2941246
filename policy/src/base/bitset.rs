//! Small sets, stored as the bits of a number.

/// Defines the operations of a set type. The type is a tuple with one `u16`.
macro_rules! set_operations {
    ($name:ident) => {
        impl $name {
            /// Returns the union of the sets.
            #[must_use]
            pub(crate) const fn and(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            #[must_use]
            pub(crate) const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
        }

        impl std::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                self.and(other)
            }
        }
    };
}

pub(crate) use set_operations;
