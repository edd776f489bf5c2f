//! Prints the program that `.ll` files are translated to, in the text form of `klew-ir`.
//!
//! `cargo run -p klew-llvm --example lower -- a.ll b.ll`; `--check` prints only problems.

use klew_llvm::lower::{LowerOptions, lower};

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let check = arguments.iter().any(|argument| argument == "--check");
    let mut options = LowerOptions::default();
    if arguments.iter().any(|argument| argument == "--library") {
        options.library = true;
        options.entry = None;
        options.link_models = false;
    }
    let mut modules = Vec::new();
    for path in arguments.iter().filter(|argument| !argument.starts_with("--")) {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return fail(&format!("{path}: {error}")),
        };
        match klew_llvm::read_module(&text, path) {
            Ok(module) => modules.push(module),
            Err(error) => return fail(&format!("{path}: {error}")),
        }
    }
    let program = match lower(modules, &options) {
        Ok(program) => program,
        Err(error) => return fail(&error.to_string()),
    };
    if let Err(errors) = klew_ir::verify::verify_program(&program) {
        for error in errors {
            eprintln!("{error}");
        }
        return std::process::ExitCode::FAILURE;
    }
    if check {
        report(&program);
    } else {
        print!("{}", klew_ir::text::print_program(&program));
    }
    std::process::ExitCode::SUCCESS
}

fn fail(message: &str) -> std::process::ExitCode {
    eprintln!("{message}");
    std::process::ExitCode::FAILURE
}

/// Names what is unsupported and what is external.
fn report(program: &klew_ir::Program) {
    for function in &program.functions {
        match &function.body {
            klew_ir::FunctionBody::External => println!("external {}", function.name),
            klew_ir::FunctionBody::Unsupported(why) => {
                println!("unsupported {}: {why}", function.name);
            }
            klew_ir::FunctionBody::Defined(definition) => {
                for block in &definition.blocks {
                    if let klew_ir::Terminator::Unsupported(why) = &block.terminator {
                        println!("unsupported in {}: {why}", function.name);
                    }
                }
            }
        }
    }
}
