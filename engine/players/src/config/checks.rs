//! Checks of names and limits.

use petteia_engine::Limits;
use petteia_engine::rules::TurnLimit;

/// The most bytes of a name that becomes part of file names.
const MOST_NAME: usize = 100;

/// Checks a name that is used in tables, figures and folders.
pub fn check_name(what: &str, name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.len() > MOST_NAME {
        return Err(format!("{what} has {} bytes; use at most {MOST_NAME}", name.len()));
    }
    let fits = !name.is_empty() && name.chars().all(is_plain);
    if fits {
        Ok(())
    } else {
        Err(format!("{what} is `{name}`; use the letters a to z, digits, `-` and `_`; a `label` may have others"))
    }
}

/// Checks the limits of a variant.
pub fn check_limits(variant: &str, limits: Limits) -> Result<(), String> {
    check_end(limits).map_err(|reason| format!("`{variant}`: {reason}"))
}

/// Checks that limits end every game.
///
/// # Errors
/// What they lack.
pub fn check_end(limits: Limits) -> Result<(), &'static str> {
    let has_caps = limits.move_cap > 0 || limits.turn_cap != TurnLimit::OFF;
    if (limits.repetition.limit(), limits.no_progress) == (0, TurnLimit::OFF) && !has_caps {
        return Err("it has no limits, so a game might never end; set `turn_cap`");
    }
    Ok(())
}
