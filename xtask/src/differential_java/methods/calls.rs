//! Makes calls of a member: which receivers and arguments, and the Java that makes the call and shows what it did.

use std::fmt::Write;

use super::arguments::{receivers, values};
use super::members::{Kind, Member};
use crate::differential::random::Random;

/// How many values a symbolic call tries.
pub const CHOICES: usize = 4;

/// A call.
#[derive(Clone)]
pub struct Call {
    /// The number of the member in the list.
    pub member: usize,
    /// Whether its body depends on `int choice`, from 0 on below [`CHOICES`].
    pub symbolic: bool,
    /// Statements that end with `return` of a string, on one line.
    pub body: String,
}

/// Calls of a member; none if no values of some type are known.
pub fn calls(number: usize, member: &Member, count: usize, random: &mut Random) -> Vec<Call> {
    if member.kind == Kind::Constant {
        let body = format!("return show({}.{});", member.class, member.name);
        return vec![Call { member: number, symbolic: false, body }];
    }
    if member.kind == Kind::Constructor && member.is_abstract {
        return Vec::new();
    }
    let mut slots: Vec<&[&str]> = Vec::new();
    if member.kind == Kind::Method {
        slots.push(receivers(&member.class));
    }
    slots.extend(member.parameters.iter().map(|kind| values(kind)));
    if slots.iter().any(|slot| slot.is_empty()) {
        return Vec::new();
    }
    let mut calls: Vec<Call> = Vec::new();
    // Every value of the slot with the most of them once, beside random others.
    let (widest, values) = slots
        .iter()
        .enumerate()
        .max_by_key(|(position, slot)| (slot.len(), std::cmp::Reverse(*position)))
        .map_or((0, 1), |(position, slot)| (position, slot.len()));
    let turns = if slots.len() < 2 { count.min(values) } else { count };
    let first = random.below(values as u64) as usize;
    for turn in 0..turns {
        let chosen: Vec<String> = slots
            .iter()
            .enumerate()
            .map(|(position, slot)| {
                let any = any_of(slot, random);
                slot[if position == widest { (first + turn) % values } else { any }].to_owned()
            })
            .collect();
        calls.push(Call { member: number, symbolic: false, body: body(member, &chosen) });
    }
    for _ in 0..count.div_ceil(8) {
        let mut chosen: Vec<String> =
            slots.iter().map(|slot| slot[any_of(slot, random)].to_owned()).collect();
        if make_symbolic(member, &mut chosen, random) {
            calls.push(Call { member: number, symbolic: true, body: body(member, &chosen) });
        }
    }
    calls.sort_by(|a, b| (a.symbolic, &a.body).cmp(&(b.symbolic, &b.body)));
    calls.dedup_by(|a, b| a.body == b.body);
    calls
}

/// The place of one of the values; an early one, which lies within most arrays and strings, in half of the cases.
fn any_of(slot: &[&str], random: &mut Random) -> usize {
    let among = if random.chance(50) { slot.len().min(5) } else { slot.len() };
    random.below(among as u64) as usize
}

/// Lets one or two of the values depend on `choice`; whether there was one.
fn make_symbolic(member: &Member, chosen: &mut [String], random: &mut Random) -> bool {
    let has_receiver = member.kind == Kind::Method;
    let mut done = false;
    for (position, value) in chosen.iter_mut().enumerate() {
        let kind = if has_receiver && position == 0 {
            member.class.as_str()
        } else {
            member.parameters[position - usize::from(has_receiver)].as_str()
        };
        if done && random.chance(60) {
            continue;
        }
        let base = value.clone();
        let made = match kind {
            "boolean" => "(choice & 1) != 0".to_owned(),
            "byte" | "short" | "char" => format!("({kind}) ({base} + choice)"),
            "int" => format!("{base} + choice"),
            "long" => format!("{base} - choice"),
            "java.lang.Integer" | "java.lang.Character" if base != "null" => {
                let primitive =
                    if kind.ends_with('r') && kind.contains("Char") { "char" } else { "int" };
                format!("({primitive}) ({base} + choice)")
            }
            "double" => format!("new double[] {{{base}, 1.0, -0.5, Double.NaN}}[choice]"),
            "float" => format!("new float[] {{{base}, 1f, -0.5f, Float.NaN}}[choice]"),
            "java.lang.String" | "java.lang.CharSequence" if base.starts_with('"') => {
                let first = random.pick(&["'a'", "'0'", "'-'", "'B'", "' '", "'\\u00de'"]);
                format!("(char) ({first} + choice) + {base}")
            }
            "java.lang.StringBuilder" | "java.lang.StringBuffer" if base.ends_with("\")") => {
                format!("{base}.append((char) ('a' + choice))")
            }
            "char[]" if base.contains('{') => base.replacen('{', "{(char) ('a' + choice), ", 1),
            "int[]" | "long[]" if base.contains('{') => base.replacen('{', "{choice, ", 1),
            _ => continue,
        };
        *value = made;
        done = true;
    }
    done
}

/// Whether an object of the type may be changed by a call.
fn changes(kind: &str) -> bool {
    kind.ends_with("[]")
        || matches!(
            kind,
            "java.lang.StringBuilder"
                | "java.lang.StringBuffer"
                | "java.io.PrintStream"
                | "java.io.OutputStreamWriter"
                | "java.text.DecimalFormatSymbols"
                | "java.util.Formatter"
        )
        || kind.starts_with("java.util.concurrent.")
        || kind.starts_with("java.util.zip.")
        || kind.starts_with("java.lang.ref.")
}

fn body(member: &Member, chosen: &[String]) -> String {
    let mut text = String::new();
    let mut after = String::new();
    let has_receiver = member.kind == Kind::Method;
    if has_receiver {
        let _ = write!(text, "{} r = {}; ", member.class, chosen[0]);
        if changes(&member.class) {
            after.push_str(" + \" after \" + show((Object) r)");
        }
    }
    let mut names = Vec::new();
    for (position, kind) in member.parameters.iter().enumerate() {
        let value = &chosen[position + usize::from(has_receiver)];
        let value = match kind.as_str() {
            "byte" | "short" | "char" if !value.starts_with('(') => format!("({kind}) {value}"),
            _ => value.clone(),
        };
        let _ = write!(text, "{kind} a{position} = {value}; ");
        if changes(kind) {
            let _ = write!(after, " + \" after \" + show((Object) a{position})");
        }
        names.push(format!("a{position}"));
    }
    let arguments = names.join(", ");
    let call = match member.kind {
        Kind::Constructor => format!("new {}({arguments})", member.class),
        Kind::Method => format!("r.{}({arguments})", member.name),
        _ => format!("{}.{}({arguments})", member.class, member.name),
    };
    if member.result == "void" {
        let _ = write!(text, "{call}; return \"void\"{after};");
    } else {
        let primitive = !member.result.contains('.') && !member.result.contains('[');
        let cast = if primitive { "" } else { "(Object) " };
        let _ = write!(text, "return show({cast}{call}){after};");
    }
    text
}

/// The class that makes the calls; call `n` is on line `n + 1`.
pub fn class(calls: &[Call], prelude: &str) -> String {
    let mut text = String::new();
    for (number, call) in calls.iter().enumerate() {
        let head =
            if number == 0 { "@SuppressWarnings({\"all\"}) public class Calls {" } else { "" };
        let _ = writeln!(
            text,
            "{head}  static String c{number}(int choice) throws Throwable {{ {} }}",
            call.body
        );
    }
    text.push_str("  static String call(int i, int choice) {\n    try {\n      switch (i) {\n");
    for number in 0..calls.len() {
        let _ = writeln!(text, "        case {number}: return c{number}(choice);");
    }
    text.push_str("        default: return \"\";\n      }\n    } catch (Throwable t) {\n      return thrown(t);\n    }\n  }\n");
    text.push_str(prelude);
    text.push_str("}\n");
    text
}

/// The class whose `main` klew checks; the assertion of call `n` is on line `n + 1`. Each call is a path of its own.
pub fn check(calls: &[Call], expected: &[Option<Vec<String>>]) -> String {
    let mut text = "public class Check { public static void main(String[] args) { \
                    int i = Klew.anyInt(), x; String got; switch (i) { "
        .to_owned();
    for (number, (call, expected)) in calls.iter().zip(expected).enumerate() {
        match expected {
            None => {}
            Some(strings) if call.symbolic => {
                let _ = write!(
                    text,
                    "case {number}: x = Klew.anyInt(); Klew.assume(x >= 0 && x < {CHOICES}); got = \
                     Calls.call({number}, x); assert got.equals("
                );
                for (choice, string) in strings.iter().enumerate().skip(1) {
                    let _ = write!(text, "x == {choice} ? \"{string}\" : ");
                }
                let _ = write!(text, "\"{}\") : got; break;", strings[0]);
            }
            Some(strings) => {
                let _ = write!(
                    text,
                    "case {number}: got = Calls.call({number}, 0); assert got.equals(\"{}\") : got; break;",
                    strings[0]
                );
            }
        }
        text.push('\n');
    }
    text.push_str("} } }\n");
    text
}
