//! What `klew explain` says of each property: what it is, an example that violates it, and how that is mended.

use klew_ir::Property;

use crate::property::about;

/// An example in C or Java, and the remedy.
fn example(property: Property) -> (&'static str, &'static str) {
    match property {
        Property::Assertion => (
            "int half(int n) { assert(n % 2 == 0); return n / 2; }   /* half(3) */",
            "Either a caller breaks what the function demands, or the assertion demands too much: mend the caller, \
             handle the case, or correct the assertion.",
        ),
        Property::ErrorCall => (
            "if (state == BROKEN) reach_error();   /* reachable */",
            "Keep runs from the place: follow the finding's path to where the state becomes wrong.",
        ),
        Property::Dereference => (
            "int a[4]; a[4] = 0;   int *p = NULL; *p = 1;   free(q); q->next = 0;",
            "Check indices against the size, pointers against NULL, and use no object after free or after its scope.",
        ),
        Property::Free => (
            "free(p); free(p);   free(p + 1);   int x; free(&x);",
            "Free what malloc gave, once; set the pointer to NULL behind it, and let one place own the object.",
        ),
        Property::MemoryTracked => (
            "p = malloc(8); if (error) return -1;   /* p is lost */",
            "Free the object on every way out, errors included.",
        ),
        Property::MemoryFreed => (
            "static char *cache; int main(void) { cache = malloc(8); return 0; }",
            "Free also what global variables point to before the program ends.",
        ),
        Property::SignedOverflow => (
            "int middle = (low + high) / 2;   /* low + high > INT_MAX */",
            "Use low + (high - low) / 2, a wider type, or __builtin_add_overflow; unsigned arithmetic wraps by definition. A left shift counts as the product that it is: 1 << 31 is no int.",
        ),
        Property::DivisionByZero => (
            "int average = sum / count;   /* count == 0 */",
            "Handle 0 before the division. INT_MIN / -1 has no value either: see division-overflow.",
        ),
        Property::DivisionOverflow => (
            "int share = total / parts;   /* total == INT_MIN, parts == -1: +2147483648 is no int */",
            "Handle -1 before the division (x / -1 is -x), or divide in a wider type. x86 ends the program with SIGFPE, for % as well.",
        ),
        Property::Shift => (
            "unsigned bit = 1u << n;   /* n == 32 */",
            "Check that the amount is less than the width, and not negative.",
        ),
        Property::Initialised => (
            "int found; for (...) if (...) found = 1; if (found) ...",
            "Give the variable a value where it is declared, or on every way to its use.",
        ),
        Property::Call => (
            "void (*handler)(int) = table[n]; handler(1);   /* NULL, or of another type */",
            "Check the pointer before the call, and store only functions of its type in it.",
        ),
        Property::Unreachable => (
            "switch (kind) { case 0: ...; default: __builtin_unreachable(); }   /* kind == 7 */",
            "Handle the case; let the compiler assume only what is checked. A function with a result has to return one.",
        ),
        Property::UncaughtException => (
            "int first(int[] a) { return a[0]; }   // a is null or empty",
            "Check before, catch it, or declare by an own exception what callers must not pass.",
        ),
        Property::FloatCast => {
            ("int n = (int)1e10;", "Compare with the limits of the integer before; NaN fits none.")
        }
        Property::PointerOverflow => (
            "if (p + length > end) ...   /* p + length wraps around */",
            "Compare lengths rather than pointers: length > (size_t)(end - p).",
        ),
        Property::Alignment => (
            "int n = *(int *)(bytes + 1);",
            "Copy the bytes with memcpy into a variable of the type.",
        ),
        Property::BitCount => ("int zeros = __builtin_ctz(n);   /* n == 0 */", "Handle 0 before."),
        Property::ArrayBound => (
            "void f(int n) { int a[n]; }   /* n <= 0 */",
            "Check the size, and whether it fits the stack; or allocate.",
        ),
        Property::ArrayIndex => (
            "struct { int row[3]; int sum; } t; t.row[3] = 0;   /* writes t.sum */",
            "Check the index against the bound of that array, not only of the object around it.",
        ),
        Property::NonNull => (
            "memcpy(to, NULL, 0);",
            "Do not call where there is nothing; the declaration lets compilers drop later checks for NULL.",
        ),
        Property::Abort => (
            "if (!p) abort();",
            "Give the error to the caller, if ending the program is not what is meant.",
        ),
    }
}

/// All that is known of a property of that name: klew's, or SV-COMP's.
pub fn explain(property: Property) -> String {
    let (what, names) = about(property);
    let (example, remedy) = example(property);
    let weakness = names.split(", ").find(|name| name.starts_with("CWE-"));
    let other = names.split(", ").find(|name| !name.starts_with("CWE-"));
    let mut text = format!("{}: {what}\n\n  Violated by:  {example}\n", property.name());
    if let Some(weakness) = weakness {
        text.push_str(&format!("  Weakness:     {weakness} of MITRE's list\n"));
    }
    if let Some(other) = other {
        text.push_str(&format!("  SV-COMP:      {other}\n"));
    }
    text.push_str(&format!("  To mend it:   {remedy}\n"));
    text.push_str(&format!("  Only this:    klew check --property {}\n", property.name()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_is_explained() {
        for property in Property::ALL {
            let text = explain(property);
            let (example, remedy) = example(property);
            assert!(text.starts_with(property.name()), "{text}");
            assert!(example.len() > 10 && remedy.ends_with('.'), "{text}");
        }
    }
}
