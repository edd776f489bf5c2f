//! Which values variables of the source have, for traces.

use klew_ir::Operation;

use super::debug::{Nodes, call_metadata, is_plain};
use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax::{self, MetadataValue, Value, Word};

impl FunctionLowering<'_, '_, '_> {
    /// `llvm.dbg.…`
    pub fn debug_call(&mut self, kind: &str, call: &syntax::Call) -> Result<(), Unsupported> {
        if kind == "value" {
            let arguments: Vec<MetadataValue> = call_metadata(call).into_iter().cloned().collect();
            self.bind(&arguments);
        }
        Ok(())
    }

    /// `#dbg_…`
    pub fn debug_record(
        &mut self,
        kind: Word,
        arguments: &[MetadataValue],
    ) -> Result<(), Unsupported> {
        if self.context.module.metadata.word(kind) == "value" {
            self.bind(arguments);
        }
        Ok(())
    }

    /// A variable has a value from here on. What cannot be said simply is not said.
    fn bind(&mut self, arguments: &[MetadataValue]) {
        let [MetadataValue::Value(value), MetadataValue::Node(variable), expression, ..] =
            arguments
        else {
            return;
        };
        let nodes = Nodes::new(self.context);
        if !is_plain(nodes.table, expression) {
            return;
        }
        let Some(variable) = self.debug.variable(&nodes, *variable, &mut self.shared.sources)
        else {
            return;
        };
        let simple = matches!(value.value, Value::Local(_))
            || matches!(&value.value, Value::Constant(constant)
                if !matches!(constant, syntax::Constant::Expression(_)));
        if !simple {
            return;
        }
        if let Ok(scalars) = self.value(value.ty, &value.value)
            && let [operand] = &scalars[..]
        {
            self.builder.effect(Operation::Bind(variable, operand.clone()));
        }
    }
}
