//! The text form of programs, `.kir`: printed and parsed without loss.
//!
//! `KIR.md` beside the sources describes it for people who write it. The grammar (one instruction per line;
//! `//` and `#` start comments; names that are not of `[A-Za-z_.][A-Za-z0-9_.$]*` are quoted):
//!
//! ```text
//! program   = { "target" ("32"|"64") ["variadic_slot" N] ["heap_align" N] ["typed_memory"]
//!             | "files" text {"," text} | "entry" (@name | "none")
//!             | type | global | function }
//! type      = "type" $label "=" ( "unknown" | "void" | "function"
//!             | "int" text N ("signed"|"unsigned") ["character"] | "float" text N
//!             | "pointer" $label | "array" $label [N] | "alias" text $label
//!             | ("record"|"union") text "size" N ["tag" N] ["only_made"|"values"] ["extends" $label {"," $label}]
//!               "{" [field {"," field}] "}" ["elements" $label] )
//! field     = text "at" N ["bits" N] ["never_null"] $label
//! global    = "global" &name ["size" N] ["align" N] ["constant"] ["type" $label] ["switch" SWITCH] "="
//!             ("zero" | "external" | "bytes" text ["relocations" N ":" operand {"," …}]) [position]
//! function  = "function" @name "(" [parameter {"," parameter}] ")" ["->" T {"," T}]
//!             ["variadic"] ["library"] [position] ("external" | "unsupported" text | "{" body "}")
//! parameter = [%name ":"] T [$label | $_]
//! body      = ["values" %name ":" T {"," …}] { "variable" !label [text] ["type" $label] [position] } {block}
//! block     = label ["(" %name ":" T {"," …} ")"] ":" {instruction} terminator
//! label     = name | text | ^N
//! instruction = [%name [":" T] {"," …} "="] operation [position]
//! operation = BINARY T a "," b | UNARY T a | "fused_multiply_add" T a "," b "," c
//!           | "compare" COMPARISON T a "," b | "compare_float" COMPARISON T a "," b
//!           | "overflows" OVERFLOW T a "," b | "is_known" T a | "convert" CONVERSION T a "to" T
//!           | "select" T c "," a "," b | "offset" p "," n | "load" T p | "store" T a "to" p
//!           | "allocate" ("stack"|"heap") n ["align" N] ["zeroed"] ["variable" !label] ["type" $label]
//!           | "free" p | "scope_start" p | "scope_end" p | "stack_mark" | "stack_release" n
//!           | "copy" to "," from "," n | "fill" to "," byte "," n | "object_size" p
//!           | "call" @name "(" [a {"," a}] ")" | "call_pointer" p "(" [a {"," a}] ")"
//!           | "input" text [ORIGIN] ["type" $label] | "input_bytes" p "," n text [ORIGIN] | "assume" c | "bind" !label a
//!           | "assert" PROPERTY check [text] ["number" N]
//! check     = "holds" c | "accessible" ("read"|"write") p "," n | "freeable" p | "callable" p
//!           | "initialised" a | "never_escapes" $label
//! terminator = ( "jump" next | "branch" c "," next "," next
//!           | "switch" T a "," {N "->" next ","} "else" "->" next
//!           | "return" [a {"," a}] | "exit" | "abort" | "unreachable" | "unsupported" text ) [position]
//! next      = label ["(" a {"," a} ")"]
//! operand   = [T] ( %name | ["-"] N | decimal | "true" | "false" | "null" | "undefined"
//!           | @name | &name [("+"|"-") N] )
//! T         = iN | ptr | half | bfloat | single | double | x87 | quad
//! position  = "@" file ":" line ":" column | "@0"
//! ```
//!
//! `BINARY`, `UNARY` and so on are the names of the enum variants in words (`unsigned_div`). A constant
//! needs its type where the operation does not give it. A hexadecimal floating-point constant is the
//! memory image. Without a position, a thing has its own place in the `.kir` file; `@0` is no place.
//! `%3`, `^3` are values and blocks without a name. `values` fixes an order of values other than that of
//! their definitions; `number` the number of a check, where the order of the text does not give it (then all have one).
//! Without `entry`, runs start at `@main` if there is one.

mod error;
mod lexer;
mod parser;
mod printer;
mod words;

pub use error::ParseError;
pub use parser::parse_program;
pub use printer::{print_numbered_program, print_program};

#[cfg(test)]
mod tests;
