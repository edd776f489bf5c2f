//! Java programs about texts of any length, made at random and often wrong: what is proved of texts of any length never fails where the JVM
//! runs them on all short texts, and enough is proved and enough fails for that to mean something.
//!
//! `KLEW_TEXTS` says how many programs, `KLEW_TEXTS_SEED` the first seed, `KLEW` another klew than the one that was built.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Numbers from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (number ^ (number >> 31)) % most
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

/// The body of a method of texts `s`, `t`, a number `i` and a character `c`, which says whether all is as it should be.
struct Writer {
    random: Random,
    texts: Vec<String>,
    numbers: Vec<String>,
    lines: Vec<String>,
    /// What is so of what was computed, or nearly so.
    facts: Vec<String>,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Writer {
            random: Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)),
            texts: owned(&["s", "t"]),
            numbers: owned(&["i", "0", "1"]),
            lines: Vec::new(),
            facts: Vec::new(),
        }
    }

    fn text(&mut self) -> String {
        if self.random.below(8) == 0 {
            return self.random.one_of(&["\"\"", "\"a\"", "\"ab\"", "\"ba\"", "\" \""]).to_owned();
        }
        let newest = self.texts.len().saturating_sub(3);
        let from = if self.random.below(2) == 0 { newest } else { 0 };
        let among = (self.texts.len() - from) as u64;
        self.texts[from + self.random.below(among) as usize].clone()
    }

    fn number(&mut self) -> String {
        self.numbers[self.random.below(self.numbers.len() as u64) as usize].clone()
    }

    fn character(&mut self) -> &'static str {
        self.random.one_of(&["'a'", "'b'", "' '", "c"])
    }

    fn name(&self) -> String {
        format!("x{}", self.lines.len())
    }

    fn is_within(&mut self, number: &str, most: &str) {
        self.lines.push(format!("if ({number} < 0 || {number} > {most}) return true;"));
    }

    fn makes_text(&mut self, value: &str) {
        let name = self.name();
        self.lines.push(format!("String {name} = {value};"));
        self.texts.push(name);
    }

    fn makes_number(&mut self, value: &str) {
        let name = self.name();
        self.lines.push(format!("int {name} = {value};"));
        self.numbers.push(name);
    }

    /// A builder of a text is changed.
    fn builds(&mut self, text: &str, change: &str) {
        let builder = format!("b{}", self.lines.len());
        let change = change.replace("it.", &format!("{builder}."));
        self.lines.push(format!("StringBuilder {builder} = new StringBuilder({text}); {change}"));
        self.makes_text(&format!("{builder}.toString()"));
    }

    fn step(&mut self) {
        let (text, other) = (self.text(), self.text());
        let (number, c, d) = (self.number(), self.character(), self.character());
        let kind = self.random.below(18);
        let before = self.lines.len();
        self.make(kind, (&text, &other), &number, (c, d));
        if self.lines.len() > before {
            self.say(kind, (&text, &other), &number, (c, d));
        }
    }

    /// What is so of the newest text or number, or nearly.
    fn say(&mut self, kind: u64, (text, other): (&str, &str), number: &str, (c, d): (&str, &str)) {
        let (new, newest) = match (self.texts.last(), self.numbers.last()) {
            (Some(new), Some(newest)) => (new.clone(), newest.clone()),
            _ => return,
        };
        let facts = match kind {
            0 | 1 | 17 => vec![
                format!("{new}.length() == {text}.length() + {other}.length()"),
                format!("{new}.endsWith({other}) && {new}.startsWith({text})"),
                format!("{new}.equals({text} + {other})"),
                format!("{new}.endsWith({text})"),
            ],
            2 | 3 => vec![
                format!("{text}.endsWith({new})"),
                format!("{text}.startsWith({new})"),
                format!("{new}.length() + {number} == {text}.length()"),
                format!("{text}.contains({new})"),
            ],
            4 | 6 => vec![
                format!("{newest} < 0 || {text}.charAt({newest}) == {c}"),
                format!("{newest} < 0 || {newest} <= {text}.lastIndexOf({c})"),
                format!("{newest} >= 0 || !{text}.endsWith(\"a\") || {c} != 'a'"),
            ],
            5 => vec![
                format!("{newest} < 0 || {text}.startsWith({other}, {newest})"),
                format!("{newest} <= {text}.length() - {other}.length()"),
                format!("{newest} >= 0 == {text}.contains({other})"),
            ],
            7 => vec![
                format!("{new}.length() <= {text}.length()"),
                format!("{new}.isEmpty() || {new}.charAt(0) != ' '"),
                format!("{text}.startsWith({new})"),
            ],
            8 => vec![
                format!("{new}.indexOf({c}) < 0"),
                format!("{c} == {d} || {new}.indexOf({c}) < 0"),
                format!("{new}.length() == {text}.length()"),
            ],
            9 => vec![format!("{new}.indexOf('A') < 0"), format!("{new}.equals({text})")],
            12 => vec![
                format!("{new}.length() == {text}.length() + {other}.length() + 1"),
                format!("{new}.charAt({new}.length() - 1) == {c}"),
            ],
            13 => vec![
                format!("{new}.startsWith({other}, {number})"),
                format!("{new}.length() == {text}.length() + {other}.length()"),
            ],
            14 => vec![
                format!("{new}.charAt({number}) == {c}"),
                format!("{new}.length() == {text}.length() && {new}.indexOf({c}) <= {number}"),
            ],
            15 => vec![
                format!("{new}.length() + 1 == {text}.length()"),
                format!("{number} == 0 || {new}.charAt(0) == {text}.charAt(0)"),
            ],
            16 => vec![
                format!("{newest} >= 0 && {newest} <= {text}.length()"),
                format!("{newest} < {text}.length()"),
            ],
            _ => Vec::new(),
        };
        self.facts.extend(facts);
    }

    fn make(&mut self, kind: u64, (text, other): (&str, &str), number: &str, (c, d): (&str, &str)) {
        match kind {
            0 => self.makes_text(&format!("{text} + {other}")),
            1 => self.makes_text(&format!("{text}.concat({other})")),
            2 => {
                self.is_within(number, &format!("{text}.length()"));
                self.makes_text(&format!("{text}.substring({number})"));
            }
            3 => {
                self.is_within(number, &format!("{text}.length()"));
                self.makes_text(&format!("{text}.substring(0, {number})"));
            }
            4 => self.makes_number(&format!("{text}.indexOf({c})")),
            5 => self.makes_number(&format!("{text}.indexOf({other})")),
            6 => self.makes_number(&format!("{text}.lastIndexOf({c})")),
            7 => self.makes_text(&format!("{text}.trim()")),
            8 => self.makes_text(&format!("{text}.replace({c}, {d})")),
            9 => self.makes_text(&format!("{text}.toLowerCase()")),
            10 => {
                let is_so = self.predicate();
                self.lines.push(format!("if ({is_so}) return true;"));
            }
            11 => {
                let is_so = self.predicate();
                self.lines.push(format!("if (!({is_so})) return true;"));
            }
            12 => self.builds(text, &format!("it.append({other}).append({c});")),
            13 => {
                self.is_within(number, &format!("{text}.length()"));
                self.builds(text, &format!("it.insert({number}, {other});"));
            }
            14 => {
                self.is_within(number, &format!("{text}.length() - 1"));
                self.builds(text, &format!("it.setCharAt({number}, {c});"));
            }
            15 => {
                self.is_within(number, &format!("{text}.length() - 1"));
                self.builds(text, &format!("it.deleteCharAt({number});"));
            }
            16 => {
                let count = self.name();
                self.makes_number("0");
                self.lines.push(format!(
                    "for (int q = 0; q < {text}.length(); q++) if ({text}.charAt(q) == {c}) {count}++;"
                ));
            }
            _ => {
                let turn = format!(
                    "for (int q = 0; q < {text}.length(); q++) it.append({text}.charAt(q));"
                );
                self.builds(other, &turn);
            }
        }
    }

    fn predicate(&mut self) -> String {
        let (text, other) = (self.text(), self.text());
        let (number, second, c) = (self.number(), self.number(), self.character());
        let order = self.random.one_of(&["<", "<=", "==", ">"]);
        match self.random.below(12) {
            0 => format!("{text}.equals({other})"),
            1 => format!("{text}.startsWith({other})"),
            2 => format!("{text}.endsWith({other})"),
            3 => format!("{text}.contains({other})"),
            4 => format!("{text}.compareTo({other}) {order} 0"),
            5 => format!("{text}.length() {order} {other}.length()"),
            6 => format!("{number} {order} {second}"),
            7 => format!(
                "({number} >= 0 && {number} < {text}.length() && {text}.charAt({number}) == {c})"
            ),
            8 => format!("{text}.indexOf({c}) {order} {number}"),
            9 => format!("{text}.hashCode() == {other}.hashCode()"),
            10 => format!("{number} + {second} {order} {text}.length()"),
            _ => format!("{number} {order} {text}.length()"),
        }
    }

    fn body(mut self) -> String {
        for _ in 0..=self.random.below(4) {
            self.step();
        }
        let (one, other) = (self.predicate(), self.predicate());
        let facts = self.facts.len() as u64;
        let is_so = match self.random.below(6) {
            0 => one,
            3.. if facts > 0 => self.facts[self.random.below(facts) as usize].clone(),
            1 => format!("{one} || {other}"),
            2 => format!("!({one}) || {other}"),
            _ => format!("!({one} && {other}) || {}", self.predicate()),
        };
        self.lines.push(format!("return {is_so};"));
        self.lines.join("\n        ")
    }
}

/// Which of the bodies say, or throw, that something is wrong for some short texts.
fn failing(bodies: &[String], folder: &Path) -> Vec<bool> {
    let mut text = String::from("import java.util.*;\npublic class All {\n");
    for (number, body) in bodies.iter().enumerate() {
        let _ = writeln!(
            text,
            "    static boolean m{number}(String s, String t, int i, char c) {{\n        {body}\n    }}"
        );
    }
    text.push_str("    static boolean run(int n, String s, String t, int i, char c) {\n");
    text.push_str("        try { switch (n) {\n");
    for number in 0..bodies.len() {
        let _ = writeln!(text, "            case {number}: return m{number}(s, t, i, c);");
    }
    text.push_str(
        "            default: throw new Error();\n        } } catch (RuntimeException e) { return false; }\n    }\n\
         \x20   public static void main(String[] arguments) {\n\
         \x20       List<String> all = new ArrayList<>(List.of(\"\"));\n\
         \x20       char[] letters = {'a', 'b', ' '};\n\
         \x20       for (int k = 0, from = 0; k < 3; k++) {\n\
         \x20           int end = all.size();\n\
         \x20           for (int x = from; x < end; x++) for (char d : letters) all.add(all.get(x) + d);\n\
         \x20           from = end;\n\
         \x20       }\n\
         \x20       all.add(\"A\"); all.add(\"\\u0130b\");\n",
    );
    let _ = writeln!(
        text,
        "        for (int n = 0; n < {}; n++) {{\n\
         \x20           boolean holds = true;\n\
         \x20           for (String s : all) for (String t : all) for (int i = -1; i < 4 && holds; i++)\n\
         \x20               for (char c : new char[] {{'a', 'b', ' ', 'c'}}) holds &= run(n, s, t, i, c);\n\
         \x20           System.out.println(holds);\n        }}\n    }}\n}}",
        bodies.len()
    );
    let file = folder.join("All.java");
    std::fs::write(&file, text).unwrap();
    let compiled = Command::new("javac").arg("-d").arg(folder).arg(&file).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new("java").arg("-cp").arg(folder).arg("All").output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).lines().map(|line| line == "false").collect()
}

/// What klew says where texts have any length.
fn verdict(body: &str, folder: &Path) -> String {
    let text = format!(
        "public class Main {{\n    static boolean m(String s, String t, int i, char c) {{\n        {body}\n    }}\n\
         \x20   public static void main(String[] arguments) {{\n\
         \x20       assert m(Klew.anyString(), Klew.anyString(), Klew.anyInt(), Klew.anyChar());\n    }}\n}}\n"
    );
    let file = folder.join("Main.java");
    std::fs::write(&file, text).unwrap();
    let klew = std::env::var("KLEW").unwrap_or_else(|_| env!("CARGO_BIN_EXE_klew").to_owned());
    let output = Command::new(klew)
        .args(["check", "--engine", "lengths", "--no-output", "--format", "json", "--quiet"])
        .args(["--time", "10s"])
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr))
    });
    report["verdict"].as_str().unwrap().to_owned()
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn what_is_proved_of_texts_of_any_length_never_fails() {
    let (count, first) = (number("KLEW_TEXTS", 14), number("KLEW_TEXTS_SEED", 1));
    let folder = tempfile::tempdir().unwrap();
    let bodies: Vec<String> = (first..first + count).map(|seed| Writer::new(seed).body()).collect();
    let failing = failing(&bodies, folder.path());
    assert_eq!(failing.len(), bodies.len());
    let (mut proved, mut wrong) = (0, Vec::new());
    for ((body, fails), seed) in bodies.iter().zip(&failing).zip(first..) {
        if verdict(body, folder.path()) == "safe" {
            proved += 1;
            if *fails {
                wrong.push(format!("seed {seed}:\n{body}"));
            }
        }
    }
    let failed = failing.iter().filter(|fails| **fails).count();
    println!("{count} programs: {proved} are proved, {failed} fail");
    assert!(wrong.is_empty(), "proved, and fails: {}", wrong.join("\n"));
    assert!(proved >= count / 7, "{proved} of {count} programs are proved only");
    assert!(failed as u64 >= count / 4, "{failed} of {count} programs fail");
}
