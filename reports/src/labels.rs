//! Short names: the part that all names share is written once, and each label has only the part that differs.

use crate::numbers::grouped;
use crate::summary::CellSummary;

/// The names of variants or agents in one figure or table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Short {
    /// The shared part, to be written once; may be empty.
    pub(crate) common: String,
    /// One label for each name given, never empty.
    pub(crate) labels: Vec<String>,
}

/// Shortens texts of variants such as `city-8+vagi+die=4`, a game followed by its changes.
pub(crate) fn variants(texts: &[&str]) -> Short {
    let parted: Vec<Vec<&str>> = texts.iter().map(|text| text.split('+').collect()).collect();
    let all_equal = texts.windows(2).all(|pair| pair[0] == pair[1]);
    let first = parted.first().map_or(&[][..], Vec::as_slice);
    let common: Vec<&str> = if all_equal {
        Vec::new()
    } else {
        let everywhere = |part: &&str| parted.iter().all(|parts| parts.contains(part));
        first.iter().copied().filter(everywhere).collect()
    };
    // A shared change under different games is kept: "+edge" alone is not a game.
    let shared_game = first.first().is_some_and(|game| common.first() == Some(game));
    if !shared_game {
        return Short { common: String::new(), labels: texts.iter().map(ToString::to_string).collect() };
    }
    let label = |parts: &Vec<&str>| {
        let rest: Vec<&str> = parts.iter().copied().filter(|p| !common.contains(p)).collect();
        if rest.is_empty() { common.join("+") } else { format!("+{}", rest.join("+")) }
    };
    Short { labels: parted.iter().map(label).collect(), common: common.join("+") }
}

/// The name of a pairing of agents, White's first; one name if both sides have the same agent.
pub(crate) fn pairing(white: &str, black: &str) -> String {
    if white == black { white.to_owned() } else { format!("{white} v {black}") }
}

/// Shortens pairings of agents, White's first.
pub(crate) fn pairings(pairs: &[(&str, &str)]) -> Short {
    let texts: Vec<&str> = pairs.iter().flat_map(|&(white, black)| [white, black]).collect();
    let Short { common, labels } = agents(&texts);
    Short { common, labels: labels.chunks(2).map(|pair| pairing(&pair[0], &pair[1])).collect() }
}

/// Shortens the names that [`pairing`] gives.
pub(crate) fn named_pairings(names: &[&str]) -> Short {
    let pairs: Vec<(&str, &str)> = names.iter().map(|name| name.split_once(" v ").unwrap_or((name, name))).collect();
    pairings(&pairs)
}

/// Shortens agents such as `alphabeta:nodes=500,tables=auto`: the options that all agents of a kind share are written once, and
/// so is the kind if there is only one.
pub(crate) fn agents(texts: &[&str]) -> Short {
    let parted: Vec<(&str, Vec<&str>)> = texts.iter().map(|text| agent_parts(text)).collect();
    let kinds = distinct(parted.iter().map(|(kind, _)| *kind));
    let shared = |kind: &str| -> Vec<&str> {
        let of_kind = distinct(parted.iter().filter(|(of, _)| *of == kind).map(|(_, options)| options));
        let (first, others) = of_kind.split_first().expect("the kind is that of an agent");
        let by_all = |option: &&str| others.iter().all(|options| options.contains(option));
        // A single agent of its kind keeps its budget, by which it is known.
        let told = |option: &&str| !(others.is_empty() && is_budget(option));
        if others.is_empty() && kinds.len() == 1 {
            return Vec::new();
        }
        first.iter().copied().filter(by_all).filter(told).collect()
    };
    let rest = |(kind, options): &(&str, Vec<&str>)| -> Vec<String> {
        let shared = shared(kind);
        options.iter().filter(|option| !shared.contains(option)).map(ToString::to_string).collect()
    };
    let is_one_kind =
        kinds.len() == 1 && distinct(parted.iter()).len() > 1 && parted.iter().all(|agent| !rest(agent).is_empty());
    let label = |agent: &(&str, Vec<&str>)| match rest(agent).join(",") {
        rest if rest.is_empty() => agent.0.to_owned(),
        rest if is_one_kind => rest,
        rest => format!("{}:{rest}", agent.0),
    };
    let common = kinds.iter().filter_map(|kind| match shared(kind).join(", ") {
        options if !options.is_empty() => Some(format!("{kind} with {options}")),
        _ => is_one_kind.then(|| (*kind).to_owned()),
    });
    let labels: Vec<String> = parted.iter().map(label).collect();
    // Programs can have the same name, or that of an agent.
    if distinct(labels.iter()).len() < distinct(texts.iter()).len() {
        return Short { common: String::new(), labels: texts.iter().map(ToString::to_string).collect() };
    }
    Short { common: common.collect::<Vec<_>>().join("; "), labels }
}

/// The kind of an agent and its options. Of a program, the name and the budget suffice, if it has a name:
/// `{ name = "mine", nodes = 100, command = ["python3", "my_agent.py"] }`.
fn agent_parts(text: &str) -> (&str, Vec<&str>) {
    if text.starts_with('{') {
        let named = text.strip_prefix("{ name = \"").and_then(|text| text.split_once(", command = "));
        let Some((name, options)) = named.and_then(|(head, _)| head.split_once('"')) else { return (text, Vec::new()) };
        return (name, options.split(", ").filter(|option| is_budget(option)).collect());
    }
    let (kind, options) = text.split_once(':').unwrap_or((text, ""));
    (kind, options.split(',').filter(|option| !option.is_empty()).collect())
}

/// Returns the items without repetitions, in the order of their first occurrence.
pub(crate) fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

/// The meaning of [`pairing`]'s names, given whether any pairing has two different agents.
pub(crate) fn pairing_heading(some_differ: bool) -> &'static str {
    if some_differ { "Agents (White v Black)" } else { "Agent (both sides)" }
}

/// The name of White's mean score less one half: the advantage of the first move if the sides are otherwise equal, else White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Advantage {
    /// In titles.
    pub(crate) name: &'static str,
    /// Above a column, in two lines.
    pub(crate) heading: [&'static str; 2],
    /// Explains the number in a note.
    pub(crate) note: &'static str,
    /// Added to captions.
    pub(crate) caveat: &'static str,
}

/// Of cells whose sides are equal.
const FIRST_MOVE: Advantage = Advantage {
    name: "First-move advantage",
    heading: ["first move", "points [95 %]"],
    note: "First move: White's mean score less 50 %, in percentage points.",
    caveat: "",
};

/// Where the sides of a cell differ.
const WHITE: Advantage = Advantage {
    name: "White’s advantage",
    heading: ["White's", "advantage [95 %]"],
    note: "White's advantage: White's mean score less 50 %, in percentage points. Where the sides differ, it is not due to the \
           first move alone.",
    caveat: " If the sides have different pieces or rules, this is an advantage of the side, not of the first move.",
};

impl Advantage {
    /// The name for a set of cells.
    pub(crate) fn of(cells: &[CellSummary]) -> Self {
        if cells.iter().all(|cell| cell.sides_are_equal) { FIRST_MOVE } else { WHITE }
    }
}

/// An agent with growing budgets, and the agents without a budget beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ladder {
    /// The agent with its other options, and what its budgets count.
    pub(crate) heading: String,
    /// Agents without a budget in their order, then the budgets, ascending.
    pub(crate) steps: Vec<LadderStep>,
}

/// An agent on a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LadderStep {
    /// The agent's text.
    pub(crate) agent: String,
    /// Its name on the ladder.
    pub(crate) label: String,
    budget: Option<u64>,
}

/// Budgets, and what they count.
const BUDGETS: [(&str, &str); 4] = [
    ("playouts", "playouts per decision"),
    ("nodes", "positions per decision"),
    ("depth", "decisions deep"),
    ("ms", "milliseconds per decision"),
];

impl Ladder {
    /// The ladders among agents: each agent with at least three budgets. Agents with fewer are placed beside them.
    pub(crate) fn all<'a>(agents: impl Iterator<Item = &'a str>) -> Vec<Ladder> {
        let mut fixed: Vec<LadderStep> = Vec::new();
        let mut ladders: Vec<Ladder> = Vec::new();
        for agent in agents {
            let read = budget(agent);
            let (label, budget) =
                read.as_ref().map_or((agent.to_owned(), None), |(_, n)| (grouped(*n as f64), Some(*n)));
            let step = LadderStep { agent: agent.to_owned(), label, budget };
            let steps = match read {
                None => &mut fixed,
                Some((heading, _)) => {
                    let known = ladders.iter().position(|ladder| ladder.heading == heading);
                    let at = known.unwrap_or_else(|| {
                        ladders.push(Ladder { heading, steps: Vec::new() });
                        ladders.len() - 1
                    });
                    &mut ladders[at].steps
                }
            };
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        let (mut ladders, short): (Vec<Ladder>, Vec<Ladder>) =
            ladders.into_iter().partition(|ladder| ladder.steps.len() >= 3);
        let alone = |step: LadderStep| LadderStep { label: step.agent.clone(), budget: None, ..step };
        fixed.extend(short.into_iter().flat_map(|ladder| ladder.steps).map(alone));
        for ladder in &mut ladders {
            ladder.steps.sort_by_key(|step| step.budget);
            ladder.steps.splice(0..0, fixed.iter().cloned());
        }
        ladders
    }

    /// The first step that has a budget.
    pub(crate) fn first_budget(&self) -> usize {
        self.steps.iter().take_while(|step| step.budget.is_none()).count()
    }
}

/// An agent's budget alone, such as `nodes=500`; the whole agent if it has no budget.
pub(crate) fn short_budget(agent: &str) -> &str {
    let options = agent.split_once(':').map_or("", |(_, options)| options).split(',');
    options.into_iter().find(|option| is_budget(option)).unwrap_or(agent)
}

/// Whether an option such as `nodes=500` is a budget.
fn is_budget(option: &str) -> bool {
    BUDGETS.iter().any(|(name, _)| option.split('=').next().map(str::trim) == Some(*name))
}

/// Splits an agent into its name without the budget and the budget: `alphabeta:nodes=500` into `alphabeta: positions per
/// decision` and 500.
pub(crate) fn budget(agent: &str) -> Option<(String, u64)> {
    let (name, options) = agent.split_once(':')?;
    let mut found = None;
    let mut rest = Vec::new();
    for option in options.split(',') {
        let (key, value) = option.split_once('=')?;
        match BUDGETS.iter().find(|(known, _)| *known == key) {
            Some((_, what)) => found = Some((what, value.parse().ok()?)),
            None => rest.push(option),
        }
    }
    let (what, amount) = found?;
    let rest = if rest.is_empty() { String::new() } else { format!(" ({})", rest.join(", ")) };
    Some((format!("{name}{rest}: {what}"), amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_share_is_said_once() {
        let short = variants(&["city-8+edge", "city-8+edge+vagi", "city-8+edge+vagi+die=4"]);
        assert_eq!(short.common, "city-8+edge");
        assert_eq!(short.labels, ["city-8+edge", "+vagi", "+vagi+die=4"]);
    }

    #[test]
    fn different_games_keep_their_names() {
        let short = variants(&["city-8+edge", "xii+edge"]);
        assert_eq!(short.common, "");
        assert_eq!(short.labels, ["city-8+edge", "xii+edge"]);
    }

    #[test]
    fn a_single_variant_keeps_its_name() {
        assert_eq!(variants(&["city-8+edge", "city-8+edge"]).labels[0], "city-8+edge");
        assert!(variants(&[]).labels.is_empty());
    }

    #[test]
    fn options_that_all_agents_of_a_kind_share_are_written_once() {
        let ladder = ["alphabeta:nodes=100,tables=auto", "alphabeta:nodes=200,tables=auto"];
        let short = agents(&ladder);
        assert_eq!(
            (short.common.as_str(), short.labels.join(" ")),
            ("alphabeta with tables=auto", "nodes=100 nodes=200".into())
        );
        let short = agents(&["random", ladder[0], ladder[1], "mcts:playouts=50"]);
        assert_eq!(short.common, "alphabeta with tables=auto");
        assert_eq!(short.labels, ["random", "alphabeta:nodes=100", "alphabeta:nodes=200", "mcts:playouts=50"]);
        let short = agents(&["random", "mcts:playouts=50,prior=40"]);
        assert_eq!(
            (short.common.as_str(), short.labels.join(" ")),
            ("mcts with prior=40", "random mcts:playouts=50".into())
        );
        let short = agents(&["mcts", "mcts:playouts=9"]);
        assert_eq!((short.common.as_str(), short.labels.join(" ")), ("", "mcts mcts:playouts=9".into()));
        assert_eq!(agents(&[ladder[0], ladder[0]]).labels, [ladder[0], ladder[0]]);
        let short = pairings(&[("mcts:playouts=5", "mcts:playouts=5"), ("mcts:playouts=5", "mcts:playouts=9")]);
        assert_eq!(short.labels, ["playouts=5", "playouts=5 v playouts=9"]);
    }

    #[test]
    fn programs_are_called_by_their_names() {
        let program = |head: &str| format!("{{ {head}command = [\"python3\", \"a.py\"] }}");
        let [mine, stronger] =
            ["nodes = 10", "nodes = 20"].map(|budget| program(&format!("name = \"mine\", {budget}, ")));
        let hangs = program("name = \"hangs\", timeout_ms = 5, ");
        let short = agents(&["random", &mine, &stronger, &hangs, &program("")]);
        let labels = ["random", "mine:nodes = 10", "mine:nodes = 20", "hangs", "{ command = [\"python3\", \"a.py\"] }"];
        assert_eq!((short.common.as_str(), short.labels), ("", labels.map(str::to_owned).to_vec()));
        let other = program("name = \"mine\", ");
        let same = program("name = \"mine\", timeout_ms = 5, ");
        assert_eq!(agents(&[&other, &same]).labels, [other, same]);
    }

    #[test]
    fn agents_playing_themselves_are_named_once() {
        assert_eq!(pairing("random", "random"), "random");
        assert_eq!(pairing("random", "mcts"), "random v mcts");
    }

    #[test]
    fn budgets_make_a_ladder_and_the_rest_stands_beside_it() {
        let agents = [
            "random",
            "alphabeta:nodes=1000",
            "alphabeta:nodes=500",
            "alphabeta:nodes=250",
            "mcts:playouts=50,exploration=0.5",
            "alphabeta:nodes=500",
        ];
        let ladders = Ladder::all(agents.into_iter());
        assert_eq!(ladders.len(), 1);
        assert_eq!(ladders[0].heading, "alphabeta: positions per decision");
        let labels: Vec<&str> = ladders[0].steps.iter().map(|step| step.label.as_str()).collect();
        assert_eq!(labels, ["random", "mcts:playouts=50,exploration=0.5", "250", "500", "1,000"]);
        assert_eq!(ladders[0].first_budget(), 2);
        assert_eq!(short_budget("mcts:playouts=50,exploration=0.5"), "playouts=50");
        assert_eq!(short_budget("random"), "random");
        let (heading, playouts) = budget("mcts:playouts=50,exploration=0.5").expect("there is a budget");
        assert_eq!((heading.as_str(), playouts), ("mcts (exploration=0.5): playouts per decision", 50));
    }
}
