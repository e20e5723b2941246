"""What a program may use of numpy and pandas when a host lends them: names, by module and by class, and rules for arguments.

What is not listed is refused, also what a later version adds. A name is listed when neither it nor what it gives can open a file, import
a module, look up a name that the program wrote, run a text, read memory as it is told, or change a setting of the host's process. Where
that depends on the arguments, a rule judges each call.

Where the names come from: `dir()` of numpy 2.4 and pandas 3.1, and what their documentation says of each.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

#: Judges the arguments of a call; raises PermissionError with what is allowed instead. The first argument is the function's name. Where
#: a method is called through its class, the object is not among the arguments.
Rule = Callable[[str, tuple[Any, ...], Mapping[str, Any]], None]


@dataclass(frozen=True)
class Package:
    """What may be used of one package."""

    name: str
    #: Names of each module that may be imported.
    modules: Mapping[str, frozenset[str]]
    #: Names of attributes and methods, by `package.Class`. An instance has those of all classes that its own derives from.
    classes: Mapping[str, frozenset[str]]
    #: Attributes that may be set, by `package.Class`.
    settable: Mapping[str, frozenset[str]]
    #: Functions, methods and classes whose calls are judged, by name.
    rules: Mapping[str, Rule] = field(default_factory=dict)
    #: Other packages, whose objects come out of this one.
    gives: frozenset[str] = frozenset()


def words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in text.split())


#: Types of which no value says or does anything.
NUMBERS = frozenset({int, float, bool, complex, bytes, type(None)})

# --- rules


def no_call(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    raise PermissionError(f"{name} is not called here: it would read memory as it is told; array(), zeros() and the like make arrays")


def leaves(value: Any) -> Iterator[Any]:
    """What a value holds in the end, through all containers; numbers and bytes are left out.

    >>> sorted(leaves([1, {"a": ("b", 2.5)}, slice("c")]))
    ['a', 'b', 'c']
    """
    # A dict of the host's may hold itself.
    pending, seen = [value], set()
    while pending:
        value = pending.pop()
        if isinstance(value, (dict, list, tuple, set, frozenset, slice)):
            if id(value) not in seen:
                seen.add(id(value))
                inner = (value.start, value.stop, value.step) if isinstance(value, slice) else value
                pending += [item for item in inner if type(item) not in NUMBERS]
                if isinstance(value, dict):
                    pending += value.values()
        elif type(value) not in NUMBERS:
            yield value


def names_zone_file(value: Any) -> bool:
    """True for a text with a time zone of dateutil: pandas opens the file that it names, which may be any of the host's."""
    return isinstance(value, str) and "dateutil/" in value


def refuse_zone_files(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    if any(names_zone_file(value) for value in leaves((args, kwargs))):
        raise PermissionError(f"{name}() takes no time zones of dateutil here; it takes names such as 'Europe/Berlin'")


def plain_types(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    # In a table of the host's nobody sees the types that are named.
    if any(hasattr(value, "items") and type(value) is not dict for value in (*args[:1], kwargs.get("dtype"))):
        raise PermissionError(f"{name}() takes one type or a dict of types here")


def returns_text(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    if any(value is not None for value in args[:1]) or any(kwargs.get(key) is not None for key in PATHS):
        raise PermissionError(f"{name}() may not write to files here; without a path it returns the text")


def reads_text(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    # pandas reads the one that its function has a parameter for, whatever stands first.
    sources = [*args[:1], *(kwargs[key] for key in kwargs if key in PATHS)]
    if len(sources) != 1 or type(sources[0]) is not io.StringIO:
        raise PermissionError(f"{name}() may not read files or the network here; give it io.StringIO(text)")


def reads_json(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    reads_text(name, args, kwargs)
    if "table" in (*args[1:2], kwargs.get("orient")):
        # Such a text names types, and so files with time zones.
        raise PermissionError(f"{name}() does not read orient='table' here")


def prints_text(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    buffer = args[1] if len(args) > 1 else kwargs.get("buf")
    if type(buffer) is not io.StringIO:
        # Without a buffer it prints to the host's own output.
        raise PermissionError(f"{name}() is for the program to call here, and without a buffer")


def named(value: Any, depth: int = 0) -> Iterable[str]:
    """The texts of a value that may stand for functions: keys of a dict are columns. What can't be looked into is refused."""
    if depth > 8:
        raise PermissionError("functions are named too deeply here")
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from named(item, depth + 1)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from named(item, depth + 1)
    elif not callable(value) and hasattr(value, "tolist"):
        # pandas takes arrays, indexes and series as lists.
        yield from named(value.tolist(), depth + 1)
    elif not callable(value) and isinstance(value, Iterable):
        raise PermissionError(f"functions are named in a list or a dict here, not in '{type(value).__name__}'")


def names_functions(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Texts that pandas takes for names of functions: it looks them up on the object, and then in numpy."""
    wanted = list(named(list(args[:1])))
    for key, value in kwargs.items():
        if key == "func":
            wanted += named(value)
        elif isinstance(value, tuple) and len(value) >= 2:
            # `total=('a', 'sum')`: a column and a function. `NamedAgg` is such a tuple before pandas 3.
            wanted += named(value[1])
        elif hasattr(value, "aggfunc"):
            wanted += named(value.aggfunc)
        elif not args and "func" not in kwargs:
            # `total='sum'`: the functions of a column that was chosen before.
            wanted += named(value)
    refuse_names(name, wanted)


def names_function_in(key: str, place: int) -> Rule:
    """A rule for a function that takes names of functions in one parameter."""

    def rule(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        # Where the method is called through its class or as a function, the table stands first: one place more is looked at.
        wanted = [text for value in (*args[place : place + 2], kwargs.get(key)) for text in named(value)]
        refuse_names(name, [text for text in wanted if text in EVERYTHING or text.startswith("_")])

    return rule


def refuse_names(name: str, wanted: Iterable[str]) -> None:
    for text in wanted:
        if text not in REDUCING:
            raise PermissionError(f"{name}() may not name '{text}' here; it may name sum, mean, max, count and other reductions, or take a function")


def display_options(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    for text in args[::2] if name in ("set_option", "option_context") else args[:1]:
        # pandas takes the name as a regular expression: one that says more could name other options too.
        if not (isinstance(text, str) and re.fullmatch(r"display\.[a-z_.]+", text)):
            raise PermissionError(f"{name}() is for 'display.' options here")
    if kwargs:
        raise PermissionError(f"{name}() takes no keywords here")


def keeps_references(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    if "refcheck" in kwargs:
        raise PermissionError("resize() always checks for other references here")


def known_window(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    for value in (*args[1:], kwargs.get("win_type")):
        if isinstance(value, str) and value not in WINDOWS and value not in ("left", "right", "both", "neither", "single", "table"):
            if not value[:1].isdigit():
                raise PermissionError(f"rolling() has these windows here: {', '.join(sorted(WINDOWS))}")


#: Keywords that no call may have, of whatever function: they name files, other programs' machinery, or compile.
KEYWORDS = frozenset({"storage_options", "engine_kwargs", "filesystem", "stylesheet", "dtype_backend"})
ENGINES = frozenset({None, "c", "python", "cython", "python-fwf"})
PATHS = frozenset({"path_or_buf", "path_or_buffer", "buf", "path", "filepath_or_buffer", "fname", "file", "excel_writer", "stylesheet"})
WINDOWS = words("boxcar triang blackman hamming bartlett parzen bohman blackmanharris nuttall barthann cosine gaussian exponential")
#: Functions that a text may name.
REDUCING = words(
    "all any bfill count cumcount cummax cummin cumprod cumsum describe diff dtype ffill first idxmax idxmin kurt kurtosis last mad max",
    "mean median min mode ngroup nlargest nsmallest nunique ohlc pct_change prod product quantile rank round sem shift size skew std sum",
    "unique value_counts var abs sqrt exp log log2 log10 sin cos tan floor ceil sign square isna notna isnull notnull upper lower",
)

# --- numpy

_UFUNCS = """
abs absolute acos acosh add arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin asinh atan atan2 atanh bitwise_and bitwise_count
bitwise_invert bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor cbrt ceil conj conjugate copysign cos cosh deg2rad
degrees divide divmod equal exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod frexp gcd greater greater_equal heaviside
hypot
invert isfinite isinf isnan isnat lcm ldexp left_shift less less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not
logical_or logical_xor matmul matvec maximum minimum mod modf multiply negative nextafter not_equal positive pow power rad2deg radians
reciprocal remainder right_shift rint sign signbit sin sinh spacing sqrt square subtract tan tanh true_divide trunc vecdot vecmat
"""
_NUMPY = """
False_ True_ all allclose amax amin angle any append apply_along_axis apply_over_axes arange argmax argmin argpartition argsort argwhere
around array array2string array_equal array_equiv array_repr array_split array_str asanyarray asarray asarray_chkfinite ascontiguousarray
asfortranarray astype atleast_1d atleast_2d atleast_3d average bartlett base_repr binary_repr bincount blackman block bool bool_
broadcast_arrays broadcast_shapes broadcast_to busday_count busday_offset busdaycalendar byte bytes_ c_ can_cast cdouble char character
choose
clip clongdouble column_stack common_type complex128 complex256 complex64 complexfloating compress concat concatenate convolve copy copyto
corrcoef correlate count_nonzero cov cross csingle cumprod cumsum cumulative_prod cumulative_sum cumproduct datetime64 datetime_as_string
datetime_data delete diag diag_indices diag_indices_from diagflat diagonal diff digitize dot double dsplit dstack dtype dtypes e ediff1d
einsum einsum_path emath empty empty_like errstate euler_gamma exceptions expand_dims extract eye fft fill_diagonal finfo fix flatnonzero
flexible flip fliplr flipud float128 float16 float32 float64 floating format_float_positional format_float_scientific frombuffer
fromfunction fromiter frompyfunc full full_like generic geomspace get_printoptions geterr gradient half hamming hanning histogram
histogram2d histogram_bin_edges histogramdd hsplit hstack i0 identity iinfo imag in1d index_exp indices inexact inf infty Inf NaN NAN PINF
NINF inner insert int16 int32 int64 int8 int_ intc integer interp intersect1d intp is_busday isclose iscomplex iscomplexobj isdtype
isfortran
isin isneginf isposinf isreal isrealobj isscalar issubdtype iterable ix_ kaiser kron lexsort linalg linspace little_endian logspace long
longdouble longlong lib ma mask_indices matrix_transpose max may_share_memory mean median meshgrid mgrid min min_scalar_type mintypecode
moveaxis nan nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd
nansum nanvar ndarray ndenumerate ndim ndindex newaxis nonzero number object_ ogrid ones ones_like outer packbits pad partition percentile
permute_dims pi piecewise place poly poly1d polyadd polyder polydiv polyfit polyint polymul polynomial polysub polyval printoptions prod
product promote_types ptp put put_along_axis putmask quantile r_ random ravel ravel_multi_index real real_if_close repeat require reshape
resize result_type roll rollaxis roots rot90 round round_ row_stack s_ searchsorted select set_printoptions setdiff1d seterr setxor1d shape
shares_memory short signedinteger sinc single size sometrue alltrue sort sort_complex split squeeze stack std str_ strings sum swapaxes take
take_along_axis tensordot testing tile timedelta64 trace transpose trapezoid trapz tri tril tril_indices tril_indices_from trim_zeros triu
triu_indices triu_indices_from typecodes typename typing ubyte ufunc uint uint16 uint32 uint64 uint8 uintc uintp ulong ulonglong union1d
unique unique_all unique_counts unique_inverse unique_values unpackbits unravel_index unsignedinteger unstack unwrap ushort vander var vdot
vectorize void vsplit vstack where zeros zeros_like
"""
_LINALG = """
LinAlgError cholesky cond cross det diagonal eig eigh eigvals eigvalsh inv lstsq matmul matrix_norm matrix_power matrix_rank
matrix_transpose
multi_dot norm outer pinv qr slogdet solve svd svdvals tensordot tensorinv tensorsolve trace vecdot vector_norm
"""
_DRAWS = """
beta binomial bytes chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric laplace logistic lognormal logseries
multinomial multivariate_normal negative_binomial noncentral_chisquare noncentral_f normal pareto permutation poisson power rayleigh shuffle
standard_cauchy standard_exponential standard_gamma standard_normal standard_t triangular uniform vonmises wald weibull zipf
"""
#: Functions of `numpy.random` that work on the state of the process. A program has a state of its own behind them.
LEGACY_RANDOM = words(_DRAWS, "get_state rand randint randn random random_integers random_sample ranf sample seed tomaxint")
_STRINGS = """
add capitalize center count decode encode endswith equal expandtabs find greater greater_equal index isalnum isalpha isdecimal isdigit
islower
isnumeric isspace istitle isupper join less less_equal ljust lower lstrip mod multiply not_equal partition replace rfind rindex rjust
rpartition
rsplit rstrip slice split splitlines startswith str_len strip swapcase title translate upper zfill
"""
_MASKED = """
MAError MaskError MaskType MaskedArray allequal anom anomalies clump_masked clump_unmasked compress_cols compress_nd compress_rowcols
compress_rows compressed count count_masked default_fill_value filled fix_invalid flatnotmasked_contiguous flatnotmasked_edges getdata
getmask
getmaskarray harden_mask indices is_mask is_masked isarray isMA isMaskedArray make_mask make_mask_none mask_cols mask_or mask_rowcols
mask_rows masked masked_all masked_all_like masked_array masked_equal masked_greater masked_greater_equal masked_inside masked_invalid
masked_less masked_less_equal masked_not_equal masked_outside masked_values masked_where maximum_fill_value minimum_fill_value nomask
notmasked_contiguous notmasked_edges outerproduct innerproduct round_ set_fill_value soften_mask
"""
_POLYNOMIALS = "Chebyshev Hermite HermiteE Laguerre Legendre Polynomial"
_POLYNOMIAL_METHODS = """
basis basis_name cast coef convert copy cutdeg degree deriv domain fit fromroots has_samecoef has_samedomain has_sametype has_samewindow
identity
integ linspace mapparms maxpower roots symbol trim truncate window
"""
_ASSERTIONS = """
assert_allclose assert_almost_equal assert_approx_equal assert_array_almost_equal assert_array_almost_equal_nulp assert_array_equal
assert_array_less assert_equal assert_string_equal
"""
_ARRAY = """
T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy cumprod cumsum device diagonal
dot
dtype fill flags flat flatten imag item itemset itemsize mT max mean min nbytes ndim newbyteorder nonzero partition prod ptp put ravel real
repeat reshape resize round searchsorted shape size sort squeeze std strides sum swapaxes take tobytes tolist trace transpose var view
"""
_SERIES_FUNCTIONS = "polyadd polyder polydiv polyfit polyfromroots polyint polymul polypow polyroots polysub polyval polyval2d polyval3d polyvander"


def _series_module(short: str) -> frozenset[str]:
    """The functions of a module of one kind of series, such as `numpy.polynomial.chebyshev`."""
    return frozenset(name.replace("poly", short, 1) for name in _SERIES_FUNCTIONS.split()) | words(_POLYNOMIALS)


NUMPY = Package(
    name="numpy",
    modules={
        "numpy": words(_NUMPY, _UFUNCS),
        "numpy.linalg": words(_LINALG),
        "numpy.random": LEGACY_RANDOM | words("Generator MT19937 PCG64 PCG64DXSM Philox RandomState SFC64 SeedSequence default_rng"),
        "numpy.fft": words(
            "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 rfftfreq rfftn",
        ),
        "numpy.ma": words(_MASKED, _UFUNCS, _NUMPY) - words(
            "testing random linalg fft lib typing polynomial ma frombuffer exceptions dtypes",
        ),
        "numpy.polynomial": words(_POLYNOMIALS, "chebyshev hermite hermite_e laguerre legendre polynomial"),
        "numpy.polynomial.polynomial": _series_module("poly"),
        "numpy.polynomial.chebyshev": _series_module("cheb"),
        "numpy.polynomial.hermite": _series_module("herm"),
        "numpy.polynomial.hermite_e": _series_module("herme"),
        "numpy.polynomial.laguerre": _series_module("lag"),
        "numpy.polynomial.legendre": _series_module("leg"),
        "numpy.char": words(_STRINGS, "array asarray"),
        "numpy.strings": words(_STRINGS),
        "numpy.emath": words("arccos arcsin arctanh log log10 log2 logn power sqrt"),
        "numpy.lib": words("stride_tricks scimath"),
        "numpy.lib.stride_tricks": words("broadcast_arrays broadcast_shapes broadcast_to sliding_window_view"),
        "numpy.lib.scimath": words("arccos arcsin arctanh log log10 log2 logn power sqrt"),
        "numpy.testing": words(_ASSERTIONS),
        "numpy.typing": words("ArrayLike DTypeLike NDArray"),
        "numpy.dtypes": words("BoolDType Complex128DType Float32DType Float64DType Int32DType Int64DType StrDType BytesDType StringDType"),
        "numpy.exceptions": words("AxisError ComplexWarning DTypePromotionError RankWarning TooHardError VisibleDeprecationWarning"),
    },
    classes={
        "numpy.ndarray": words(_ARRAY),
        "numpy.generic": words(_ARRAY, "as_integer_ratio bit_count hex is_integer numerator denominator fromhex"),
        "numpy.MaskedArray": words(
            "anom baseclass compressed count fill_value filled get_fill_value harden_mask hardmask iscontiguous mask product recordmask",
            "set_fill_value sharedmask shrink_mask soften_mask unshare_mask",
        ),
        "numpy.Generator": words(_DRAWS, "integers multivariate_hypergeometric permuted random spawn"),
        "numpy.RandomState": LEGACY_RANDOM,
        "numpy.BitGenerator": words("jumped random_raw spawn seed_seq"),
        "numpy.SeedSequence": words("entropy generate_state pool_size spawn spawn_key n_children_spawned"),
        "numpy.ufunc": words("accumulate at identity nargs nin nout ntypes outer reduce reduceat signature types"),
        "numpy._MaskedUFunc": words("accumulate outer reduce"),
        "numpy.dtype": words(
            "alignment base byteorder char descr fields flags hasobject isalignedstruct isbuiltin isnative itemsize kind metadata name names ndim",
            "newbyteorder num shape str subdtype type",
        ),
        "numpy.poly1d": words("c coef coefficients coeffs deriv integ o order r roots variable"),
        "numpy.ABCPolyBase": words(_POLYNOMIAL_METHODS),
        "numpy.vectorize": frozenset(),
        "numpy.finfo": words(
            "bits dtype eps epsneg iexp machar machep max maxexp min minexp negep nexp nmant precision resolution",
            "smallest_normal smallest_subnormal tiny",
        ),
        "numpy.iinfo": words("bits dtype kind max min"),
        "numpy.flatiter": words("base coords copy index"),
        "numpy.ndenumerate": frozenset(),
        "numpy.ndindex": words("ndincr"),
        "numpy.errstate": frozenset(),
        "numpy.busdaycalendar": words("holidays weekmask"),
        "numpy.flagsobj": words(
            "aligned behaved c_contiguous carray contiguous f_contiguous farray fnc forc fortran num owndata writeable",
        ),
        # `c_`, `r_`, `s_`, `mgrid`, `ogrid`
        "numpy.AxisConcatenator": frozenset(),
        "numpy.nd_grid": frozenset(),
        "numpy.IndexExpression": words("maketuple"),
    },
    settable={"numpy.ndarray": words(
        "shape flat real imag",
    ), "numpy.MaskedArray": words("mask fill_value"), "numpy.poly1d": words("coeffs c")},
    rules={
        "resize": keeps_references,
        **dict.fromkeys("ndarray recarray memmap chararray void record nditer nested_iters flatiter broadcast generic flexible".split(), no_call),
    },
)

# --- pandas

_FRAME = """
T abs add add_prefix add_suffix agg aggregate align all any apply applymap asfreq asof assign astype at at_time attrs axes backfill
between_time
bfill clip columns combine combine_first compare convert_dtypes copy corr corrwith count cov cummax cummin cumprod cumsum describe diff div
divide dot drop drop_duplicates droplevel dropna dtypes duplicated empty eq equals ewm expanding explode ffill fillna filter first
first_valid_index floordiv from_dict from_records ge get groupby gt head iat idxmax idxmin iloc index infer_objects info insert interpolate
isetitem isin isna isnull items iterrows itertuples join keys kurt kurtosis last last_valid_index le loc lt map mask max mean median melt
memory_usage merge min mod mode mul multiply ndim ne nlargest notna notnull nsmallest nunique pad pct_change pipe pivot pivot_table pop
pow prod
product quantile radd rank rdiv reindex reindex_like rename rename_axis reorder_levels replace resample reset_index rfloordiv rmod rmul
rolling round rpow rsub rtruediv sample select_dtypes sem set_axis set_index shape shift size skew sort_index sort_values squeeze stack
std sub
subtract sum swapaxes swaplevel tail take to_csv to_dict to_html to_json to_latex to_markdown to_numpy to_period to_records to_string
to_timestamp to_xml transform transpose truediv truncate tz_convert tz_localize unstack update value_counts values var where xs
"""
_SERIES = """
argmax argmin argsort array autocorr between case_when cat divmod dt dtype factorize hasnans is_monotonic_decreasing is_monotonic_increasing
is_unique item list name nbytes rdivmod repeat searchsorted str struct to_frame to_list tolist unique view ravel
"""
_INDEX = """
T all any append argmax argmin argsort array asof asof_locs astype copy delete diff difference drop drop_duplicates droplevel dropna dtype
duplicated empty equals factorize fillna format get_indexer get_indexer_for get_indexer_non_unique get_level_values get_loc get_slice_bound
groupby has_duplicates hasnans identical infer_objects inferred_type insert intersection is_monotonic_decreasing is_monotonic_increasing
is_unique isin isna isnull item join map max memory_usage min name names nbytes ndim nlevels notna notnull nunique putmask ravel reindex
rename repeat round searchsorted set_names shape shift size slice_indexer slice_locs sort_values sortlevel str symmetric_difference take
to_flat_index to_frame to_list to_numpy to_series tolist transpose union unique value_counts values where start step stop from_range
codes dtypes equal_levels from_arrays from_frame from_product from_tuples get_loc_level get_locs levels levshape remove_unused_levels
reorder_levels set_codes set_levels swaplevel truncate categories ordered closed from_breaks is_empty is_overlapping left length mid
overlaps
right set_closed to_tuples contains is_non_overlapping_monotonic
"""
_TIMES = """
as_unit asfreq asi8 asm8 ceil components date day day_name day_of_week day_of_year dayofweek dayofyear days days_in_month daysinmonth
end_time
floor freq freqstr from_fields from_ordinals hour indexer_at_time indexer_between_time inferred_freq is_full is_leap_year is_month_end
is_month_start is_normalized is_quarter_end is_quarter_start is_year_end is_year_start isocalendar mean median microsecond microseconds
minute
month month_name nanosecond nanoseconds normalize quarter qyear resolution resolution_string round second seconds snap start_time std
strftime
sum time timetz to_julian_date to_period to_pydatetime to_pytimedelta to_timestamp total_seconds tz tz_convert tz_localize tzinfo unit week
weekday weekofyear year
"""
_MOMENT = """
astimezone combine ctime dst fold fromisocalendar fromisoformat fromordinal fromtimestamp isoformat isoweekday max min now ordinal replace
strptime timestamp timetuple to_datetime64 to_numpy to_timedelta64 today toordinal tzname utcfromtimestamp utcnow utcoffset utctimetuple
value
view
"""
_CATEGORIES = """
add_categories as_ordered as_unordered categories codes ordered remove_categories remove_unused_categories rename_categories
reorder_categories
set_categories set_ordered from_codes describe
"""
_GROUPS = """
agg aggregate all any apply bfill corr corrwith count cov cumcount cummax cummin cumprod cumsum describe diff dtype ewm exclusions
expanding ffill
fillna filter first get_group groups head idxmax idxmin indices is_monotonic_decreasing is_monotonic_increasing kurt last level mad max mean
median min ndim ngroup ngroups nlargest nsmallest nth nunique ohlc pct_change pipe prod quantile rank resample rolling sample sem shift size
skew std sum tail take transform unique value_counts var asfreq interpolate nearest
"""
_WINDOW = "agg aggregate apply corr count cov exclusions first kurt last max mean median min ndim nunique pipe quantile rank sem skew std sum var"
_TEXTS = """
capitalize casefold cat center contains count decode encode endswith extract extractall find findall fullmatch get get_dummies index isalnum
isalpha isascii isdecimal isdigit islower isnumeric isspace istitle isupper join len ljust lower lstrip match normalize pad partition
removeprefix
removesuffix repeat replace rfind rindex rjust rpartition rsplit rstrip slice slice_replace split startswith strip swapcase title translate
upper wrap zfill
"""
_PANDAS = """
BooleanDtype Categorical CategoricalDtype CategoricalIndex DataFrame DateOffset DatetimeIndex DatetimeTZDtype Float32Dtype Float64Dtype
Grouper
Index IndexSlice Int16Dtype Int32Dtype Int64Dtype Int8Dtype Interval IntervalDtype IntervalIndex MultiIndex NA NaT NamedAgg Period
PeriodDtype
PeriodIndex RangeIndex Series SparseDtype StringDtype Timedelta TimedeltaIndex Timestamp UInt16Dtype UInt32Dtype UInt64Dtype UInt8Dtype
api array
bdate_range concat crosstab cut date_range errors factorize from_dummies get_dummies get_option infer_freq interval_range isna isnull
json_normalize lreshape melt merge merge_asof merge_ordered notna notnull offsets option_context period_range pivot pivot_table qcut
read_csv read_fwf read_json read_table reset_option set_option testing timedelta_range to_datetime to_numeric to_timedelta tseries unique
value_counts wide_to_long
"""
_TYPES = """
CategoricalDtype DatetimeTZDtype IntervalDtype PeriodDtype infer_dtype is_any_real_numeric_dtype is_array_like is_bool is_bool_dtype
is_categorical_dtype is_complex is_complex_dtype is_datetime64_any_dtype is_datetime64_dtype is_datetime64_ns_dtype is_datetime64tz_dtype
is_dict_like is_dtype_equal is_extension_array_dtype is_float is_float_dtype is_hashable is_int64_dtype is_integer is_integer_dtype
is_interval_dtype is_iterator is_list_like is_named_tuple is_number is_numeric_dtype is_object_dtype is_period_dtype is_scalar
is_signed_integer_dtype is_sparse is_string_dtype is_timedelta64_dtype is_timedelta64_ns_dtype is_unsigned_integer_dtype pandas_dtype
union_categoricals
"""
_ERRORS = """
AbstractMethodError ChainedAssignmentError DataError DtypeWarning DuplicateLabelError EmptyDataError IncompatibleFrequency IndexingError
IntCastingNaNError InvalidColumnName InvalidComparison InvalidIndexError LossySetitemError MergeError NullFrequencyError OptionError
OutOfBoundsDatetime OutOfBoundsTimedelta ParserError ParserWarning PerformanceWarning SettingWithCopyError SettingWithCopyWarning
SpecificationError UnsortedIndexError UnsupportedFunctionCall
"""
_OFFSETS = """
BDay BMonthBegin BMonthEnd BQuarterBegin BQuarterEnd BYearBegin BYearEnd BusinessDay BusinessHour BusinessMonthBegin BusinessMonthEnd
CBMonthBegin
CBMonthEnd CDay CustomBusinessDay CustomBusinessHour CustomBusinessMonthBegin CustomBusinessMonthEnd DateOffset Day Easter FY5253
FY5253Quarter
HalfYearBegin HalfYearEnd Hour LastWeekOfMonth Micro Milli Minute MonthBegin MonthEnd Nano QuarterBegin QuarterEnd Second SemiMonthBegin
SemiMonthEnd Week WeekOfMonth YearBegin YearEnd
"""

PANDAS = Package(
    name="pandas",
    modules={
        "pandas": words(_PANDAS),
        "pandas.api": words("types"),
        "pandas.api.types": words(_TYPES),
        "pandas.errors": words(_ERRORS),
        "pandas.testing": words("assert_frame_equal assert_index_equal assert_series_equal"),
        "pandas.tseries": words("offsets"),
        "pandas.tseries.offsets": words(_OFFSETS),
        "pandas.offsets": words(_OFFSETS),
    },
    classes={
        "pandas.DataFrame": words(_FRAME),
        "pandas.Series": words(_FRAME, _SERIES) - words(
            "columns info melt pivot pivot_table merge iterrows itertuples applymap to_html to_xml",
        ),
        "pandas.Index": words(_INDEX, _TIMES, _CATEGORIES),
        "pandas.ExtensionArray": words(_INDEX, _TIMES, _CATEGORIES, "reshape swapaxes sort count") - words("groupby str start step stop"),
        "pandas._LocIndexer": frozenset(), "pandas._iLocIndexer": frozenset(), "pandas._AtIndexer": frozenset(), "pandas._iAtIndexer": frozenset(),
        "pandas.IndexSlice": frozenset(), "pandas._IndexSlice": frozenset(),
        "pandas.BaseGroupBy": words(_GROUPS),
        "pandas.GroupByNthSelector": frozenset(),
        "pandas.BaseWindow": words(_WINDOW),
        "pandas.StringMethods": words(_TEXTS),
        "pandas.Properties": words(_TIMES),
        "pandas.CategoricalAccessor": words(_CATEGORIES),
        "pandas.ListAccessor": words("flatten len"), "pandas.StructAccessor": words("dtypes explode field"),
        "pandas.Timestamp": words(_TIMES, _MOMENT),
        "pandas.Timedelta": words(_TIMES, _MOMENT),
        "pandas.Period": words(_TIMES, _MOMENT),
        "pandas.NaTType": words(_TIMES, _MOMENT),
        "pandas.NAType": frozenset(),
        "pandas.Interval": words("closed closed_left closed_right is_empty left length mid open_left open_right overlaps right"),
        "pandas.ExtensionDtype": words(
            "categories closed itemsize kind name names na_value numpy_dtype ordered subtype type tz unit freq storage",
            "fill_value",
        ),
        "pandas.BaseOffset": words(
            "base freqstr is_month_end is_month_start is_on_offset is_quarter_end is_quarter_start is_year_end is_year_start",
            "kwds n name nanos normalize rollback rollforward rule_code weekday month week startingMonth hour minute start end",
            "calendar holidays weekmask delta",
        ),
        "pandas.Grouper": words("freq key level sort"),
        "pandas.NamedAgg": words("aggfunc column"),
        "pandas.option_context": frozenset(),
        # Rows of `itertuples` are named tuples, and have their columns besides.
        "pandas.Pandas": words("count index"),
        "pandas.PrettyDict": words("copy get items keys values"),
        "pandas.FrozenList": words("count index union difference"),
    },
    settable={
        "pandas.DataFrame": words("columns index attrs"), "pandas.Series": words("index name attrs"), "pandas.Index": words("name names"),
        "pandas.Categorical": words("categories"),
    },
    rules={
        **dict.fromkeys("to_csv to_json to_html to_latex to_markdown to_string to_xml".split(), returns_text),
        **dict.fromkeys("read_csv read_table read_fwf".split(), reads_text),
        "read_json": reads_json,
        # These classes take time zones, or types that have them: they are judged also where a function of the host calls them.
        **dict.fromkeys("DataFrame DatetimeIndex DatetimeTZDtype Index IntervalDtype IntervalIndex Series".split(), refuse_zone_files),
        **dict.fromkeys("Categorical CategoricalIndex PeriodIndex SparseDtype TimedeltaIndex Timestamp".split(), refuse_zone_files),
        "astype": plain_types,
        **dict.fromkeys("agg aggregate apply transform applymap".split(), names_functions),
        **dict.fromkeys("set_option reset_option get_option option_context".split(), display_options),
        "pivot_table": names_function_in("aggfunc", 3),
        "crosstab": names_function_in("aggfunc", 4),
        "pipe": names_functions,
        "rolling": known_window,
        "info": prints_text,
    },
    gives=frozenset({"numpy"}),
)
# `case_when`, `combine`, `map` and the like take functions, never their names.

#: What to write in place of names that are often used and not allowed.
INSTEAD = {
    "query": "a mask does it: df[df['a'] > 1]", "eval": "write the expression in Python: df['a'] + df['b']",
    "to_excel": "to_csv() without a path returns the text", "to_pickle": "to_csv() without a path returns the text",
    "to_parquet": "to_csv() without a path returns the text", "read_excel": "read_csv(io.StringIO(text)) reads a text",
    "save": "tolist() gives plain values", "savetxt": "tolist() gives plain values", "tofile": "tobytes() gives the bytes",
    "load": "array() makes arrays of plain values", "loadtxt": "array() makes arrays of plain values",
    "genfromtxt": "pandas.read_csv(io.StringIO(text)) reads a text", "fromfile": "frombuffer() reads bytes",
    "ndarray": "array(), zeros() and the like make arrays", "options": "set_option('display.max_rows', 5) sets an option",
}
PACKAGES = {package.name: package for package in (NUMPY, PANDAS)}
#: All names of pandas, for rules that must tell the name of a function from the name of a column.
EVERYTHING = frozenset(
    name for names in PANDAS.classes.values() for name in names
) | words(
    "eval query style plot hist boxplot to_pickle to_parquet to_excel to_sql to_hdf to_feather to_orc to_stata to_gbq",
    "to_clipboard to_iceberg to_xarray sparse save savez savez_compressed savetxt load loadtxt genfromtxt fromfile fromregex",
    "memmap tofile dump dumps info",
)

#: Objects of the standard library that come out of lent packages, by their names that may be used. A class that is not here stays outside.
_CONTAINER = words(
    "append clear copy count extend get index insert items keys pop popitem remove reverse setdefault sort update values add",
    "discard",
)
_SETS = words("difference intersection isdisjoint issubset issuperset symmetric_difference union")
STANDARD: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        "builtins.list builtins.dict builtins.set builtins.frozenset builtins.tuple builtins.mappingproxy collections.OrderedDict "
        "collections.defaultdict collections.deque collections.Counter".split(),
        _CONTAINER | _SETS | words("appendleft popleft rotate maxlen elements most_common total subtract move_to_end"),
    ),
    **dict.fromkeys(
        "builtins.generator builtins.zip builtins.map builtins.filter builtins.enumerate builtins.reversed builtins.iterator "
        "builtins.callable_iterator builtins.list_iterator builtins.tuple_iterator builtins.set_iterator builtins.dict_keyiterator "
        "builtins.dict_valueiterator builtins.dict_itemiterator builtins.range_iterator builtins.str_iterator builtins.str_ascii_iterator "
        "builtins.list_reverseiterator builtins.longrange_iterator builtins.bytes_iterator builtins.dict_keys builtins.dict_values "
        "builtins.dict_items builtins.ellipsis builtins.NotImplementedType itertools.chain itertools.islice itertools.count itertools.repeat "
        "itertools.product itertools.zip_longest contextlib._GeneratorContextManager".split(),
        frozenset(),
    ),
    "builtins.bytearray": words("count decode endswith find hex index startswith"),
    "builtins.complex": words("conjugate imag real"), "builtins.slice": words("indices start step stop"),
    "builtins.range": words(
        "count index start step stop",
    ), "builtins.memoryview": words("tolist tobytes nbytes shape format itemsize ndim"),
    "datetime.date": words(_TIMES, _MOMENT), "datetime.time": words(_TIMES, _MOMENT), "datetime.timedelta": words(_TIMES, _MOMENT),
    "datetime.tzinfo": words("dst tzname utcoffset utc fromutc zone localize normalize key"),
    "decimal.Decimal": words("adjusted as_integer_ratio as_tuple conjugate imag is_nan quantize real sqrt to_integral_value normalize"),
    "fractions.Fraction": words("as_integer_ratio denominator limit_denominator numerator is_integer"),
    "uuid.UUID": words("bytes hex int version"),
}
