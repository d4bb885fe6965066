//! Letters made wrong on purpose: a seeded generator that flips, splices, doubles, cuts and swaps as broken programs,
//! bad lines and hostile people do. The same seed and number give the same bytes.

/// SplitMix64: every number of a stream is a function of its seed and place.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(seed ^ stream.wrapping_mul(0xA076_1D64_78BD_642F))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is at least one.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// One thing that goes wrong.
type Way = fn(&mut Vec<u8>, &[Vec<u8>], &mut Chance);

const WAYS: &[Way] = &[
    flip_bits,
    set_bytes,
    splice,
    double_header,
    edit_boundary,
    swap_charset,
    swap_encoding,
    truncate,
    long_run,
    insert_token,
    cut_out,
    double_stretch,
    change_line_ends,
    insert_bytes,
];

/// The letter of this number: one of the seeds with one to four things wrong.
pub fn mutate(seeds: &[Vec<u8>], seed: u64, number: u64) -> Vec<u8> {
    let mut chance = Chance::new(seed, number);
    let mut raw = chance.pick(seeds).clone();
    for _ in 0..=chance.below(4) {
        let way = *chance.pick(WAYS);
        way(&mut raw, seeds, &mut chance);
    }
    raw
}

#[allow(clippy::ptr_arg)] // a way like the others
fn flip_bits(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    for _ in 0..=chance.below(16) {
        let at = chance.below(raw.len());
        if let Some(byte) = raw.get_mut(at) {
            *byte ^= 1 << chance.below(8);
        }
    }
}

#[allow(clippy::ptr_arg)] // a way like the others
fn set_bytes(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    const SIGNS: &[u8] = b"\0\r\n \t:;=\"<>@-_\\/()*?&%\x1b\x7f\x80\xc3\xe2\xff";
    for _ in 0..=chance.below(8) {
        let at = chance.below(raw.len());
        let sign = *chance.pick(SIGNS);
        if let Some(byte) = raw.get_mut(at) {
            *byte = sign;
        }
    }
}

fn splice(raw: &mut Vec<u8>, seeds: &[Vec<u8>], chance: &mut Chance) {
    let other = chance.pick(seeds);
    let (end, start) = (chance.below(raw.len()), chance.below(other.len()));
    raw.truncate(end);
    raw.extend_from_slice(&other[start..]);
}

/// The start and end of a line, its end included.
fn line(raw: &[u8], chance: &mut Chance) -> (usize, usize) {
    let at = chance.below(raw.len());
    let start = raw[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = raw[at..].iter().position(|&byte| byte == b'\n').map_or(raw.len(), |end| at + end + 1);
    (start, end)
}

fn double_header(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let (start, end) = line(&raw[..raw.len().min(2_000)], chance);
    let field = raw[start..end].to_vec();
    let times = 1 + if chance.below(50) == 0 { chance.below(300) } else { chance.below(3) };
    insert(raw, end, &field.repeat(times));
}

fn edit_boundary(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let dashes: Vec<usize> = find_all(raw, b"\n--");
    if dashes.is_empty() {
        let head = b"Content-Type: multipart/mixed; boundary=\"\n--\"\r\n";
        return insert(raw, 0, head);
    }
    let at = *chance.pick(&dashes) + 1;
    match chance.below(4) {
        0 => insert(raw, at, b"--"),
        1 => drop(raw.drain(at..(at + 3).min(raw.len()))),
        2 => {
            let (start, end) =
                (at, raw[at..].iter().position(|&byte| byte == b'\n').map_or(raw.len(), |end| at + end + 1));
            let delimiter = raw[start..end].repeat(1 + chance.below(40));
            insert(raw, end, &delimiter);
        }
        _ => {
            let end = raw[at..].iter().position(|&byte| byte == b'\n').map_or(raw.len(), |end| at + end);
            insert(raw, end, b"--");
        }
    }
}

const CHARSETS: &[&str] = &[
    "utf-7",
    "utf-8",
    "utf-16",
    "utf-16be",
    "utf-32",
    "iso-2022-jp",
    "iso-2022-kr",
    "hz-gb-2312",
    "gb18030",
    "big5",
    "shift_jis",
    "euc-kr",
    "koi8-r",
    "windows-1252",
    "iso-8859-8-i",
    "us-ascii",
    "x-unknown",
    "",
    "ibm864",
    "macintosh",
];
const ENCODINGS: &[&str] = &[
    "base64",
    "quoted-printable",
    "8bit",
    "7bit",
    "binary",
    "x-uuencode",
    "",
    "base64 ",
    "BASE64;",
    "quoted-printable\r\n x",
];
const TYPES: &[&str] = &[
    "text/plain; format=flowed; delsp=yes",
    "text/html",
    "message/rfc822",
    "multipart/mixed; boundary=x",
    "multipart/digest; boundary=x",
    "message/partial",
    "message/external-body",
    "application/ms-tnef",
    "multipart/alternative",
    "message/delivery-status",
    "text/",
];

fn swap_charset(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let value = *chance.pick(CHARSETS);
    swap_value(raw, b"charset=", value, "Content-Type: text/plain; charset=", chance);
}

fn swap_encoding(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    if chance.below(2) == 0 {
        let value = *chance.pick(ENCODINGS);
        return swap_value(raw, b"ransfer-Encoding: ", value, "Content-Transfer-Encoding: ", chance);
    }
    let value = *chance.pick(TYPES);
    swap_value(raw, b"ontent-Type: ", value, "Content-Type: ", chance);
}

/// Puts `value` where a parameter or field has another, or writes the field on top.
fn swap_value(raw: &mut Vec<u8>, name: &[u8], value: &str, field: &str, chance: &mut Chance) {
    let places = find_all(raw, name);
    if places.is_empty() {
        return insert(raw, 0, format!("{field}{value}\r\n").as_bytes());
    }
    let start = *chance.pick(&places) + name.len();
    let length = raw[start..].iter().position(|byte| b";\r\n".contains(byte)).unwrap_or(0);
    raw.splice(start..start + length, value.bytes());
}

fn find_all(raw: &[u8], needle: &[u8]) -> Vec<usize> {
    let lower = needle.to_ascii_lowercase();
    let first = lower[0];
    let starts = (0..raw.len().saturating_sub(needle.len())).filter(|&at| raw[at].to_ascii_lowercase() == first);
    starts.filter(|&at| raw[at..at + needle.len()].eq_ignore_ascii_case(&lower)).take(200).collect()
}

fn truncate(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    raw.truncate(chance.below(raw.len()));
}

const RUNS: &[&str] = &[
    "a",
    " ",
    "\r\n",
    ">",
    "> ",
    "=",
    "=3D",
    "\t x\r\n",
    "<div>",
    "<blockquote>",
    "=?utf-8?q?a?= ",
    "a@b.c, ",
    "\u{202E}",
    "é",
    "Content-Type: message/rfc822\r\n\r\n",
    "On 2 Apr 2012 at 18:26\r\n",
    "Sent from my iPhone\r\n",
    "From: a@b.c\r\n",
    "PP 1: ",
    "begin 644 x\r\n",
    "*a*",
    "&lt;",
    "(",
    "\"",
    "<a@b> ",
    "CODE abcd-efgh-ijkl ",
    "-- \r\n",
    "\r",
];

/// Mostly some hundreds of bytes; now and then as many as a letter may have.
fn long_run(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let piece = *chance.pick(RUNS);
    let most = if chance.below(1_000) == 0 { 400_000 } else { 1_000 };
    let times = 1 + chance.below(most) / piece.len();
    let at = chance.below(raw.len());
    insert(raw, at, piece.repeat(times).as_bytes());
}

fn insert_token(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let token = *chance.pick(RUNS);
    let (start, _) = line(raw, chance);
    insert(raw, start, token.as_bytes());
}

fn insert_bytes(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let bytes: Vec<u8> = (0..chance.below(24)).map(|_| chance.next() as u8).collect();
    let at = chance.below(raw.len());
    insert(raw, at, &bytes);
}

fn stretch(raw: &[u8], chance: &mut Chance) -> (usize, usize) {
    let start = chance.below(raw.len());
    (start, (start + chance.below(400)).min(raw.len()))
}

fn cut_out(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let (start, end) = stretch(raw, chance);
    raw.drain(start..end);
}

fn double_stretch(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    let (start, end) = stretch(raw, chance);
    let piece = raw[start..end].to_vec();
    insert(raw, end, &piece);
}

fn change_line_ends(raw: &mut Vec<u8>, _: &[Vec<u8>], chance: &mut Chance) {
    match chance.below(3) {
        0 => raw.retain(|&byte| byte != b'\r'),
        1 => raw.retain(|&byte| byte != b'\n'),
        _ => raw.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b'\r'),
    }
}

fn insert(raw: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    raw.splice(at.min(raw.len())..at.min(raw.len()), bytes.iter().copied());
}
