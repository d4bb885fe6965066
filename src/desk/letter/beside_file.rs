//! What is said of orders that stand beside those on file, and of those that are there already: of one below its line, of several once
//! for the whole letter, whatever seats they are for.

use base::order::{Line, Remark};

/// Orders of a letter of which something is to be said for the sake of those on file.
#[derive(Debug, Default)]
pub struct BesideFile {
    /// Those that took the place of nothing, each with the one on file that it may have been meant to change.
    pub added: Vec<(Line, String)>,
    /// Those that an earlier letter put there.
    pub repeated: Vec<Line>,
}

/// What is said of them.
#[derive(Debug, Default)]
pub struct SaidBeside {
    /// Of several, for the whole letter.
    pub sentences: Vec<String>,
    /// Of one, below its line.
    pub remarks: Vec<(Line, Remark)>,
}

/// What takes off the file what is not wanted.
const CANCEL: &str = "CANCEL with its number takes off what you do not want.";

impl BesideFile {
    /// What is to be said, when all of the letter is filed; of a letter with CHECK nothing is on file.
    pub fn said(self, is_check: bool) -> SaidBeside {
        let mut said = SaidBeside::default();
        let (were, were_not) = if is_check { ("would be", "would not be") } else { ("were", "were not") };
        match &self.repeated[..] {
            [] => {}
            [line] => {
                let remark = Remark::notice("This is on file already, so it was not put there a second time.");
                said.remarks.push((line.clone(), remark.hint("Below a line ADD it is ordered once more.")));
            }
            more => said.sentences.push(format!(
                "{} orders of this letter are on file already, so they {were_not} put there a second time. Below a line ADD \
                 they are ordered once more.",
                more.len()
            )),
        }
        match &self.added[..] {
            [] => {}
            [(line, earlier)] => {
                let remark = Remark::notice(format!("It is ordered beside what is on file already ({earlier})."));
                said.remarks.push((line.clone(), remark.hint(CANCEL)));
            }
            more => said.sentences.push(format!(
                "{} orders of this letter {were} added to what is on file already, and took the place of nothing. {CANCEL}",
                more.len()
            )),
        }
        said
    }
}
