//! Allocation on the heap (and `alloca`), as glibc does it.

use klew_ir::inputs::ALLOCATION_FAILS;
use klew_ir::{
    Access, BinaryOperation, Check, Comparison, Constant, InputOrigin, ObjectKind, Operand,
    Operation, Property, Type,
};

use super::request::Request;
use crate::lower::builder::{Builder, as_u64, int};
use crate::lower::shared::{Shared, Unsupported};

/// The functions of this family.
pub(super) const NAMES: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "free",
    "cfree",
    "alloca",
    "__builtin_alloca",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "__libc_malloc",
    "__libc_free",
];

const PAGE: u64 = 4096;

/// Translates a call.
pub(super) fn lower(
    builder: &mut Builder,
    shared: &Shared,
    request: &Request,
) -> Result<Option<Operand>, Unsupported> {
    let may_fail = shared.options.malloc_may_fail;
    let align = builder.data_model.heap_align;
    Ok(Some(match request.name {
        "malloc" | "__libc_malloc" => {
            let size = request.size(builder, 0);
            attempt(builder, may_fail, |builder| new_object(builder, size, align, false))
        }
        "valloc" => {
            let size = request.size(builder, 0);
            attempt(builder, may_fail, |builder| new_object(builder, size, PAGE, false))
        }
        "aligned_alloc" | "memalign" => {
            let align = constant_align(request, 0)?;
            let size = request.size(builder, 1);
            attempt(builder, may_fail, |builder| new_object(builder, size, align, false))
        }
        "posix_memalign" => return posix_memalign(builder, may_fail, request).map(Some),
        "calloc" => {
            let (count, unit) = (request.size(builder, 0), request.size(builder, 1));
            product(builder, count, unit, |builder, size| {
                attempt(builder, may_fail, |builder| new_object(builder, size, align, true))
            })
        }
        "realloc" => {
            let pointer = request.pointer(builder, 0);
            let size = request.size(builder, 1);
            resize(builder, may_fail, pointer, size)
        }
        "reallocarray" => {
            let pointer = request.pointer(builder, 0);
            let (count, unit) = (request.size(builder, 1), request.size(builder, 2));
            product(builder, count, unit, |builder, size| resize(builder, may_fail, pointer, size))
        }
        "alloca" | "__builtin_alloca" => {
            let size = request.size(builder, 0);
            allocate(builder, ObjectKind::Stack, size, 16, false)
        }
        _ => {
            let pointer = request.pointer(builder, 0);
            builder.assert(Property::Free, Check::Freeable(pointer.clone()));
            builder.effect(Operation::Free(pointer));
            return Ok(None);
        }
    }))
}

fn constant_align(request: &Request, index: usize) -> Result<u64, Unsupported> {
    as_u64(&request.argument(index))
        .filter(|align| align.is_power_of_two())
        .ok_or_else(|| "an allocation with an alignment that is not constant".into())
}

fn null() -> Operand {
    Operand::Constant(Constant::Null)
}

fn allocate(
    builder: &mut Builder,
    kind: ObjectKind,
    size: Operand,
    align: u64,
    zeroed: bool,
) -> Operand {
    let operation =
        Operation::Allocate { kind, size, align, zeroed, variable: None, source_type: None };
    builder.emit(operation, Type::Pointer)
}

fn new_object(builder: &mut Builder, size: Operand, align: u64, zeroed: bool) -> Operand {
    allocate(builder, ObjectKind::Heap, size, align, zeroed)
}

/// A pointer from one of two ways to get it.
fn either(
    builder: &mut Builder,
    condition: Operand,
    then: impl FnOnce(&mut Builder) -> Operand,
    otherwise: impl FnOnce(&mut Builder) -> Operand,
) -> Operand {
    match as_u64(&condition) {
        Some(0) => return otherwise(builder),
        Some(_) => return then(builder),
        None => {}
    }
    let (then_block, else_block) = (builder.block(&[]), builder.block(&[]));
    let join = builder.block(&[Type::Pointer]);
    builder.branch(condition, then_block, else_block);
    builder.switch_to(then_block);
    let value = then(builder);
    builder.jump(join, vec![value]);
    builder.switch_to(else_block);
    let value = otherwise(builder);
    builder.jump(join, vec![value]);
    builder.switch_to(join);
    builder.block_parameter(join, 0)
}

/// An allocation that fails in some runs, if so chosen.
pub(super) fn attempt(
    builder: &mut Builder,
    may_fail: bool,
    allocate: impl FnOnce(&mut Builder) -> Operand,
) -> Operand {
    if !may_fail {
        return allocate(builder);
    }
    let (name, origin) = (ALLOCATION_FAILS.to_owned(), InputOrigin::AllocationFailure);
    let fails = builder.emit(Operation::Input { name, origin, source_type: None }, Type::BOOL);
    either(builder, fails, |_| null(), allocate)
}

/// What is done with a product of sizes; null if it overflows.
fn product(
    builder: &mut Builder,
    count: Operand,
    unit: Operand,
    with: impl FnOnce(&mut Builder, Operand) -> Operand,
) -> Operand {
    let overflow = match (as_u64(&count), as_u64(&unit)) {
        (Some(count), Some(unit)) => {
            let bits = builder.data_model.pointer_bits;
            let fits = u128::from(count) * u128::from(unit) < 1u128 << bits;
            int(1, u64::from(!fits))
        }
        _ => {
            let operation = klew_ir::OverflowOperation::UnsignedMul;
            builder.overflows(operation, count.clone(), unit.clone())
        }
    };
    either(
        builder,
        overflow,
        |_| null(),
        |builder| {
            let size = builder.binary(BinaryOperation::Mul, count, unit);
            with(builder, size)
        },
    )
}

/// `realloc`: of null it allocates, to size 0 it frees.
fn resize(builder: &mut Builder, may_fail: bool, pointer: Operand, size: Operand) -> Operand {
    let align = builder.data_model.heap_align;
    if pointer == null() {
        return attempt(builder, may_fail, |builder| new_object(builder, size, align, false));
    }
    builder.assert(Property::Free, Check::Freeable(pointer.clone()));
    let is_null = builder.compare(Comparison::Equal, pointer.clone(), null());
    let new_size = size.clone();
    either(
        builder,
        is_null,
        |builder| attempt(builder, may_fail, |b| new_object(b, new_size, align, false)),
        |builder| {
            let zero = builder.word_constant(0);
            let to_nothing = match as_u64(&size) {
                Some(size) => int(1, u64::from(size == 0)),
                None => builder.compare(Comparison::Equal, size.clone(), zero),
            };
            let old = pointer.clone();
            let free = |builder: &mut Builder| {
                builder.effect(Operation::Free(old));
                null()
            };
            either(builder, to_nothing, free, |builder| {
                attempt(builder, may_fail, |builder| moved(builder, pointer, size, align))
            })
        },
    )
}

fn moved(builder: &mut Builder, source: Operand, size: Operand, align: u64) -> Operand {
    let word = builder.word();
    let old_size = builder.emit(Operation::ObjectSize(source.clone()), word);
    let destination = new_object(builder, size.clone(), align, false);
    let smaller = builder.compare(Comparison::UnsignedLess, old_size.clone(), size.clone());
    let kept = builder.select(smaller, old_size, size);
    builder.effect(Operation::Copy {
        destination: destination.clone(),
        source: source.clone(),
        size: kept,
    });
    builder.effect(Operation::Free(source));
    destination
}

/// Gives 0, or `ENOMEM`.
fn posix_memalign(
    builder: &mut Builder,
    may_fail: bool,
    request: &Request,
) -> Result<Operand, Unsupported> {
    const ENOMEM: u64 = 12;
    let place = request.pointer(builder, 0);
    let align = constant_align(request, 1)?;
    let size = request.size(builder, 2);
    let bytes = builder.word_constant(builder.data_model.pointer_size());
    builder.assert_accessible(&place, bytes, Access::Write);
    let store = |builder: &mut Builder| {
        let object = new_object(builder, size, align, false);
        builder.store_unchecked(place, object.clone());
        object
    };
    let object = attempt(builder, may_fail, store);
    if !may_fail {
        return Ok(int(32, 0));
    }
    let failed = builder.compare(Comparison::Equal, object, null());
    Ok(builder.select(failed, int(32, ENOMEM), int(32, 0)))
}
