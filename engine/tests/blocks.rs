//! The blocks of files with examples that people read and add to, for the tests of several crates.
//!
//! A block is a series of lines, separated from the next by an empty line; comment lines start with `#`. Each line has a
//! keyword and a value.

/// A block: its file and first line, and its keywords with their values.
pub type Block<'a> = (String, Vec<(&'a str, &'a str)>);

/// Reads the blocks of one file. Anything unexpected fails the test, so that no typo makes it skip a block.
pub fn blocks<'a>(file: &str, text: &'a str) -> Vec<Block<'a>> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
        if line.is_empty() {
            is_inside = false;
            continue;
        }
        if !is_inside {
            blocks.push((format!("{file}:{number}"), Vec::new()));
            is_inside = true;
        }
        let Some((word, rest)) = line.split_once(' ').filter(|(_, rest)| !rest.trim().is_empty()) else {
            panic!("{file}:{number}: `{line}` should be a keyword and its value");
        };
        blocks.last_mut().expect("the line is inside a block").1.push((word, rest.trim()));
    }
    blocks
}
