//! What reading the lines of one letter came to: a line is looked at again for each of those beside it that it may belong to.
//! Known by its words and by what was said above it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use base::order::Remark;

use super::book::Context;

/// Texts of a letter and what was found in them.
#[derive(Default)]
pub(super) struct Recall {
    beginnings: RefCell<BTreeMap<String, bool>>,
    vain: RefCell<BTreeMap<String, Vec<Vain>>>,
}

/// Why a text was no order.
struct Vain {
    /// What stood above it, on which its reading rests.
    heading: Option<String>,
    is_brief: bool,
    /// How often it counted as misread.
    count: usize,
    why: Remark,
}

impl Recall {
    /// Whether a text begins an order; `look` finds it out.
    pub(super) fn begins(&self, text: &str, look: impl FnOnce() -> bool) -> bool {
        if let Some(begins) = self.beginnings.borrow().get(text) {
            return *begins;
        }
        let begins = look();
        self.beginnings.borrow_mut().insert(text.to_owned(), begins);
        begins
    }

    /// What a text is read as. Orders are read each time, for they are soon read; what was none is not, with all ways of
    /// reading tried.
    pub(super) fn read<T>(
        &self,
        context: &mut Context,
        text: &str,
        read: impl FnOnce(&mut Context) -> Result<T, Remark>,
    ) -> Result<T, Remark> {
        let (is_brief, misread) = (context.is_brief(), context.misread);
        if let Some(vain) = self.vain.borrow().get(text) {
            let is_same = |vain: &&Vain| vain.is_brief == is_brief && vain.heading == context.heading;
            if let Some(vain) = vain.iter().find(is_same) {
                context.misread += vain.count;
                return Err(vain.why.clone());
            }
        }
        let heading = context.heading.clone();
        let outcome = read(context);
        if let Some(why) = outcome.as_ref().err().filter(|_| context.heading == heading) {
            let vain = Vain { heading, is_brief, count: context.misread - misread, why: why.clone() };
            self.vain.borrow_mut().entry(text.to_owned()).or_default().push(vain);
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_no_order_is_read_once_and_counts_each_time() {
        let (recall, mut context, reads) = (Recall::default(), Context::default(), RefCell::new(0));
        let misread = |context: &mut Context, text: &str| {
            let outcome: Result<(), Remark> = recall.read(context, text, |context| {
                *reads.borrow_mut() += 1;
                context.misread += 1;
                Err(Remark::unread(text.to_owned()))
            });
            assert_eq!(outcome, Err(Remark::unread(text.to_owned())));
        };
        for _ in 0..3 {
            misread(&mut context, "muve");
        }
        assert_eq!((*reads.borrow(), context.misread), (1, 3));
        context.heading = Some("East".to_owned());
        misread(&mut context, "muve");
        assert_eq!((*reads.borrow(), context.misread), (2, 4), "another heading stands above it");
        context.misread = Context::MOST_EXPLAINED;
        misread(&mut context, "muve");
        assert_eq!(*reads.borrow(), 3, "nothing near is named any more");
    }

    #[test]
    fn what_changes_the_heading_is_read_each_time() {
        let (recall, mut context) = (Recall::default(), Context::default());
        for heading in ["East", "West"] {
            let outcome: Result<(), Remark> = recall.read(&mut context, "West: muve", |context| {
                context.heading = Some(heading.to_owned());
                Err(Remark::unread("?"))
            });
            assert!(outcome.is_err());
            assert_eq!(context.heading.as_deref(), Some(heading));
        }
    }
}
