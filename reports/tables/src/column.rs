//! Columns: their name, the type of their values, and their meaning.

use std::marker::PhantomData;

use petteia_statistics::Estimate;
use polars::prelude::{NamedFrom, Series};

use crate::keys::{AgentKey, VariantKey, overlay};

/// A column of a table, with its name and the type of its values. Only [`schema`](crate::schema) creates columns.
#[derive(Debug)]
pub struct Column<T: ?Sized, Name = &'static str> {
    /// Its name in files.
    pub name: Name,
    of: PhantomData<fn() -> Box<T>>,
}

impl<T: ?Sized, Name> Column<T, Name> {
    pub(crate) const fn new(name: Name) -> Self {
        Column { name, of: PhantomData }
    }
}

/// A family of columns, one for each of several items that only a run determines, such as the levels of its factors.
#[derive(Debug)]
pub struct Family<T: ?Sized> {
    pattern: &'static str,
    of: PhantomData<fn() -> Box<T>>,
}

impl<T: ?Sized> Family<T> {
    /// Creates a family from the pattern of its names, with `{}` in place of the item.
    pub(crate) const fn new(pattern: &'static str) -> Self {
        Family { pattern, of: PhantomData }
    }

    /// Returns the column of one item.
    #[must_use]
    pub fn member(&self, item: &str) -> Column<T, String> {
        Column::new(self.pattern.replace("{}", item))
    }
}

/// The description of a column, for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name; for a family, with `{}` in place of the item.
    pub name: &'static str,
    /// The type of its values.
    pub holds: &'static str,
    /// The unit of its values, or an empty text if they have none, as those of numbers that only name something, or if it
    /// depends on the row. A column with an interval stands for its ends too.
    pub unit: &'static str,
    /// The meaning of the values.
    pub means: &'static str,
}

/// A type of values that columns can hold.
pub trait Holds {
    /// Its name in the documentation and in errors.
    const NAME: &'static str;
}

/// A share or mean with its interval, in the columns `NAME`, `NAME_low` and `NAME_high`.
#[derive(Debug)]
pub enum Interval {}

impl Holds for Interval {
    const NAME: &'static str = "f64, with `_low` and `_high`";
}

impl Holds for AgentKey {
    const NAME: &'static str = "agent";
}

impl Holds for VariantKey {
    const NAME: &'static str = "variant";
}

impl<T: Holds> Column<T> {
    /// Returns its first column alone: the text of an agent, or the name of a variant.
    #[must_use]
    pub fn text(self) -> Column<str> {
        Column::new(self.name)
    }
}

/// A value that can be stored in a column of `T`, or an `Option` of one; `None` is an empty cell.
pub trait Value<T: ?Sized>: Sized {
    #[doc(hidden)]
    fn series(name: &str, values: Vec<Self>) -> Series;
}

macro_rules! holds {
    ($($kind:ty, $name:literal: $($value:ty),+;)*) => {
        $(
            impl Holds for $kind {
                const NAME: &'static str = $name;
            }
            $(
                impl Value<$kind> for $value {
                    fn series(name: &str, values: Vec<Self>) -> Series {
                        Series::new(name.into(), values)
                    }
                }
            )+
        )*
    };
}

holds! {
    u32, "u32": u32, Option<u32>;
    u64, "u64": u64, Option<u64>;
    i32, "i32": i32, Option<i32>;
    f64, "f64": f64, Option<f64>;
    bool, "bool": bool, Option<bool>;
    str, "str": String, Option<String>, &str, Option<&str>;
}

/// The columns after that of an agent: the type of the values, and their meaning.
pub(crate) const AGENT_PARTS: [(&str, &str); 5] = [
    ("str", "The name of the agent to show instead of its text, if one is given."),
    ("str", "The kind of the agent, such as `alphabeta`, or the name of a program."),
    ("str", "What the agent's budget counts: `nodes`, `playouts`, `depth` or `ms`; empty without a budget."),
    ("u64", "The agent's budget for a decision."),
    ("str", "The endgame tables that the agent uses; empty for none."),
];

/// The columns after that of a variant: the type of the values, and their meaning.
pub(crate) const VARIANT_PARTS: [(&str, &str); 3] = [
    ("str", "The name of the variant to show instead, if one is given."),
    ("str", "The game that the switches of the variant change."),
    ("str", "The changed switches, joined with `+`, or with `-` if a switch is turned off; empty without any."),
];

/// Returns the names of the columns of an agent.
pub(crate) fn agent_names(name: &str) -> [String; 6] {
    ["", "_label", "_kind", "_budget_kind", "_budget", "_tables"].map(|part| format!("{name}{part}"))
}

/// Returns the names of the columns of a variant.
pub(crate) fn variant_names(name: &str) -> [String; 4] {
    [name.to_owned(), format!("{name}_label"), "base".to_owned(), "switches".to_owned()]
}

/// Returns the column of a text of each key that has it.
fn texts<K>(name: &str, keys: &[Option<&K>], of: fn(&K) -> Option<String>) -> Series {
    Value::<str>::series(name, keys.iter().map(|key| key.and_then(of)).collect::<Vec<_>>())
}

/// Returns the columns of an agent: its text, and each part of the key in a column of its own.
pub(crate) fn agent_columns(name: &str, agents: &[Option<&AgentKey>]) -> [Series; 6] {
    let [text, label, kind, budget_kind, budget, tables] = agent_names(name);
    let budgets: Vec<Option<u64>> = agents.iter().map(|agent| agent.and_then(|agent| agent.budget)).collect();
    [
        texts(&text, agents, |agent| Some(agent.text.clone())),
        texts(&label, agents, |agent| agent.label.clone()),
        texts(&kind, agents, |agent| Some(agent.kind.clone())),
        texts(&budget_kind, agents, |agent| agent.budget_kind.clone()),
        Value::<u64>::series(&budget, budgets),
        texts(&tables, agents, |agent| agent.tables.clone()),
    ]
}

/// Returns the columns of a variant: its name, and each part of the key in a column of its own.
pub(crate) fn variant_columns(name: &str, variants: &[Option<&VariantKey>]) -> [Series; 4] {
    let [text, label, base, changed] = variant_names(name);
    [
        texts(&text, variants, |variant| Some(variant.name.clone())),
        texts(&label, variants, |variant| variant.label.clone()),
        texts(&base, variants, |variant| Some(variant.base.clone())),
        texts(&changed, variants, switches),
    ]
}

/// Returns the switches of a variant as one text, if it has any: `vagi-edge+die=4`.
fn switches(variant: &VariantKey) -> Option<String> {
    let all = overlay(variant.switches.iter().map(String::as_str));
    let text = all.strip_prefix('+').unwrap_or(&all);
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the three columns of an interval. An end that the observations do not determine is an empty cell.
pub(crate) fn interval_columns(name: &str, values: &[Option<Estimate>]) -> [Series; 3] {
    let part = |ending: &str, of: fn(Estimate) -> f64| {
        let values: Vec<Option<f64>> =
            values.iter().map(|estimate| estimate.map(of).filter(|value| value.is_finite())).collect();
        Value::<f64>::series(&format!("{name}{ending}"), values)
    };
    [
        part("", |estimate| estimate.value),
        part("_low", |estimate| estimate.low),
        part("_high", |estimate| estimate.high),
    ]
}
