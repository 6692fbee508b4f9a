//! Properties that hold for any text or bytes that petteia reads: a reader refuses them with a reason, or uses them rightly.

use std::fmt::Display;

mod files;
mod games;
pub mod mutation;
mod positions;
mod protocol;
mod rules;

pub use files::{experiment_toml, fit_toml, record_text};
pub use positions::{move_text, play_bytes, position_text};
pub use protocol::protocol_lines;
pub use rules::{rules_text, rules_toml};

/// The result of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// It was rejected, with a reason.
    Refused,
    /// It was accepted, and the result satisfies the required properties.
    Used,
}

impl Read {
    fn of(is_used: bool) -> Self {
        if is_used { Read::Used } else { Read::Refused }
    }

    /// Returns that an input was rejected, for a reason that must not be empty.
    fn refused(reason: impl Display) -> Self {
        assert!(!reason.to_string().is_empty(), "a reason");
        Read::Refused
    }
}

/// A reader with the properties that must hold for all its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, which is also that of its folder of stored inputs.
    pub name: &'static str,
    /// Passes it an input.
    pub read: fn(&[u8]) -> Read,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "move_text", read: move_text },
    Target { name: "play_bytes", read: play_bytes },
    Target { name: "position_text", read: position_text },
    Target { name: "rules_text", read: rules_text },
    Target { name: "rules_toml", read: rules_toml },
    Target { name: "experiment_toml", read: experiment_toml },
    Target { name: "fit_toml", read: fit_toml },
    Target { name: "protocol_lines", read: protocol_lines },
    Target { name: "record_text", read: record_text },
];

/// Returns the bytes as text, up to the first byte that is not valid.
fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}
