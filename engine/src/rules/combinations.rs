//! Which combinations of rules make no sense (RULES §9): refusals, and the words of the page of fields. Both follow from
//! the [links](super::links) of the rows.

use super::fields::{self, FIELDS, Field, either};
use super::links::{Link, Term, is};
use super::slot::Slot;
use super::{Rules, RulesError, Setup};

impl Term {
    /// Returns whether it holds in some rules.
    fn holds(self, rules: &mut Rules) -> bool {
        match self.path {
            "leader" => return rules.leader.is_some(),
            "setup.placement" => return matches!(rules.setup, Setup::Placement(_)),
            _ => {}
        }
        let Some(value) = value(self.path, rules) else { return false };
        match self.values {
            [] => value.is_on(),
            values => values.iter().any(|text| value.has(text)),
        }
    }

    /// Returns its text in a refusal, with the value that it has in the rules: `` `inciti` ``, `` `bound=held` ``.
    fn found(self, rules: &mut Rules) -> String {
        match value(self.path, rules).and_then(|value| value.text()).filter(|_| !self.values.is_empty()) {
            Some(text) => format!("`{}={text}`", self.name()),
            None => format!("`{}`", self.name()),
        }
    }

    /// Returns its text in a refusal of rules without it.
    fn wanted(self) -> String {
        let name = self.name();
        let values = self.values.iter().map(|value| format!("`{name}={value}`")).collect();
        if self.values.is_empty() { format!("`{name}`") } else { either(values) }
    }

    /// Returns the name of its field, without tables other than that of the leader.
    fn name(self) -> &'static str {
        let is_of_leader = self.path.starts_with("leader.");
        if is_of_leader { self.path } else { self.path.rsplit('.').next().unwrap_or_default() }
    }

    /// Returns its text on the page of fields: `` `inciti` ``, `` `bound = "held" / "chain"` ``.
    fn long(self) -> String {
        match self.values {
            [] => format!("`{}`", self.path),
            values => {
                let values: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
                format!("`{} = {}`", self.path, values.join(" / "))
            }
        }
    }
}

/// Returns the value of a field; `None` if the rules have no place for it.
fn value<'a>(path: &str, rules: &'a mut Rules) -> Option<&'a mut dyn Slot> {
    fields::find(path)?.slot?(rules)
}

/// Returns what is wrong with a combination of rules.
pub fn defects(rules: &Rules) -> Vec<RulesError> {
    let mut rules = rules.clone();
    let links = FIELDS.iter().flat_map(|field| field.links.iter().map(|link| (field.path, link)));
    links.filter_map(|(path, link)| link.defect(path, &mut rules)).map(RulesError::Senseless).collect()
}

impl Link {
    fn defect(&self, path: &'static str, rules: &mut Rules) -> Option<String> {
        let own = |values| is(path, values);
        match *self {
            Link::Needs { values, ref others } => {
                let is_missing = own(values).holds(rules) && !others.iter().any(|other| other.holds(rules));
                is_missing.then(|| {
                    let own = own(values).found(rules);
                    let others = either(others.iter().map(|other| other.wanted()).collect());
                    format!("{own} needs {others}: add it, or leave out {own}")
                })
            }
            Link::Excludes { values, other } => (own(values).holds(rules) && other.holds(rules)).then(|| {
                let (own, other) = (own(values).found(rules), other.found(rules));
                format!("{own} and {other} do not go together: leave one out")
            }),
        }
    }
}

impl Field {
    /// Returns what it needs and excludes, whichever of both fields says so, in words; empty if it can be combined with
    /// everything.
    ///
    /// ```
    /// use petteia_engine::rules::fields;
    /// let with = |path| fields::find(path).unwrap().with();
    /// assert_eq!(with("hopeless"), "needs `inciti`; `\"idle\"`: not with `no_moves = \"passes\"`");
    /// ```
    pub fn with(&self) -> String {
        let mut words: Vec<String> = self.note.split("; ").filter(|note| !note.is_empty()).map(str::to_owned).collect();
        let mut excluded: Vec<(&[&str], Vec<String>)> = Vec::new();
        let mut exclude = |values: &'static [&'static str], other: Term| match excluded
            .iter_mut()
            .find(|(known, _)| *known == values)
        {
            Some((_, others)) => others.push(other.long()),
            None => excluded.push((values, vec![other.long()])),
        };
        for link in &self.links {
            match *link {
                Link::Needs { values, ref others } => {
                    let others = either(others.iter().map(|other| other.long()).collect());
                    words.push(format!("{}needs {others}", with(values)));
                }
                Link::Excludes { values, other } => exclude(values, other),
            }
        }
        for (path, link) in FIELDS.iter().flat_map(|other| other.links.iter().map(|link| (other.path, link))) {
            match *link {
                Link::Excludes { values, other } if other.path == self.path => exclude(other.values, is(path, values)),
                _ => {}
            }
        }
        words.extend(
            excluded.into_iter().map(|(values, others)| format!("{}not with {}", with(values), either(others))),
        );
        words.join("; ")
    }
}

/// Returns the values with which a link applies, as the beginning of its words.
fn with(values: &[&str]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("`\"{value}\"`")).collect();
    if values.is_empty() { String::new() } else { either(values) + ": " }
}
