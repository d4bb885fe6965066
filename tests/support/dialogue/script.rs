//! The text of a dialogue, read into steps. Knows no judge.

use adjutant::cli::stage::Received;

/// One step and the line it stands on.
#[derive(Debug, Clone)]
pub struct Step {
    /// From 1.
    pub line: usize,
    /// What happens or must have happened.
    pub deed: Deed,
}

/// What a step does.
#[derive(Debug, Clone)]
pub enum Deed {
    /// `person mallory mallory@elsewhere.example`
    Person { name: String, address: String },
    /// `game war; usa-west by usa-sc; csa-west by nobody`
    Game { name: String, changes: Vec<(String, String)> },
    /// `game war of cwol/1861; us-war by ann`, `council town; president by ann; north by bob`
    Offices { name: String, scenario: String, holders: Vec<(String, String)> },
    /// `server mx.club.example`, `tokens`: how the house is set up
    Server,
    /// `clock +6h`
    Clock(String),
    /// `usa-east -> Re: opening (code)` and its lines.
    Mail(Box<Letter>),
    /// `-> usa-east ~ words`
    Expect { people: String, want: Want },
}

/// A letter somebody writes.
#[derive(Debug, Clone, Default)]
pub struct Letter {
    pub from: String,
    pub subject: String,
    pub text: Vec<String>,
    pub to: Vec<String>,
    pub cc: Vec<String>,
    pub headers: Vec<(String, String)>,
    pub sender_name: Option<String>,
    pub quote: Option<String>,
    pub arrives: Option<String>,
    pub shown: Option<String>,
    pub titled: Option<String>,
    pub has_reply_address: bool,
    pub has_code: bool,
    pub has_old_code: bool,
    pub code_of: Option<String>,
    pub is_forged: bool,
    pub is_bare: bool,
    pub is_html: bool,
    pub is_twice: bool,
    pub is_unread: bool,
}

/// What a person's new letters must be like.
#[derive(Debug, Clone)]
pub enum Want {
    /// One of them has these words.
    Has(String),
    /// None of them has these words.
    HasNot(String),
    /// The newest one's text begins with these words.
    Begins(String),
    /// So many letters.
    Count(usize),
}

/// Reads a dialogue; panics on a line that is none of its form.
pub fn read(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut people = String::new();
    for (index, raw) in text.lines().enumerate() {
        let line = raw.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number = index + 1;
        if let Some(words) = line.strip_prefix('|') {
            let Some(Step { deed: Deed::Mail(letter), .. }) = steps.last_mut() else {
                panic!("line {number}: words that belong to no letter")
            };
            letter.text.push(words.strip_prefix(' ').unwrap_or(words).to_owned());
            continue;
        }
        let deed = if let Some(rest) = line.strip_prefix("-> ") {
            let (names, want) = split_names(rest);
            people = names;
            want.map(|want| expectation(&people, want, number))
        } else if line.starts_with(['~', '!', '^']) || line.ends_with(" letter") || line.ends_with(" letters") {
            Some(expectation(&people, line, number))
        } else {
            Some(deed(line, number))
        };
        steps.extend(deed.map(|deed| Step { line: number, deed }));
    }
    steps
}

/// The names before the first sign of an expectation, and the expectation.
fn split_names(rest: &str) -> (String, Option<&str>) {
    let signs = [" ~ ", " !~ ", " ^ ", " nothing", " 1 letter", " 2 letters", " 3 letters"];
    let at = signs.iter().filter_map(|sign| rest.find(sign)).min();
    match at {
        Some(at) => (rest[..at].trim().to_owned(), Some(rest[at..].trim())),
        None => (rest.trim().to_owned(), None),
    }
}

fn expectation(people: &str, want: &str, line: usize) -> Deed {
    let want = match want.split_once(' ') {
        Some(("~", words)) => Want::Has(words.trim().to_owned()),
        Some(("!~", words)) => Want::HasNot(words.trim().to_owned()),
        Some(("^", words)) => Want::Begins(words.trim().to_owned()),
        Some((count, "letter" | "letters")) => Want::Count(count.parse().expect("a number of letters")),
        None if want == "nothing" => Want::Count(0),
        _ => panic!("line {line}: {want} is no expectation"),
    };
    Deed::Expect { people: people.to_owned(), want }
}

fn deed(line: &str, number: usize) -> Deed {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "server" | "tokens" | "addresses" => Deed::Server,
        "clock" => Deed::Clock(rest.trim().to_owned()),
        "person" => {
            let (name, address) = rest.split_once(' ').expect("person NAME ADDRESS");
            Deed::Person { name: name.to_owned(), address: address.trim().to_owned() }
        }
        "game" => {
            let (name, changes) = name_and_holders(rest);
            match name.split_once(" of ") {
                Some((name, scenario)) => {
                    Deed::Offices { name: name.to_owned(), scenario: scenario.to_owned(), holders: changes }
                }
                None => Deed::Game { name, changes },
            }
        }
        "council" => {
            let (name, holders) = name_and_holders(rest);
            Deed::Offices { name, scenario: "council/town".to_owned(), holders }
        }
        _ => match line.split_once(" -> ") {
            Some((from, rest)) => Deed::Mail(Box::new(letter(from.trim(), rest.trim()))),
            None => panic!("line {number}: {line} is no step of a dialogue"),
        },
    }
}

/// `NAME; SEAT by PERSON; SEAT by PERSON`
fn name_and_holders(text: &str) -> (String, Vec<(String, String)>) {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_owned();
    let holders = parts.map(|part| {
        let (seat, holder) = part.split_once(" by ").expect("SEAT by PERSON");
        (seat.to_owned(), holder.to_owned())
    });
    (name, holders.collect())
}

/// `SUBJECT (option; option)`
fn letter(from: &str, rest: &str) -> Letter {
    let (subject, options) = match rest.strip_suffix(')').and_then(|rest| rest.split_once(" (")) {
        Some((subject, options)) => (subject, options),
        None => (rest, ""),
    };
    let mut letter = Letter { from: from.to_owned(), subject: subject.trim().to_owned(), ..Letter::default() };
    for option in options.split(';').map(str::trim).filter(|option| !option.is_empty()) {
        let (word, rest) = option.split_once(' ').unwrap_or((option, ""));
        let names = || rest.split(',').map(|name| name.trim().to_owned()).collect();
        match word {
            "code" if rest.is_empty() => letter.has_code = true,
            "code" => letter.code_of = rest.strip_prefix("of ").map(str::to_owned),
            "old" => letter.has_old_code = true,
            "forged" => letter.is_forged = true,
            "bare" => letter.is_bare = true,
            "html" => letter.is_html = true,
            "twice" => letter.is_twice = true,
            "unread" => letter.is_unread = true,
            "to" => letter.to = names(),
            "cc" => letter.cc = names(),
            "name" => letter.sender_name = Some(rest.to_owned()),
            "quoted" => letter.quote = Some(rest.to_owned()),
            "shown" => letter.shown = Some(rest.to_owned()),
            "titled" => letter.titled = Some(rest.to_owned()),
            "addressed" => letter.has_reply_address = true,
            "arrives" => letter.arrives = Some(rest.to_owned()),
            "results" => {
                let (server, said) = rest.split_once(' ').expect("results SERVER WORDS");
                letter.headers.push(("Authentication-Results".to_owned(), format!("{server}; {said}")));
            }
            "header" => {
                let (name, value) = rest.split_once(':').expect("header NAME: VALUE");
                letter.headers.push((name.trim().to_owned(), value.trim().replace("%3B", ";")));
            }
            "mime" => letter.headers.push(("Content-Type".to_owned(), format!("multipart/{rest}; boundary=b"))),
            _ => panic!("{option} is no option of a letter"),
        }
    }
    letter
}

/// `+6h`, `-12h`, `+1s`, `-90m`, `+2d`, in seconds.
pub fn seconds(span: &str) -> Result<i64, String> {
    let wrong = || format!("{span} is no span");
    let (number, unit) = span.split_at(span.len().saturating_sub(1));
    let number: i64 = number.parse().map_err(|_| wrong())?;
    let unit = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => return Err(wrong()),
    };
    Ok(number * unit)
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Want {
    /// Holds new letters against the wish; line ends and blanks do not matter.
    pub fn check(&self, letters: &[Received]) -> Result<(), String> {
        let texts: Vec<String> =
            letters.iter().map(|letter| flat(&format!("{}\n{}", letter.subject, letter.text))).collect();
        match self {
            Want::Has(words) if !texts.iter().any(|text| text.contains(&flat(words))) => {
                Err(format!("no letter says \"{words}\""))
            }
            Want::HasNot(words) if texts.iter().any(|text| text.contains(&flat(words))) => {
                Err(format!("a letter says \"{words}\""))
            }
            Want::Begins(words) => match letters.last() {
                Some(letter) if flat(&letter.text).starts_with(&flat(words)) => Ok(()),
                _ => Err(format!("no newest letter begins with \"{words}\"")),
            },
            Want::Count(count) if letters.len() != *count => {
                Err(format!("{} letters instead of {count}", letters.len()))
            }
            _ => Ok(()),
        }
    }
}
