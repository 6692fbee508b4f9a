//! Which rules code knows. Lanes and proofs are right only for some.

use super::Rules;
use super::fields::FIELDS;
use super::leader::Leader;

/// The tables and fields that all code knows.
const USUAL: [&str; 24] = [
    "adjudication",
    "bare",
    "board",
    "capture_target",
    "compulsory",
    "corner",
    "count_leader",
    "dead_position",
    "die",
    "edge",
    "hole",
    "komi",
    "leader.capture",
    "leader.captures",
    "leader.lose",
    "leader.owner",
    "leader.start",
    "limits",
    "movement",
    "no_moves",
    "per_turn",
    "placing",
    "setup",
    "stakes",
];

impl Rules {
    /// Returns the first field in which the rules differ from the default, apart from those that all code knows and
    /// `more`. Code that is right only for some rules refuses all others in this way, also those that are yet to come.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// let beyond = |game| Rules::parse(game).unwrap().beyond(&["vagi"]);
    /// assert_eq!(beyond("city-8+edge+vagi"), None);
    /// assert_eq!(beyond("city-8+edge+vagi+surround"), Some("surround"));
    /// ```
    pub fn beyond(&self, more: &[&str]) -> Option<&'static str> {
        let mut rules = self.clone();
        let mut usual = Rules { leader: self.leader.map(|_| Leader::default()), ..Rules::default() };
        let known: Vec<&str> = USUAL.iter().chain(more).copied().collect();
        let is_known =
            |path: &str| path.split('.').next().is_some_and(|top| known.contains(&top)) || known.contains(&path);
        let mut others = FIELDS.iter().filter(|field| !is_known(field.path));
        others.find_map(|field| {
            let text = |rules| field.slot.and_then(|slot| slot(rules)).and_then(|slot| slot.text());
            (text(&mut rules) != text(&mut usual)).then_some(field.path)
        })
    }
}
