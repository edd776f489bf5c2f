//! What fields of objects of any number hold, where memory is typed: proved where every way for a value to come there is known, and
//! nowhere else.

mod common;

use common::proved_within;
use klew_ir::{Property, PropertySet, number_checks, parse_program};

/// A list whose nodes hold numbers that are not negative, of which any is looked at; `first` is at its end, and `before` and `inside`
/// are done before it is made and for each node.
fn is_proved(globals: &str, (first, before, inside): (&str, &str, &str)) -> bool {
    let text = format!(
        "target 64 typed_memory
        {globals}
        function @main() {{
        entry:
          {before}
          jump make({first})
        make(%list: ptr):
          %more: i1 = input \"more\"
          branch %more, one, look(%list)
        one:
          %n: i32 = input \"n\"
          %fits = compare signed_less_equal i32 0, %n
          branch %fits, add, make(%list)
        add:
          %node = allocate heap 24 align 8 zeroed
          %value = offset %node, 8
          store i32 %n to %value
          %next = offset %node, 16
          store ptr %list to %next
          {inside}
          jump make(%node)
        look(%at: ptr):
          %end = compare equal ptr %at, null
          branch %end, done, seen
        seen:
          %here = offset %at, 8
          %found = load i32 %here
          %good = compare signed_less_equal i32 0, %found
          assert assertion holds %good
          %link = offset %at, 16
          %after = load ptr %link
          jump look(%after)
        done:
          return
        }}"
    );
    let mut program =
        parse_program(&text, "a.kir").unwrap_or_else(|error| panic!("{error}: {text}"));
    number_checks(&mut program);
    let properties: PropertySet = [Property::Assertion].into_iter().collect();
    !proved_within(10, &program, properties).is_empty()
}

#[test]
fn every_way_is_known() {
    assert!(is_proved("", ("null", "", "")));
    let zero = "global &end size 24 align 8 = zero";
    assert!(is_proved(zero, ("&end", "", "")));
    // Other places hold other values.
    assert!(is_proved("", ("null", "", "%other = offset %node, 4\n store i32 -1 to %other")));
}

#[test]
fn other_values_come_there() {
    let negative = "bytes \"\\0\\0\\0\\0\\0\\0\\0\\0\\xff\\xff\\xff\\xff\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\"";
    for constant in ["", "constant"] {
        let end = format!("global &end size 24 align 8 {constant} = {negative}");
        assert!(!is_proved(&end, ("&end", "", "")), "{constant}");
    }
    let nodes = [
        // It was stored.
        "%mine = allocate heap 24 align 8 zeroed\n %there = offset %mine, 8\n store i32 -1 to %there",
        // It was there.
        "%mine = allocate heap 24 align 8",
        // It came as bytes.
        "%mine = allocate heap 24 align 8 zeroed\n fill %mine, 255, 12",
        "%other = allocate heap 24 align 8 zeroed\n %there = offset %other, 8\n store i32 -1 to %there\n \
         %mine = allocate heap 24 align 8 zeroed\n copy %mine, %other, 24",
        "%mine = allocate heap 24 align 8 zeroed\n input_bytes %mine, 12 \"anything\"",
        // At an index.
        "%mine = allocate heap 24 align 8 zeroed\n %i: i64 = input \"i\"\n %there = offset %mine, %i\n store i32 -1 to %there",
        // Through a pointer into it.
        "%mine = allocate heap 24 align 8 zeroed\n %there = offset %mine, 4\n %box = allocate heap 8 align 8 zeroed\n \
         store ptr %there to %box\n %same = load ptr %box\n %place = offset %same, 4\n store i32 -1 to %place",
        // From outside.
        "%mine: ptr = input \"mine\"",
    ];
    for before in nodes {
        assert!(!is_proved("", ("%mine", before, "")), "{before}");
    }
}
