//! The value of a rule as switches see it: a text that can be read, written and taken off.

use super::values::Choice;
use crate::vocab::BySide;

/// The value of a field of the rules.
pub trait Slot {
    /// Returns whether it differs from that of a game without the rule.
    fn is_on(&self) -> bool;

    /// Returns its text; `None` if it has none, or one for each side.
    fn text(&self) -> Option<String>;

    /// Reads a text, and returns whether it is a value.
    fn put(&mut self, text: &str) -> bool;

    /// Makes it that of a game without the rule, and returns whether it was another one.
    fn take_off(&mut self) -> bool;
}

/// Reads a decimal number in canonical form.
pub fn number(text: &str) -> Option<u32> {
    let n: u32 = text.parse().ok()?;
    (n.to_string() == text).then_some(n)
}

/// Sets a value if there is one, and returns whether there is.
pub fn set<T>(slot: &mut T, value: Option<T>) -> bool {
    value.map(|value| *slot = value).is_some()
}

impl Slot for bool {
    fn is_on(&self) -> bool {
        *self
    }

    fn text(&self) -> Option<String> {
        Some(if *self { "on" } else { "off" }.to_owned())
    }

    fn put(&mut self, text: &str) -> bool {
        set(self, ["off", "on"].iter().position(|word| *word == text).map(|place| place == 1))
    }

    fn take_off(&mut self) -> bool {
        std::mem::take(self)
    }
}

/// How many stones a turn places: 1 in a game without the rule.
impl Slot for u8 {
    fn is_on(&self) -> bool {
        *self != 1
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn put(&mut self, text: &str) -> bool {
        set(self, number(text).and_then(|n| n.try_into().ok()))
    }

    fn take_off(&mut self) -> bool {
        std::mem::replace(self, 1) != 1
    }
}

/// A limit, which is 0 where it is off.
impl Slot for u32 {
    fn is_on(&self) -> bool {
        *self != 0
    }

    fn text(&self) -> Option<String> {
        self.is_on().then(|| self.to_string())
    }

    fn put(&mut self, text: &str) -> bool {
        set(self, number(text))
    }

    fn take_off(&mut self) -> bool {
        std::mem::take(self) != 0
    }
}

impl<C: Choice> Slot for C {
    fn is_on(&self) -> bool {
        *self != C::default()
    }

    fn text(&self) -> Option<String> {
        Some(self.word().to_owned())
    }

    fn put(&mut self, text: &str) -> bool {
        set(self, C::of(text))
    }

    fn take_off(&mut self) -> bool {
        std::mem::take(self) != C::default()
    }
}

/// A choice that only some games have.
impl<C: Choice> Slot for Option<C> {
    fn is_on(&self) -> bool {
        self.is_some()
    }

    fn text(&self) -> Option<String> {
        self.and_then(|choice| choice.text())
    }

    fn put(&mut self, text: &str) -> bool {
        set(self, C::of(text).map(Some))
    }

    fn take_off(&mut self) -> bool {
        self.take().unwrap_or_default() != C::default()
    }
}

/// Numbers that only some games have.
macro_rules! number_or_none {
    ($($type:ty),*) => { $(
        impl Slot for Option<$type> {
            fn is_on(&self) -> bool {
                self.is_some()
            }

            fn text(&self) -> Option<String> {
                self.map(|n| n.to_string())
            }

            fn put(&mut self, text: &str) -> bool {
                set(self, number(text).and_then(|n| n.try_into().ok()).map(Some))
            }

            fn take_off(&mut self) -> bool {
                self.take().is_some()
            }
        }
    )* };
}

number_or_none!(u8, u16);

/// A choice of each side; a switch makes it for both.
impl<C: Choice> Slot for BySide<C> {
    fn is_on(&self) -> bool {
        *self != BySide::both(C::default())
    }

    fn text(&self) -> Option<String> {
        (self.white == self.black).then(|| self.white.word().to_owned())
    }

    fn put(&mut self, text: &str) -> bool {
        set(self, C::of(text).map(BySide::both))
    }

    fn take_off(&mut self) -> bool {
        std::mem::replace(self, BySide::both(C::default())) != BySide::both(C::default())
    }
}

/// A number of pieces for each side; a switch sets that of the sides that have one, or of both if none has.
impl Slot for BySide<Option<u16>> {
    fn is_on(&self) -> bool {
        *self != BySide::both(None)
    }

    fn text(&self) -> Option<String> {
        let BySide { white, black } = *self;
        let is_one = white.is_none() || black.is_none() || white == black;
        white.or(black).filter(|_| is_one).map(|n| n.to_string())
    }

    fn put(&mut self, text: &str) -> bool {
        let (sides, neither) = (*self, !self.is_on());
        let mut one = None;
        let is_number = one.put(text);
        if is_number {
            *self = BySide::from_fn(|side| one.filter(|_| neither || sides[side].is_some()));
        }
        is_number
    }

    fn take_off(&mut self) -> bool {
        std::mem::replace(self, BySide::both(None)) != BySide::both(None)
    }
}
