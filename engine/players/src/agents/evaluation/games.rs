//! The built-in weights of single games.

use std::convert::Infallible;
use std::sync::Arc;

use petteia_engine::{CheckedRules, Rules};

use super::escape::is_goal;
use super::features::is_asymmetric;
use super::weights::Weights;
use crate::agents::once::Once;

/// Games and their weights, as tuned by `petteia fit GAME`; `experiments/studies/agents.md` describes the method and the gains.
const GAMES: &[(&str, &str)] = &[
    ("brandubh", include_str!("games/brandubh.toml")),
    ("callen-double-petteia", include_str!("games/callen-double-petteia.toml")),
    ("city-8+edge", include_str!("games/city-8+edge.toml")),
    ("city-8+vagi+edge", include_str!("games/city-8+vagi+edge.toml")),
    ("city-8+vagi", include_str!("games/city-8+vagi.toml")),
    ("copenhagen", include_str!("games/copenhagen.toml")),
    ("fetlar", include_str!("games/fetlar.toml")),
    ("poleis", include_str!("games/poleis.toml")),
    ("sea-battle-9", include_str!("games/sea-battle-9.toml")),
    ("tablut-museum", include_str!("games/tablut-museum.toml")),
    ("tawlbwrdd-lewis-cross", include_str!("games/tawlbwrdd-lewis-cross.toml")),
];

/// The weights of all other games in which one side has a leader that wins at an edge or a corner: the shared ones, with
/// three features of the leader whose weights were chosen by matches in four games.
const TAFL: &str = include_str!("games/tafl.toml");

/// The weights of all rules requested so far.
static KNOWN: Once<Rules, Option<Arc<Weights>>> = Once::new();

/// Returns the weights that a game has of its own, whatever its limits and with or without swap.
pub fn weights(rules: &CheckedRules) -> Option<Arc<Weights>> {
    let game = Rules { swap: false, ..rules.unlimited() };
    let Ok(weights) = KNOWN.get(game, |rules| Ok::<_, Infallible>(own(rules).map(Arc::new)));
    weights
}

/// Returns the game's own weights; limits do not matter.
fn own(rules: &Rules) -> Option<Weights> {
    let mut games = GAMES.iter().map(|(name, text)| (Rules::parse(name), text));
    let of_game = games.find(|(game, _)| game.as_ref().is_ok_and(|game| game.unlimited() == *rules));
    let text = of_game.map(|(_, text)| *text).or_else(|| (is_asymmetric(rules) && is_goal(rules)).then_some(TAFL))?;
    Some(toml::from_str(text).expect("the weights of the program are right"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_weights_of_their_own_are_judged_by_them() {
        for (name, _) in GAMES {
            let weights = own(&Rules::parse(name).expect(name).unlimited()).expect(name);
            assert!(weights != *Weights::shared() && weights.own()[0] == 1000, "{name}");
            let other = Rules::parse(&format!("{name}+turn_cap=777+swap")).expect(name);
            let of_other = super::weights(&other).expect("it is the same game, with another limit and swap");
            assert_eq!(*of_other, weights, "{name}");
        }
        assert!(own(&Rules::parse("poleis+die=4").expect("a game").unlimited()).is_none());
    }
}
