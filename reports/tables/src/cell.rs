//! The cells of a table.

use std::fmt::{Display, Formatter};

use polars::prelude::AnyValue;
use serde::{Serialize, Serializer};

/// A cell of a table: an empty one is null in JSON, and an empty text elsewhere.
#[derive(Clone, Debug)]
pub struct Cell<'a>(pub(crate) AnyValue<'a>);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            AnyValue::Null => serializer.serialize_none(),
            AnyValue::Boolean(value) => serializer.serialize_bool(*value),
            AnyValue::Float64(value) => serializer.serialize_f64(*value),
            AnyValue::Float32(value) => serializer.serialize_f32(*value),
            AnyValue::UInt64(value) => serializer.serialize_u64(*value),
            value if value.dtype().is_integer() => match value.extract::<i64>() {
                Some(value) => serializer.serialize_i64(value),
                None => serializer.collect_str(value),
            },
            _ => serializer.collect_str(self),
        }
    }
}

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        match &self.0 {
            AnyValue::Null => Ok(()),
            // As JSON has it: with a point, and an exponent where it is shorter.
            AnyValue::Float64(value) => write!(f, "{value:?}"),
            value => match value.get_str() {
                Some(text) => f.write_str(text),
                None => value.fmt(f),
            },
        }
    }
}
