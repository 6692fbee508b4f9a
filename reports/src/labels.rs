//! Short names: the part that all names share is written once, and each label has only the part that differs.
//!
//! Names are made of the parts of keys; a variant or an agent with a label of its own has that label everywhere.

use petteia_tables::{AgentKey, VariantKey, overlay};

use crate::number_format::grouped;

/// The names of variants or agents in one figure or table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShortLabels {
    /// The shared part, to be written once; may be empty.
    pub(crate) common: String,
    /// One label for each name given, never empty.
    pub(crate) labels: Vec<String>,
}

impl ShortLabels {
    /// Labels that share nothing.
    pub(crate) fn of(labels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        ShortLabels { common: String::new(), labels: labels.into_iter().map(Into::into).collect() }
    }
}

/// Shortens the names of variants, each a game, or a label that factors extend, followed by its switches.
pub(crate) fn variants<'a>(keys: impl IntoIterator<Item = &'a VariantKey>) -> ShortLabels {
    let keys: Vec<&VariantKey> = keys.into_iter().collect();
    let are_labelled = keys.iter().all(|key| key.label.is_some());
    let unnamed: Vec<&VariantKey> = keys.iter().copied().filter(|key| are_labelled || key.label.is_none()).collect();
    let is_one_game = unnamed.windows(2).all(|pair| stem(pair[0]).0 == stem(pair[1]).0);
    // A shared switch of different games is kept: "+edge" alone is not a game.
    let (true, Some(first)) = (is_one_game && distinct(unnamed.iter()).len() > 1, unnamed.first()) else {
        return full(&keys, VariantKey::display_name, |key| &key.name);
    };
    let is_shared = |switch: &str| unnamed.iter().all(|key| stem(key).1.iter().any(|other| other == switch));
    let (base, switches) = stem(first);
    let common = format!("{base}{}", overlay(switches.iter().map(String::as_str).filter(|switch| is_shared(switch))));
    let label = |key: &&VariantKey| match &key.label {
        Some(label) if !are_labelled => label.clone(),
        _ => match overlay(stem(key).1.iter().map(String::as_str).filter(|switch| !is_shared(switch))) {
            rest if rest.is_empty() => common.clone(),
            rest => rest,
        },
    };
    let labels: Vec<String> = keys.iter().map(label).collect();
    if distinct(labels.iter()).len() < distinct(keys.iter()).len() {
        return full(&keys, VariantKey::display_name, |key| &key.name);
    }
    ShortLabels { common, labels }
}

/// What the name of a variant begins with, its game or its label without the switches that end it, and these.
fn stem(key: &VariantKey) -> (&str, &[String]) {
    let Some(label) = &key.label else { return (&key.base, &key.switches) };
    let ends = (0..key.switches.len()).map(|start| &key.switches[start..]);
    let stems = ends.map(|end| (label.strip_suffix(&overlay(end.iter().map(String::as_str))), end));
    stems.filter_map(|(stem, end)| Some((stem?, end))).next().unwrap_or((label, &[]))
}

/// Returns full names: labels where they are given, unless these do not tell the items apart.
fn full<'a, T: PartialEq>(
    items: &[&'a T],
    display_name: fn(&'a T) -> &'a str,
    name: fn(&'a T) -> &'a str,
) -> ShortLabels {
    let labels: Vec<&str> = items.iter().map(|item| display_name(item)).collect();
    let are_different = distinct(labels.iter()).len() == distinct(items.iter()).len();
    if are_different { ShortLabels::of(labels) } else { ShortLabels::of(items.iter().map(|item| name(item))) }
}

/// White's and Black's agent.
pub(crate) type Pairing<'a> = (&'a AgentKey, &'a AgentKey);

/// The name of a pairing of agents, White's first; one name if both sides have the same agent.
pub(crate) fn pairing((white, black): Pairing) -> String {
    joined(white.display_name(), black.display_name(), white == black)
}

/// The same with the agents' texts, for tables that are computed with.
pub(crate) fn pairing_text((white, black): Pairing) -> String {
    joined(&white.text, &black.text, white == black)
}

fn joined(white: &str, black: &str, is_one: bool) -> String {
    if is_one { white.to_owned() } else { format!("{white} v {black}") }
}

/// Shortens pairings of agents, White's first.
pub(crate) fn pairings(pairs: &[Pairing]) -> ShortLabels {
    let ShortLabels { common, labels } = agents(pairs.iter().flat_map(|&(white, black)| [white, black]));
    let named = labels.chunks(2).zip(pairs).map(|(names, (white, black))| joined(&names[0], &names[1], white == black));
    ShortLabels { common, labels: named.collect() }
}

/// Names agents in words, such as `alphabeta (500 positions)`: the options that all agents of a kind share
/// are written once, and so is the kind if there is only one.
pub(crate) fn agents<'a>(keys: impl IntoIterator<Item = &'a AgentKey>) -> ShortLabels {
    let keys: Vec<&AgentKey> = keys.into_iter().collect();
    let different = distinct(keys.iter().copied());
    let unnamed: Vec<&AgentKey> = different.iter().copied().filter(|key| key.label.is_none()).collect();
    let kinds: Vec<Kind> = distinct(unnamed.iter().map(|key| key.kind.as_str()))
        .into_iter()
        .map(|kind| Kind::of(kind, &unnamed))
        .collect();
    let rest = |key: &AgentKey| -> Vec<String> {
        let kind = kinds.iter().find(|kind| kind.name == key.kind);
        let is_shared = |option: &String| kind.is_some_and(|kind| kind.shared.contains(option));
        told(key).into_iter().filter(|option| !is_shared(option)).collect()
    };
    let is_one_kind = kinds.len() == 1
        && unnamed.len() > 1
        && unnamed.len() == different.len()
        && unnamed.iter().all(|key| !rest(key).is_empty());
    let label = |key: &&AgentKey| match (&key.label, rest(key).join(", ")) {
        (Some(label), _) => label.clone(),
        (None, rest) if rest.is_empty() => key.kind.clone(),
        (None, rest) if is_one_kind => rest,
        (None, rest) => format!("{} ({rest})", key.kind),
    };
    let common = kinds.iter().filter_map(|kind| match kind.shared.join(", ") {
        options if !options.is_empty() => Some(format!("{} with {options}", kind.name)),
        _ => is_one_kind.then(|| kind.name.to_owned()),
    });
    let labels: Vec<String> = keys.iter().map(label).collect();
    // Programs can have the same name, or that of an agent.
    if distinct(labels.iter()).len() < different.len() {
        return full(&keys, AgentKey::display_name, |key| &key.text);
    }
    ShortLabels { common: common.collect::<Vec<_>>().join("; "), labels }
}

/// The agents of one kind.
struct Kind<'a> {
    name: &'a str,
    /// The options that all of them share, which are written once.
    shared: Vec<String>,
}

impl<'a> Kind<'a> {
    fn of(name: &'a str, agents: &[&AgentKey]) -> Self {
        let of_kind: Vec<&AgentKey> = agents.iter().copied().filter(|key| key.kind == name).collect();
        let shared = match of_kind.as_slice() {
            // A single agent of its kind keeps its budget, by which it is known.
            [only] if agents.len() > 1 => {
                let budget = budget_text(only);
                told(only).into_iter().filter(|option| Some(option) != budget.as_ref()).collect()
            }
            [_] | [] => Vec::new(),
            [first, others @ ..] => {
                let by_all = |option: &String| others.iter().all(|other| told(other).contains(option));
                told(first).into_iter().filter(by_all).collect()
            }
        };
        Kind { name, shared }
    }
}

/// The options of an agent in words: the budget, the others, the tables.
pub(crate) fn options(agent: &AgentKey) -> Vec<String> {
    let tables = agent.tables.as_ref().map(|tables| format!("endgames={tables}"));
    budget_text(agent).into_iter().chain(agent.options.iter().cloned()).chain(tables).collect()
}

/// The options that a name tells: without `endgames=auto`, since the game decides which tables there are, and without
/// `policy=none`, since the budget then counts evaluations.
fn told(agent: &AgentKey) -> Vec<String> {
    options(agent).into_iter().filter(|option| option != "policy=none" && option != "endgames=auto").collect()
}

/// Whether the tree search of an agent evaluates positions instead of playing on at random.
pub(crate) fn evaluates(agent: &AgentKey) -> bool {
    agent.options.iter().any(|option| option == "policy=none")
}

/// The budget of an agent: `1,000 positions`.
pub(crate) fn budget_text(agent: &AgentKey) -> Option<String> {
    let (budget, kind) = (grouped(agent.budget? as f64), agent.budget_kind.as_deref()?);
    Some(match kind {
        "nodes" => format!("{budget} positions"),
        "depth" => format!("depth {budget}"),
        "playouts" if evaluates(agent) => format!("{budget} evaluations"),
        kind => format!("{budget} {kind}"),
    })
}

/// `alphabeta (1,000 positions)`, without the options that rarely distinguish two agents.
pub(crate) fn player(agent: &AgentKey) -> String {
    if let Some(label) = &agent.label {
        return format!("“{label}”");
    }
    match budget_text(agent) {
        Some(budget) => format!("{} ({budget})", agent.kind),
        None => agent.display_name().to_owned(),
    }
}

/// A name within parentheses: `alphabeta, 1,000 positions`.
pub(crate) fn within(name: &str) -> String {
    match name.strip_suffix(')').filter(|name| name.matches(" (").count() == 1) {
        Some(name) => name.replacen(" (", ", ", 1),
        None => name.to_owned(),
    }
}

/// Returns the items without repetitions, in the order of their first occurrence.
#[must_use]
pub fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
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
    if some_differ { "Agents (White v Black)" } else { "Both players" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{agent, variant};

    fn variants_of(names: &[&str]) -> ShortLabels {
        variants(&names.iter().map(|name| variant(name)).collect::<Vec<_>>())
    }

    fn agents_of(texts: &[&str]) -> ShortLabels {
        agents(&texts.iter().map(|text| agent(text)).collect::<Vec<_>>())
    }

    #[test]
    fn what_all_share_is_written_once() {
        let short = variants_of(&["city-8+edge", "city-8+edge+vagi", "city-8+edge+vagi+die=4"]);
        assert_eq!(short.common, "city-8+edge");
        assert_eq!(short.labels, ["city-8+edge", "+vagi", "+vagi+die=4"]);
        let without = VariantKey { switches: vec!["-edge".into()], ..variant("city-8-edge") };
        let without = VariantKey { base: "city-8".into(), ..without };
        assert_eq!(variants([&variant("city-8"), &without]).labels, ["city-8", "-edge"]);
    }

    #[test]
    fn different_games_keep_their_names() {
        let short = variants_of(&["city-8+edge", "xii+edge"]);
        assert_eq!(short.common, "");
        assert_eq!(short.labels, ["city-8+edge", "xii+edge"]);
        assert_eq!(variants_of(&["city-8+edge", "city-8+edge"]).labels[0], "city-8+edge");
        assert!(variants_of(&[]).labels.is_empty());
    }

    #[test]
    fn a_label_replaces_the_name() {
        let named = VariantKey { label: Some("Seneca's game".into()), ..variant("city-8+vagi") };
        let short = variants([&variant("city-8"), &named, &variant("city-8+edge")]);
        assert_eq!((short.common.as_str(), short.labels.join(" ")), ("city-8", "city-8 Seneca's game +edge".into()));
        // Factors extend a label.
        let mine = |name: &str, label: &str| VariantKey { label: Some(label.into()), ..variant(name) };
        let short = variants([&mine("city-8+vagi", "my game"), &mine("city-8+vagi+edge", "my game+edge")]);
        assert_eq!((short.common.as_str(), short.labels.join(" ")), ("my game", "my game +edge".into()));
        let two = [&mine("city-8+vagi", "free"), &mine("city-8+edge", "walled")];
        assert_eq!(variants(two).labels, ["free", "walled"]);
        let [champion, other] = ["mcts:playouts=9", "mcts:playouts=5"].map(agent);
        let champion = AgentKey { label: Some("champion".into()), ..champion };
        assert_eq!(agents([&champion, &other, &agent("mcts:playouts=3")]).labels[0], "champion");
        assert_eq!(pairing((&champion, &other)), "champion v mcts:playouts=5");
        assert_eq!(pairing((&champion, &champion)), "champion");
        assert_eq!(pairing_text((&champion, &champion)), "mcts:playouts=9");
        let same = AgentKey { label: Some("champion".into()), ..other };
        assert_eq!(agents([&champion, &same]).labels, ["mcts:playouts=9", "mcts:playouts=5"]);
    }

    #[test]
    fn options_that_all_agents_of_a_kind_share_are_written_once() {
        let ladder = ["alphabeta:nodes=100,endgames=4", "alphabeta:nodes=200,endgames=4"];
        let texts = |short: ShortLabels| (short.common, short.labels.join(" "));
        let expected = ("alphabeta with endgames=4".to_owned(), "100 positions 200 positions".to_owned());
        assert_eq!(texts(agents_of(&ladder)), expected);
        let short = agents_of(&["random", ladder[0], ladder[1], "mcts:playouts=50"]);
        assert_eq!(short.common, "alphabeta with endgames=4");
        assert_eq!(
            short.labels,
            ["random", "alphabeta (100 positions)", "alphabeta (200 positions)", "mcts (50 playouts)"]
        );
        let expected = (String::new(), "random mcts (50 evaluations)".to_owned());
        assert_eq!(texts(agents_of(&["random", "mcts:playouts=50,policy=none"])), expected);
        let auto = "alphabeta:nodes=100,endgames=auto";
        assert_eq!(agents_of(&[auto]).labels, ["alphabeta (100 positions)"]);
        assert_eq!(agents_of(&[auto, "alphabeta:nodes=100"]).labels, [auto, "alphabeta:nodes=100"]);
        assert_eq!(texts(agents_of(&["mcts", "mcts:playouts=9"])), (String::new(), "mcts mcts (9 playouts)".into()));
        assert_eq!(agents_of(&[ladder[0], ladder[0]]).labels[1], "alphabeta (100 positions, endgames=4)");
        let [five, nine] = ["mcts:playouts=5", "mcts:playouts=9"].map(agent);
        assert_eq!(pairings(&[(&five, &five), (&five, &nine)]).labels, ["5 playouts", "5 playouts v 9 playouts"]);
    }

    #[test]
    fn programs_are_called_by_their_names() {
        let program = |text: &str, kind: &str, budget: Option<u64>| AgentKey {
            text: text.into(),
            kind: kind.into(),
            budget_kind: budget.map(|_| "nodes".into()),
            budget,
            ..AgentKey::default()
        };
        let agents_of = |keys: &[AgentKey]| agents(keys);
        let no_name = "{ command = [\"python3\", \"a.py\"] }";
        let keys = [
            agent("random"),
            program("{ name = \"mine\", nodes = 10, … }", "mine", Some(10)),
            program("{ name = \"mine\", nodes = 20, … }", "mine", Some(20)),
            program(no_name, no_name, None),
        ];
        let short = agents_of(&keys);
        assert_eq!(
            (short.common.as_str(), short.labels),
            ("", ["random", "mine (10 positions)", "mine (20 positions)", no_name].map(str::to_owned).to_vec())
        );
        let same = [
            program("{ name = \"mine\", command = [\"a\"] }", "mine", None),
            program("{ name = \"mine\", command = [\"b\"] }", "mine", None),
        ];
        assert_eq!(agents_of(&same).labels, same.map(|key| key.text));
    }
}
