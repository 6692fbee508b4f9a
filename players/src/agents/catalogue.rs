//! The agents with their options, as they are read and explained.

/// An agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentAbout {
    /// The name before the options.
    pub name: &'static str,
    /// How it plays.
    pub about: &'static str,
    /// What can be chosen.
    pub options: &'static [OptionAbout],
}

/// An option of an agent.
#[derive(Clone, Copy, Debug)]
pub struct OptionAbout {
    /// The name before `=`.
    pub name: &'static str,
    /// What it takes.
    pub values: &'static str,
    /// What it does, and the default.
    pub about: &'static str,
}

/// A name for an agent that serves where nothing special is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The agent's text.
    pub agent: &'static str,
}

const fn option(name: &'static str, values: &'static str, about: &'static str) -> OptionAbout {
    OptionAbout { name, values, about }
}

/// All agents.
pub const AGENTS: [AgentAbout; 4] = [
    AgentAbout { name: "random", about: "all legal decisions are equally likely", options: &[] },
    AgentAbout {
        name: "greedy",
        about: "wins at once if it can, else has the most pieces after its move",
        options: &[],
    },
    AgentAbout {
        name: "mcts",
        about: "Monte Carlo tree search (UCT) that proves wins and losses",
        options: &[
            option("playouts", "1 to 1000000000", "results for each decision; this or `ms` is required"),
            option("ms", "1 to 86400000", "milliseconds for each decision, instead of playouts; not reproducible"),
            option("exploration", "at least 0", "weight of what is uncertain; 1.41 by default"),
            option("leaf", "1 to 10000", "playouts from each new leaf, side by side; 1 by default"),
            option(
                "policy",
                "uniform, capture or none",
                "how playouts choose: anything, or a capture if there is one; none: the evaluation judges instead",
            ),
            option(
                "temperature",
                "above 0",
                "with policy=none: how little it trusts the evaluation's opinion of moves; 0.3 by default",
            ),
            option(
                "cutoff",
                "at least 1",
                "decisions after which the evaluation judges a playout; by default to the end",
            ),
            option("prior", "at least 0", "as how many results of a move the evaluation counts; 0 by default"),
            option("reuse", "on or off", "whether the tree is kept from move to move; off by default"),
        ],
    },
    AgentAbout {
        name: "alphabeta",
        about: "alpha-beta search with an evaluation of pieces, mobility and states; dice are averaged",
        options: &[
            option("nodes", "1 to 1000000000", "positions looked at for each decision; 20000 by default"),
            option("depth", "1 to 63", "decisions deep, instead of nodes"),
            option("ms", "1 to 86400000", "milliseconds for each decision, instead of nodes; not reproducible"),
            option(
                "evaluation",
                "fitted, shared, material or a file",
                "the weights where it stops: the game's own, if it has any; those of all games; only pieces; or of `petteia fit`",
            ),
            option(
                "tables",
                "auto, off, a number or a folder",
                "endgame tables: made on demand where the rules allow, all small ones or those of so many pieces; or those of \
                 `petteia solve` in a folder; off by default",
            ),
        ],
    },
];

/// The presets, from weak to strong.
pub const PRESETS: [Preset; 4] = [
    Preset { name: "weak", agent: "greedy" },
    Preset { name: "quick", agent: "alphabeta:nodes=100,tables=auto" },
    Preset { name: "medium", agent: "alphabeta:nodes=1000,tables=auto" },
    Preset { name: "strong", agent: "alphabeta:nodes=50000,tables=auto" },
];

/// The names of all agents and presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    AGENTS.iter().map(|agent| agent.name).chain(PRESETS.iter().map(|preset| preset.name))
}

/// The names of an agent's options.
pub fn options_of(agent: &str) -> impl Iterator<Item = &'static str> {
    let about = AGENTS.iter().find(|about| about.name == agent);
    about.into_iter().flat_map(|about| about.options).map(|option| option.name)
}
