//! Files of a suite that do not depend on its tests.

use std::fs;
use std::path::Path;

use klew_report::function_tests::{SUPPORT, SUPPORT_CODE};
use klew_report::harness::{ERROR_CALLS, RUNTIME};

use super::compiling;
use crate::c::sources::{Sources, write_headers};
use crate::confirm::quoted;

/// Runs a test and compares what it prints and how it ends.
const RUN_TEST: &str = r#"# Runs a test of the suite: what it prints and how it ends must be as it was when klew made the test.
file(REMOVE_RECURSE "${RUN}")
file(MAKE_DIRECTORY "${RUN}")
set(input /dev/null)
if(EXISTS "${TEST}/stdin")
  set(input "${TEST}/stdin")
endif()
execute_process(
  COMMAND "${PROGRAM}"
  WORKING_DIRECTORY "${RUN}"
  INPUT_FILE "${input}"
  OUTPUT_FILE "${RUN}.output"
  RESULT_VARIABLE status)
if(EXISTS "${TEST}/expected-status")
  file(READ "${TEST}/expected-status" expected)
  string(STRIP "${expected}" expected)
  if(NOT status STREQUAL expected)
    message(FATAL_ERROR "it ends with ${status}, and ended with ${expected}")
  endif()
  if(EXISTS "${TEST}/expected-output")
    execute_process(
      COMMAND "${CMAKE_COMMAND}" -E compare_files "${RUN}.output" "${TEST}/expected-output"
      RESULT_VARIABLE differs)
    if(differs)
      file(READ "${RUN}.output" output)
      message(FATAL_ERROR "it prints something else than ${TEST}/expected-output:\n${output}")
    endif()
  endif()
elseif(NOT status EQUAL 0)
  message(FATAL_ERROR "it still fails: ${status}")
endif()
"#;

/// The beginning of `CMakeLists.txt`.
pub const CMAKE: &str = r#"# Written by klew test, which writes it anew when it extends the suite.
#   cmake -S . -B build && cmake --build build && ctest --test-dir build
cmake_minimum_required(VERSION 3.18)
project(klew_suite C)
enable_testing()

option(KLEW_COVERAGE "Measure what the tests cover, with gcov" OFF)
option(KLEW_FINDINGS "Also run the tests of findings, which fail until the defects are mended" OFF)
set(SUPPORT ${CMAKE_CURRENT_SOURCE_DIR}/support)

function(klew_compile target)
  target_include_directories(${target} PRIVATE ${SUPPORT})
  if(KLEW_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -DKLEW_COVERAGE)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()

# A whole program with one input; further words are options for the linker.
function(klew_program_test program group name)
  set(target ${program}_${name})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${group}/${name})
  add_executable(${target} ${folder}/test.c $<TARGET_OBJECTS:${program}>)
  target_link_libraries(${target} PRIVATE m pthread)
  target_link_options(${target} PRIVATE ${ARGN})
  klew_compile(${target})
  add_test(
    NAME ${group}.${name}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DTEST=${folder}
            -DRUN=${CMAKE_CURRENT_BINARY_DIR}/run/${name} -P ${SUPPORT}/run-test.cmake)
  set_tests_properties(${group}.${name} PROPERTIES LABELS ${group} TIMEOUT 20)
endfunction()

# A program of test functions: the file that has them, then the program's other files.
function(klew_functions program)
  add_executable(${program} ${ARGN} ${SUPPORT}/klew-test.c)
  target_link_libraries(${program} PRIVATE m pthread)
  target_link_options(${program} PRIVATE -Wl,--wrap=free,--wrap=realloc)
  klew_compile(${program})
endfunction()

# One of its functions.
function(klew_function_test program group name)
  add_test(NAME ${program}.${name} COMMAND ${program} ${name})
  set_tests_properties(${program}.${name} PROPERTIES LABELS ${group} TIMEOUT 20)
endfunction()
"#;

/// Writes them.
///
/// # Errors
/// They cannot be written.
pub fn write(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    write_headers(folder)?;
    let runtime = format!("/* Written by klew: what tests are run with. */\n{RUNTIME}");
    fs::write(folder.join("klew-runtime.h"), runtime)?;
    fs::write(folder.join("klew-test.h"), SUPPORT)?;
    fs::write(folder.join("klew-test.c"), SUPPORT_CODE)?;
    fs::write(folder.join("error-calls.h"), ERROR_CALLS)?;
    fs::write(folder.join("run-test.cmake"), RUN_TEST)
}

/// Within quotation marks; where words are listed, a semicolon would end one.
fn escaped(word: &str) -> String {
    let mut text = String::new();
    for c in word.chars() {
        if "\\\"$;".contains(c) {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

/// A word of CMake.
pub fn cmake_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./+,:@%".contains(c);
    match word.chars().all(plain) && !word.is_empty() {
        true => word.to_owned(),
        false => {
            format!("\"{}\"", escaped(word))
        }
    }
}

/// Words of CMake.
pub fn cmake_words(words: &[String]) -> String {
    words.iter().map(|word| cmake_word(word)).collect::<Vec<_>>().join(" ")
}

/// What the program is compiled with, as words of CMake.
pub fn cmake_flags(sources: &Sources) -> String {
    let flags = cmake_words(&compiling::flags(sources));
    format!("{flags} -include \"${{SUPPORT}}/error-calls.h\"")
}

/// The path of a file, as CMake finds it from the suite's folder.
pub fn cmake_path(from: &Path, to: &Path) -> String {
    let way = crate::suite::way_to(from, to);
    match way.is_absolute() {
        true => cmake_word(&way.display().to_string()),
        false => {
            format!("\"${{CMAKE_CURRENT_SOURCE_DIR}}/{}\"", escaped(&way.display().to_string()))
        }
    }
}

/// Writes `CMakeLists.txt`, and gives the commands that build and run the suite.
///
/// # Errors
/// It cannot be written.
pub fn write_cmake(to: &Path, lines: &[String]) -> std::io::Result<Vec<String>> {
    let mut text = String::from(CMAKE);
    lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    fs::write(to.join("CMakeLists.txt"), text)?;
    let build = quoted(&to.join("build").display().to_string());
    let to = quoted(&to.display().to_string());
    Ok(vec![
        format!("cmake -S {to} -B {build} && cmake --build {build}"),
        format!("ctest --test-dir {build}"),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_what_they_are() {
        for (word, want) in [
            ("-O2", "-O2"),
            ("-DA=${HOME}", "\"-DA=\\${HOME}\""),
            ("-DA=\"a;b\"", "\"-DA=\\\"a\\;b\\\"\""),
            ("a\\b c", "\"a\\\\b c\""),
        ] {
            assert_eq!(cmake_word(word), want);
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a ${HOME}.c");
        fs::write(&file, "").unwrap();
        let suite = folder.path().join("b/c");
        fs::create_dir_all(&suite).unwrap();
        let path = cmake_path(&suite, &file);
        assert!(path.ends_with("/a \\${HOME}.c\""), "{path}");
    }
}
