//! What a search says, in words: quantities, limits, estimates, and what decided a rule set.

use petteia_statistics::Estimate;
use petteia_statistics::identification::{Doubt, Reason, Status, Threshold};
use petteia_tables::{FoundRuleSet, QuantityAbout, RuleSearchResult};

use crate::number_format::written;

/// Returns a quantity as a noun: `draws`, `White's score`.
pub(crate) fn quantity(about: QuantityAbout) -> String {
    match about.name {
        "white_score" => "White's score".to_owned(),
        "on_board" => "won on the board".to_owned(),
        "plies" => "turns".to_owned(),
        "draws" => "draws".to_owned(),
        reason => format!("ended by {}", reason.replace('_', " ")),
    }
}

/// Returns the heading of a column, with the unit.
pub(crate) fn heading(about: QuantityAbout) -> String {
    format!("{}{}", quantity(about), if about.is_share { " %" } else { "" })
}

/// Returns an estimate with its interval, in percent or turns, without its unit.
pub(crate) fn estimate(about: QuantityAbout, value: Option<Estimate>) -> String {
    let Some(value) = value else { return "–".to_owned() };
    let factor = if about.is_share { 100.0 } else { 1.0 };
    let digits = usize::from(about.is_share && factor * value.high - factor * value.low < 3.0);
    written(value, |number| format!("{:.digits$}", factor * number))
}

/// Returns a limit with its quantity: `draws at most 20 %`, `White's score 45–55 %`.
pub(crate) fn limit(about: QuantityAbout, limit: &Threshold) -> String {
    format!("{} {}", quantity(about), range(about, limit))
}

/// Returns a limit: `at most 20 %`, `45–55 %`.
pub(crate) fn range(about: QuantityAbout, limit: &Threshold) -> String {
    let (factor, unit) = if about.is_share { (100.0, " %") } else { (1.0, "") };
    let number = |value: f64| {
        let text = format!("{:.1}", factor * value);
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    };
    match (limit.least.is_finite(), limit.most.is_finite()) {
        (true, true) => format!("{}–{}{unit}", number(limit.least), number(limit.most)),
        (true, false) => format!("at least {}{unit}", number(limit.least)),
        _ => format!("at most {}{unit}", number(limit.most)),
    }
}

/// Returns the name of a status in the tables.
pub(super) fn status_name(status: Option<Status>) -> &'static str {
    match status {
        None => "not played",
        Some(Status::In) => "in",
        Some(Status::Out(_)) => "out",
        Some(Status::Undecided(_)) => "undecided",
    }
}

/// Returns the quantity or the rule set that decided a rule set, or that has to be known better.
pub(super) fn because<'a>(found: &'a RuleSearchResult, set: &FoundRuleSet) -> Option<&'a str> {
    match set.status? {
        Status::In => None,
        Status::Out(Reason::Breaks(limit)) | Status::Undecided(Doubt::Limit(limit)) => {
            Some(found.quantities[found.limits[limit].quantity].name)
        }
        Status::Out(Reason::Beaten(other)) | Status::Undecided(Doubt::Rival(other) | Doubt::Better(other)) => {
            Some(&found.rule_sets[other].name)
        }
    }
}

/// Returns whether limits are kept, in a word.
pub(super) fn kept(keeps: Option<bool>) -> &'static str {
    match keeps {
        Some(true) => "yes",
        Some(false) => "no",
        None => "open",
    }
}
