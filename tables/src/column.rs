//! Columns: their name, the type of their values, and their meaning.

use std::marker::PhantomData;

use petteia_statistics::Estimate;
use polars_core::prelude as polars;
use polars_core::prelude::NamedFrom;

/// A column of a table, with its name and the type of its values. Only [`schema`](crate::schema) creates columns.
#[derive(Debug)]
pub struct Column<T: ?Sized> {
    /// Its name in files.
    pub name: &'static str,
    of: PhantomData<fn() -> Box<T>>,
}

impl<T: ?Sized> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Column<T> {}

impl<T: ?Sized> Column<T> {
    pub(crate) const fn new(name: &'static str) -> Self {
        Column { name, of: PhantomData }
    }
}

/// A family of columns, one for each of several items that only a run determines, such as the levels of its factors.
#[derive(Debug)]
pub struct Family<T: ?Sized> {
    /// The pattern of their names, with `{}` in place of the item.
    pub pattern: &'static str,
    of: PhantomData<fn() -> Box<T>>,
}

impl<T: ?Sized> Clone for Family<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Family<T> {}

impl<T: ?Sized> Family<T> {
    pub(crate) const fn new(pattern: &'static str) -> Self {
        Family { pattern, of: PhantomData }
    }

    /// Returns the name of one column.
    #[must_use]
    pub fn member(self, name: &str) -> String {
        self.pattern.replace("{}", name)
    }

    /// Returns the part of the names before the item.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        self.pattern.split('{').next().unwrap_or_default()
    }
}

/// The description of a column, for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name; for a family, with `{}` in place of the item.
    pub name: &'static str,
    /// Whether it describes a family of columns.
    pub is_family: bool,
    /// The type of its values.
    pub holds: &'static str,
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

/// A value that can be stored in a column of `T`, or an `Option` of one; `None` is an empty cell.
pub trait Value<T: ?Sized>: Sized {
    #[doc(hidden)]
    fn column(name: &str, values: Vec<Self>) -> polars::Column;
}

macro_rules! holds {
    ($($kind:ty, $name:literal: $($value:ty),+;)*) => {
        $(
            impl Holds for $kind {
                const NAME: &'static str = $name;
            }
            $(
                impl Value<$kind> for $value {
                    fn column(name: &str, values: Vec<Self>) -> polars::Column {
                        polars::Column::from(polars::Series::new(name.into(), values))
                    }
                }
            )+
        )*
    };
}

holds! {
    u32, "u32": u32, Option<u32>;
    u64, "u64": u64, Option<u64>;
    i32, "i32": i32;
    f64, "f64": f64, Option<f64>;
    bool, "bool": bool, Option<bool>;
    str, "str": String, Option<String>, &'static str, Option<&'static str>;
}

/// Returns the three columns of an interval. An end that the observations do not determine is an empty cell.
pub(crate) fn interval_columns(name: &str, values: &[Option<Estimate>]) -> [polars::Column; 3] {
    let part = |name: String, of: fn(Estimate) -> f64| {
        let values: Vec<Option<f64>> =
            values.iter().map(|estimate| estimate.map(of).filter(|value| value.is_finite())).collect();
        <Option<f64> as Value<f64>>::column(&name, values)
    };
    [
        part(name.to_owned(), |estimate| estimate.value),
        part(format!("{name}_low"), |estimate| estimate.low),
        part(format!("{name}_high"), |estimate| estimate.high),
    ]
}
