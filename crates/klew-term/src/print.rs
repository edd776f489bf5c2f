//! SMT-LIB 2 text of terms, as a let-bound DAG.
//!
//! Subterms with several uses are bound by `let` before the place that uses them; the body of a quantifier is
//! printed with bindings of its own, because it may mention bound symbols.

use std::fmt::Write;

use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::FxHashMap;

use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, SymbolId, TermId};
use crate::softfloat::{self, Decoded};
use crate::sort::{FloatFormat, Sort};

/// The name of a symbol in SMT-LIB text: quoted, with the symbol's index, so unique.
pub fn symbol_smtlib_name(terms: &Terms, symbol: SymbolId) -> String {
    let name: String = terms
        .symbol_name(symbol)
        .chars()
        .map(|c| if c.is_ascii_graphic() && c != '|' && c != '\\' { c } else { '_' })
        .collect();
    format!("|{name}!{}|", symbol.index())
}

/// The term in SMT-LIB 2.
pub fn print_smtlib(terms: &Terms, term: TermId) -> String {
    Printer { terms, bound: 0 }.print(term)
}

struct Printer<'a> {
    terms: &'a Terms,
    /// Number of let-bound names so far; names are unique in the whole text.
    bound: usize,
}

impl Printer<'_> {
    fn print(&mut self, root: TermId) -> String {
        let order = self.reachable(root);
        let mut uses: FxHashMap<TermId, usize> = FxHashMap::default();
        for &term in &order {
            for &argument in self.visible_arguments(term) {
                *uses.entry(argument).or_default() += 1;
            }
        }
        let mut texts: FxHashMap<TermId, String> = FxHashMap::default();
        let mut bindings = String::new();
        let mut count = 0;
        for &term in &order {
            let text = self.operator(term, &texts);
            let shared = uses.get(&term).is_some_and(|&n| n > 1);
            // Long texts are bound too: it keeps the copying linear.
            let long = text.len() > 400;
            if term != root && (shared || long) && !self.terms.arguments(term).is_empty() {
                let name = format!("?{}", self.bound);
                self.bound += 1;
                count += 1;
                // Writing to a string cannot fail.
                let _ = write!(bindings, "(let (({name} {text})) ");
                texts.insert(term, name);
            } else {
                texts.insert(term, text);
            }
        }
        format!("{bindings}{}{}", texts.remove(&root).unwrap_or_default(), ")".repeat(count))
    }

    fn visible_arguments(&self, term: TermId) -> &[TermId] {
        match self.terms.kind(term) {
            Kind::Forall(_) | Kind::Exists(_) => &[],
            _ => self.terms.arguments(term),
        }
    }

    /// Subterms outside of quantifier bodies, arguments first.
    fn reachable(&self, root: TermId) -> Vec<TermId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![root];
        let mut order = Vec::new();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                order.push(term);
                stack.extend_from_slice(self.visible_arguments(term));
            }
        }
        order.sort_unstable();
        order
    }

    fn operator(&mut self, term: TermId, texts: &FxHashMap<TermId, String>) -> String {
        let kind = self.terms.kind(term);
        let arguments: Vec<&str> =
            self.visible_arguments(term).iter().map(|argument| texts[argument].as_str()).collect();
        match kind {
            Kind::Symbol(symbol) => symbol_smtlib_name(self.terms, symbol),
            Kind::Forall(_) | Kind::Exists(_) => self.quantifier(term, kind),
            _ if arguments.is_empty() => constant(self.terms, term),
            Kind::ConstArray(_) => {
                format!("((as const {}) {})", self.terms.sort(term), arguments[0])
            }
            _ => self.application(term, kind, &arguments),
        }
    }

    fn quantifier(&mut self, term: TermId, kind: Kind) -> String {
        let terms = self.terms;
        let name = if matches!(kind, Kind::Forall(_)) { "forall" } else { "exists" };
        let variables: Vec<String> = terms
            .bound_symbols(kind)
            .iter()
            .map(|&symbol| {
                format!("({} {})", symbol_smtlib_name(terms, symbol), terms.symbol_sort(symbol))
            })
            .collect();
        let body = self.print(terms.argument(term, 0));
        format!("({name} ({}) {body})", variables.join(" "))
    }

    fn application(&self, term: TermId, kind: Kind, arguments: &[&str]) -> String {
        let width = |index: usize| match self.terms.sort(self.terms.argument(term, index)) {
            Sort::BitVec(width) => width,
            _ => 1,
        };
        let [a, b] = [arguments[0], arguments.get(1).copied().unwrap_or("")];
        match kind {
            Kind::BvZeroExtend(to) => format!("((_ zero_extend {}) {a})", to - width(0)),
            Kind::BvSignExtend(to) => format!("((_ sign_extend {}) {a})", to - width(0)),
            Kind::BvUaddOverflow
            | Kind::BvSaddOverflow
            | Kind::BvUsubOverflow
            | Kind::BvSsubOverflow
            | Kind::BvUmulOverflow
            | Kind::BvSmulOverflow => overflow(kind, width(0), a, b),
            Kind::BvToIntSigned => {
                let limit = BigInt::from(1) << width(0);
                let top = width(0) - 1;
                format!("(- (bv2nat {a}) (ite (= ((_ extract {top} {top}) {a}) #b1) {limit} 0))")
            }
            Kind::FpFromBits(FloatFormat::X87) => from_x87_image(a),
            _ => format!("({} {})", head(kind), arguments.join(" ")),
        }
    }
}

/// The function symbol (with rounding mode, where one is the first argument).
#[rustfmt::skip]
fn head(kind: Kind) -> String {
    let plain = match kind {
        Kind::Not => "not", Kind::And => "and", Kind::Or => "or", Kind::Xor => "xor", Kind::Implies => "=>",
        Kind::Eq => "=", Kind::Ite => "ite",
        Kind::BvAdd => "bvadd", Kind::BvSub => "bvsub", Kind::BvMul => "bvmul", Kind::BvNeg => "bvneg",
        Kind::BvUdiv => "bvudiv", Kind::BvUrem => "bvurem", Kind::BvSdiv => "bvsdiv", Kind::BvSrem => "bvsrem",
        Kind::BvAnd => "bvand", Kind::BvOr => "bvor", Kind::BvXor => "bvxor", Kind::BvNot => "bvnot",
        Kind::BvShl => "bvshl", Kind::BvLshr => "bvlshr", Kind::BvAshr => "bvashr",
        Kind::BvUlt => "bvult", Kind::BvUle => "bvule", Kind::BvSlt => "bvslt", Kind::BvSle => "bvsle",
        Kind::BvConcat => "concat",
        Kind::BvExtract { high, low } => return format!("(_ extract {high} {low})"),
        Kind::IntAdd => "+", Kind::IntSub | Kind::IntNeg => "-", Kind::IntMul => "*",
        Kind::IntDiv => "div", Kind::IntMod => "mod", Kind::IntLe => "<=", Kind::IntLt => "<",
        Kind::BvToIntUnsigned => "bv2nat",
        Kind::IntToBv(width) => return format!("(_ int2bv {width})"),
        Kind::FpAdd => "fp.add RNE", Kind::FpSub => "fp.sub RNE", Kind::FpMul => "fp.mul RNE",
        Kind::FpDiv => "fp.div RNE", Kind::FpRem => "fp.rem", Kind::FpFma => "fp.fma RNE",
        Kind::FpSqrt => "fp.sqrt RNE", Kind::FpNeg => "fp.neg", Kind::FpAbs => "fp.abs",
        Kind::FpRoundToIntegral(mode) => return format!("fp.roundToIntegral {}", mode.smtlib()),
        Kind::FpEq => "fp.eq", Kind::FpLt => "fp.lt", Kind::FpLe => "fp.leq",
        Kind::FpIsNan => "fp.isNaN", Kind::FpIsInfinite => "fp.isInfinite", Kind::FpIsZero => "fp.isZero",
        Kind::FpIsNegative => "fp.isNegative", Kind::FpIsNormal => "fp.isNormal",
        Kind::FpIsSubnormal => "fp.isSubnormal",
        Kind::FpToFp(mode, format) | Kind::FpFromSigned(mode, format) => {
            return format!("{} {}", to_fp("to_fp", format), mode.smtlib());
        }
        Kind::FpFromUnsigned(mode, format) => return format!("{} {}", to_fp("to_fp_unsigned", format), mode.smtlib()),
        Kind::FpToSigned(mode, width) => return format!("(_ fp.to_sbv {width}) {}", mode.smtlib()),
        Kind::FpToUnsigned(mode, width) => return format!("(_ fp.to_ubv {width}) {}", mode.smtlib()),
        Kind::FpFromBits(format) => return to_fp("to_fp", format),
        Kind::Select => "select", Kind::Store => "store",
        // Printed elsewhere.
        _ => "?",
    };
    plain.to_owned()
}

fn to_fp(name: &str, format: FloatFormat) -> String {
    format!("(_ {name} {} {})", format.exponent_bits(), format.significand_bits())
}

/// Overflow predicates in operators every solver has (SMT-LIB 2.7's are too new).
fn overflow(kind: Kind, width: u32, a: &str, b: &str) -> String {
    let top = width - 1;
    let negative = |text: &str| format!("(= ((_ extract {top} {top}) {text}) #b1)");
    match kind {
        Kind::BvUaddOverflow => format!("(bvult (bvadd {a} {b}) {a})"),
        Kind::BvUsubOverflow => format!("(bvult {a} {b})"),
        Kind::BvSaddOverflow => {
            let sum = negative(&format!("(bvadd {a} {b})"));
            format!("(and (= {0} {1}) (not (= {sum} {0})))", negative(a), negative(b))
        }
        Kind::BvSsubOverflow => {
            let difference = negative(&format!("(bvsub {a} {b})"));
            format!("(and (not (= {0} {1})) (not (= {difference} {0})))", negative(a), negative(b))
        }
        Kind::BvUmulOverflow => {
            let wide =
                format!("(bvmul ((_ zero_extend {width}) {a}) ((_ zero_extend {width}) {b}))");
            let zero = BitVecValue::zero(width);
            format!("(not (= ((_ extract {} {width}) {wide}) {zero}))", 2 * width - 1)
        }
        _ => {
            let wide =
                format!("(bvmul ((_ sign_extend {width}) {a}) ((_ sign_extend {width}) {b}))");
            format!(
                "(let ((wide {wide})) (not (= wide ((_ sign_extend {width}) ((_ extract {top} 0) wide)))))"
            )
        }
    }
}

/// The float of an 80-bit image; see `Kind::FpFromBits` for the images the processor rejects.
fn from_x87_image(image: &str) -> String {
    let parts = format!(
        "(fp ((_ extract 79 79) {image}) (ite (= ((_ extract 78 64) {image}) (_ bv0 15)) \
         (concat (_ bv0 14) ((_ extract 63 63) {image})) ((_ extract 78 64) {image})) ((_ extract 62 0) {image}))"
    );
    format!(
        "(ite (and (= ((_ extract 63 63) {image}) #b0) (not (= ((_ extract 78 64) {image}) (_ bv0 15)))) \
         (_ NaN 15 64) {parts})"
    )
}

fn constant(terms: &Terms, term: TermId) -> String {
    match terms.kind(term) {
        Kind::True => "true".to_owned(),
        Kind::False => "false".to_owned(),
        Kind::IntConstant(_) => terms.as_int(term).map_or_else(String::new, |value| {
            if value.is_negative() {
                format!("(- {})", value.magnitude())
            } else {
                value.to_string()
            }
        }),
        Kind::FloatConstant(_) => {
            terms.as_float(term).map_or_else(String::new, |(format, bits)| float(format, bits))
        }
        _ => terms.as_bitvec(term).map_or_else(String::new, |value| value.to_string()),
    }
}

fn float(format: FloatFormat, bits: u128) -> String {
    let (exponent, precision) = (format.exponent_bits(), format.significand_bits());
    let special = |name: &str| format!("(_ {name} {exponent} {precision})");
    match softfloat::decode(format, bits) {
        Decoded::Nan => special("NaN"),
        Decoded::Infinite { negative } => special(if negative { "-oo" } else { "+oo" }),
        Decoded::Finite { negative, significand, .. } => {
            let exponent_shift = if format == FloatFormat::X87 { 64 } else { precision - 1 };
            let fraction = BitVecValue::from_u128(precision - 1, significand);
            let biased = BitVecValue::from_u128(exponent, bits >> exponent_shift);
            format!("(fp #b{} {biased} {fraction})", u8::from(negative))
        }
    }
}
