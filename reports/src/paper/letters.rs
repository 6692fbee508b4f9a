//! Texts as LaTeX prints them, whatever their letters.

use unicode_normalization::UnicodeNormalization;

/// The commands of [`escaped`] for letters of other scripts, for the preamble.
pub(super) const COMMANDS: &str = include_str!("letters.tex");

/// How LaTeX prints a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
}

impl Script {
    fn of(letter: char) -> Self {
        match letter {
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Self::Greek,
            '\u{400}'..='\u{52f}' => Self::Cyrillic,
            _ => Self::Latin,
        }
    }
}

/// A text that LaTeX prints as it is.
pub(crate) fn escaped(text: &str) -> String {
    let letters: Vec<char> = text.nfc().collect();
    let mut escaped = String::new();
    for part in letters.chunk_by(|one, next| Script::of(*one) == Script::of(*next)) {
        match Script::of(part[0]) {
            Script::Latin => part.iter().for_each(|letter| add(&mut escaped, *letter)),
            Script::Greek => escaped += &format!("\\petteiagreek{{{}}}", part.iter().collect::<String>()),
            Script::Cyrillic => escaped += &format!("\\petteiacyrillic{{{}}}", part.iter().collect::<String>()),
        }
    }
    escaped
}

fn add(escaped: &mut String, letter: char) {
    match letter {
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
        '\\' => *escaped += r"\textbackslash{}",
        '~' => *escaped += r"\textasciitilde{}",
        '^' => *escaped += r"\textasciicircum{}",
        '<' => *escaped += "$<$",
        '>' => *escaped += "$>$",
        // Two would become a dash.
        '-' if escaped.ends_with('-') => *escaped += "{}-",
        '−' => *escaped += "$-$",
        '×' => *escaped += r"$\times$",
        '½' => *escaped += r"$\frac12$",
        '√' => *escaped += r"$\surd$",
        '≈' => *escaped += r"$\approx$",
        '≤' => *escaped += r"$\leq$",
        '≥' => *escaped += r"$\geq$",
        '±' => *escaped += r"$\pm$",
        '∞' => *escaped += r"$\infty$",
        '→' => *escaped += r"$\to$",
        '·' => *escaped += r"$\cdot$",
        '–' => *escaped += "--",
        '—' => *escaped += "---",
        '“' => *escaped += "``",
        '”' => *escaped += "''",
        '‘' => escaped.push('`'),
        '’' => escaped.push('\''),
        '…' => *escaped += r"\dots{}",
        'ꜣ' => *escaped += "3",
        'ꜥ' => *escaped += r"\textsuperscript{c}",
        _ if is_common(letter) => escaped.push(letter),
        _ => *escaped += &composed(letter).unwrap_or_else(|| other(letter)),
    }
}

/// Whether pdfLaTeX has the letter without further packages.
fn is_common(letter: char) -> bool {
    let is_rare = matches!(letter, 'Ħ' | 'ħ' | 'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ' | 'Ŧ' | 'ŧ' | 'ſ');
    letter <= '\u{17f}' && !is_rare
}

/// A letter as accents on one that every font has.
fn composed(letter: char) -> Option<String> {
    let mut parts = letter.nfd();
    let base = parts.next().filter(char::is_ascii_alphabetic)?;
    parts.try_fold(base.to_string(), |inner, mark| Some(format!("{}{{{inner}}}", accent(mark)?)))
}

fn accent(mark: char) -> Option<&'static str> {
    Some(match mark {
        '\u{300}' => r"\`",
        '\u{301}' => r"\'",
        '\u{302}' => r"\^",
        '\u{303}' => r"\~",
        '\u{304}' => r"\=",
        '\u{306}' => r"\u",
        '\u{307}' => r"\.",
        '\u{308}' => r#"\""#,
        '\u{30a}' => r"\r",
        '\u{30b}' => r"\H",
        '\u{30c}' => r"\v",
        '\u{323}' => r"\d",
        '\u{327}' => r"\c",
        '\u{328}' => r"\k",
        '\u{32e}' => r"\petteiabreve",
        '\u{331}' => r"\b",
        _ => return None,
    })
}

/// Any other letter, with its number for pdfLaTeX, which would stop at it.
fn other(letter: char) -> String {
    format!("\\petteiaother{{{letter}}}{{U+{:04X}}}", u32::from(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_latex_reads_is_left() {
        assert_eq!(escaped("50 % of a_b & {c} #1 $2"), r"50 \% of a\_b \& \{c\} \#1 \$2");
        assert_eq!(escaped(r"\end~^"), r"\textbackslash{}end\textasciitilde{}\textasciicircum{}");
        assert_eq!(escaped("−½ × 3 < 4"), r"$-$$\frac12$ $\times$ 3 $<$ 4");
    }

    #[test]
    fn greek_and_cyrillic_words_stay_whole() {
        assert_eq!(escaped("Πόλις 8"), r"\petteiagreek{Πόλις} 8");
        assert_eq!(escaped("ἐπὶ πέντε"), r"\petteiagreek{ἐπὶ} \petteiagreek{πέντε}");
        assert_eq!(escaped("+тавлеи"), r"+\petteiacyrillic{тавлеи}");
    }

    #[test]
    fn letters_with_marks_are_composed() {
        assert_eq!(escaped("ḥ ḫ ẖ ǧ ā é"), r"\d{h} \petteiabreve{h} \b{h} \v{g} ā é");
        assert_eq!(escaped("ấ"), r"\'{\^{a}}");
        // As some keyboards type it.
        assert_eq!(escaped("h\u{323}"), r"\d{h}");
    }

    #[test]
    fn letters_of_no_encoding_keep_their_number() {
        assert_eq!(escaped("城"), r"\petteiaother{城}{U+57CE}");
    }

    #[test]
    fn every_command_is_defined_for_every_engine() {
        let (pdf, modern) = COMMANDS.split_once(r"\else").expect("both kinds of engines");
        for command in ["petteiagreek", "petteiacyrillic", "petteiaother"] {
            let defined = format!(r"\DeclareRobustCommand{{\{command}}}");
            assert!(pdf.contains(&defined) && modern.contains(&defined), "{command}");
        }
        assert!(modern.contains(r"\DeclareRobustCommand{\petteiabreve}"));
    }
}
