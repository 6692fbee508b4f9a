//! Writes a game as a complete file with a comment on every field, as a start for a game of one's own.

use petteia_engine::rules::fields::{FIELDS, Field, Takes};
use petteia_engine::rules::{Leader, Limits, Rules, Setup};
use petteia_engine::{AnyGame, CheckedRules};
use textwrap::{Options, fill};
use toml::{Table, Value};

use super::Variant;

/// Columns of a comment.
const WIDTH: usize = 96;

/// Returns a game as a file with all fields and their comments. Fields that the game does not have are commented out.
///
/// ```
/// use petteia_players::config::{Variant, template};
/// let text = template(&Variant::find("city-8+vagi")?);
/// assert!(text.contains("\nvagi = true\n") && text.contains("\n# leader.jump = false\n"));
/// # Ok::<(), petteia_players::config::VariantError>(())
/// ```
pub fn template(variant: &Variant) -> String {
    template_named(variant, &format!("my-{}", variant.name.split('+').next().unwrap_or_default()))
}

/// Returns the same under a name of its own.
#[must_use]
pub fn template_named(variant: &Variant, own: &str) -> String {
    let Variant { name, rules } = variant;
    let mut text = format!(
        "# {name}, as a file of your own. Give it a name, change what you like, and use the file wherever a game is\n\
         # named: `petteia show mine.toml`, `petteia play mine.toml`, `variants = [\"mine.toml\"]` in an experiment.\n\
         # Fields that you leave out are those of `base`, city-8 by default. [§1] is section 1 of docs/rules.md.\n\
         name = \"{own}\"\n\n[rules]\n"
    );
    let table = Table::try_from(following_the_board(rules)).expect("rules are plain data");
    for field in FIELDS.iter().filter(|field| !is_other_setup(field, rules)) {
        text += &entry(field, &table, rules);
    }
    text
}

/// Returns the rules with limits that follow the board where they are those of the board, so that a changed board changes them.
fn following_the_board(rules: &CheckedRules) -> Rules {
    let mut rules = Rules::clone(rules);
    let by_board = Rules { limits: Limits::default(), ..rules.clone() };
    if rules.no_progress() == by_board.no_progress() {
        rules.limits.no_progress = by_board.limits.no_progress;
    }
    if rules.turn_cap() == by_board.turn_cap() {
        rules.limits.turn_cap = by_board.limits.turn_cap;
    }
    rules
}

/// Returns whether a field belongs to a kind of setup that the game does not have; `setup.position` is always listed.
fn is_other_setup(field: &Field, rules: &CheckedRules) -> bool {
    match field.path {
        "setup.rows" => !matches!(rules.setup, Setup::Rows(_)),
        "setup.placement" => !matches!(rules.setup, Setup::Placement(_)),
        _ => false,
    }
}

/// Returns the comment and the value of a field.
fn entry(field: &Field, table: &Table, rules: &CheckedRules) -> String {
    let about = field.about.replace('`', "");
    let (first, rest) = about.split_at(1);
    let values = field.words().replace('`', "");
    let comment = format!("{}{rest}: {values}. [§{}]", first.to_uppercase(), field.section);
    let comment = fill(&comment, Options::new(WIDTH).initial_indent("# ").subsequent_indent("# "));
    let (value, is_set) = value_of(field, table, rules);
    format!("\n{comment}\n") + if is_set { "" } else { "# " } + &format!("{} = {value}\n", field.path)
}

/// Returns the value of a field as TOML, and whether the game has the field.
fn value_of(field: &Field, table: &Table, rules: &CheckedRules) -> (String, bool) {
    let found = at(table, field.path);
    match found {
        Some(Value::Table(sides)) if field.by_side => (both_sides(sides), true),
        Some(value) => (value.to_string(), true),
        None if field.can_be_off => ("\"off\"".to_owned(), true),
        None if field.path == "setup.position" => (Value::from(start_text(rules)).to_string(), false),
        None => (default_of(field).map_or_else(String::new, |value| value.to_string()), false),
    }
}

/// Returns one value if both sides have the same, otherwise a table.
fn both_sides(sides: &Table) -> String {
    let of = |side: &str| sides.get(side).map_or_else(|| "\"off\"".to_owned(), Value::to_string);
    let (white, black) = (of("white"), of("black"));
    if white == black { white } else { format!("{{ white = {white}, black = {black} }}") }
}

fn start_text(rules: &CheckedRules) -> String {
    let game = AnyGame::of(rules.clone());
    game.text(&game.start())
}

/// Returns the default value of a field: that of `city-8`, or of a leader with default fields.
fn default_of(field: &Field) -> Option<Value> {
    let rules = Rules { leader: Some(Leader::default()), ..Rules::default() };
    let table = Table::try_from(&rules).expect("rules are plain data");
    at(&table, field.path).cloned().or_else(|| left_out(field))
}

/// Returns the value of a field that tables leave out where it has its default.
fn left_out(field: &Field) -> Option<Value> {
    match field.takes {
        Takes::Flag => Some(Value::Boolean(false)),
        Takes::Whole { least, .. } => Some(i64::from(least).into()),
        Takes::Choice([first, ..]) => Some((*first).into()),
        _ => None,
    }
}

fn at<'a>(table: &'a Table, path: &str) -> Option<&'a Value> {
    match path.split_once('.') {
        Some((first, rest)) => at(table.get(first)?.as_table()?, rest),
        None => table.get(path),
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::rules::catalogue::GAMES;

    use super::super::own::OwnVariant;
    use super::*;

    #[test]
    fn the_template_of_every_game_is_that_game() {
        let switched = ["city-8+die=4+inciti", "poleis+bare=3", "callen-proto-tafl+stakes=6", "city-8-bare+fortress"];
        let games = GAMES.iter().map(|game| game.id).chain(switched);
        for game in games {
            let variant = Variant::find(game).expect(game);
            let text = template(&variant);
            let own: OwnVariant = toml::from_str(&text).unwrap_or_else(|error| panic!("{game}: {error}\n{text}"));
            let read = own.checked().unwrap_or_else(|defects| panic!("{game}: {defects}\n{text}"));
            assert_eq!(read, variant.rules, "{game}\n{text}");
        }
    }
}
