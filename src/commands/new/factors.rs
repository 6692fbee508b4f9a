//! The switches that an experiment varies.

use petteia_simulator::Variant;

use crate::commands::Failure;

/// A switch, with what is added to the game for each of its levels.
pub struct Factor {
    pub name: String,
    /// Overlays such as `+vagi`; the first is empty.
    pub levels: Vec<String>,
}

impl Factor {
    /// Returns whether its levels are different games.
    pub fn changes(&self, game: &Variant) -> bool {
        self.levels.iter().skip(1).all(|level| (*game.rules).clone().with_overlay(level).as_ref() != Ok(&*game.rules))
    }

    /// Returns its line in the experiment.
    pub fn text(&self) -> String {
        let levels: Vec<String> = self.levels.iter().map(|level| format!("{level:?}")).collect();
        format!("{} = [{}]\n", self.name, levels.join(", "))
    }
}

/// Returns the factors for switches as they are typed, such as `vagi`, `die=4` or `-edge`.
pub fn read(game: &Variant, switches: &[String]) -> Result<Vec<Factor>, Failure> {
    let mut factors: Vec<Factor> = Vec::new();
    for switch in switches {
        let level = overlay(game, switch);
        let changed = (*game.rules).clone().with_overlay(&level).and_then(|rules| rules.check());
        changed.map_err(|error| Failure::input(format!("--vary {switch}: {error}")))?;
        let name = level[1..].split('=').next().unwrap_or_default().to_owned();
        match factors.iter_mut().find(|factor| factor.name == name) {
            Some(factor) => factor.levels.push(level),
            None => factors.push(Factor { name, levels: vec![String::new(), level] }),
        }
    }
    Ok(factors)
}

/// Returns the change that a switch makes: it is added to a game without it, and taken from a game that has it.
fn overlay(game: &Variant, switch: &str) -> String {
    if switch.starts_with(['+', '-']) {
        return switch.to_owned();
    }
    let without = format!("-{switch}");
    if (*game.rules).clone().with_overlay(&without).is_ok() { without } else { format!("+{switch}") }
}
