//! A safe handle around Bitwuzla's C interface: one term manager and one solver over it.
//!
//! This is the only file of the project with `unsafe`. What makes it sound:
//! - [`Instance`] owns both C++ objects, is neither `Send` nor `Clone`, and deletes them in order.
//! - [`Term`] and [`Sort`] are plain references into a term manager that keeps every exported term
//!   until it is deleted. They carry the number of their instance, and each use compares it, so a
//!   term never reaches another (or a deleted) manager.
//! - The C side reports misuse (wrong sorts, wrong state) through a callback and then returns a null
//!   value; [`Instance::call`] turns that into an [`Error`].

#![allow(unsafe_code)] // The bindings are C; see the reasons at each block.

use std::{
    cell::{Cell, RefCell},
    ffi::{CStr, CString, c_char, c_void},
    ptr,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use bitwuzla_sys as sys;
use rustix::time::{ClockId, clock_gettime};

/// A kind of term; the constants are `bitwuzla_sys::BITWUZLA_KIND_*`.
pub type Kind = sys::BitwuzlaKind;
/// A rounding mode; the constants are `bitwuzla_sys::BITWUZLA_RM_*`.
pub type Rounding = sys::BitwuzlaRoundingMode;

/// What Bitwuzla said about a call that it refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Bitwuzla: {0}")]
pub struct Error(pub String);

/// How an instance is set up; fixed for its lifetime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Values can be read after a satisfiable check.
    pub models: bool,
    /// Failed assumptions can be read after an unsatisfiable check.
    pub cores: bool,
    /// The seed of the solver's pseudo-random choices.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { models: true, cores: true, seed: 42 }
    }
}

/// The answer of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The time limit or an interrupt ended the search.
    Unknown,
}

/// A term of one [`Instance`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    raw: sys::BitwuzlaTerm,
    owner: u64,
}

/// A sort of one [`Instance`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sort {
    raw: sys::BitwuzlaSort,
    owner: u64,
}

/// An array of a model: the value everywhere, and the indices that differ from it. Bits as `0`/`1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrayBits {
    /// The element at every index that `entries` does not name.
    pub default: String,
    /// Index and element, each index once.
    pub entries: Vec<(String, String)>,
}

/// What the C++ side asks, often, while it searches.
struct Stop {
    interrupt: Arc<AtomicBool>,
    limit: Cell<Option<SearchLimit>>,
    /// When the run ends, whatever the processor did.
    deadline: Cell<Option<Instant>>,
}

/// The limit of a search, in time of the processor: what a search can do does not depend on who else works on the machine, and nothing is
/// lost by a process that is stopped for a while.
#[derive(Clone, Copy)]
struct SearchLimit {
    /// When to look at the clock of the processor: not before, as that is a call of the system.
    look: Instant,
    /// What that clock says in the end.
    end: Duration,
}

/// Products, quotients and remainders of at least so many bits are first abstracted to what is known of them (A. Niemetz, M. Preiner,
/// Y. Zohar, *Scalable Bit-Blasting with Abstractions*, CAV 2024): that a remainder is below the divisor takes milliseconds then, and
/// more than 20 s as circuits. Bitwuzla's own width is 33, which numbers of 32 bits and less never have.
const ABSTRACTED: u64 = 16;

/// For how long this thread had the processor.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

impl SearchLimit {
    /// Begins now. A limit too far away to be a date is none.
    fn new(limit: Duration) -> Option<SearchLimit> {
        let (look, end) = (Instant::now().checked_add(limit)?, worked().checked_add(limit)?);
        Some(SearchLimit { look, end })
    }
}

impl Stop {
    fn requested(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
            || self.deadline.get().is_some_and(|deadline| Instant::now() >= deadline)
            || self.limit.get().is_some_and(|it| self.is_over(it))
    }

    fn is_over(&self, limit: SearchLimit) -> bool {
        let now = Instant::now();
        if now < limit.look {
            return false;
        }
        let left = limit.end.saturating_sub(worked());
        self.limit.set(Some(SearchLimit { look: now + left, ..limit }));
        left.is_zero()
    }
}

thread_local! {
    /// The last refusal on this thread: the C interface keeps its callback per thread, too.
    static REFUSED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Called by Bitwuzla instead of ending the process. Never unwinds: nothing here panics.
unsafe extern "C" fn refuse(message: *const c_char) {
    // SAFETY: the callback's contract is a NUL-terminated message that lives during the call.
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    let text = text.trim().trim_start_matches("bitwuzla: error:").trim().to_owned();
    REFUSED.with(|slot| {
        if let Ok(mut slot) = slot.try_borrow_mut() {
            slot.get_or_insert(text);
        }
    });
}

/// Called by Bitwuzla during a search; nonzero ends it.
unsafe extern "C" fn stop_requested(state: *mut c_void) -> i32 {
    // SAFETY: `state` is the `Stop` of the instance being solved, which keeps an `Rc` to it longer
    // than the C++ solver lives, and all of its fields are changed through cells or atomics.
    let stop = unsafe { &*state.cast::<Stop>() };
    i32::from(stop.requested())
}

static INSTANCES: AtomicU64 = AtomicU64::new(1);

/// A term manager and an incremental solver over it.
pub struct Instance {
    id: u64,
    manager: *mut sys::BitwuzlaTermManager,
    solver: *mut sys::Bitwuzla,
    stop: Rc<Stop>,
    /// Open scopes: Bitwuzla itself accepts one `pop` too many after a check under assumptions.
    depth: Cell<u32>,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Instance {
    /// A new instance. Setting `interrupt` (from any thread) ends a running check with `Unknown`.
    pub fn new(options: Options, interrupt: Arc<AtomicBool>) -> Result<Self, Error> {
        // SAFETY: the callback is a function that lives for the whole process and does not unwind.
        unsafe { sys::bitwuzla_set_abort_callback(Some(refuse)) };
        let stop = Rc::new(Stop { interrupt, limit: Cell::new(None), deadline: Cell::new(None) });
        // From here on `drop` cleans up, also on the error paths below.
        let mut instance = Self {
            id: INSTANCES.fetch_add(1, Ordering::Relaxed),
            manager: ptr::null_mut(),
            solver: ptr::null_mut(),
            stop,
            depth: Cell::new(0),
        };
        // SAFETY: no arguments.
        instance.manager = Self::call(|| unsafe { sys::bitwuzla_term_manager_new() })?;
        // SAFETY: no arguments.
        let settings = Self::call(|| unsafe { sys::bitwuzla_options_new() })?;
        let created = Self::call(|| {
            // SAFETY: `settings` and the manager were just created; the solver copies the settings.
            unsafe {
                let set = |option, value| sys::bitwuzla_set_option(settings, option, value);
                set(sys::BITWUZLA_OPT_PRODUCE_MODELS, options.models.into());
                set(sys::BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS, options.cores.into());
                set(sys::BITWUZLA_OPT_ABSTRACTION_BV_SIZE, ABSTRACTED);
                set(sys::BITWUZLA_OPT_SEED, options.seed & u64::from(u32::MAX));
                sys::bitwuzla_new(instance.manager, settings)
            }
        });
        // SAFETY: `settings` was created above and is deleted exactly once.
        unsafe { sys::bitwuzla_options_delete(settings) };
        instance.solver = created?;
        let state = Rc::as_ptr(&instance.stop).cast_mut().cast::<c_void>();
        // SAFETY: the solver is alive; the state lives in `instance.stop`, which is dropped after it.
        Self::call(|| unsafe {
            sys::bitwuzla_set_termination_callback(instance.solver, Some(stop_requested), state);
        })?;
        Ok(instance)
    }

    /// Runs one call of the C interface and reports what it refused.
    fn call<T>(call: impl FnOnce() -> T) -> Result<T, Error> {
        REFUSED.with(|slot| slot.take());
        let value = call();
        REFUSED.with(|slot| slot.take()).map_or(Ok(value), |message| Err(Error(message)))
    }

    fn new_term(&self, call: impl FnOnce() -> sys::BitwuzlaTerm) -> Result<Term, Error> {
        match Self::call(call)? {
            0 => Err(Error("no term was made".into())),
            raw => Ok(Term { raw, owner: self.id }),
        }
    }

    fn new_sort(&self, call: impl FnOnce() -> sys::BitwuzlaSort) -> Result<Sort, Error> {
        match Self::call(call)? {
            0 => Err(Error("no sort was made".into())),
            raw => Ok(Sort { raw, owner: self.id }),
        }
    }

    fn term(&self, term: Term) -> Result<sys::BitwuzlaTerm, Error> {
        let foreign = || Error("a term of another instance".into());
        (term.owner == self.id).then_some(term.raw).ok_or_else(foreign)
    }

    fn sort(&self, sort: Sort) -> Result<sys::BitwuzlaSort, Error> {
        let foreign = || Error("a sort of another instance".into());
        (sort.owner == self.id).then_some(sort.raw).ok_or_else(foreign)
    }

    fn terms(&self, terms: &[Term]) -> Result<Vec<sys::BitwuzlaTerm>, Error> {
        terms.iter().map(|&term| self.term(term)).collect()
    }
}

// In every block below: the manager and the solver live as long as `self`; terms and sorts were
// checked to be of this instance; array arguments come with their true lengths and outlive the call.

/// Sorts.
impl Instance {
    /// The sort of truth values.
    pub fn bool_sort(&self) -> Result<Sort, Error> {
        // SAFETY: see above.
        self.new_sort(|| unsafe { sys::bitwuzla_mk_bool_sort(self.manager) })
    }

    /// Bit-vectors of `width` bits.
    pub fn bv_sort(&self, width: u32) -> Result<Sort, Error> {
        // SAFETY: see above.
        self.new_sort(|| unsafe { sys::bitwuzla_mk_bv_sort(self.manager, width.into()) })
    }

    /// Floats; `significand` counts the hidden bit, as in SMT-LIB.
    pub fn fp_sort(&self, exponent: u32, significand: u32) -> Result<Sort, Error> {
        let (exponent, significand) = (exponent.into(), significand.into());
        // SAFETY: see above.
        self.new_sort(|| unsafe { sys::bitwuzla_mk_fp_sort(self.manager, exponent, significand) })
    }

    /// Rounding modes.
    pub fn rm_sort(&self) -> Result<Sort, Error> {
        // SAFETY: see above.
        self.new_sort(|| unsafe { sys::bitwuzla_mk_rm_sort(self.manager) })
    }

    /// Arrays from `index` to `element`.
    pub fn array_sort(&self, index: Sort, element: Sort) -> Result<Sort, Error> {
        let (index, element) = (self.sort(index)?, self.sort(element)?);
        // SAFETY: see above.
        self.new_sort(|| unsafe { sys::bitwuzla_mk_array_sort(self.manager, index, element) })
    }

    /// Functions.
    pub fn fun_sort(&self, domain: &[Sort], codomain: Sort) -> Result<Sort, Error> {
        let mut domain =
            domain.iter().map(|&sort| self.sort(sort)).collect::<Result<Vec<_>, _>>()?;
        let (arity, codomain) = (domain.len() as u64, self.sort(codomain)?);
        self.new_sort(|| {
            // SAFETY: see above.
            unsafe { sys::bitwuzla_mk_fun_sort(self.manager, arity, domain.as_mut_ptr(), codomain) }
        })
    }
}

/// Terms.
impl Instance {
    /// True or false.
    pub fn bool_value(&self, value: bool) -> Result<Term, Error> {
        // SAFETY: see above.
        self.new_term(|| unsafe {
            if value {
                sys::bitwuzla_mk_true(self.manager)
            } else {
                sys::bitwuzla_mk_false(self.manager)
            }
        })
    }

    /// A bit-vector value of at most 64 significant bits.
    pub fn bv_u64(&self, sort: Sort, value: u64) -> Result<Term, Error> {
        let sort = self.sort(sort)?;
        // SAFETY: see above.
        self.new_term(|| unsafe { sys::bitwuzla_mk_bv_value_uint64(self.manager, sort, value) })
    }

    /// A bit-vector value from digits of base 2, 10 or 16, without a prefix.
    pub fn bv_digits(&self, sort: Sort, digits: &str, base: u8) -> Result<Term, Error> {
        let (sort, digits) = (self.sort(sort)?, c_string(digits)?);
        // SAFETY: see above; the string is NUL-terminated and is copied by the callee.
        self.new_term(|| unsafe {
            sys::bitwuzla_mk_bv_value(self.manager, sort, digits.as_ptr(), base)
        })
    }

    /// A float from its IEEE 754 parts, given as bit-vector values.
    pub fn fp_value(&self, sign: Term, exponent: Term, significand: Term) -> Result<Term, Error> {
        let [sign, exponent, significand] =
            [self.term(sign)?, self.term(exponent)?, self.term(significand)?];
        // SAFETY: see above.
        self.new_term(|| unsafe {
            sys::bitwuzla_mk_fp_value(self.manager, sign, exponent, significand)
        })
    }

    /// The not-a-number of a float sort (SMT-LIB has one).
    pub fn fp_nan(&self, sort: Sort) -> Result<Term, Error> {
        let sort = self.sort(sort)?;
        // SAFETY: see above.
        self.new_term(|| unsafe { sys::bitwuzla_mk_fp_nan(self.manager, sort) })
    }

    /// A rounding mode.
    pub fn rm_value(&self, mode: Rounding) -> Result<Term, Error> {
        // SAFETY: see above; an unknown mode is refused.
        self.new_term(|| unsafe { sys::bitwuzla_mk_rm_value(self.manager, mode) })
    }

    /// A new symbol: two calls with one name give two symbols.
    pub fn symbol(&self, sort: Sort, name: &str) -> Result<Term, Error> {
        let (sort, name) = (self.sort(sort)?, c_string(name)?);
        // SAFETY: see above; the name is copied by the callee.
        self.new_term(|| unsafe { sys::bitwuzla_mk_const(self.manager, sort, name.as_ptr()) })
    }

    /// A new variable for a quantifier to bind.
    pub fn variable(&self, sort: Sort, name: &str) -> Result<Term, Error> {
        let (sort, name) = (self.sort(sort)?, c_string(name)?);
        // SAFETY: see above; the name is copied by the callee.
        self.new_term(|| unsafe { sys::bitwuzla_mk_var(self.manager, sort, name.as_ptr()) })
    }

    /// The array that holds `value` everywhere.
    pub fn const_array(&self, sort: Sort, value: Term) -> Result<Term, Error> {
        let (sort, value) = (self.sort(sort)?, self.term(value)?);
        // SAFETY: see above.
        self.new_term(|| unsafe { sys::bitwuzla_mk_const_array(self.manager, sort, value) })
    }

    /// An application of `kind`; wrong numbers or sorts of arguments are refused.
    pub fn apply(&self, kind: Kind, arguments: &[Term]) -> Result<Term, Error> {
        self.apply_indexed(kind, arguments, &[])
    }

    /// An application of an indexed `kind`, such as extract (upper and lower bit).
    pub fn apply_indexed(
        &self,
        kind: Kind,
        arguments: &[Term],
        indices: &[u64],
    ) -> Result<Term, Error> {
        let mut arguments = self.terms(arguments)?;
        let too_many = |_| Error("too many arguments".into());
        let count = u32::try_from(arguments.len()).map_err(too_many)?;
        let index_count = u32::try_from(indices.len()).map_err(too_many)?;
        let arguments = arguments.as_mut_ptr();
        // SAFETY: see above; an unknown kind is refused.
        self.new_term(|| unsafe {
            if indices.is_empty() {
                sys::bitwuzla_mk_term(self.manager, kind, count, arguments)
            } else {
                let indices = indices.as_ptr();
                sys::bitwuzla_mk_term_indexed(
                    self.manager,
                    kind,
                    count,
                    arguments,
                    index_count,
                    indices,
                )
            }
        })
    }
}

/// Solving.
impl Instance {
    /// Opens a scope.
    pub fn push(&self) -> Result<(), Error> {
        // SAFETY: see above.
        Self::call(|| unsafe { sys::bitwuzla_push(self.solver, 1) })?;
        self.depth.set(self.depth.get() + 1);
        Ok(())
    }

    /// Closes the last `levels` scopes.
    pub fn pop(&self, levels: u32) -> Result<(), Error> {
        let left = self.depth.get().checked_sub(levels);
        let left = left.ok_or_else(|| Error("more scopes closed than are open".into()))?;
        // SAFETY: see above.
        Self::call(|| unsafe { sys::bitwuzla_pop(self.solver, levels.into()) })?;
        self.depth.set(left);
        Ok(())
    }

    /// Asserts a truth value in the current scope.
    pub fn assert(&self, fact: Term) -> Result<(), Error> {
        let fact = self.term(fact)?;
        // SAFETY: see above.
        Self::call(|| unsafe { sys::bitwuzla_assert(self.solver, fact) })
    }

    /// From here on no check goes on behind that moment, however much of its limit is left.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.stop.deadline.set(deadline);
    }

    /// Checks the assertions together with the assumptions, for at most `limit` of the processor's time.
    pub fn check(&self, assumptions: &[Term], limit: Option<Duration>) -> Result<Answer, Error> {
        let mut arguments = self.terms(assumptions)?;
        let count =
            u32::try_from(arguments.len()).map_err(|_| Error("too many assumptions".into()))?;
        self.stop.limit.set(limit.and_then(SearchLimit::new));
        if self.stop.requested() {
            return Ok(Answer::Unknown);
        }
        // SAFETY: see above; with a count of 0 the pointer is dangling but not null, as required.
        let result = Self::call(|| unsafe {
            sys::bitwuzla_check_sat_assuming(self.solver, count, arguments.as_mut_ptr())
        });
        self.stop.limit.set(None);
        Ok(match result? {
            sys::BITWUZLA_SAT => Answer::Sat,
            sys::BITWUZLA_UNSAT => Answer::Unsat,
            _ => Answer::Unknown,
        })
    }

    /// After `Unsat`: those of `assumptions` that are among the failed ones, in their order.
    pub fn failed_assumptions(&self, assumptions: &[Term]) -> Result<Vec<Term>, Error> {
        let mut size = 0usize;
        // SAFETY: see above; `size` is a valid place to write to.
        let first = Self::call(|| unsafe {
            sys::bitwuzla_get_unsat_assumptions(self.solver, &raw mut size)
        })?;
        let failed: Vec<sys::BitwuzlaTerm> = if first.is_null() {
            Vec::new()
        } else {
            // SAFETY: the callee returned `size` terms, valid until its next call on this thread.
            unsafe { std::slice::from_raw_parts(first, size) }.to_vec()
        };
        for &term in &failed {
            // SAFETY: exporting the term added one reference; this returns it. The assumption
            // itself keeps at least one more.
            unsafe { sys::bitwuzla_term_release(term) };
        }
        Ok(assumptions.iter().copied().filter(|term| failed.contains(&term.raw)).collect())
    }

    /// After `Sat`: the bits of a truth value, bit-vector or float, most significant first.
    pub fn value_bits(&self, term: Term) -> Result<String, Error> {
        let value = self.value(term)?;
        let bits = value_text(value);
        // SAFETY: `value` added one reference; this returns it.
        unsafe { sys::bitwuzla_term_release(value) };
        bits
    }

    /// After `Sat`: the contents of an array whose indices and elements have bits.
    pub fn array_bits(&self, array: Term) -> Result<ArrayBits, Error> {
        let mut current = self.value(array)?;
        let mut entries: Vec<(String, String)> = Vec::new();
        loop {
            // SAFETY: `current` holds a reference of ours.
            let kind = Self::call(|| unsafe { sys::bitwuzla_term_get_kind(current) })?;
            let mut size = 0usize;
            // SAFETY: as above; `size` is a valid place to write to.
            let first =
                Self::call(|| unsafe { sys::bitwuzla_term_get_children(current, &raw mut size) })?;
            let children: Vec<sys::BitwuzlaTerm> = if first.is_null() {
                Vec::new()
            } else {
                // SAFETY: `size` terms, valid until the callee's next call on this thread.
                unsafe { std::slice::from_raw_parts(first, size) }.to_vec()
            };
            let release = |term| {
                // SAFETY: each child and `current` carries one reference of ours, returned once.
                unsafe { sys::bitwuzla_term_release(term) }
            };
            release(current);
            match (kind, children.as_slice()) {
                (sys::BITWUZLA_KIND_ARRAY_STORE, &[inner, index, element]) => {
                    let entry = (value_text(index), value_text(element));
                    release(index);
                    release(element);
                    current = inner;
                    let entry = (entry.0?, entry.1?);
                    // The outermost store to an index wins.
                    if !entries.iter().any(|(known, _)| *known == entry.0) {
                        entries.push(entry);
                    }
                }
                (sys::BITWUZLA_KIND_CONST_ARRAY, &[element]) => {
                    let default = value_text(element);
                    release(element);
                    return Ok(ArrayBits { default: default?, entries });
                }
                _ => {
                    children.into_iter().for_each(release);
                    return Err(Error("an array value of an unknown form".into()));
                }
            }
        }
    }

    fn value(&self, term: Term) -> Result<sys::BitwuzlaTerm, Error> {
        let term = self.term(term)?;
        // SAFETY: see above; without a model the call is refused.
        let value = Self::call(|| unsafe { sys::bitwuzla_get_value(self.solver, term) })?;
        if value == 0 { Err(Error("no value".into())) } else { Ok(value) }
    }

    /// The solver's own counters, by name.
    pub fn statistics(&self) -> Result<Vec<(String, String)>, Error> {
        let mut keys = ptr::null_mut();
        let mut values = ptr::null_mut();
        let mut size = 0usize;
        Self::call(|| {
            // SAFETY: see above; the three places are valid to write to.
            unsafe {
                sys::bitwuzla_get_statistics(
                    self.solver,
                    &raw mut keys,
                    &raw mut values,
                    &raw mut size,
                );
            }
        })?;
        if keys.is_null() || values.is_null() {
            return Ok(Vec::new());
        }
        // SAFETY: `size` NUL-terminated strings each, valid until the callee's next call.
        let entries = (0..size).map(|i| unsafe { (text(*keys.add(i)), text(*values.add(i))) });
        Ok(entries.collect())
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: each was created by this instance (or is null) and is deleted exactly once, the
        // solver before the manager it refers to.
        unsafe {
            if !self.solver.is_null() {
                sys::bitwuzla_delete(self.solver);
            }
            if !self.manager.is_null() {
                sys::bitwuzla_term_manager_delete(self.manager);
            }
        }
    }
}

/// The bits of a value term that we hold a reference to.
fn value_text(value: sys::BitwuzlaTerm) -> Result<String, Error> {
    // SAFETY: the caller holds a reference; the returned string is copied before the next call.
    let found = Instance::call(|| unsafe { text(sys::bitwuzla_term_value_get_str_fmt(value, 2)) })?;
    Ok(match found.as_str() {
        "true" => "1".to_owned(),
        "false" => "0".to_owned(),
        _ => found,
    })
}

/// Copies a C string.
///
/// # Safety
/// `string` is null or a NUL-terminated string that is alive.
unsafe fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: the function's own contract.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error("a NUL character in a name or number".into()))
}
