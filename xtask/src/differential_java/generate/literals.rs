//! Literals and new objects of each kind, and what leaves of expressions are.

use super::{Kind, Kind::*, Maker};

const TEXTS: [&str; 22] = [
    "\"\"",
    "\"a\"",
    "\"abc\"",
    "\"ABC\"",
    "\"12\"",
    "\"-7\"",
    "\"+5\"",
    "\" x \"",
    "\"a,b,,c\"",
    "\"null\"",
    "\"true\"",
    "\"1.5\"",
    "\"x\\ty\"",
    "\"zzz\"",
    "\"Hello\"",
    "\"b\"",
    "\"2147483647\"",
    "\"-\"",
    "\"abcabc\"",
    "\"\\u00e9t\\u00e9\"",
    "\"0\"",
    "\"7f\"",
];

impl Maker {
    /// A variable if there is one, or a literal.
    pub(super) fn leaf(&mut self, kind: Kind) -> String {
        if self.chance(70)
            && let Some(name) = self.variable(kind)
        {
            return name;
        }
        self.literal(kind)
    }

    /// The same, of one of these kinds.
    pub(super) fn leaf_of(&mut self, kinds: &[Kind]) -> String {
        let kind = *self.random.pick(kinds);
        self.leaf(kind)
    }

    /// A literal, or a new object; between parentheses if it is more than a word.
    pub(super) fn literal(&mut self, kind: Kind) -> String {
        let literal = self.bare_literal(kind);
        let operators = literal.starts_with(['-', '(']) || literal.contains(" << ");
        if operators && kind != Object { format!("({literal})") } else { literal }
    }

    fn bare_literal(&mut self, kind: Kind) -> String {
        match kind {
            Boolean => self.of(&["true", "false"]).into(),
            Byte => {
                self.of(&["(byte) 1", "(byte) -1", "(byte) 127", "(byte) 128", "(byte) 77"]).into()
            }
            Short => self.of(&["(short) 3", "(short) -1", "(short) 32767", "(short) 40000"]).into(),
            Char => self
                .of(&["'a'", "'Z'", "'0'", "'9'", "' '", "'\\n'", "'\\u00e9'", "'\\uffff'", "'x'"])
                .into(),
            Int => self.int_literal(),
            Long => self
                .of(&[
                    "0L",
                    "1L",
                    "-1L",
                    "7L",
                    "Long.MAX_VALUE",
                    "Long.MIN_VALUE",
                    "1L << 33",
                    "-100000000000L",
                    "255L",
                ])
                .into(),
            Float => self
                .of(&[
                    "0f",
                    "-0.0f",
                    "1.5f",
                    "-3.25f",
                    "1e10f",
                    "Float.NaN",
                    "Float.MAX_VALUE",
                    "Float.MIN_VALUE",
                    "16777217f",
                    "0.1f",
                ])
                .into(),
            Double => self
                .of(&[
                    "0.0",
                    "-0.0",
                    "1.5",
                    "-2.75",
                    "0.1",
                    "1e300",
                    "Double.NaN",
                    "Double.POSITIVE_INFINITY",
                    "Double.MIN_VALUE",
                    "3.0",
                    "1e-5",
                    "123456789.125",
                ])
                .into(),
            Text => self.text_literal(),
            Object => self.object_literal(),
            _ => self.new_object(kind),
        }
    }

    fn int_literal(&mut self) -> String {
        if self.chance(50) {
            return self.random.below(12).to_string();
        }
        self.of(&[
            "-1",
            "-2",
            "-7",
            "16",
            "31",
            "32",
            "33",
            "64",
            "100",
            "127",
            "128",
            "255",
            "256",
            "1000",
            "65535",
            "0x7fffffff",
            "0x80000000",
            "-129",
            "48",
            "97",
        ])
        .into()
    }

    fn text_literal(&mut self) -> String {
        if self.risky() {
            return "(String) null".into();
        }
        (*self.random.pick(&TEXTS)).into()
    }

    /// The cast keeps the compiler from refusing tests that cannot hold.
    fn object_literal(&mut self) -> String {
        let value = self.leaf_of(&[Text, Int, Long, Ints, Point, Texts, Double, List, Char]);
        format!("((Object) ({value}))")
    }

    fn new_object(&mut self, kind: Kind) -> String {
        if self.risky() && !matches!(kind, Ints | Grid | List) {
            return format!("({}) null", kind.java());
        }
        let (one, other) = (self.leaf(Int), self.leaf(Int));
        match kind {
            Builder => format!("new StringBuilder({})", self.text_literal()),
            IntBox => self
                .of(&[
                    "Integer.valueOf(127)",
                    "(Integer) 128",
                    "(Integer) (-128)",
                    "(Integer) 5",
                    "Integer.valueOf(-129)",
                    "(Integer) 0",
                ])
                .into(),
            LongBox => {
                self.of(&["Long.valueOf(127)", "(Long) 128L", "(Long) 1L", "(Long) (-1L)"]).into()
            }
            CharBox => self
                .of(&["(Character) 'a'", "Character.valueOf('\\u0080')", "(Character) '7'"])
                .into(),
            Ints => format!("new int[] {{{one}, {other}, 3}}"),
            Longs => format!("new long[] {{{one}, 5L, {other}}}"),
            Bytes => format!("new byte[] {{1, -1, (byte) {one}, 90}}"),
            Grid => match self.random.below(3) {
                0 => "new int[2][3]".into(),
                1 => format!("new int[][] {{{{{one}}}, {{1, {other}}}, {{}}}}"),
                _ => "new int[3][]".into(),
            },
            Texts => {
                format!("new String[] {{{}, {}, \"q\"}}", self.leaf(Text), self.leaf(Text))
            }
            List => match self.random.below(5) {
                0 => format!("new LinkedList<>(List.of(4, {one}, 1))"),
                1 => format!("Arrays.asList({one}, 7, {other})"),
                2 if self.risk > 0 => format!("List.of({one}, {other})"),
                3 => "new ArrayList<Integer>()".into(),
                _ => format!("new ArrayList<>(List.of({one}, 2, {other}, 9))"),
            },
            Words => {
                format!("new ArrayList<>(Arrays.asList(\"pear\", {}, \"fig\"))", self.leaf(Text))
            }
            Map => match self.random.below(3) {
                0 => "new LinkedHashMap<String, Integer>()".into(),
                1 => format!("new HashMap<>(Map.of(\"a\", {one}, \"key\", 2))"),
                _ => "new TreeMap<String, Integer>()".into(),
            },
            Sorted => format!(
                "new TreeMap<>(Map.of({}, \"five\", 8, \"eight\"))",
                self.of(&["5", "-5", "1"])
            ),
            Set => match self.random.below(3) {
                0 => format!("new HashSet<>(List.of(3, 20, {}))", self.of(&["40", "-1", "17"])),
                1 => "new TreeSet<Integer>()".into(),
                _ => format!("new LinkedHashSet<>(Arrays.asList({one}, 4, {other}))"),
            },
            Deque => format!("new ArrayDeque<>(List.of({one}, 2))"),
            Queue => format!("new PriorityQueue<>(List.of({one}, 6, {other}))"),
            Color => self.of(&["Color.RED", "Color.GREEN", "Color.BLUE", "Color.BLACK"]).into(),
            Point => match self.random.below(3) {
                0 => "Point.ZERO".into(),
                1 => format!("new Point({one})"),
                _ => format!("new Point({one}, {other})"),
            },
            Shape => match self.random.below(4) {
                0 => format!("new Square({one})"),
                1 => format!("new Disc({one})"),
                2 => format!("new Title({})", self.text_literal()),
                _ => "Shape.unit()".into(),
            },
            Node => format!("new Node({one}, new Node({other}, null))"),
            _ => self.lambda(),
        }
    }

    /// A function of an int; it captures only what nothing assigns.
    pub(super) fn lambda(&mut self) -> String {
        let captured =
            self.choose(|it| it.kind == Int && !it.assignable).unwrap_or_else(|| "3".into());
        match self.random.below(6) {
            0 => format!("x -> x * 3 + {captured}"),
            1 => format!("x -> {{ int y = x ^ {captured}; return y < 0 ? -y : y; }}"),
            2 => "Math::abs".into(),
            3 => "Integer::bitCount".into(),
            4 => format!("((IntUnaryOperator) x -> x + 1).andThen(x -> x * {captured})"),
            _ => format!(
                "new IntUnaryOperator() {{ int n = {captured}; public int applyAsInt(int x) {{ return x + n++; }} }}"
            ),
        }
    }
}
