//! A program that ends with a checksum, and its variants: as it is, natively, and with globals that are inputs.

/// A global that may become an input.
pub struct Global {
    /// Its type, one of `stdint.h`.
    pub scalar: String,
    /// Its name.
    pub name: String,
}

/// How an assumption leaves an input one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixing {
    /// By `==`.
    Equality,
    /// By a least and a greatest value that are the same.
    Bounds,
    /// By two masks that share no bit.
    Masks,
    /// By the value of an exclusive or.
    Xor,
}

impl Fixing {
    /// All.
    pub const ALL: [Fixing; 4] = [Fixing::Equality, Fixing::Bounds, Fixing::Masks, Fixing::Xor];

    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Fixing::Equality => "equality",
            Fixing::Bounds => "bounds",
            Fixing::Masks => "masks",
            Fixing::Xor => "xor",
        }
    }

    /// The assumptions that `name` is `value`.
    fn assumptions(self, name: &str, value: &str) -> String {
        let assume = |condition: String| format!("    klew_assume({condition});\n");
        match self {
            Fixing::Equality => assume(format!("{name} == {value}")),
            Fixing::Bounds => assume(format!("{name} >= {value} && {name} <= {value}")),
            Fixing::Masks => {
                let masked =
                    |mask: &str| assume(format!("({name} & {mask}) == ({value} & {mask})"));
                masked("0x5a5a") + &masked("~0x5a5a")
            }
            Fixing::Xor => assume(format!("({name} ^ 0x5a) == ({value} ^ 0x5a)")),
        }
    }
}

/// A program.
pub struct Program {
    /// What comes before `main`.
    pub before: String,
    /// The statements of `main`; they end with a call of `finish(checksum)`.
    pub body: String,
    /// The globals that become inputs.
    pub globals: Vec<Global>,
    /// Folders of headers.
    pub include: Vec<String>,
}

impl Program {
    fn render(&self, finish: &str, first: &str) -> String {
        format!(
            "#include <stdint.h>\n#include <stdio.h>\n{finish}\n{}\nint main(void) {{\n{first}{}}}\n",
            self.before, self.body
        )
    }

    fn with_klew(&self, checksum: &str, first: &str) -> String {
        let finish = format!(
            "#include <klew.h>\nstatic void finish(uint32_t sum) {{ klew_assert(sum == {checksum}u); }}"
        );
        self.render(&finish, first)
    }

    /// It prints its checksum.
    pub fn native(&self) -> String {
        self.render(r#"static void finish(uint32_t sum) { printf("%u\n", sum); }"#, "")
    }

    /// For klew, without inputs.
    pub fn plain(&self, checksum: &str) -> String {
        self.with_klew(checksum, "")
    }

    /// For klew: the globals are inputs of which an assumption leaves the value that they had.
    pub fn fixed(&self, fixing: Fixing, checksum: &str) -> String {
        let mut first = String::new();
        for Global { scalar, name } in &self.globals {
            first += &format!("    {scalar} value_of_{name} = {name};\n");
            first += &format!("    klew_input_bytes(&{name}, sizeof {name}, \"{name}\");\n");
            first += &fixing.assumptions(name, &format!("value_of_{name}"));
        }
        self.with_klew(checksum, &first)
    }
}
