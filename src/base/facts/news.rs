//! What is new in how things stand: of a table only the rows that were not there before.

use serde_json::Value;

use super::fact::Fact;

/// The rows of tables, in every book.
const ROWS: &str = "rows";

/// How things stand after something, as far as it is not as before.
pub fn new_since(before: &[Fact<Value>], after: &[Fact<Value>]) -> Vec<Fact<Value>> {
    // Most stand in the order in which they stood, so each is looked for behind the last.
    let mut passed = 0;
    let is_new = |fact: &&Fact<Value>| match before[passed..].iter().position(|old| old == *fact) {
        Some(ahead) => {
            passed += ahead + 1;
            false
        }
        None => !before[..passed].contains(fact),
    };
    after.iter().filter(is_new).filter_map(|fact| with_new_rows(before, fact)).collect()
}

/// Of how things stood and how they stand, what lies between that with which both begin and that with which both end: whoever is
/// told the same of it is told the same of all.
pub fn where_they_part<'a, T: PartialEq>(
    before: &'a [Fact<T>],
    after: &'a [Fact<T>],
) -> (&'a [Fact<T>], &'a [Fact<T>]) {
    let same = before.iter().zip(after).take_while(|(old, new)| old == new).count();
    let (before, after) = (&before[same..], &after[same..]);
    let same = before.iter().rev().zip(after.iter().rev()).take_while(|(old, new)| old == new).count();
    (&before[..before.len() - same], &after[..after.len() - same])
}

/// Whether something that was new once stands yet: it is a fact of these, or a part of the rows of one.
pub fn stands_yet(new: &Fact<Value>, now: &[Fact<Value>]) -> bool {
    now.iter().any(|fact| new.audience() == fact.audience() && is_part(new.told().item(), fact.told().item()))
}

/// Of a table that was there before with other rows, the new ones; none where it has only lost some.
fn with_new_rows(before: &[Fact<Value>], fact: &Fact<Value>) -> Option<Fact<Value>> {
    let is_same_table = |old: &&Fact<Value>| {
        old.audience() == fact.audience() && differ_in_rows_alone(old.told().item(), fact.told().item())
    };
    let Some(old) = before.iter().find(is_same_table) else { return Some(fact.clone()) };
    let known = rows(old.told().item()).to_vec();
    let new = fact.clone().map(|mut item| {
        if let Some(Value::Array(rows)) = item.get_mut(ROWS) {
            rows.retain(|row| !known.contains(row));
        }
        item
    });
    (!rows(new.told().item()).is_empty()).then_some(new)
}

fn rows(item: &Value) -> &[Value] {
    item.get(ROWS).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn differ_in_rows_alone(one: &Value, other: &Value) -> bool {
    let (Some(first), Some(second)) = (one.as_object(), other.as_object()) else { return false };
    let has_rows = |item: &Value| item.get(ROWS).is_some_and(Value::is_array);
    has_rows(one)
        && has_rows(other)
        && first.len() == second.len()
        && first.iter().all(|(name, value)| name == ROWS || second.get(name) == Some(value))
}

fn is_part(part: &Value, whole: &Value) -> bool {
    part == whole || differ_in_rows_alone(part, whole) && rows(part).iter().all(|row| rows(whole).contains(row))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Audience;
    use super::*;

    fn fact(item: Value) -> Fact<Value> {
        Fact::new(Audience::Everyone, item)
    }

    fn table(rows: &[&str]) -> Fact<Value> {
        fact(json!({ "kind": "Units", "of": "the Union", "rows": rows }))
    }

    #[test]
    fn of_a_table_the_new_rows_alone_are_new() {
        let law = |rate: u32| fact(json!({ "kind": "Law", "tax": rate }));
        let new = new_since(&[law(3), table(&["1IN", "2IN"])], &[law(5), table(&["1IN", "3IN"])]);
        assert_eq!(new, [law(5), table(&["3IN"])]);
        assert!(new_since(&new, &new).is_empty());
        assert!(new_since(&[table(&["1IN", "2IN"])], &[table(&["1IN"])]).is_empty(), "nothing of it is new");
    }

    #[test]
    fn two_positions_part_where_they_differ() {
        let law = |rate: u32| fact(json!({ "kind": "Law", "tax": rate }));
        let (first, last) = (table(&["1IN"]), table(&["2IN"]));
        let stood = [first.clone(), law(3), last.clone()];
        assert_eq!(
            where_they_part(&stood, &[first.clone(), law(5), law(6), last.clone()]),
            (&[law(3)][..], &[law(5), law(6)][..])
        );
        assert_eq!(where_they_part(&stood, &stood), (&[][..], &[][..]));
        let twice = [first.clone(), first.clone()];
        assert_eq!(where_they_part(&twice, &twice[..1]), (&twice[..1], &[][..]));
    }

    #[test]
    fn what_changed_again_does_not_stand() {
        let now = [table(&["1IN", "3IN"])];
        assert!(stands_yet(&table(&["3IN"]), &now) && !stands_yet(&table(&["2IN"]), &now));
        let of_seat = Fact::new(Audience::Umpire, json!({ "kind": "Units", "of": "the Union", "rows": ["3IN"] }));
        assert!(!stands_yet(&of_seat, &now), "it is another reader's");
    }
}
