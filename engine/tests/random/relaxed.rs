//! The same rules with one of them at its default, to see whether it makes a difference.

use petteia_engine::Rules;
use petteia_engine::rules::switches::{SWITCHES, Switch};

use super::rules::new_switches;

/// The rules that are relaxed, as switches without or with a value, and what takes them off; `joined` and
/// `forbidden-board` become what they are stricter than. [New switches](new_switches) are taken off, too.
const RELAXED: [(&str, &str); 56] = [
    ("undo=forbidden", "-undo"),
    ("move_cap", "-move_cap"),
    ("komi", "-komi"),
    ("adjudication=free", "+adjudication=pieces"),
    ("placing=safe", "-placing"),
    ("placing=quiet", "+placing=safe"),
    ("bound=lasting", "+bound=held"),
    ("bound=chain", "+bound=held"),
    ("removal=joined", "+removal=before-move"),
    ("removal=all", "-removal"),
    ("entry=safe", "-entry"),
    ("progress=binds", "-progress"),
    ("repetition=forbidden-board", "+repetition=forbidden"),
    ("throne_stop=leader", "-throne_stop"),
    ("throne_stop=none", "-throne_stop"),
    ("throne_pass=leader", "-throne_pass"),
    ("throne_pass=none", "-throne_pass"),
    ("corner_stop=leader", "-corner_stop"),
    ("corner_stop=none", "-corner_stop"),
    ("corner_size=2", "-corner_size"),
    ("hostile_throne=all", "-hostile_throne"),
    ("hostile_throne=stones", "-hostile_throne"),
    ("hostile_throne=leader", "-hostile_throne"),
    ("hostile_throne=white", "-hostile_throne"),
    ("hostile_throne=black", "-hostile_throne"),
    ("hostile_corner=all", "-hostile_corner"),
    ("hostile_corner=stones", "-hostile_corner"),
    ("hostile_corner=leader", "-hostile_corner"),
    ("hostile_corner=white", "-hostile_corner"),
    ("hostile_corner=black", "-hostile_corner"),
    ("linnaean", "-linnaean"),
    ("leader_reach", "-leader_reach"),
    ("leader_capture=four-sided", "-leader_capture"),
    ("leader_capture=by-throne", "-leader_capture"),
    ("leader_capture=never", "-leader_capture"),
    ("leader_edge=captor", "-leader_edge"),
    ("leader_edge=safe", "-leader_edge"),
    ("leader_captures=off", "+leader_captures=on"),
    ("leader_captures=anvil", "+leader_captures=on"),
    ("leader_captures=hammer", "+leader_captures=on"),
    ("leader_surrounded=on", "-leader_surrounded"),
    ("leader_surrounded=open", "-leader_surrounded"),
    ("shieldwall", "-shieldwall"),
    ("intervention", "-intervention"),
    ("captured=converted", "-captured"),
    ("captured=cascading", "+captured=converted"),
    ("goal=crossing", "-goal"),
    ("goal=edge", "-goal"),
    ("goal=corners", "-goal"),
    ("edge_fort", "-edge_fort"),
    ("encirclement", "-encirclement"),
    ("repeats=mover-loses", "-repeats"),
    ("repeats=white-loses", "-repeats"),
    ("repeats=black-loses", "-repeats"),
    ("repeats=illegal", "-repeats"),
    ("swap", "-swap"),
];

/// The relaxed rules that matter seldom, even where they are in force: only beside one square, or to one formation.
pub const RARE: [&str; 10] = [
    "hostile_throne=leader",
    "hostile_throne=white",
    "hostile_throne=black",
    "hostile_corner=leader",
    "linnaean",
    "leader_edge=captor",
    "leader_edge=safe",
    "edge_fort",
    "encirclement",
    "repeats=mover-loses",
];

/// Returns the names that [`relaxed`] gives.
pub fn names_of_relaxed() -> impl Iterator<Item = &'static str> {
    RELAXED.into_iter().map(|(name, _)| name).chain(new_switches().map(|switch| switch.name))
}

/// Returns the rules without each of their parts that is relaxed, with its name.
pub fn relaxed(rules: &Rules) -> Vec<(&'static str, Rules)> {
    let is_on = |text: &str| {
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let switch = |switch: &&Switch| switch.name == name;
        let found = SWITCHES.iter().find(switch).expect("a switch").value_in(rules);
        found.is_some_and(|found| value.is_none_or(|value| found == value))
    };
    let without = |overlay: &str| rules.clone().with_overlay(overlay).ok();
    let known = RELAXED.into_iter().filter(|(name, _)| is_on(name));
    let known = known.map(|(name, off)| (name, without(off).unwrap_or_else(|| panic!("{name} can be taken off"))));
    let new = new_switches().filter_map(|switch| Some((switch.name, without(&format!("-{}", switch.name))?)));
    known.chain(new).collect()
}
