//! What a row says that its field needs and excludes.

/// A field with one of some values, or with any that is not off.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub(super) path: &'static str,
    pub(super) values: &'static [&'static str],
}

/// A field that is not off.
pub const fn on(path: &'static str) -> Term {
    Term { path, values: &[] }
}

/// A field with one of these values.
pub const fn is(path: &'static str, values: &'static [&'static str]) -> Term {
    Term { path, values }
}

/// The games in which stones can be bound.
pub const STONES_ARE_BOUND: [Term; 2] = [is("movement", &["leap"]), is("bound", HELD)];

/// The values of `bound` with which moves bind stones.
pub const HELD: &[&str] = &["held", "lasting", "chain"];

/// How a field with some values, or with any that is not off, depends on another.
#[derive(Clone, Debug)]
pub enum Link {
    /// It makes sense only with one of the others.
    Needs { values: &'static [&'static str], others: Vec<Term> },
    /// Both together make no sense.
    Excludes { values: &'static [&'static str], other: Term },
}

/// The values of `throne_stop`, `throne_pass` and `corner_stop` that keep some pieces away.
pub const LIMITED: &[&str] = &["leader", "none"];

/// The values of a hostile square with which it captures.
pub const CAPTURE: &[&str] = &["all", "stones", "leader", "white", "black"];
