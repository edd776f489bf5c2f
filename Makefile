# What a fresh clone needs: make setup, then make demo, make test.

PROFILE = release
# Cargo's folder of the profile `dev` is `debug`.
KLEW = target/$(PROFILE:dev=debug)/klew
XTASK = cargo run --quiet --package xtask --

.PHONY: all setup build demo test fresh deny test-long bench papers deb package-test fmt lint clean

all: build

## Installs the Debian packages that are missing.
setup:
	scripts/setup.sh

build: setup
	cargo build --profile $(PROFILE) --package klew

## Checks programs with a bug and without one, in C and in Java.
demo: build
	@echo
	@echo '== examples/demo/queue_bug.c: a bug that needs one input and one shape of the heap'
	$(KLEW) check examples/demo/queue_bug.c --time 60s --output target/demo/queue_bug; test $$? -eq 10
	@echo
	@echo '== examples/demo/sorted_list.c: no bug'
	$(KLEW) check examples/demo/sorted_list.c --time 60s --output target/demo/sorted_list
	@echo
	@echo '== examples/demo/Ring.java: a bug that needs one order of calls'
	$(KLEW) check examples/demo/Ring.java --time 60s --output target/demo/Ring; test $$? -eq 10
	@echo
	@echo '== examples/demo/Intervals.java: no bug'
	$(KLEW) check examples/demo/Intervals.java --time 60s --output target/demo/Intervals

## Everything that must hold of a change.
test: setup lint
	@if cargo nextest --version >/dev/null 2>&1; then \
		cargo nextest run --workspace --no-fail-fast; \
	else \
		cargo test --workspace --no-fail-fast; \
	fi
	# The tests above built this klew; built alone, its libraries would have other features, and be built again.
	$(XTASK) differential --count 40 --klew target/debug/klew
	$(XTASK) differential --fixed-inputs --count 16 --klew target/debug/klew
	$(XTASK) differential --language java --count 30 --klew target/debug/klew
	$(XTASK) differential --language java --methods Integer.to --calls 4 --klew target/debug/klew
	$(XTASK) differential --language java --methods Arrays.copyOf --calls 4 --klew target/debug/klew

## The demo and the installation from a new clone, with an empty cargo home.
fresh: setup
	scripts/fresh.sh

## What klew links: licences, and where crates come from.
deny:
	scripts/deny.sh

## Thousands of generated programs: both engines against exhaustive and native execution; takes hours.
test-long: build
	cargo test --release --package klew --test programs_backward --test whole_programs -- --ignored
	KLEW_HEAP_PROGRAMS=2000 cargo test --release --package klew-forward --test heap_programs -- --nocapture
	KLEW_LOOPS=2000 cargo test --release --package klew-forward --test covering -- --nocapture
	KLEW_LOOP_PROGRAMS=3000 cargo test --release --package klew-loops --test generated_loops --test narrow_counters -- --nocapture
	KLEW_LOOPS=3000 cargo test --release --package klew-horn --test loops -- --nocapture
	KLEW_ARRAYS=1000 cargo test --release --package klew-horn --test arrays -- --nocapture
	scripts/benchexec.sh
	scripts/accessibility.sh
	KLEW_HEAP_PROGRAMS=500 cargo test --release --package klew-horn --test heap_programs -- --nocapture
	KLEW_HEAP_PROGRAMS=2000 cargo test --release --package klew-multipass --test engines_agree -- --nocapture
	KLEW_HEAP_PROGRAMS=2000 KLEW_HEAP_VARIANTS=9 \
		cargo test --release --package klew-backward --test agreement -- --nocapture
	KLEW_TEXTS=300 cargo test --release --package klew --test generated_texts -- --nocapture
	KLEW_LISTS=300 cargo test --release --package klew --test generated_lists -- --nocapture
	KLEW_AGREEMENT=long cargo test --release --package klew --test agreement -- --nocapture
	KLEW_LONG_TESTS=1 cargo test --release --package klew --test programs_askthecode --test programs --test together
	KLEW_PIECES=500 cargo test --release --package klew-forward --test pieces -- --nocapture
	cargo test --release --package klew --test queue -- --ignored --nocapture
	KLEW_KILLS=30 cargo test --release --package klew --test resume -- --nocapture
	cargo xtask differential --count 5000 --klew $(KLEW)
	cargo xtask differential --fixed-inputs --count 1000 --klew $(KLEW)
	cargo xtask differential --language java --count 5000 --klew $(KLEW)
	cargo xtask differential --language java --methods --calls 20 --klew $(KLEW)
	cargo xtask suites --klew $(KLEW)

## Speed.
bench: build
	cargo xtask bench

## The programs of the papers' evaluations, beside the papers' numbers.
papers: build
	cargo xtask papers --klew $(KLEW)

## A Debian package, in target/debian.
deb: setup
	scripts/deb.sh

## Installs that package in a new, bare machine (a folder), runs it there, and removes it; as root.
package-test: setup
	scripts/package-test.sh

fmt:
	cargo fmt --all

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

clean:
	cargo clean
