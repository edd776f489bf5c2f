//! Whether an array may hold a value: one library function for all arrays.
//!
//! It is left out if no array of which there are objects has elements of a class below `Object`.

use klew_ir::{BlockCall, FunctionId, Operand, Terminator, Type};
use num_bigint::BigUint;

use super::builder::Builder;
use super::lowering::Lowering;
use crate::class_file::JavaType;

impl Lowering<'_, '_> {
    /// The function: array and value to a truth value. None if it would always be true.
    pub(super) fn store_check(&mut self) -> Result<Option<FunctionId>, String> {
        if let Some(known) = self.store_check {
            return Ok(Some(known));
        }
        let parameters = [Type::Pointer, Type::Pointer];
        let mut builder = Builder::new(&parameters);
        let (array, value) = (builder.parameter(0), builder.parameter(1));
        let yes = builder.block(&[]);
        let not_null = builder.block(&[]);
        let is_null = builder.is_null(value.clone());
        builder.branch(is_null, yes, not_null);
        let mut cases = Vec::new();
        for (tag, class) in (1_u32..).zip(self.tags.classes().to_vec()) {
            let element = match &self.world.class(class).element {
                Some(JavaType::Reference(name)) if &**name != "java/lang/Object" => name.clone(),
                _ => continue,
            };
            let element = self.class_named(&element)?;
            let ranges = self.tags.below(self.world, element);
            let test = builder.block(&[]);
            builder.switch_to(test);
            let value_tag = builder.tag(value.clone());
            let fits = builder.tag_in(&value_tag, &ranges);
            builder.terminate(Terminator::Return(vec![fits]));
            cases.push((BigUint::from(tag), BlockCall { block: test, arguments: Vec::new() }));
        }
        if cases.is_empty() {
            return Ok(None);
        }
        builder.switch_to(not_null);
        let tag = builder.tag(array);
        let default = BlockCall { block: yes, arguments: Vec::new() };
        builder.terminate(Terminator::Switch { value: tag, cases, default });
        builder.switch_to(yes);
        let truth = Operand::Constant(klew_ir::Constant::int(1, 1));
        builder.terminate(Terminator::Return(vec![truth]));
        let function = self.add_function("klew.fits".into(), &parameters, &[Type::BOOL]);
        self.store_check = Some(function);
        self.define(function, builder);
        Ok(Some(function))
    }
}
