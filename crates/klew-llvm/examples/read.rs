//! Reads the files named and says what could not be read.

use klew_llvm::syntax::Body;

fn main() {
    let mut failures = 0;
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        let module = match klew_llvm::read_module(&text, &path) {
            Ok(module) => module,
            Err(error) => {
                eprintln!("{error}");
                failures += 1;
                continue;
            }
        };
        let unreadable = module.functions.iter().filter_map(|function| match &function.body {
            Body::Unreadable(error) => Some(error),
            _ => None,
        });
        for error in module.skipped.iter().chain(unreadable) {
            eprintln!("{error}");
            failures += 1;
        }
    }
    println!("{failures} failures");
}
