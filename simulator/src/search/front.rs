//! The front of a search, played again: an experiment whose variants are its members, and how deep and how even each of
//! them is.

use petteia_players::Opening;
use petteia_players::config::{Variant, check_name, template_named};
use serde::Serialize;

use super::file::RuleSearch;
use super::players::FrontPlayers;
use crate::contest::ContestScheduler;
use crate::experiment::{LadderText, MOST_LABEL};

/// Returns the name of the file of a member of the front; members are counted from 1.
#[must_use]
pub fn member_file(number: usize) -> String {
    format!("{number}.toml")
}

/// The file of the experiment.
#[derive(Serialize)]
struct ExperimentText<'a> {
    name: String,
    seed: u64,
    games: u64,
    opening: Opening,
    variants: Vec<VariantText>,
    pairings: Vec<String>,
    ladder: Option<&'a LadderText>,
}

#[derive(Serialize)]
struct VariantText {
    game: String,
    label: Option<String>,
}

impl RuleSearch {
    /// Returns the name of a member of the front, given by the place of its rule set, as a game of its own: `mend-vagi-die-4`.
    /// It stays the same when the front grows, and so do its games.
    #[must_use]
    pub fn member_name(&self, set: usize) -> String {
        let changes = self.space.rule_sets[set].changes.concat();
        let changes = changes.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let name = format!("{}{changes}", self.name);
        if check_name("", &name).is_ok() { name } else { format!("{}-{}", self.name, self.cells[set].id()) }
    }

    /// Returns the file of a member as a game of its own.
    #[must_use]
    pub fn member_text(&self, set: usize) -> String {
        template_named(&self.variant(set), &self.member_name(set))
    }

    fn variant(&self, set: usize) -> Variant {
        let set = &self.space.rule_sets[set];
        Variant { name: set.name.clone(), rules: set.rules.clone() }
    }

    /// Returns whether the front is to be played again.
    #[must_use]
    pub fn has_front_players(&self) -> bool {
        !self.front.confirming.is_empty() || self.front.ladder.is_some()
    }

    /// Returns the file of the experiment in which the members, given by the places of their rule sets, are played again.
    #[must_use]
    pub fn front_text(&self, members: &[usize]) -> String {
        let FrontPlayers { confirming, ladder, rungs, games, opening, seed, .. } = &self.front;
        // The ladder plays its own agents.
        let others = confirming.iter().filter(|agent| !rungs.contains(agent));
        let text = ExperimentText {
            name: format!("{}-front", self.name),
            seed: *seed,
            games: *games,
            opening: *opening,
            variants: (1..).zip(members).map(|(number, &set)| self.entry(number, set)).collect(),
            pairings: others.map(ToString::to_string).collect(),
            ladder: ladder.as_ref(),
        };
        let text = toml::to_string(&text).expect("it is plain data");
        format!("# The front of the search `{}`, played again.\n\n{text}", self.name)
    }

    /// Returns the entry of a member, which readers see under the name of its rule set, or of its changes if that is too long.
    fn entry(&self, number: usize, set: usize) -> VariantText {
        let name = &self.space.rule_sets[set].name;
        let changes = name.strip_prefix(&self.base.name).map(|changes| changes.trim_start_matches('+'));
        let changes = changes.filter(|changes| !changes.is_empty());
        let fits = |text: &&str| text.chars().count() <= MOST_LABEL;
        let label = Some(name.as_str()).into_iter().chain(changes).find(fits);
        VariantText { game: member_file(number), label: label.map(str::to_owned) }
    }

    /// Returns the question what each doubling of the ladder gains on a member; `None` without a ladder.
    #[must_use]
    pub fn front_depth(&self, set: usize) -> Option<ContestScheduler> {
        let front = &self.front;
        let (first, doublings) = (front.rungs.first()?, front.rungs.len() as u32 - 1);
        let pairs = self.front_games().div_ceil(2);
        let start = (front.seed, front.opening);
        ContestScheduler::of_doublings(&self.variant(set), first, doublings, pairs, start).ok()
    }

    /// Returns the question at which handicap a member is even for the strongest of the ladder; `None` without a ladder.
    #[must_use]
    pub fn front_handicap(&self, set: usize) -> Option<ContestScheduler> {
        let front = &self.front;
        let (strongest, start) = (front.rungs.last()?, (front.seed, front.opening));
        ContestScheduler::of_handicaps(&self.variant(set), strongest, self.front_games(), None, start).ok()
    }

    /// Returns the games of each pairing of the ladder.
    fn front_games(&self) -> u64 {
        let FrontPlayers { ladder, games, .. } = &self.front;
        ladder.as_ref().and_then(|ladder| ladder.games).unwrap_or(*games)
    }
}
