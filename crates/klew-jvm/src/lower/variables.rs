//! Local variables of the source, for traces.

use klew_ir::{Operand, Operation, Position, Variable, VariableId};

use super::body::Body;

impl Body<'_, '_, '_> {
    /// One variable of KIR for each of the source.
    pub(super) fn declare_variables(&mut self) {
        let code = self.code.clone();
        for (index, variable) in code.variables.iter().enumerate() {
            if &*variable.name == "this" {
                continue;
            }
            let number = code.lines.partition_point(|(start, _)| *start <= variable.start);
            let line = number.checked_sub(1).map_or(0, |number| u32::from(code.lines[number].1));
            let file = self.low.file(self.class.id);
            let source_type = self.low.local_type(&variable.variable_type);
            let id = VariableId(self.builder.definition.variables.len() as u32);
            self.builder.definition.variables.push(Variable {
                name: variable.name.to_string(),
                source_type: Some(source_type),
                position: Position { file, line, column: 0 },
            });
            self.variables.insert(index, id);
        }
    }

    /// Says that the variable which lives in a local variable at a place of the code has a value now.
    pub(super) fn bind(&mut self, local: u16, at: u32, value: &Operand) {
        let found = self.code.variables.iter().position(|variable| {
            let start = u32::from(variable.start);
            variable.index == local && (start..start + u32::from(variable.length)).contains(&at)
        });
        let Some(id) = found.and_then(|index| self.variables.get(&index)) else { return };
        let declared = &self.code.variables[found.unwrap_or(0)].variable_type;
        if super::builder::value_type(declared) == self.builder.type_of(value) {
            let bind = Operation::Bind(*id, value.clone());
            self.builder.effect(bind);
        }
    }
}
