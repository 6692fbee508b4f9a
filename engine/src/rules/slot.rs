//! The value of a rule as switches see it: a text that can be read, written and taken off.

use super::values::Choice;
use crate::vocab::BySide;

/// The value of a field of the rules.
pub trait Slot {
    /// Returns whether it differs from that of a game without the rule.
    fn is_on(&self) -> bool;

    /// Returns its text; `None` if it has none, or one for each side.
    fn text(&self) -> Option<String>;

    /// Returns whether a text is its value, or that of a side.
    fn has(&self, text: &str) -> bool;

    /// Reads a text, and returns whether it is a value.
    fn put(&mut self, text: &str) -> bool;

    /// Makes it that of a game without the rule, and returns whether it was another one.
    fn take_off(&mut self) -> bool;
}

/// A value that can be in a [`Slot`].
pub trait Value: Copy + PartialEq {
    /// That of a game without the rule.
    const OFF: Self;

    /// Returns its text; `None` if it has none, or one for each side.
    fn write(self) -> Option<String>;

    /// Returns whether a text is this value, or that of a side.
    fn has(self, text: &str) -> bool {
        self.write().is_some_and(|own| own == text)
    }

    /// Returns the value that a text puts in the place of this one; `None` if the text is none of a value.
    fn read(self, text: &str) -> Option<Self>;

    /// Returns whether the game would be another one without it.
    fn matters(self) -> bool {
        self != Self::OFF
    }
}

impl<V: Value> Slot for V {
    fn is_on(&self) -> bool {
        *self != V::OFF
    }

    fn text(&self) -> Option<String> {
        self.write()
    }

    fn has(&self, text: &str) -> bool {
        Value::has(*self, text)
    }

    fn put(&mut self, text: &str) -> bool {
        self.read(text).map(|value| *self = value).is_some()
    }

    fn take_off(&mut self) -> bool {
        std::mem::replace(self, V::OFF).matters()
    }
}

/// Reads a decimal number in canonical form.
pub fn number(text: &str) -> Option<u32> {
    let n: u32 = text.parse().ok()?;
    (n.to_string() == text).then_some(n)
}

impl Value for bool {
    const OFF: Self = false;

    fn write(self) -> Option<String> {
        Some(if self { "on" } else { "off" }.to_owned())
    }

    fn read(self, text: &str) -> Option<Self> {
        ["off", "on"].iter().position(|word| *word == text).map(|place| place == 1)
    }
}

/// How many stones a turn places.
impl Value for u8 {
    const OFF: Self = 1;

    fn write(self) -> Option<String> {
        Some(self.to_string())
    }

    fn read(self, text: &str) -> Option<Self> {
        number(text)?.try_into().ok()
    }
}

/// A limit.
impl Value for u32 {
    const OFF: Self = 0;

    fn write(self) -> Option<String> {
        (self != Self::OFF).then(|| self.to_string())
    }

    fn read(self, text: &str) -> Option<Self> {
        number(text)
    }
}

impl<C: Choice> Value for C {
    const OFF: Self = C::VALUES[0];

    fn write(self) -> Option<String> {
        Some(self.word().to_owned())
    }

    fn read(self, text: &str) -> Option<Self> {
        C::of(text)
    }
}

/// A choice that only some games have.
impl<C: Choice> Value for Option<C> {
    const OFF: Self = None;

    fn write(self) -> Option<String> {
        self?.write()
    }

    fn read(self, text: &str) -> Option<Self> {
        C::of(text).map(Some)
    }

    fn matters(self) -> bool {
        self.unwrap_or_default().matters()
    }
}

/// Numbers that only some games have.
macro_rules! number_or_none {
    ($($type:ty),*) => { $(
        impl Value for Option<$type> {
            const OFF: Self = None;

            fn write(self) -> Option<String> {
                self.map(|n| n.to_string())
            }

            fn read(self, text: &str) -> Option<Self> {
                number(text)?.try_into().ok().map(Some)
            }
        }
    )* };
}

number_or_none!(u8, u16);

/// A choice of each side; a switch makes it for both.
impl<C: Choice> Value for BySide<C> {
    const OFF: Self = BySide::both(C::VALUES[0]);

    fn write(self) -> Option<String> {
        (self.white == self.black).then(|| self.white.word().to_owned())
    }

    fn has(self, text: &str) -> bool {
        self.white.word() == text || self.black.word() == text
    }

    fn read(self, text: &str) -> Option<Self> {
        C::of(text).map(BySide::both)
    }
}

/// A number of pieces for each side; a switch sets that of the sides that have one, or of both if none has.
impl Value for BySide<Option<u16>> {
    const OFF: Self = BySide::both(None);

    fn write(self) -> Option<String> {
        let BySide { white, black } = self;
        let is_one = white.is_none() || black.is_none() || white == black;
        white.or(black).filter(|_| is_one).map(|n| n.to_string())
    }

    fn read(self, text: &str) -> Option<Self> {
        let one = None::<u16>.read(text)?;
        let neither = self == Self::OFF;
        Some(BySide::from_fn(|side| one.filter(|_| neither || self[side].is_some())))
    }
}
