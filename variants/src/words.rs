//! Translates messages of the TOML reader into plain words.

use petteia_engine::rules::fields::FIELDS;
use petteia_engine::{did_you_mean, nearest};

/// Translates a message; `what` is at the place of the error: a key such as `` `games` ``, or an entry of a list.
pub(super) fn in_plain_words(message: &str, what: Option<&str>) -> String {
    let message = message.trim();
    let quoted = quoted(message);
    match (message, quoted.as_slice()) {
        _ if message.starts_with("unknown field") => unknown_key(&quoted),
        _ if message.starts_with("unknown variant") => unknown_choice(&quoted, what),
        _ if message.starts_with("missing field") => missing_key(quoted.first().copied().unwrap_or_default()),
        _ if message.starts_with("invalid type") || message.starts_with("invalid value") => {
            wrong_value(message, what).unwrap_or_else(|| message.to_owned())
        }
        (_, [name, ..]) if message.starts_with("duplicate") => format!("`{name}` is given twice; leave one out"),
        _ if message.starts_with("duplicate key") => {
            format!("{} is given twice; leave one out", what.unwrap_or("a key"))
        }
        _ => message.to_owned(),
    }
}

/// Returns the words in backquotes.
fn quoted(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// Returns the key that was likely meant by an unknown one.
pub(super) fn key_meant(message: &str) -> Option<&str> {
    let quoted = quoted(message);
    let (found, names) = quoted.split_first()?;
    nearest(found, names.iter().copied())
}

/// `unknown field `vagy`, expected one of `vagi`, `edge``.
fn unknown_key(quoted: &[&str]) -> String {
    let Some((&found, names)) = quoted.split_first() else { return "there is no such key here".to_owned() };
    let list = || names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match (place_of(found), nearest(found, names.iter().copied())) {
        (_, Some(name)) => format!("there is no key `{found}` here{}", did_you_mean(Some(name))),
        (Some(place), None) => format!("there is no key `{found}` here; {place}"),
        (None, None) if names.is_empty() => format!("there is no key `{found}` here"),
        (None, None) => format!("there is no key `{found}` here; the keys are {}", list()),
    }
}

/// Returns where a misplaced key belongs.
fn place_of(key: &str) -> Option<String> {
    let place = match key {
        "turn_cap" | "no_progress" | "repetition" => format!("it belongs in the table `[limits]`: `{key} = …`"),
        "fortress" => "it belongs in the table `[limits]`, or in `[proofs]`".to_owned(),
        "random_plies" => "it belongs in the table `[opening]`: `random_plies = 4`".to_owned(),
        "metric" | "half_width" | "max_games" => {
            "it belongs in `stop`: `stop = { metric = \"draw_rate\", half_width = 0.01, max_games = 100_000 }`"
                .to_owned()
        }
        "first" | "doublings" => "it belongs in the table `[ladder]`".to_owned(),
        "agents" | "agent" | "players" | "white" | "black" => {
            "who plays is given by `pairings`: `pairings = [\"random\", { white = \"greedy\", black = \"random\" }]`"
                .to_owned()
        }
        "nodes" | "playouts" | "depth" | "ms" => {
            format!("a budget is part of an agent, such as \"alphabeta:{key}=…\"")
        }
        "threads" | "out" | "quiet" | "shard" | "fresh" => format!("it is an option of the command: `--{key}`"),
        "leave_out_refused" => {
            "combinations of factors that cannot be are left out by default; write `refused = \"error\"` to \
                                make them an error"
                .to_owned()
        }
        "ladder" | "factors" | "limits" | "opening" | "proofs" | "pairings" => {
            format!("`[{key}]` belongs in an experiment, outside all other tables")
        }
        _ => {
            let is_rule = FIELDS.iter().any(|field| field.path.split('.').next() == Some(key));
            return is_rule.then(|| {
                format!(
                    "it is a rule: write it in the `rules` of a variant, such as `{{ name = \"mine\", base = \"city-8\", \
                     rules = {{ {key} = … }} }}`"
                )
            });
        }
    };
    Some(place)
}

/// `unknown variant `x`, expected `a` or `b``.
fn unknown_choice(quoted: &[&str], what: Option<&str>) -> String {
    let Some((&found, names)) = quoted.split_first() else { return "there is no such choice".to_owned() };
    let list = names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let what = what.map_or_else(|| format!("\"{found}\" is no choice here"), |what| format!("{what} is \"{found}\""));
    format!("{what}; give one of {list}{}", did_you_mean(nearest(found, names.iter().copied())))
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

/// `invalid type: string "x", expected u64`.
fn wrong_value(message: &str, what: Option<&str>) -> Option<String> {
    let (_, rest) = message.split_once(": ")?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some(format!("{} is {}; give {}", what.unwrap_or("this value"), found_in_words(found), expected_in_words(expected)))
}

/// `string "x"`, `integer `5``, `map`.
fn found_in_words(found: &str) -> String {
    let value = |kind: &str| found.strip_prefix(kind).map(|value| value.trim_matches('`').to_owned());
    match found {
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => ["string ", "integer ", "floating point ", "boolean "]
            .into_iter()
            .find_map(value)
            .unwrap_or_else(|| found.to_owned()),
    }
}

fn expected_in_words(expected: &str) -> String {
    match expected {
        "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number, at least 0, without quotes",
        "i64" | "i32" => "a whole number, without quotes",
        "f64" | "f32" => "a number, without quotes",
        "a boolean" => "`true` or `false`, without quotes",
        "a string" | "string" | "str" => "a text in quotes",
        "a sequence" => "a list in brackets, such as `[\"city-8\"]`",
        "a map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_the_reader_is_left() {
        for (message, key, words) in [
            (
                "invalid type: string \"x\", expected u64",
                Some("`games`"),
                "`games` is \"x\"; give a whole number, at least 0, without quotes",
            ),
            (
                "invalid value: integer `-5`, expected u64",
                Some("`seed`"),
                "`seed` is -5; give a whole number, at least 0, without quotes",
            ),
            (
                "unknown variant `draws`, expected `draw_rate` or `win_rate`",
                Some("`metric`"),
                "`metric` is \"draws\"; give one of \"draw_rate\", \"win_rate\"",
            ),
            ("missing field `seed`", None, "the key `seed` is missing; add it, such as `seed = 1`"),
            (
                "unknown field `game`, expected one of `name`, `games`",
                None,
                "there is no key `game` here; did you mean `games`?",
            ),
            (
                "unknown field `turn_cap`, expected one of `name`, `games`",
                None,
                "there is no key `turn_cap` here; it belongs in the table `[limits]`: `turn_cap = …`",
            ),
        ] {
            assert_eq!(in_plain_words(message, key), words);
        }
    }
}
