//! The agents and their options, as they are parsed and documented.

/// An agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentAbout {
    /// The name before the options.
    pub name: &'static str,
    /// How it plays.
    pub about: &'static str,
    /// The options.
    pub options: &'static [OptionAbout],
}

/// An option of an agent.
#[derive(Clone, Copy, Debug)]
pub struct OptionAbout {
    /// The name before `=`.
    pub name: &'static str,
    /// The values that it accepts.
    pub values: &'static str,
    /// Its effect and its default.
    pub about: &'static str,
}

/// A named agent for everyday use.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The agent's text form.
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
        about: "wins at once if it can; otherwise maximizes its lead in pieces after its move",
        options: &[],
    },
    AgentAbout {
        name: "mcts",
        about: "Monte Carlo tree search (UCT) that proves wins and losses",
        options: &[
            option("playouts", "1 to 1000000000", "playouts per decision; this or `ms` is required"),
            option("ms", "1 to 86400000", "milliseconds per decision, instead of playouts; not reproducible"),
            option("exploration", "at least 0", "weight of uncertain moves; 1.41 by default"),
            option("leaf", "1 to 10000", "parallel playouts from each new leaf; 1 by default"),
            option(
                "policy",
                "uniform, capture or none",
                "how playouts choose: any move, or a capture if there is one; none: the evaluation replaces playouts",
            ),
            option(
                "temperature",
                "above 0",
                "with policy=none: how little the search trusts the evaluation of moves; 0.3 by default",
            ),
            option(
                "cutoff",
                "at least 1",
                "decisions after which a playout stops and is evaluated; by default it continues to the end",
            ),
            option("prior", "at least 0", "number of playouts that the evaluation of a move counts as; 0 by default"),
            option("reuse", "on or off", "whether the tree is kept between moves; off by default"),
        ],
    },
    AgentAbout {
        name: "alphabeta",
        about: "alpha-beta search with an evaluation of pieces, mobility and states; averages over rolls of the die",
        options: &[
            option("nodes", "1 to 1000000000", "positions searched per decision; 20000 by default"),
            option("depth", "1 to 63", "search depth in decisions, instead of nodes"),
            option("ms", "1 to 86400000", "milliseconds per decision, instead of nodes; not reproducible"),
            option(
                "evaluation",
                "fitted, shared, material or a file",
                "weights of the evaluation: fitted to this game if available, shared by all games, pieces only, or from a file of `petteia fit`",
            ),
            option(
                "tables",
                "auto, off, a number or a folder",
                "endgame tables: computed on demand if the rules allow it, all small ones or up to a number of pieces; or those of \
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

/// Returns the names of all agents and presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    AGENTS.iter().map(|agent| agent.name).chain(PRESETS.iter().map(|preset| preset.name))
}

/// Returns the names of an agent's options.
pub fn options_of(agent: &str) -> impl Iterator<Item = &'static str> {
    let about = AGENTS.iter().find(|about| about.name == agent);
    about.into_iter().flat_map(|about| about.options).map(|option| option.name)
}
