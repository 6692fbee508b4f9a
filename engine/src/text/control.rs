//! Characters that a terminal or a reader does not show as they are.

/// Returns whether a character controls the terminal or the text around it, such as its direction, or cannot be seen.
///
/// ```
/// use petteia_engine::is_control;
/// assert!(['\u{1b}', '\n', '\u{61c}', '\u{200b}', '\u{202e}', '\u{feff}', '\u{ad}'].into_iter().all(is_control));
/// assert!(!"Πόλις ḥ ἐπὶ хасами".chars().any(is_control));
/// ```
#[must_use]
pub fn is_control(c: char) -> bool {
    let is_format = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    is_format || c.is_control()
}

/// Returns a text with an escape such as `\u{1b}` in the place of each control character.
#[must_use]
pub fn escaped(text: &str) -> String {
    let escape = |c: char| if is_control(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}
