//! What does not fit in a file, in plain words.

use petteia_engine::rules::fields::FIELDS;
use petteia_engine::{did_you_mean, nearest};

use super::reader::Fault;

impl Fault {
    /// Returns it in words; `what` is at its place: a key such as `` `games` ``, or an entry of a list.
    pub(super) fn words(&self, what: Option<&str>) -> String {
        match self {
            Fault::UnknownKey { found, known } => unknown_key(found, known),
            Fault::UnknownChoice { found, known } => unknown_choice(found, known, what),
            Fault::MissingKey(key) => missing_key(key),
            Fault::GivenTwice(key) => format!("`{key}` is given twice; leave one out"),
            Fault::WrongValue { found, wanted } => {
                format!("{} is {found}; give {wanted}", what.unwrap_or("this value"))
            }
            Fault::Other(message) => message.clone(),
        }
    }
}

fn unknown_key(found: &str, known: &[&str]) -> String {
    let list = || known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match (place_of(found), nearest(found, known.iter().copied())) {
        (_, Some(name)) => format!("there is no key `{found}` here{}", did_you_mean(Some(name))),
        (Some(place), None) => format!("there is no key `{found}` here; {place}"),
        (None, None) if known.is_empty() => format!("there is no key `{found}` here"),
        (None, None) => format!("there is no key `{found}` here; the keys are {}", list()),
    }
}

fn place_of(key: &str) -> Option<String> {
    let place = match key {
        "turn_cap" | "no_progress" | "repetition" => "it belongs in the table `[limits]`: `{key} = …`",
        "fortress" => "it belongs in the table `[limits]`, or in `[proofs]`",
        "opening" | "random_plies" => "it belongs above all tables: `opening = 4`",
        "metric" | "half_width" | "max_games" => {
            "it belongs in `stop`: `stop = { metric = \"draw_rate\", half_width = 0.01, max_games = 100_000 }`"
        }
        "first" | "doublings" => "it belongs in the table `[ladder]`",
        "agent" | "players" | "white" | "black" => {
            "who plays is given by `pairings`: `pairings = [\"random\", { white = \"greedy\", black = \"random\" }]`"
        }
        "nodes" | "playouts" | "depth" | "ms" => "a budget is part of an agent, such as \"alphabeta:{key}=…\"",
        "threads" | "out" | "quiet" | "shard" | "fresh" => "it is an option of the command: `--{key}`",
        "leave_out_refused" => {
            "combinations of factors that cannot be are left out by default; write `refused = \"error\"` to make them an \
             error"
        }
        "ladder" | "factors" | "limits" | "proofs" | "pairings" => {
            "`[{key}]` belongs in an experiment, outside all other tables"
        }
        _ if FIELDS.iter().any(|field| field.path.split('.').next() == Some(key)) => {
            "it is a rule: write it in the `rules` of a variant, such as `{ name = \"mine\", base = \"city-8\", rules = { \
             {key} = … } }`"
        }
        _ => return None,
    };
    Some(place.replace("{key}", key))
}

fn unknown_choice(found: &str, known: &[&str], what: Option<&str>) -> String {
    let list = known.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let what = what.map_or_else(|| format!("\"{found}\" is no choice here"), |what| format!("{what} is \"{found}\""));
    format!("{what}; give one of {list}{}", did_you_mean(nearest(found, known.iter().copied())))
}

fn missing_key(key: &str) -> String {
    let example = match key {
        "name" => "`name = \"mine\"`",
        "seed" => "`seed = 1`",
        "variants" => "`variants = [\"city-8\", \"city-8+vagi\"]`",
        "agents" => "`agents = [\"greedy\", \"alphabeta:nodes=100\"]`",
        "games" => "`games = [\"city-8\"]`",
        "pairs" => "`pairs = 100`",
        "placements" => "`placements = 1000`",
        "endings" => "`endings = [\"city-8+edge 3v1\"]`",
        "agent" => "`agent = \"alphabeta:nodes=100\"`",
        "metric" => "`metric = \"draw_rate\"`",
        "half_width" => "`half_width = 0.01`",
        "max_games" => "`max_games = 100_000`",
        "white" | "black" => return format!("the key `{key}` is missing; a pairing needs `white` and `black`"),
        _ => return format!("the key `{key}` is missing"),
    };
    format!("the key `{key}` is missing; add it, such as {example}")
}
