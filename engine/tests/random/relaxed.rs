//! The same rules with one of them at its default, to see whether it makes a difference.

use petteia_engine::rules::{Adjudication, Bound, Entry, Komi, Placing, Progress, Removal, Repetition, Undo};
use petteia_engine::{Limits, Rules};

/// The names that [`relaxed`] gives.
pub const RELAXED: [&str; 13] = [
    "undo=forbidden",
    "move_cap",
    "komi",
    "adjudication=free",
    "placing=safe",
    "placing=quiet",
    "bound=lasting",
    "bound=chain",
    "removal=joined",
    "removal=all",
    "entry=safe",
    "progress=binds",
    "repetition=forbidden-board",
];

/// Returns the rules without each of their parts that is named here, with its name; `joined` and `forbidden-board` become
/// what they are stricter than.
pub fn relaxed(rules: &Rules) -> Vec<(&'static str, Rules)> {
    let limits = rules.limits;
    let own = || rules.clone();
    let with_limits = |limits: Limits| Rules { limits, ..own() };
    let all = [
        (rules.undo == Undo::Forbidden, "undo=forbidden", Rules { undo: Undo::Allowed, ..own() }),
        (limits.move_cap > 0, "move_cap", with_limits(Limits { move_cap: 0, ..limits })),
        (rules.komi.halves() > 0, "komi", Rules { komi: Komi::of_halves(0), ..own() }),
        (
            rules.adjudication == Adjudication::Free,
            "adjudication=free",
            Rules { adjudication: Adjudication::Pieces, ..own() },
        ),
        (rules.placing == Some(Placing::Safe), "placing=safe", Rules { placing: None, ..own() }),
        (rules.placing == Some(Placing::Quiet), "placing=quiet", Rules { placing: Some(Placing::Safe), ..own() }),
        (rules.bound == Some(Bound::Lasting), "bound=lasting", Rules { bound: Some(Bound::Held), ..own() }),
        (rules.bound == Some(Bound::Chain), "bound=chain", Rules { bound: Some(Bound::Held), ..own() }),
        (
            rules.removal == Some(Removal::Joined),
            "removal=joined",
            Rules { removal: Some(Removal::BeforeMove), ..own() },
        ),
        (rules.removal == Some(Removal::All), "removal=all", Rules { removal: None, ..own() }),
        (rules.entry == Some(Entry::Safe), "entry=safe", Rules { entry: None, ..own() }),
        (limits.progress == Some(Progress::Binds), "progress=binds", with_limits(Limits { progress: None, ..limits })),
        (
            limits.repetition == Repetition::ForbiddenBoard,
            "repetition=forbidden-board",
            with_limits(Limits { repetition: Repetition::Forbidden, ..limits }),
        ),
    ];
    all.into_iter().filter(|(is_on, ..)| *is_on).map(|(_, name, rules)| (name, rules)).collect()
}
