//! Reads a parsed TOML document. What does not fit is an error that knows its place and the keys or values that would fit.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use toml::Spanned;
use toml::de::{DeInteger, DeString, DeTable, DeValue};

/// Something in a document that does not fit.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{fault:?}")]
pub(super) struct Misfit {
    /// Its place in the text.
    pub place: Option<Range<usize>>,
    pub fault: Fault,
}

/// How something does not fit.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    UnknownKey {
        found: String,
        known: &'static [&'static str],
    },
    UnknownChoice {
        found: String,
        known: &'static [&'static str],
    },
    MissingKey(&'static str),
    GivenTwice(String),
    /// A value, and what is wanted in its place.
    WrongValue {
        found: String,
        wanted: String,
    },
    /// A sentence.
    Other(String),
}

pub(super) fn read<F: DeserializeOwned>(document: &Spanned<DeTable>) -> Result<F, Misfit> {
    let table = MapDeserializer::new(entries(document.get_ref()));
    F::deserialize(table).map_err(|misfit: Misfit| misfit.at(document.span()))
}

impl Misfit {
    fn of(fault: Fault) -> Self {
        Misfit { place: None, fault }
    }

    /// Gives it a place, if it has none.
    fn at(self, place: Range<usize>) -> Self {
        Misfit { place: self.place.or(Some(place)), ..self }
    }
}

impl Error for Misfit {
    fn custom<T: Display>(message: T) -> Self {
        Misfit::of(Fault::Other(message.to_string()))
    }

    fn invalid_type(found: Unexpected, wanted: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Bool(value) => value.to_string(),
            Unexpected::Signed(value) => value.to_string(),
            Unexpected::Unsigned(value) => value.to_string(),
            Unexpected::Float(value) => value.to_string(),
            Unexpected::Str(value) => format!("{value:?}"),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Map => "a table".to_owned(),
            other => other.to_string(),
        };
        Misfit::of(Fault::WrongValue { found, wanted: wanted.to_string() })
    }

    fn invalid_value(found: Unexpected, wanted: &dyn Expected) -> Self {
        Self::invalid_type(found, wanted)
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        Misfit::of(Fault::UnknownKey { found: found.to_owned(), known })
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Misfit::of(Fault::UnknownChoice { found: found.to_owned(), known })
    }

    fn missing_field(key: &'static str) -> Self {
        Misfit::of(Fault::MissingKey(key))
    }
}

fn entries<'a, 'i>(table: &'a DeTable<'i>) -> impl Iterator<Item = (Value<'a, 'i>, Value<'a, 'i>)> {
    let as_value = |key: &Spanned<DeString<'i>>| Spanned::new(key.span(), DeValue::String(key.get_ref().clone()));
    table.iter().map(move |(key, value)| (Value(Cow::Owned(as_value(key))), Value(Cow::Borrowed(value))))
}

/// A value, or a key as the text that it is.
struct Value<'a, 'i>(Cow<'a, Spanned<DeValue<'i>>>);

impl Value<'_, '_> {
    /// Returns the error that something else is wanted.
    fn not(&self, wanted: &str) -> Misfit {
        let found = match self.0.get_ref() {
            DeValue::Table(_) => "a table".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::String(text) => format!("{text:?}"),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(date) => date.to_string(),
        };
        Misfit::of(Fault::WrongValue { found, wanted: wanted.to_owned() }).at(self.0.span())
    }

    /// Reads a whole number up to `most`.
    fn whole(&self, most: u64) -> Result<u64, Misfit> {
        let number = match self.0.get_ref() {
            DeValue::Integer(number) => to_number(number),
            _ => None,
        };
        match number.map(u64::try_from) {
            Some(Ok(number)) if number <= most => Ok(number),
            Some(_) if number > Some(0) => Err(self.not(&format!("a whole number up to {most}"))),
            _ => Err(self.not("a whole number, at least 0, without quotes")),
        }
    }
}

fn to_number(number: &DeInteger) -> Option<i128> {
    i128::from_str_radix(number.as_str(), number.radix()).ok()
}

/// Reads whole numbers of some types.
macro_rules! whole_numbers {
    ($($read:ident $type:ty),*) => { $(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            visitor.visit_u64(self.whole(<$type>::MAX.into())?)
        }
    )* };
}

/// Reads values of one form each.
macro_rules! only {
    ($($read:ident $form:pat => $wanted:literal;)*) => { $(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            match self.0.get_ref() {
                $form => self.deserialize_any(visitor),
                _ => Err(self.not($wanted)),
            }
        }
    )* };
}

impl<'de> Deserializer<'de> for Value<'_, '_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let place = self.0.span();
        let read = match self.0.get_ref() {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => match to_number(number).and_then(|number| i64::try_from(number).ok()) {
                Some(number) => visitor.visit_i64(number),
                None => Err(self.not("a smaller number")),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => Err(self.not("a smaller number")),
            },
            DeValue::Boolean(flag) => visitor.visit_bool(*flag),
            DeValue::Datetime(_) => Err(Misfit::invalid_type(Unexpected::Other("a date"), &visitor)),
            DeValue::Array(entries) => {
                visitor.visit_seq(SeqDeserializer::new(entries.iter().map(|entry| Value(Cow::Borrowed(entry)))))
            }
            DeValue::Table(table) => visitor.visit_map(MapDeserializer::new(entries(table))),
        };
        read.map_err(|misfit| misfit.at(place))
    }

    only! {
        deserialize_bool DeValue::Boolean(_) => "`true` or `false`, without quotes";
        deserialize_f64 DeValue::Integer(_) | DeValue::Float(_) => "a number, without quotes";
        deserialize_string DeValue::String(_) => "a text in quotes";
        deserialize_seq DeValue::Array(_) => "a list in brackets, such as `[\"city-8\"]`";
        deserialize_map DeValue::Table(_) => "a table";
    }

    whole_numbers!(deserialize_u8 u8, deserialize_u16 u16, deserialize_u32 u32, deserialize_u64 u64);

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let place = self.0.span();
        if is_spanned(name) {
            visitor.visit_map(SpannedDeserializer::new(self, place))
        } else {
            self.deserialize_map(visitor)
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let DeValue::String(word) = self.0.get_ref() else { return Err(self.not("a text in quotes")) };
        visitor.visit_enum(word.as_ref().into_deserializer()).map_err(|misfit: Misfit| misfit.at(self.0.span()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 f32 char str bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Misfit> for Value<'_, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
