//! `itertools`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) MODULE_ROWS: }
natives! { pub(crate) COUNT_ROWS: }
natives! { pub(crate) REPEAT_ROWS: }
natives! { pub(crate) CYCLE_ROWS: }
natives! { pub(crate) CHAIN_ROWS: }
natives! { pub(crate) ISLICE_ROWS: }
natives! { pub(crate) STARMAP_ROWS: }
natives! { pub(crate) TAKEWHILE_ROWS: }
natives! { pub(crate) DROPWHILE_ROWS: }
natives! { pub(crate) FILTERFALSE_ROWS: }
natives! { pub(crate) ACCUMULATE_ROWS: }
natives! { pub(crate) PRODUCT_ROWS: }
natives! { pub(crate) PERMUTATIONS_ROWS: }
natives! { pub(crate) COMBINATIONS_ROWS: }
natives! { pub(crate) CWR_ROWS: }
natives! { pub(crate) COMPRESS_ROWS: }
natives! { pub(crate) GROUPBY_ROWS: }
natives! { pub(crate) ZIP_LONGEST_ROWS: }
natives! { pub(crate) PAIRWISE_ROWS: }
natives! { pub(crate) BATCHED_ROWS: }
