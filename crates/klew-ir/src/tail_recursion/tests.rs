use crate::{
    parse_program, print_program, tail_recursion::loop_tail_recursion,
    test_interpreter::assert_same_runs, verify_program,
};

/// How many calls are gone from a function; its runs stay the same.
fn gone(parameters: &str, body: &str) -> usize {
    let text = format!("function @f({parameters}) -> i32 {{\nvariable !v\nentry:\n{body}\n}}");
    let program = parse_program(&text, "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    let mut after = program.clone();
    let gone = loop_tail_recursion(&mut after);
    let shown = || print_program(&after);
    assert_eq!(verify_program(&after), Ok(()), "{}", shown());
    assert_ne!(assert_same_runs((&program, &after), 0..200, shown), 0);
    assert_eq!(shown().contains("call"), gone == 0 || body.contains("inner"), "{}", shown());
    gone
}

/// With a call where the second number is larger.
fn counting(call: &str) -> usize {
    gone(
        "%a: i32, %b: i32",
        &format!(
            "%less = compare slt i32 %a, %b
            branch %less, again, end
            again:
            %next = add i32 %a, 1
            {call}
            end:
            %x: i32 = input \"x\"
            return %x"
        ),
    )
}

#[test]
fn the_last_call_is_a_jump() {
    assert_eq!(counting("%r: i32 = call @f(%next, %b)\nreturn %r"), 1);
    assert_eq!(
        counting(
            "%r: i32 = call @f(%next, %b)\nbind !v %r\njump out(%r)\nout(%s: i32):\nreturn %s"
        ),
        1
    );
}

#[test]
fn what_is_added_to_its_result_is_summed_up() {
    assert_eq!(counting("%r: i32 = call @f(%next, %b)\n%s = add i32 %r, %a\nreturn %s"), 1);
    assert_eq!(
        counting(
            "%r: i32 = call @f(%next, %b)\n%s = add i32 3, %r\njump out(%s)\nout(%t: i32):\nreturn %t"
        ),
        1
    );
}

#[test]
fn calls_at_the_entry_and_by_several_ways() {
    let body = "%i: i32 = input \"i\"
        %less = compare slt i32 %i, %a
        branch %less, down, further
        down:
        %less1 = add i32 %a, 4294967295
        %r: i32 = call @f(%less1)
        jump out(%r)
        further:
        %small = compare slt i32 %i, 3
        branch %small, more, stop
        more:
        %inner: i32 = call @f(0)
        %q: i32 = call @f(%inner)
        %p = add i32 %q, %i
        jump out(%p)
        stop:
        jump out(%a)
        out(%t: i32):
        return %t";
    assert_eq!(gone("%a: i32", body), 2);
    assert_eq!(gone("%a: i32", "%i: i32 = input \"i\"\n%r: i32 = call @f(%i)\nreturn %r"), 1);
}

#[test]
fn calls_that_are_not_the_last() {
    for rest in [
        // Another value; another operation; two sums; something done after it.
        "return %a",
        "%s = xor i32 %r, %a\nreturn %s",
        "%s = add i32 %r, %a\n%t = add i32 %s, 1\nreturn %t",
        "%s = add i32 %r, %r\nreturn %s",
        "%i: i32 = input \"i\"\nreturn %r",
        "assert assertion holds %less\nreturn %r",
    ] {
        assert_eq!(counting(&format!("%r: i32 = call @f(%next, %b)\n{rest}")), 0, "{rest}");
    }
}

#[test]
fn objects_of_each_call_stay() {
    let body = "%o = allocate stack 4 align 4 variable !v
        %less = compare slt i32 %a, 3
        branch %less, again, end
        again:
        %next = add i32 %a, 1
        %r: i32 = call @f(%next)
        return %r
        end:
        return %a";
    assert_eq!(gone("%a: i32", body), 0);
}
