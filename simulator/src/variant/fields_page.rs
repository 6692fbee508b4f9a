//! The table of all fields for docs/own-games.md.

use petteia_engine::rules::fields::{FIELDS, Field};
use toml::Value;

use super::template::default_of;

/// Returns the table of all fields of a table of rules, as Markdown.
pub fn fields_page() -> String {
    let mut page = String::from("| field | takes | default | meaning | goes with |\n| --- | --- | --- | --- | --- |\n");
    for field in &FIELDS {
        let Field { path, about, with, section, .. } = field;
        let sides = if field.by_side { "; or `{ white = …, black = … }`" } else { "" };
        page += &format!(
            "| `{path}` | {}{sides} | {} | {about} ([§{section}](rules.md#{})) | {with} |\n",
            field.words(),
            default_text(field),
            anchor(*section),
        );
    }
    page
}

fn default_text(field: &Field) -> String {
    match default_of(field) {
        Some(Value::Table(sides)) => {
            let values: Vec<String> = sides.values().map(ToString::to_string).collect();
            if values.windows(2).all(|pair| pair[0] == pair[1]) {
                format!("`{}`", values[0])
            } else {
                format!("`{}`", Value::Table(sides))
            }
        }
        Some(value) => format!("`{value}`"),
        None if field.can_be_off => "`\"off\"`".to_owned(),
        None => "-".to_owned(),
    }
}

/// The anchor of a section of docs/rules.md.
fn anchor(section: u8) -> &'static str {
    match section {
        1 => "1-words",
        2 => "2-setup",
        3 => "3-moving",
        4 => "4-capturing",
        5 => "5-inciti",
        6 => "6-vagi-and-alligati",
        7 => "7-huff",
        _ => "8-the-end",
    }
}
