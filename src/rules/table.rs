//! A rule book laid out for one scenario, its types hidden behind JSON: what the desk and the shell play on.
//! The only place where a book's types become JSON and JSON becomes a book's types.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use base::facts::{Brief, Enclosure, Fact, Pictures, written_beside};
use base::game::{Dice, NextPhase, SeatId, SeatSet, SeatSpec};
use base::order::{Filed, Line, LineStatus, Meaning, Remark, Span, Topic, worst};
use reader::Reading;

use super::about::About;
use super::book::{
    Acted, Assigned, BySeat, Context, Giver, LineReview, Occasion, OpenMatter, OrderSet, Outcome, OwnFile, Question,
    RefusedActs, RuleBook,
};
use super::check::{Checked, check_by, check_form_by, read_by};
use super::left_out::NameInWords;
use super::propose::proposed;

/// What a phase is played by: an [`OrderSet`] as it stands on file.
#[derive(Debug, Clone, Default)]
pub struct OrdersOnFile<'a> {
    /// The orders that it carries out, by seat; those that were ruled upon are copies.
    pub sheets: BTreeMap<SeatId, Vec<Cow<'a, Filed<Value>>>>,
    /// The seats that somebody holds; none: not known.
    pub held: Option<SeatSet>,
    /// When it is played, in epoch seconds; none: not known.
    pub played_at: Option<i64>,
}

impl OrderSet<Value> {
    /// The same, borrowed, as a table takes them.
    pub fn on_file(&self) -> OrdersOnFile<'_> {
        let lent = self.sheets.iter().map(|(seat, lines)| (seat.clone(), lines.iter().map(Cow::Borrowed).collect()));
        OrdersOnFile { sheets: lent.collect(), held: self.held.clone(), played_at: self.played_at }
    }
}

/// A rule book laid out for one scenario.
pub trait Table: Send + Sync {
    /// The short name of the book.
    fn book(&self) -> &'static str;
    /// What the book says of itself.
    fn about(&self) -> &'static About;
    /// The version of the states that the book writes.
    fn version(&self) -> u32;
    /// A state that was stored under a version of the book, as the present one would have written it.
    fn bring_up(&self, version: u32, state: Value) -> Result<Value, TableError>;
    /// The scenario's document, of which a game keeps its own copy.
    fn document(&self) -> &Value;
    /// The same book laid out for another document; or what the book says against that.
    fn laid_for(&self, document: Value) -> Result<Arc<dyn Table>, String>;
    /// The seats, in the order of reports.
    fn seats(&self) -> Vec<SeatSpec>;
    /// The opening position.
    fn begin(&self, dice: &mut Dice) -> Result<Played, TableError>;
    /// Whether a line looks like the beginning of an order.
    fn begins_order(&self, line: &str) -> bool;
    /// Whether a line counts even in a letter that has the judge in copy alone.
    fn binds_in_copy(&self, line: &str) -> bool;
    /// Reads one line of orders. Form only.
    fn read(&self, context: &mut Context, line: &str) -> Result<ReadOrder, Remark>;
    /// The likeliest orders, in canonical words, for words that were not understood: a few at most.
    fn propose(&self, context: &Context, words: &str) -> Vec<String>;
    /// The names of the game in a text, with what orders may call each.
    fn names_in(&self, words: &str) -> Vec<NameInWords>;
    /// The word by which orders name whoever serves a seat.
    fn word_of_seat(&self, seat: &SeatId) -> Option<String>;
    /// Whether the holder of a seat may give orders of this kind, as HELP says of whose they are.
    fn gives(&self, seat: &SeatId, topic: &Topic) -> bool;
    /// Which of `seats` gives each of these orders, and in which section it stands.
    fn assign(
        &self,
        brief: &Brief<Value>,
        seats: &[SeatId],
        orders: &[Value],
    ) -> Result<Vec<Result<Assigned, Remark>>, TableError>;
    /// What its giver could know is wrong with the orders of one seat.
    fn review(&self, brief: &Brief<Value>, file: OwnFile<'_, Value>) -> Result<Reviewed, TableError>;
    /// Whether two orders of one section of a seat's sheet cannot both be meant.
    fn contradict(&self, earlier: &Filed<Value>, later: &Filed<Value>) -> Result<bool, TableError>;
    /// Of orders of one seat that act as they come, with which of the others each cannot be meant together: the first of them.
    fn at_odds(&self, orders: &[&Value]) -> Result<Vec<Option<usize>>, TableError>;
    /// What only the game master can say of these lines.
    fn questions(
        &self,
        brief: &Brief<Value>,
        file: OwnFile<'_, Value>,
    ) -> Result<Vec<Question<Value, Value>>, TableError>;
    /// Matters on which the holder of a seat may still say something.
    fn open_matters(&self, brief: &Brief<Value>, seat: &SeatId) -> Result<Vec<OpenMatter>, TableError>;
    /// Reads lines and gives each order to one of `seats`: see [`check_form`](super::check::check_form).
    fn check_form(
        &self,
        context: &mut Context,
        brief: &Brief<Value>,
        seats: &[SeatId],
        lines: &[Line],
    ) -> Result<Checked, TableError>;
    /// The same and then the review: see [`check`](super::check::check).
    fn check(
        &self,
        context: &mut Context,
        brief: &Brief<Value>,
        seat: &SeatId,
        lines: &[Line],
        on_file: &[Filed<Value>],
    ) -> Result<Checked, TableError>;
    /// The standing facts of a state.
    fn situation(&self, state: &Value) -> Result<Vec<Fact<Value>>, TableError>;
    /// Plays one phase.
    fn adjudicate(&self, state: &Value, orders: &OrdersOnFile<'_>, dice: &mut Dice) -> Result<Played, TableError>;
    /// Plays one phase twice, each time with its own of two like dice; `None` when two outcomes came of it: another
    /// state, other events, another next phase or other throws.
    fn adjudicate_twice(
        &self,
        state: &Value,
        orders: &OrdersOnFile<'_>,
        dice: [&mut Dice; 2],
    ) -> Result<Option<Played>, TableError>;
    /// The seats among which the holder of a seat may move the players of his side.
    fn appoints(&self, seat: &SeatId) -> Vec<SeatId>;
    /// The line of orders that a row of a table stands for.
    fn line_of_row(&self, cells: &[String]) -> Option<String>;
    /// Carries out orders that do not wait: all of them, or none and why, by their place in the list.
    fn act(
        &self,
        state: &Value,
        giver: &Giver,
        orders: &[Value],
        dice: &mut Dice,
    ) -> Result<Result<Done, RefusedActs>, TableError>;
    /// The same done twice, each time with its own of two like dice; `None` when two outcomes came of it. What of the
    /// standing facts before it stands yet is the same fact after it.
    fn act_twice(
        &self,
        before: (&Value, &[Fact<Value>]),
        giver: &Giver,
        orders: &[Value],
        dice: [&mut Dice; 2],
    ) -> Result<Option<Result<Done, RefusedActs>>, TableError>;
    /// Worksheets and pictures that go with a letter to the reader of this brief.
    fn pages(
        &self,
        brief: &Brief<Value>,
        occasion: &Occasion,
        pictures: Pictures,
    ) -> Result<Vec<Enclosure>, TableError>;
    /// What a game master should know of the state that his edit of a value would leave, else why the value cannot be so.
    fn edited(&self, state: &Value, path: &str) -> Result<Result<Option<String>, String>, TableError>;
    /// What whoever takes a seat should have at hand; public. The state is `Null` before the start.
    fn welcome(&self, state: &Value, seat: &SeatId) -> Result<Vec<Value>, TableError>;
    /// The numbers that the pages of the book's rules show; public.
    fn numbers(&self) -> Value;
    /// The letter that a scripted player writes for a seat; `None` when there is no such player.
    fn scripted_letter(
        &self,
        brief: &Brief<Value>,
        seat: &SeatId,
        whims: &mut Dice,
    ) -> Result<Option<String>, TableError>;
    /// Whether a state, edited by hand, can be: reads it back and asks the book.
    fn sound(&self, state: &Value) -> Result<Value, TableError>;
}

/// What a line was read as; `O` is the book's order, or its JSON below the desk.
#[derive(Debug, Clone)]
pub struct ReadOrder<O = Value> {
    /// The orders with their canonical words; none for a heading.
    pub orders: Vec<(O, String)>,
    /// Remarks that do not keep them from standing.
    pub remarks: Vec<Remark>,
    /// The numbers of the line that say what its orders cost: the book held them against its tables.
    pub priced: Vec<Span>,
}

impl<O> Reading for ReadOrder<O> {
    fn is_whole(&self) -> bool {
        worst(&self.remarks) < LineStatus::Incomplete
    }

    fn head() -> Self {
        Self { orders: Vec::new(), remarks: Vec::new(), priced: Vec::new() }
    }

    fn words(&self) -> Vec<&str> {
        self.orders.iter().map(|(_, words)| words.as_str()).collect()
    }

    fn told(&self) -> Vec<Span> {
        self.remarks.iter().filter_map(|remark| remark.span).chain(self.priced.iter().copied()).collect()
    }

    fn and(mut self, other: Self) -> Self {
        self.orders.extend(other.orders);
        self.remarks.extend(other.remarks);
        self
    }

    fn with(mut self, remark: Remark) -> Self {
        self.remarks.push(remark);
        self
    }

    fn unplaced(mut self) -> Self {
        self.remarks.iter_mut().for_each(|remark| remark.span = None);
        self
    }

    fn moved(mut self, from: usize) -> Self {
        for span in self.remarks.iter_mut().filter_map(|remark| remark.span.as_mut()) {
            *span = Span { start: span.start + from, end: span.end + from };
        }
        self
    }
}

/// The outcome of a phase below the desk.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The whole truth from now on.
    pub state: Value,
    /// What happened.
    pub events: Vec<Fact<Value>>,
    /// The standing facts from now on.
    pub situation: Vec<Fact<Value>>,
    /// What comes next; nothing when the game is over.
    pub next: Option<NextPhase>,
}

/// What orders that do not wait changed, below the desk.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// The whole truth from now on.
    pub state: Value,
    /// What must be told beside the standing facts.
    pub events: Vec<Fact<Value>>,
    /// The standing facts from now on.
    pub situation: Vec<Fact<Value>>,
    /// Whether those concerned are told at once.
    pub is_told_now: bool,
    /// What their giver is told instead of that they were carried out.
    pub vain: Option<Remark>,
}

/// A review below the desk.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// One entry per line.
    pub lines: Vec<LineReview>,
    /// What is left to spend: items for the receipt.
    pub account: Vec<Value>,
}

/// Why the table cannot go on: stored JSON that the book does not understand, or a state that cannot be.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// JSON that is not the book's.
    #[error("read {what} of {book}: {why}")]
    Shape {
        /// The book.
        book: &'static str,
        /// Which JSON.
        what: &'static str,
        /// What serde said.
        why: serde_json::Error,
    },
    /// A later program wrote the state.
    #[error(
        "read a state of {book}: it has version {found}, and this program knows versions up to {known}. Use the newer \
         release, or restore a backup made before its upgrade"
    )]
    Newer {
        /// The book.
        book: &'static str,
        /// The state's version.
        found: u32,
        /// The book's.
        known: u32,
    },
    /// A state of an earlier version that the book cannot bring up.
    #[error("bring a state of {book} up from version {version}: {why}")]
    Stranded {
        /// The book.
        book: &'static str,
        /// The version from which there is no way.
        version: u32,
        /// What the book said.
        why: String,
    },
    /// A wish of the reader that the book does not fulfil.
    #[error("make the pages of a letter: {}", .0.message)]
    Refused(Box<Remark>),
    /// A state against the book's invariants.
    #[error(transparent)]
    Unsound(#[from] super::book::Unsound),
}

struct Laid<B: RuleBook> {
    book: Arc<B>,
    document: Value,
    scenario: B::Scenario,
}

/// Lays a book out for the scenario of this document.
pub fn lay<B: RuleBook>(book: B, document: Value) -> Result<Arc<dyn Table>, String> {
    lay_shared(Arc::new(book), document)
}

fn lay_shared<B: RuleBook>(book: Arc<B>, document: Value) -> Result<Arc<dyn Table>, String> {
    let scenario = book.prepare(&document)?;
    Ok(Arc::new(Laid { book, document, scenario }))
}

impl<B: RuleBook> Laid<B> {
    fn read_json<T: DeserializeOwned>(&self, what: &'static str, value: &Value) -> Result<T, TableError> {
        T::deserialize(value).map_err(|why| TableError::Shape { book: B::ID, what, why })
    }

    fn write_json<T: serde::Serialize>(&self, what: &'static str, value: T) -> Result<Value, TableError> {
        serde_json::to_value(value).map_err(|why| TableError::Shape { book: B::ID, what, why })
    }

    fn facts(&self, facts: Vec<Fact<B::Item>>) -> Result<Vec<Fact<Value>>, TableError> {
        self.facts_beside(&[], facts)
    }

    fn facts_beside(&self, before: &[Fact<Value>], facts: Vec<Fact<B::Item>>) -> Result<Vec<Fact<Value>>, TableError> {
        let read = |item: &Value| self.read_json("an item", item);
        written_beside(before, facts, read, |item| self.write_json("an item", item))
    }

    fn brief(&self, brief: &Brief<Value>) -> Result<Brief<B::Item>, TableError> {
        brief.try_read(|item| self.read_json("an item", item))
    }

    fn lines(&self, lines: &[Filed<Value>]) -> Result<Vec<Filed<B::Order>>, TableError> {
        lines.iter().map(|line| self.filed(line)).collect()
    }

    fn sheets(&self, sheets: &BySeat<Value>) -> Result<BySeat<B::Order>, TableError> {
        sheets.iter().map(|(seat, lines)| Ok((seat.clone(), self.lines(lines)?))).collect()
    }

    fn filed(&self, line: &Filed<Value>) -> Result<Filed<B::Order>, TableError> {
        Ok(Filed {
            section: line.section.clone(),
            order: self.read_json("an order", &line.order)?,
            canonical: line.canonical.clone(),
            written: line.written.clone(),
            is_by_gm: line.is_by_gm,
            received: line.received,
            when: line.when.clone(),
            is_added: line.is_added,
            is_left_over: line.is_left_over,
            // What was asked and ruled is the desk's affair.
            asked: None,
        })
    }

    fn checked(&self, checked: Checked<B::Order, B::Item>) -> Result<Checked, TableError> {
        checked.try_map(|order| self.write_json("an order", order), |item| self.write_json("an item", item))
    }

    fn orders(&self, orders: &OrdersOnFile<'_>) -> Result<OrderSet<B::Order>, TableError> {
        let mut sheets = BTreeMap::new();
        for (seat, lines) in &orders.sheets {
            let lines = lines.iter().map(|line| self.filed(line)).collect::<Result<Vec<_>, _>>()?;
            sheets.insert(seat.clone(), lines);
        }
        Ok(OrderSet { sheets, held: orders.held.clone(), played_at: orders.played_at })
    }

    fn acting(&self, orders: &[Value]) -> Result<Vec<B::Order>, TableError> {
        orders.iter().map(|order| self.read_json("an order", order)).collect()
    }

    fn done(
        &self,
        standing: &[Fact<Value>],
        acted: Result<Acted<B::State, B::Item>, RefusedActs>,
    ) -> Result<Result<Done, RefusedActs>, TableError> {
        let acted = match acted {
            Ok(acted) => acted,
            Err(remarks) => return Ok(Err(remarks)),
        };
        self.book.sound(&self.scenario, &acted.state)?;
        let situation = self.book.situation(&self.scenario, &acted.state);
        Ok(Ok(Done {
            state: self.write_json("a state", acted.state)?,
            events: self.facts(acted.events)?,
            situation: self.facts_beside(standing, situation)?,
            is_told_now: acted.is_told_now,
            vain: acted.vain,
        }))
    }

    fn played(&self, outcome: Outcome<B::State, B::Item>) -> Result<Played, TableError> {
        self.book.sound(&self.scenario, &outcome.state)?;
        let situation = self.book.situation(&self.scenario, &outcome.state);
        Ok(Played {
            state: self.write_json("a state", outcome.state)?,
            events: self.facts(outcome.events)?,
            situation: self.facts(situation)?,
            next: outcome.next,
        })
    }
}

impl<B: RuleBook> Table for Laid<B> {
    fn book(&self) -> &'static str {
        B::ID
    }

    fn about(&self) -> &'static About {
        self.book.about()
    }

    fn version(&self) -> u32 {
        B::VERSION
    }

    fn bring_up(&self, version: u32, mut state: Value) -> Result<Value, TableError> {
        if version > B::VERSION {
            return Err(TableError::Newer { book: B::ID, found: version, known: B::VERSION });
        }
        if version == B::VERSION {
            return Ok(state);
        }
        for version in version..B::VERSION {
            let next = self.book.migrate(version, state);
            state = next.map_err(|why| TableError::Stranded { book: B::ID, version, why })?;
        }
        self.sound(&state)
    }

    fn document(&self) -> &Value {
        &self.document
    }

    fn laid_for(&self, document: Value) -> Result<Arc<dyn Table>, String> {
        lay_shared(Arc::clone(&self.book), document)
    }

    fn seats(&self) -> Vec<SeatSpec> {
        self.book.seats(&self.scenario)
    }

    fn begin(&self, dice: &mut Dice) -> Result<Played, TableError> {
        self.played(self.book.begin(&self.scenario, dice))
    }

    fn begins_order(&self, line: &str) -> bool {
        self.book.begins_order(line)
    }

    fn binds_in_copy(&self, line: &str) -> bool {
        self.book.binds_in_copy(line)
    }

    fn read(&self, context: &mut Context, line: &str) -> Result<ReadOrder, Remark> {
        let ReadOrder { orders, remarks, priced } = read_by(self.book.as_ref(), &self.scenario, context, line)?;
        let to_json = |order| serde_json::to_value(order).expect("an order is plain data, which JSON can always hold");
        Ok(ReadOrder {
            orders: orders.into_iter().map(|(order, words)| (to_json(order), words)).collect(),
            remarks,
            priced,
        })
    }

    fn names_in(&self, words: &str) -> Vec<NameInWords> {
        self.book.names_in(&self.scenario, words)
    }

    fn word_of_seat(&self, seat: &SeatId) -> Option<String> {
        self.book.word_of_seat(&self.scenario, seat)
    }

    fn gives(&self, seat: &SeatId, topic: &Topic) -> bool {
        self.book.gives(&self.scenario, seat, topic)
    }

    fn propose(&self, context: &Context, words: &str) -> Vec<String> {
        let read_back = |line: &str| {
            let read = read_by(self.book.as_ref(), &self.scenario, &mut context.clone(), line)
                .ok()
                .filter(Reading::is_whole)?;
            <[_; 1]>::try_from(read.orders).ok().map(|[(_, words)]| words)
        };
        // What was held back for the lines beside it is looked at in its canonical words, and may be meant as it stands.
        let proposals = || {
            let as_it_stands = read_back(words).filter(|read| read == words);
            as_it_stands.into_iter().chain(self.book.propose(&self.scenario, context, words)).collect()
        };
        proposed(context, proposals, read_back)
    }

    fn assign(
        &self,
        brief: &Brief<Value>,
        seats: &[SeatId],
        orders: &[Value],
    ) -> Result<Vec<Result<Assigned, Remark>>, TableError> {
        let brief = self.brief(brief)?;
        let orders = orders.iter().map(|order| self.read_json("an order", order)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.book.assign(&self.scenario, &brief, seats, &orders))
    }

    fn review(&self, brief: &Brief<Value>, file: OwnFile<'_, Value>) -> Result<Reviewed, TableError> {
        let (brief, lines, others) = (self.brief(brief)?, self.lines(file.lines)?, self.sheets(file.others)?);
        let review =
            self.book.review(&self.scenario, &brief, OwnFile { seat: file.seat, lines: &lines, others: &others });
        let account = review.account.into_iter().map(|item| self.write_json("an item", item));
        Ok(Reviewed { lines: review.lines, account: account.collect::<Result<_, _>>()? })
    }

    fn contradict(&self, earlier: &Filed<Value>, later: &Filed<Value>) -> Result<bool, TableError> {
        Ok(self.book.contradict(&self.scenario, &self.filed(earlier)?, &self.filed(later)?))
    }

    fn at_odds(&self, orders: &[&Value]) -> Result<Vec<Option<usize>>, TableError> {
        let orders: Vec<B::Order> =
            orders.iter().map(|order| self.read_json("an order", order)).collect::<Result<_, _>>()?;
        let are_at_odds = |one: usize, other: usize| {
            let (earlier, later) = (one.min(other), one.max(other));
            one != other && self.book.are_at_odds(&self.scenario, &orders[earlier], &orders[later])
        };
        let all = 0..orders.len();
        Ok(all.clone().map(|one| all.clone().find(|other| are_at_odds(one, *other))).collect())
    }

    fn questions(
        &self,
        brief: &Brief<Value>,
        file: OwnFile<'_, Value>,
    ) -> Result<Vec<Question<Value, Value>>, TableError> {
        let (brief, lines, others) = (self.brief(brief)?, self.lines(file.lines)?, self.sheets(file.others)?);
        let file = OwnFile { seat: file.seat, lines: &lines, others: &others };
        let asked = self.book.questions(&self.scenario, &brief, file);
        let write = |question: Question<B::Order, B::Item>| {
            let Question { line, readings, about, silence } = question;
            let meaning = |meaning: Meaning<B::Order>| {
                let Meaning { name, order, words } = meaning;
                Ok(Meaning { name, order: self.write_json("an order", order)?, words })
            };
            let readings = readings.into_iter().map(meaning).collect::<Result<_, TableError>>()?;
            let about = about.into_iter().map(|item| self.write_json("an item", item)).collect::<Result<_, _>>()?;
            Ok(Question { line, readings, about, silence })
        };
        asked.into_iter().map(write).collect()
    }

    fn open_matters(&self, brief: &Brief<Value>, seat: &SeatId) -> Result<Vec<OpenMatter>, TableError> {
        if !self.book.about().has_matters {
            return Ok(Vec::new());
        }
        Ok(self.book.open_matters(&self.scenario, &self.brief(brief)?, seat))
    }

    fn check_form(
        &self,
        context: &mut Context,
        brief: &Brief<Value>,
        seats: &[SeatId],
        lines: &[Line],
    ) -> Result<Checked, TableError> {
        let brief = self.brief(brief)?;
        self.checked(check_form_by(self.book.as_ref(), &self.scenario, context, &brief, seats, lines))
    }

    fn check(
        &self,
        context: &mut Context,
        brief: &Brief<Value>,
        seat: &SeatId,
        lines: &[Line],
        on_file: &[Filed<Value>],
    ) -> Result<Checked, TableError> {
        let brief = self.brief(brief)?;
        let on_file = on_file.iter().map(|line| self.filed(line)).collect::<Result<_, _>>()?;
        self.checked(check_by(self.book.as_ref(), &self.scenario, context, &brief, seat, lines, on_file))
    }

    fn situation(&self, state: &Value) -> Result<Vec<Fact<Value>>, TableError> {
        let state = self.read_json("a state", state)?;
        self.facts(self.book.situation(&self.scenario, &state))
    }

    fn adjudicate(&self, state: &Value, orders: &OrdersOnFile<'_>, dice: &mut Dice) -> Result<Played, TableError> {
        let (state, orders) = (self.read_json("a state", state)?, self.orders(orders)?);
        self.played(self.book.adjudicate(&self.scenario, &state, &orders, dice))
    }

    fn adjudicate_twice(
        &self,
        state: &Value,
        orders: &OrdersOnFile<'_>,
        dice: [&mut Dice; 2],
    ) -> Result<Option<Played>, TableError> {
        let (state, orders) = (self.read_json("a state", state)?, self.orders(orders)?);
        let [first, second] = dice;
        let outcome = self.book.adjudicate(&self.scenario, &state, &orders, first);
        let repeated = self.book.adjudicate(&self.scenario, &state, &orders, second);
        if first.rolls() != second.rolls() || outcome != repeated {
            return Ok(None);
        }
        self.played(outcome).map(Some)
    }

    fn appoints(&self, seat: &SeatId) -> Vec<SeatId> {
        self.book.appoints(&self.scenario, seat)
    }

    fn line_of_row(&self, cells: &[String]) -> Option<String> {
        self.book.line_of_row(cells)
    }

    fn act(
        &self,
        state: &Value,
        giver: &Giver,
        orders: &[Value],
        dice: &mut Dice,
    ) -> Result<Result<Done, RefusedActs>, TableError> {
        let (state, orders) = (self.read_json("a state", state)?, self.acting(orders)?);
        self.done(&[], self.book.act(&self.scenario, &state, giver, &orders, dice))
    }

    fn act_twice(
        &self,
        (state, standing): (&Value, &[Fact<Value>]),
        giver: &Giver,
        orders: &[Value],
        dice: [&mut Dice; 2],
    ) -> Result<Option<Result<Done, RefusedActs>>, TableError> {
        let (state, orders) = (self.read_json("a state", state)?, self.acting(orders)?);
        let [first, second] = dice;
        let acted = self.book.act(&self.scenario, &state, giver, &orders, first);
        let repeated = self.book.act(&self.scenario, &state, giver, &orders, second);
        if first.rolls() != second.rolls() || acted != repeated {
            return Ok(None);
        }
        self.done(standing, acted).map(Some)
    }

    fn pages(
        &self,
        brief: &Brief<Value>,
        occasion: &Occasion,
        pictures: Pictures,
    ) -> Result<Vec<Enclosure>, TableError> {
        let pages = self.book.pages(&self.scenario, &self.brief(brief)?, occasion, pictures);
        pages.map_err(|remark| TableError::Refused(Box::new(remark)))
    }

    fn numbers(&self) -> Value {
        self.book.numbers(&self.scenario)
    }

    fn edited(&self, state: &Value, path: &str) -> Result<Result<Option<String>, String>, TableError> {
        let state = self.read_json("a state", state)?;
        Ok(self.book.edited(&self.scenario, &state, path))
    }

    fn welcome(&self, state: &Value, seat: &SeatId) -> Result<Vec<Value>, TableError> {
        let state = if state.is_null() { None } else { Some(self.read_json("a state", state)?) };
        let items = self.book.welcome(&self.scenario, state.as_ref(), seat);
        items.into_iter().map(|item| self.write_json("an item", item)).collect()
    }

    fn scripted_letter(
        &self,
        brief: &Brief<Value>,
        seat: &SeatId,
        whims: &mut Dice,
    ) -> Result<Option<String>, TableError> {
        Ok(self.book.scripted_letter(&self.scenario, &self.brief(brief)?, seat, whims))
    }

    fn sound(&self, state: &Value) -> Result<Value, TableError> {
        let state: B::State = self.read_json("a state", state)?;
        self.book.sound(&self.scenario, &state)?;
        self.write_json("a state", state)
    }
}
