//! How many games the agents play, by how fast they are.

use std::time::Duration;

use petteia_engine::CheckedRules;
use petteia_players::agents::AgentSpec;
use petteia_simulator::speed::benchmark;

use crate::commands::Failure;

/// The most games of random players in a cell: the interval of a share is then about a percentage point wide.
const MOST_RANDOM: u64 = 10_000;

/// The most games of other agents in a cell, few enough that hardly any game occurs twice.
const MOST: u64 = 2000;

/// The fewest games of a cell, however slow its agent is.
const LEAST: u64 = 200;

/// The time that all games should take.
const SECONDS: f64 = 50.0;

/// The cores on which they should take it.
pub const CORES: f64 = 2.0;

/// How long each agent plays to measure its speed.
pub const TRIAL: Duration = Duration::from_millis(500);

/// An agent that plays itself.
pub struct Pairing {
    agent: AgentSpec,
    /// Games per second on one core.
    speed: f64,
    /// Games of each variant.
    pub games: u64,
}

impl Pairing {
    /// Returns an agent whose speed is not known yet.
    pub fn new(agent: AgentSpec) -> Self {
        Pairing { agent, speed: 1.0, games: LEAST }
    }

    /// Returns its entry in an experiment.
    pub fn text(&self) -> String {
        format!("{{ agent = {:?}, games = {} }}", self.agent.to_string(), self.games)
    }

    /// Returns the most games that it plays.
    fn most(&self) -> u64 {
        if self.agent == AgentSpec::Random { MOST_RANDOM } else { MOST }
    }
}

/// Lets each agent play for a moment, and gives it a number of games.
pub fn measure(pairings: &mut [Pairing], rules: &CheckedRules, variants: u64) -> Result<(), Failure> {
    for pairing in pairings.iter_mut() {
        pairing.agent.check(rules).map_err(Failure::input)?;
        pairing.speed = 1.0 / benchmark(rules, &pairing.agent, TRIAL).map_err(Failure::failed)?;
    }
    share(pairings, variants);
    Ok(())
}

/// Divides the time among the pairings. The fastest come first: what they leave is for the others.
fn share(pairings: &mut [Pairing], variants: u64) {
    let mut order: Vec<&mut Pairing> = pairings.iter_mut().collect();
    order.sort_by(|a, b| b.speed.total_cmp(&a.speed));
    let (mut left, mut seconds) = (order.len(), SECONDS * CORES);
    for pairing in order {
        let games = pairing.speed * seconds / (left as f64 * variants as f64);
        pairing.games = rounded(games as u64).clamp(LEAST, pairing.most());
        seconds = (seconds - (pairing.games * variants) as f64 / pairing.speed).max(0.0);
        left -= 1;
    }
}

/// Returns a number rounded down to two digits.
pub fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number - number % unit
}

/// Returns how long a run with these pairings takes.
pub fn time(pairings: &[Pairing], variants: u64) -> String {
    let seconds: f64 = pairings.iter().map(|pairing| (pairing.games * variants) as f64 / pairing.speed).sum();
    match (seconds / CORES / SECONDS).round() as u64 {
        0 => "less than a minute on two cores".to_owned(),
        1 => "about a minute on two cores".to_owned(),
        minutes => format!("about {minutes} minutes on two cores"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_agents_play_fewer_games_and_the_time_is_spent() {
        let pairing = |speed, agent| Pairing { speed, ..Pairing::new(agent) };
        let searcher = || "alphabeta:nodes=300,endgames=auto".parse::<AgentSpec>().expect("an agent");
        assert_eq!(searcher().without_tables().to_string(), "alphabeta:nodes=300");
        let mut pairings =
            [pairing(10.0, searcher()), pairing(100_000.0, AgentSpec::Random), pairing(500.0, AgentSpec::Greedy)];
        share(&mut pairings, 4);
        assert_eq!(pairings.each_ref().map(|pairing| pairing.games), [200, 10_000, 2000]);
        assert_eq!(time(&pairings, 4), "about a minute on two cores");
        let mut slow = [pairing(0.1, searcher())];
        share(&mut slow, 4);
        assert_eq!((slow[0].games, time(&slow, 4).as_str()), (200, "about 80 minutes on two cores"));
    }

    #[test]
    fn numbers_keep_two_digits() {
        assert_eq!([0, 7, 42, 123, 9876].map(rounded), [0, 7, 42, 120, 9800]);
    }
}
