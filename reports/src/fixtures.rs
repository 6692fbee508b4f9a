//! Keys of agents, variants and cells that tests make up from texts.

use petteia_tables::{AgentKey, CellKey, VariantKey};

/// What counts as a budget in the text of an agent.
const BUDGETS: [&str; 4] = ["nodes", "playouts", "depth", "ms"];

/// Returns the key of an agent such as `alphabeta:nodes=500,tables=auto`.
pub fn agent(text: &str) -> AgentKey {
    let (kind, options) = text.split_once(':').unwrap_or((text, ""));
    let mut key = AgentKey { text: text.to_owned(), kind: kind.to_owned(), ..AgentKey::default() };
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        match name {
            "tables" => key.tables = Some(value.to_owned()),
            _ if BUDGETS.contains(&name) => {
                key.budget_kind = Some(name.to_owned());
                key.budget = value.parse().ok();
            }
            _ => key.options.push(option.to_owned()),
        }
    }
    key
}

/// Returns the key of a variant such as `city-8+vagi+die=4`.
pub fn variant(name: &str) -> VariantKey {
    let mut parts = name.split('+').map(str::to_owned);
    let base = parts.next().unwrap_or_default();
    VariantKey { name: name.to_owned(), label: None, base, switches: parts.collect() }
}

/// Returns the key of a cell in which an agent plays both sides.
pub fn cell(number: u32, name: &str, by: &str) -> CellKey {
    CellKey { cell: number, variant: variant(name), white: agent(by), black: agent(by), ..CellKey::default() }
}
