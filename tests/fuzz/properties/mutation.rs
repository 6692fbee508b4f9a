//! Seeded mutations of an input: mistakes as people and disks make them, and malicious changes.

use std::ops::Range;

use petteia_engine::GameRng;

/// Parts of the languages that are read, and things that do not belong there.
const TOKENS: [&str; 40] = [
    "=",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    "\n",
    "#",
    ".",
    "'''",
    "\"\"\"",
    "-1",
    "0",
    "1e9",
    "nan",
    "-inf",
    "true",
    "+vagi",
    "-vagi",
    "+die=",
    "+die=255",
    "mcts:",
    "alphabeta:depth=63",
    "rules = {}",
    "[factors]",
    "[[variants]]",
    "games",
    "white",
    "name",
    "é",
    "\u{0}",
    "\u{1b}[31m",
    "\u{202e}",
    "\r\n",
    "/",
    " w 0,0 0,0 0 0",
    "S",
    "a1-a5",
    "d6",
];

/// Replacements for numbers.
const EXTREMES: &str = "0 1 -1 255 256 65536 4294967295 4294967296 9223372036854775807 18446744073709551615 \
                        99999999999999999999 1e308 1e-308 0x7fffffffffffffff";

/// The kinds of mutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Flips one bit of a byte.
    Flip,
    /// Removes the rest.
    Cut,
    /// Removes some bytes.
    Drop,
    /// Duplicates some bytes.
    Double,
    /// Inserts something else.
    Insert,
    /// Exchanges two lines.
    SwapLines,
    /// Repeats some lines, such as a whole table, at the end.
    RepeatLines,
    /// Exchanges two neighbouring letters of a word.
    Misspell,
    /// Replaces a number by an extreme one.
    Extreme,
    /// Replaces the rest by that of another input.
    Splice,
}

impl Change {
    /// All kinds.
    pub const ALL: [Change; 10] = [
        Change::Flip,
        Change::Cut,
        Change::Drop,
        Change::Double,
        Change::Insert,
        Change::SwapLines,
        Change::RepeatLines,
        Change::Misspell,
        Change::Extreme,
        Change::Splice,
    ];

    /// Mutates an input. `other` is another input of the same kind.
    pub fn apply(self, input: &mut Vec<u8>, other: &[u8], rng: &mut GameRng) {
        let at = below(input.len() + 1, rng);
        let end = input.len().min(at + 1 + below(12, rng));
        match self {
            Change::Flip => input.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
            Change::Cut => input.truncate(at),
            Change::Drop => drop(input.drain(at.min(end)..end)),
            Change::Double => {
                let part = input[at.min(end)..end].to_vec();
                insert(input, at, &part);
            }
            Change::Insert => insert(input, at, pick(&TOKENS, rng).as_bytes()),
            Change::SwapLines => change_lines(input, |lines| {
                let (one, two) = (below(lines.len(), rng), below(lines.len(), rng));
                lines.swap(one, two);
            }),
            Change::RepeatLines => change_lines(input, |lines| {
                let first = below(lines.len(), rng);
                let last = lines.len().min(first + 1 + below(6, rng));
                lines.extend_from_within(first..last);
            }),
            Change::Misspell => replace(input, u8::is_ascii_alphabetic, rng, |word, rng| {
                let mut word = word.to_vec();
                if word.len() > 1 {
                    let letter = below(word.len() - 1, rng);
                    word.swap(letter, letter + 1);
                }
                word
            }),
            Change::Extreme => {
                let extremes: Vec<&str> = EXTREMES.split(' ').collect();
                replace(input, u8::is_ascii_digit, rng, |_, rng| pick(&extremes, rng).as_bytes().to_vec());
            }
            Change::Splice => {
                input.truncate(at);
                input.extend_from_slice(&other[below(other.len() + 1, rng)..]);
            }
        }
    }
}

/// Returns an input with one to three mutations; the result depends only on the inputs and the random stream.
pub fn mutated(input: &[u8], other: &[u8], rng: &mut GameRng) -> Vec<u8> {
    let mut changed = input.to_vec();
    for _ in 0..=rng.below(3) {
        pick(&Change::ALL, rng).apply(&mut changed, other, rng);
    }
    changed
}

/// Returns a random number below `count`, which must be at least 1 and fit into 32 bits.
fn below(count: usize, rng: &mut GameRng) -> usize {
    rng.below(count as u32) as usize
}

fn pick<T: Copy>(values: &[T], rng: &mut GameRng) -> T {
    values[below(values.len(), rng)]
}

fn insert(input: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    input.splice(at..at, bytes.iter().copied());
}

fn change_lines(input: &mut Vec<u8>, change: impl FnOnce(&mut Vec<&[u8]>)) {
    let mut lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
    if !lines.is_empty() {
        change(&mut lines);
        *input = lines.concat();
    }
}

/// Replaces a random run of bytes that satisfy `of`.
fn replace(
    input: &mut Vec<u8>,
    of: impl Fn(&u8) -> bool,
    rng: &mut GameRng,
    with: impl FnOnce(&[u8], &mut GameRng) -> Vec<u8>,
) {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in input.iter().enumerate().filter(|(_, byte)| of(byte)) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    if !runs.is_empty() {
        let run = runs.swap_remove(below(runs.len(), rng));
        let new = with(&input[run.clone()], rng);
        input.splice(run, new);
    }
}
