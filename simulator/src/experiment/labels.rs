//! Labels: the words with which readers see agents and variants, instead of their texts.

use std::collections::BTreeMap;

use petteia_engine::is_control;
use petteia_players::config::{ExperimentError, Source};
use toml::Spanned;

/// The labels that an experiment gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The labels of agents by their texts.
    pub agents: BTreeMap<String, String>,
    /// The labels of variants by their names.
    pub variants: BTreeMap<String, String>,
}

/// The most characters of a label; more would not fit into figures.
pub(crate) const MOST_LABEL: usize = 40;

impl Labels {
    /// Gives an agent or a variant the label that is written, followed by what the factors add to a variant's name.
    pub(super) fn add(
        &mut self,
        source: &Source,
        kind: fn(&mut Self) -> &mut BTreeMap<String, String>,
        name: String,
        written: &Spanned<String>,
        addition: &str,
    ) -> Result<(), ExperimentError> {
        let label = format!("{}{addition}", written.get_ref());
        let wrong = |message: String| Err(source.wrong(written.span(), message));
        if let Err(message) = check(written.get_ref()) {
            return wrong(message);
        }
        if let Some(earlier) = kind(self).get(&name) {
            let is_same = *earlier == label;
            let message = || format!("`{name}` has two labels, \"{earlier}\" and \"{label}\"; leave one out");
            return if is_same { Ok(()) } else { wrong(message()) };
        }
        let mut all = self.agents.iter().chain(&self.variants);
        if let Some((other, _)) = all.find(|(_, known)| **known == label) {
            return wrong(format!("`{other}` and `{name}` have the same label, \"{label}\"; give each its own"));
        }
        kind(self).insert(name, label);
        Ok(())
    }
}

/// Checks that a label is a short line that can be seen.
fn check(label: &str) -> Result<(), String> {
    let length = label.chars().count();
    if label.trim().is_empty() {
        return Err("`label` is empty; give a few words, or leave it out".to_owned());
    }
    if length > MOST_LABEL {
        return Err(format!("`label` has {length} characters; use at most {MOST_LABEL}"));
    }
    if label.chars().any(is_control) {
        return Err("`label` has a control character; use letters, digits, spaces and signs".to_owned());
    }
    if let Some(first) = label.trim_start().chars().next().filter(|first| "=+-@".contains(*first)) {
        return Err(format!(
            "`label` begins with `{first}`, which makes it a formula in a spreadsheet; begin with a word"
        ));
    }
    Ok(())
}
