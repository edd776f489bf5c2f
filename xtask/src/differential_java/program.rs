//! A generated Java program: a class with `run`, which computes a digest of its inputs, and the classes whose
//! `main` klew checks.

use std::fmt::Write;

use crate::differential::program::Function;
use crate::differential::shrink::Functions;

/// What all programs declare.
const PRELUDE: &str = include_str!("generate/Prelude.java.txt");

const IMPORTS: &str =
    "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n";

/// The source of the class that all programs extend.
pub fn prelude() -> String {
    format!("{IMPORTS}\nclass Prelude {{\n{PRELUDE}}}\n")
}

/// An input and its values.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name in `run`.
    pub name: String,
    /// Its least value.
    pub low: i64,
    /// Its greatest.
    pub high: i64,
}

impl Input {
    fn values(&self) -> usize {
        usize::try_from(self.high - self.low + 1).unwrap_or(1)
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of its class.
    pub name: String,
    /// The inputs of `run`.
    pub inputs: Vec<Input>,
    /// The functions; the last is `run`.
    pub functions: Vec<Function>,
}

impl Functions for Program {
    fn functions(&self) -> &[Function] {
        &self.functions
    }

    fn functions_mut(&mut self) -> &mut [Function] {
        &mut self.functions
    }
}

impl Program {
    /// How many different inputs there are.
    pub fn combinations(&self) -> usize {
        self.inputs.iter().map(Input::values).product()
    }

    /// The inputs of that number, the last one counting fastest.
    pub fn inputs_of(&self, number: usize) -> Vec<i64> {
        let mut left = number;
        let mut values: Vec<i64> = Vec::new();
        for input in self.inputs.iter().rev() {
            values.push(input.low + i64::try_from(left % input.values()).unwrap_or(0));
            left /= input.values();
        }
        values.reverse();
        values
    }

    /// The number of those inputs, if they are in the ranges.
    pub fn number_of(&self, values: &[i64]) -> Option<usize> {
        let mut number = 0;
        for (position, input) in self.inputs.iter().enumerate() {
            let value = *values.get(position)?;
            if value < input.low || value > input.high {
                return None;
            }
            number = number * input.values() + usize::try_from(value - input.low).ok()?;
        }
        Some(number)
    }

    fn arguments(&self) -> String {
        let names: Vec<&str> = self.inputs.iter().map(|input| input.name.as_str()).collect();
        names.join(", ")
    }

    /// The text of its class and of the one that all programs extend.
    pub fn render(&self) -> String {
        format!("{}\n{}", self.class(), prelude().replace(IMPORTS, ""))
    }

    /// The text of its class alone.
    pub fn class(&self) -> String {
        let parameters: Vec<String> =
            self.inputs.iter().map(|input| format!("int {}", input.name)).collect();
        let mut text = format!(
            "{IMPORTS}\npublic class {} extends Prelude {{\n  public static long \
             digest({}) {{\n    try {{\n      return run({});\n    }} catch (Throwable t) {{\n      \
             h = 99;\n      thrown(t);\n      return h;\n    }}\n  }}\n\n",
            self.name,
            parameters.join(", "),
            self.arguments(),
        );
        for function in &self.functions {
            function.render(&mut text);
        }
        text.push_str("}\n");
        text
    }

    fn reads(&self) -> String {
        let mut text = String::new();
        for input in &self.inputs {
            let Input { name, low, high } = input;
            let _ = writeln!(text, "    int {name} = Klew.anyInt();");
            let _ = writeln!(text, "    Klew.assume({name} >= {low} && {name} <= {high});");
        }
        text
    }

    /// A class whose `main` calls `run` with any inputs.
    pub fn escaping(&self, class: &str) -> String {
        format!(
            "class {class} {{\n  public static void main(String[] args) throws Exception \
             {{\n{}    {}.run({});\n  }}\n}}\n",
            self.reads(),
            self.name,
            self.arguments(),
        )
    }

    /// A class whose `main` asserts that the digest is the expected one, whatever the inputs are.
    pub fn symbolic(&self, class: &str, expected: &[String], as_switch: bool) -> String {
        let mut index = "0".to_owned();
        for input in &self.inputs {
            index = format!("({index}) * {} + ({} - {})", input.values(), input.name, input.low);
        }
        let mut table = String::new();
        if as_switch {
            table.push_str("  static long expected(int index) {\n    switch (index) {\n");
            for (number, digest) in expected.iter().enumerate() {
                let _ = writeln!(table, "      case {number}: return 0x{digest}L;");
            }
            table.push_str("      default: throw new AssertionError();\n    }\n  }\n");
        } else {
            let digests: Vec<String> =
                expected.iter().map(|digest| format!("0x{digest}L")).collect();
            let _ = writeln!(
                table,
                "  static final long[] EXPECTED = {{{}}};\n  static long expected(int index) {{ \
                 return EXPECTED[index]; }}",
                digests.join(", ")
            );
        }
        format!(
            "class {class} {{\n{table}  public static void main(String[] args) \
             {{\n{}    long got = {}.digest({});\n    assert got == expected({index});\n  \
             }}\n}}\n",
            self.reads(),
            self.name,
            self.arguments(),
        )
    }

    /// A class whose `main` asserts the digests of all inputs, one after the other.
    pub fn concrete(&self, class: &str, expected: &[String]) -> String {
        let mut text = format!("class {class} {{\n  public static void main(String[] args) {{\n");
        for (number, digest) in expected.iter().enumerate() {
            let values: Vec<String> =
                self.inputs_of(number).iter().map(ToString::to_string).collect();
            let _ = writeln!(
                text,
                "    assert {}.digest({}) == 0x{digest}L;",
                self.name,
                values.join(", ")
            );
        }
        text.push_str("  }\n}\n");
        text
    }
}
