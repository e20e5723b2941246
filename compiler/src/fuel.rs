//! The fuel schedule: the cost of each construct of the language. Costs depend on the source, not on the instructions
//! that the compiler emits.
//!
//! One unit is about one simple operation, and pays for at most sixty machine instructions (`docs/fuel-costs.md`). The
//! entry of a body charges everything outside its loops. Each turn of a loop charges everything in the loop that is
//! outside inner loops. A loop without a test at its bottom (`while True`, `while x := ...`, `async for`) charges its
//! first turn when it is entered. Branches are charged as if all of them ran. This is a static upper bound, and so the
//! same for every run. The VM charges work whose size is known only at run time, such as the length of a list or the
//! digits of an integer, and rare work, such as an exception that is really raised.

/// Must change when a number below changes, or what the VM charges at run time. Reports and snapshots carry it. 2: work is charged by what
/// is walked, not by what comes out. 3: each construct has a cost of its own, by the machine instructions that it takes. 4: so has each native
/// operation. 5: copies, searches and other walks that no loop shows are charged. 6: searches for what nearly matches, and bytes of ints, cost more.
pub const VERSION: u16 = 6;

/// Declares the schedule: each construct with its cost, and why it costs that.
macro_rules! schedule {
    ($($(#[doc = $why:literal])+ $name:ident = $cost:literal;)*) => {
        $($(#[doc = $why])+ pub const $name: u32 = $cost;)*
    };
}

// Bodies and loops.
schedule! {
    /// Entering a function or starting a generator: a frame.
    CALL_ENTRY = 2;
    /// `*args` of a function that is entered: a tuple.
    REST_PARAMETER = 8;
    /// `**kwargs` of a function that is entered: a dict.
    KEYWORDS_PARAMETER = 28;
    /// A parameter with a default, or only by keyword, of a function that is entered: it must be looked for.
    OPTIONAL_PARAMETER = 3;
    /// Entering a generator or a coroutine: an object, and a frame that is moved at its end.
    GENERATOR_ENTRY = 12;
    /// One turn of a loop, without its body.
    LOOP_TURN = 1;
    /// A `for`: an iterator.
    FOR = 6;
    /// A turn of an `async for`: an awaitable is made, awaited and ended by an exception.
    ASYNC_TURN = 40;
}

// Statements. What they contain is charged apart.
schedule! {
    /// A statement. Most are one instruction beside their expressions.
    STATEMENT = 1;
    /// A module that is imported: it is looked for, and the policy is asked.
    IMPORT = 55;
    /// A part of a dotted name after the first: a module below another is looked for.
    IMPORT_PART = 200;
    /// A name that is imported from a module.
    IMPORT_NAME = 30;
    /// `def` or `async def`: a function is made.
    FUNCTION = 8;
    /// A default or an annotation of a function that is made: a tuple or a dict holds it.
    FUNCTION_PART = 24;
    /// `class`: a namespace, the order of the bases, a metaclass and hooks.
    CLASS = 450;
    /// A base or a keyword of a class: what it inherits is looked through.
    CLASS_PART = 50;
    /// A name that a class body binds: an attribute is made, and hooks are looked for.
    CLASS_NAME = 40;
    /// A type parameter: an object of a class of the library, and a scope.
    TYPE_PARAMETER = 1000;
    /// `type X = ...`: an object of a class of the library.
    TYPE_ALIAS = 500;
    /// An item of a `with`: two special methods are looked up and called.
    WITH_ITEM = 28;
    /// An `except`: a match that runs when something was raised. What is raised is charged then.
    HANDLER = 6;
    /// An `except*`: a group is divided.
    STAR_HANDLER = 150;
    /// `raise`: an exception is made when it is a class.
    RAISE = 4;
}

// Expressions. Names and constants cost nothing.
schedule! {
    /// An operator, a comparison, `and`, `or`, `not`, a conditional. Values that are not small numbers are charged at run time.
    OPERATION = 1;
    /// `/`, `//`, `%` and shifts: they also test for zero and signs.
    DIVISION = 2;
    /// `**`: a loop or an elementary function.
    POWER = 8;
    /// `in`: a search of a container begins.
    IN = 7;
    /// An attribute that is read: along the classes of the object, and a method is bound to it.
    ATTRIBUTE = 8;
    /// The name of a method that is called at once: no method is bound.
    METHOD = 2;
    /// An attribute that is set.
    ATTRIBUTE_STORE = 3;
    /// An attribute that is deleted: the object gets another shape.
    ATTRIBUTE_DELETE = 55;
    /// An item that is read.
    SUBSCRIPT = 4;
    /// An item that is set: a table may grow.
    SUBSCRIPT_STORE = 7;
    /// An item that is deleted.
    SUBSCRIPT_DELETE = 12;
    /// A slice: an object with three bounds, and a copy begins.
    SLICE = 12;
    /// A call: the callee is found, arguments are bound, and a builtin function begins and makes its result.
    CALL = 12;
    /// A call with keywords, beside [`KEYWORD`]: names are bound to parameters.
    KEYWORD_CALL = 12;
    /// An argument by keyword.
    KEYWORD = 4;
    /// `*iterable` in a call: the arguments are collected in a list, which becomes a tuple.
    CALL_STAR = 50;
    /// `**mapping` in a call: the arguments are collected in a dict, which is checked and copied.
    CALL_KEYWORDS = 100;
    /// A list display.
    LIST = 11;
    /// A tuple display, or a target with several names.
    TUPLE = 5;
    /// An item of a list or tuple display, or of a target.
    ITEM = 1;
    /// A set display.
    SET = 22;
    /// An item of a set or dict display: it is hashed, and a table grows.
    HASHED_ITEM = 7;
    /// A dict display.
    DICT = 9;
    /// `*iterable` or `**mapping` in a display, or a target with a star: items are collected in a list first.
    STAR = 35;
    /// A lambda: a function is made.
    LAMBDA = 10;
    /// A comprehension, beside its display: a scope.
    COMPREHENSION = 3;
    /// A generator expression: a function and a generator are made.
    GENERATOR_EXPRESSION = 30;
    /// `yield` and `yield from`: the frame is left and entered again.
    YIELD = 4;
    /// `await`: an iterator is made, and its end is an exception.
    AWAIT = 16;
    /// An f-string: its parts are joined.
    FSTRING = 9;
    /// A field of an f-string: it becomes a text.
    FIELD = 14;
    /// The format of a field.
    FORMAT = 30;
}

// Patterns of `match`.
schedule! {
    /// A pattern: a comparison or a name.
    PATTERN = 1;
    /// A pattern of a sequence: its type and length are tested.
    SEQUENCE_PATTERN = 7;
    /// `*rest` in a pattern of a sequence: a list is made.
    STAR_PATTERN = 38;
    /// A pattern of a mapping: its keys are looked up through methods.
    MAPPING_PATTERN = 38;
    /// A key in a pattern of a mapping.
    KEY_PATTERN = 8;
    /// `**rest` in a pattern of a mapping: a dict is copied.
    REST_PATTERN = 42;
    /// A pattern of a class: an instance test.
    CLASS_PATTERN = 12;
    /// An attribute in a pattern of a class: it is looked up, and may fail.
    ATTRIBUTE_PATTERN = 12;
}
