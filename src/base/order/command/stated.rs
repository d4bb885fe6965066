//! The phase that a command names at the end of its line, so that a letter that comes late or twice does no harm:
//! `EXTEND 24h phase=3 rev=1`.

/// The phase a command was written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stated {
    /// Its number.
    pub phase: u32,
    /// Its revision, when named.
    pub revision: Option<u32>,
}

/// The line without the phase it names at its end, and that phase.
pub fn stated_phase(line: &str) -> (&str, Option<Stated>) {
    let lower = line.to_ascii_lowercase();
    let Some(at) = lower.rfind("phase") else { return (line, None) };
    let begins_word = line[..at].chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(');
    let stated = read(&lower[at + "phase".len()..]).filter(|_| begins_word);
    match stated {
        Some(stated) => (line[..at].trim_end_matches(|c: char| c.is_whitespace() || c == '('), Some(stated)),
        None => (line, None),
    }
}

/// `=3`, `=3 rev=2`, and nothing behind it but the end of a sentence.
fn read(text: &str) -> Option<Stated> {
    let (phase, rest) = take_number(text)?;
    let rest = rest.trim_start_matches([' ', '\t', ',']);
    let (revision, rest) = match rest.strip_prefix("rev") {
        Some(rest) => take_number(rest.strip_prefix("ision").unwrap_or(rest)).map(|(n, rest)| (Some(n), rest))?,
        None => (None, rest),
    };
    let is_end = rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, ')' | '.' | '!')).is_empty();
    is_end.then_some(Stated { phase, revision })
}

fn take_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.trim_start().strip_prefix('=')?.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    Some((digits[..end].parse().ok()?, &digits[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(phase: u32, revision: Option<u32>) -> Option<Stated> {
        Some(Stated { phase, revision })
    }

    #[test]
    fn the_end_of_a_line_names_the_phase() {
        assert_eq!(stated_phase("EXTEND 24h phase=3"), ("EXTEND 24h", stated(3, None)));
        assert_eq!(stated_phase("EXTEND 24h (phase = 3, rev = 2)."), ("EXTEND 24h", stated(3, Some(2))));
        assert_eq!(stated_phase("RELEASE PHASE=12 revision=1"), ("RELEASE", stated(12, Some(1))));
    }

    #[test]
    fn words_about_phases_name_none() {
        for line in ["SET a = 1 BECAUSE of phase 3", "SET a = 1 BECAUSE phase=3 was wrong", "SET subphase=3", "phase=x"]
        {
            assert_eq!(stated_phase(line), (line, None), "{line}");
        }
    }
}
