//! Debug information: positions, variables and source types.

use klew_ir::{
    InputObjects, Position, SourceField, SourceType, SourceTypeId, Variable, VariableId,
};
use rustc_hash::FxHashMap;

use super::shared::ModuleContext;
use super::sources::Sources;
use crate::syntax::{self, LocalId, MetadataId, MetadataNode, MetadataTable, MetadataValue, Value};

/// What debug information says of a global variable.
#[derive(Default)]
pub(crate) struct GlobalDebug {
    pub position: Option<Position>,
    pub source_type: Option<SourceTypeId>,
}

/// What debug information says of a function, and the variables found so far.
pub(crate) struct FunctionDebug<'m> {
    pub position: Position,
    pub parameter_types: Vec<Option<SourceTypeId>>,
    pub variables: Vec<Variable>,
    /// Where the instruction that is being translated stands.
    pub instruction_position: Position,
    slots: FxHashMap<LocalId, MetadataId>,
    variable_ids: FxHashMap<MetadataId, VariableId>,
    slot_variables: FxHashMap<LocalId, VariableId>,
    positions: FxHashMap<MetadataId, Position>,
    marker: std::marker::PhantomData<&'m ()>,
}

/// Reads nodes of one module.
pub(super) struct Nodes<'c, 'm> {
    context: &'c ModuleContext<'m>,
    pub(super) table: &'m MetadataTable,
}

impl<'c, 'm> Nodes<'c, 'm> {
    pub(super) fn new(context: &'c ModuleContext<'m>) -> Nodes<'c, 'm> {
        Nodes { context, table: &context.module.metadata }
    }

    pub(super) fn integer(&self, node: &MetadataNode, key: &str) -> u64 {
        match self.table.field(node, key) {
            Some(MetadataValue::Integer(value)) => *value as u64,
            _ => 0,
        }
    }

    pub(super) fn text(&self, node: &'m MetadataNode, key: &str) -> Option<&'m str> {
        match self.table.field(node, key) {
            Some(MetadataValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn node(&self, node: &'m MetadataNode, key: &str) -> Option<&'m MetadataNode> {
        self.table.resolve(self.table.field(node, key)?)
    }

    fn words(&self, node: &'m MetadataNode, key: &str) -> Vec<&'m str> {
        match self.table.field(node, key) {
            Some(MetadataValue::Words(words)) => {
                words.iter().map(|word| self.table.word(*word)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn word(&self, node: &'m MetadataNode, key: &str) -> &'m str {
        self.words(node, key).first().copied().unwrap_or("")
    }

    pub(super) fn elements(&self, node: &'m MetadataNode, key: &str) -> &'m [MetadataValue] {
        match self.node(node, key) {
            Some(MetadataNode::Tuple { elements, .. }) => elements,
            _ => &[],
        }
    }

    /// The position of a node with `line:`, in the file of its scope.
    fn position(&self, node: &'m MetadataNode, sources: &mut Sources) -> Position {
        let line = self.integer(node, "line") as u32;
        let column = self.integer(node, "column") as u32;
        let Some(name) = self.file_name(node) else {
            return Position::UNKNOWN;
        };
        Position { file: sources.file(name), line, column }
    }

    fn file_name(&self, node: &'m MetadataNode) -> Option<String> {
        let mut node = node;
        // Scopes nest, but not endlessly.
        for _ in 0..1000 {
            if let Some(file) = self.node(node, "file") {
                return Some(self.shown_path(file));
            }
            node = self.node(node, "scope")?;
        }
        None
    }

    /// The path as the user gave it to the compiler: relative to the directory it ran in.
    fn shown_path(&self, file: &'m MetadataNode) -> String {
        let name = self.text(file, "filename").unwrap_or("");
        let directory = self.text(file, "directory").unwrap_or("");
        let relative = !name.starts_with('/');
        let elsewhere = !directory.is_empty() && Some(directory) != self.unit_directory();
        if relative && elsewhere && !name.is_empty() {
            return format!("{}/{name}", directory.trim_end_matches('/'));
        }
        name.to_owned()
    }

    /// The directory in which the compiler ran.
    fn unit_directory(&self) -> Option<&'m str> {
        let units = self.table.named.iter().find(|named| &*named.name == "llvm.dbg.cu")?;
        let unit = self.table.resolve(units.elements.first()?)?;
        self.text(self.node(unit, "file")?, "directory")
    }

    /// The type that the value of a key stands for.
    fn type_of(&self, node: &'m MetadataNode, key: &str, sources: &mut Sources) -> SourceTypeId {
        match self.table.field(node, key) {
            Some(MetadataValue::Node(id)) => self.source_type(*id, sources),
            _ => sources.void(),
        }
    }

    pub(super) fn source_type(&self, id: MetadataId, sources: &mut Sources) -> SourceTypeId {
        let module = self.context.index;
        if let Some(known) = sources.known_type(module, id) {
            return known;
        }
        let place = sources.reserve_type(module, id);
        let Some(node) = self.table.node(id) else { return place };
        let ty = match self.table.name(node) {
            Some("DIBasicType") => self.basic_type(node),
            Some("DIDerivedType") => match self.word(node, "tag") {
                "DW_TAG_pointer_type" | "DW_TAG_reference_type" => {
                    SourceType::Pointer(self.type_of(node, "baseType", sources))
                }
                "DW_TAG_typedef" => {
                    let name = self.text(node, "name").unwrap_or("").to_owned();
                    SourceType::Alias(name, self.type_of(node, "baseType", sources))
                }
                // Qualifiers do not matter for values; an alias without a name is the type itself.
                _ => {
                    let base = self.type_of(node, "baseType", sources);
                    sources.same_type(module, id, base);
                    SourceType::Alias(String::new(), base)
                }
            },
            Some("DICompositeType") => self.composite_type(node, sources),
            Some("DISubroutineType") => SourceType::Function,
            _ => SourceType::Unknown,
        };
        sources.fill_type(place, ty);
        sources.known_type(module, id).unwrap_or(place)
    }

    fn basic_type(&self, node: &'m MetadataNode) -> SourceType {
        let name = self.text(node, "name").unwrap_or("").to_owned();
        let bits = self.integer(node, "size") as u32;
        let encoding = self.word(node, "encoding");
        match encoding {
            "DW_ATE_float" => SourceType::Float { name, bits },
            "DW_ATE_complex_float" | "" => SourceType::Unknown,
            _ => SourceType::Int {
                name,
                bits,
                signed: matches!(encoding, "DW_ATE_signed" | "DW_ATE_signed_char"),
                character: encoding.ends_with("_char") || encoding == "DW_ATE_UTF",
            },
        }
    }

    fn composite_type(&self, node: &'m MetadataNode, sources: &mut Sources) -> SourceType {
        let name = self.text(node, "name").unwrap_or("").to_owned();
        let bits = self.integer(node, "size");
        match self.word(node, "tag") {
            "DW_TAG_array_type" => self.array_type(node, sources),
            "DW_TAG_enumeration_type" => {
                let base = self.node(node, "baseType");
                let encoding = base.map_or("", |base| self.word(base, "encoding"));
                let signed = matches!(encoding, "DW_ATE_signed" | "DW_ATE_signed_char");
                let name = if name.is_empty() { name } else { format!("enum {name}") };
                SourceType::Int { name, bits: bits as u32, signed, character: false }
            }
            tag => {
                let mut fields = Vec::new();
                for element in self.elements(node, "elements") {
                    let Some(member) = self.table.resolve(element) else { continue };
                    if self.word(member, "tag") == "DW_TAG_member" {
                        fields.push(self.field(member, sources));
                    }
                }
                let union = tag == "DW_TAG_union_type";
                SourceType::Record {
                    name,
                    size: bits / 8,
                    union,
                    fields,
                    bases: Vec::new(),
                    tag: None,
                    inputs: InputObjects::Shared,
                    elements: None,
                }
            }
        }
    }

    fn field(&self, member: &'m MetadataNode, sources: &mut Sources) -> SourceField {
        let bit_field = self.words(member, "flags").contains(&"DIFlagBitField");
        SourceField {
            name: self.text(member, "name").unwrap_or("").to_owned(),
            bit_offset: self.integer(member, "offset"),
            bit_width: bit_field.then(|| self.integer(member, "size") as u32),
            source_type: self.type_of(member, "baseType", sources),
            never_null: false,
        }
    }

    fn array_type(&self, node: &'m MetadataNode, sources: &mut Sources) -> SourceType {
        let mut element = self.type_of(node, "baseType", sources);
        let ranges = self.elements(node, "elements");
        let counts: Vec<Option<u64>> = ranges
            .iter()
            .map(|range| {
                let range = self.table.resolve(range)?;
                match self.table.field(range, "count") {
                    Some(MetadataValue::Integer(count)) => u64::try_from(*count).ok(),
                    _ => None,
                }
            })
            .collect();
        let Some((first, inner)) = counts.split_first() else { return SourceType::Unknown };
        for count in inner.iter().rev() {
            element = sources.add_type(SourceType::Array(element, *count));
        }
        SourceType::Array(element, *first)
    }
}

/// What debug information says of a global variable.
pub(crate) fn global(
    context: &ModuleContext,
    variable: &syntax::GlobalVariable,
    sources: &mut Sources,
) -> GlobalDebug {
    let nodes = Nodes::new(context);
    let attachment = nodes.table.attachment(&variable.attachments, "dbg");
    let Some(expression) = attachment.and_then(|value| nodes.table.resolve(value)) else {
        return GlobalDebug::default();
    };
    let node = nodes.node(expression, "var").unwrap_or(expression);
    GlobalDebug {
        position: Some(nodes.position(node, sources)),
        source_type: Some(nodes.type_of(node, "type", sources)),
    }
}

/// What debug information says of a function.
pub(crate) fn function<'m>(
    context: &ModuleContext<'m>,
    function: &'m syntax::Function,
    sources: &mut Sources,
) -> FunctionDebug<'m> {
    let nodes = Nodes::new(context);
    let mut debug = FunctionDebug {
        position: Position::UNKNOWN,
        parameter_types: Vec::new(),
        variables: Vec::new(),
        instruction_position: Position::UNKNOWN,
        slots: FxHashMap::default(),
        variable_ids: FxHashMap::default(),
        slot_variables: FxHashMap::default(),
        positions: FxHashMap::default(),
        marker: std::marker::PhantomData,
    };
    let attachment = nodes.table.attachment(&function.attachments, "dbg");
    if let Some(subprogram) = attachment.and_then(|value| nodes.table.resolve(value)) {
        debug.position = nodes.position(subprogram, sources);
        debug.parameter_types = parameter_types(&nodes, function, subprogram, sources);
    }
    if let syntax::Body::Defined(definition) = &function.body {
        debug.find_slots(&nodes, definition, sources);
    }
    debug
}

/// The source types of the parameters, if they correspond one to one to LLVM's.
fn parameter_types<'m>(
    nodes: &Nodes<'_, 'm>,
    function: &syntax::Function,
    subprogram: &'m MetadataNode,
    sources: &mut Sources,
) -> Vec<Option<SourceTypeId>> {
    let types = match nodes.node(subprogram, "type") {
        Some(signature) => nodes.elements(signature, "types"),
        None => &[],
    };
    let declared: Vec<&MetadataValue> =
        types.iter().skip(1).filter(|value| !matches!(value, MetadataValue::Null)).collect();
    let scalar = |parameter: &syntax::Parameter| nodes.context.types.scalar(parameter.ty).is_some();
    if declared.len() != function.parameters.len() || !function.parameters.iter().all(scalar) {
        return Vec::new();
    }
    let mut result: Vec<Option<SourceTypeId>> = declared
        .into_iter()
        .map(|value| match value {
            MetadataValue::Node(id) => Some(nodes.source_type(*id, sources)),
            _ => None,
        })
        .collect();
    if result.is_empty() {
        return result;
    }
    if function.varargs {
        result.push(None);
    }
    result
}

impl<'m> FunctionDebug<'m> {
    /// Finds which stack slots hold which variables.
    fn find_slots(
        &mut self,
        nodes: &Nodes<'_, 'm>,
        definition: &'m syntax::Definition,
        sources: &mut Sources,
    ) {
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            let arguments: Vec<&MetadataValue> = match &instruction.operation {
                syntax::Operation::DebugRecord { kind, arguments }
                    if nodes.table.word(*kind) == "declare" =>
                {
                    arguments.iter().collect()
                }
                syntax::Operation::Call(call) if is_declare(nodes.context, call) => {
                    call_metadata(call)
                }
                _ => continue,
            };
            let [MetadataValue::Value(value), MetadataValue::Node(variable), expression, ..] =
                arguments[..]
            else {
                continue;
            };
            let Value::Local(local) = value.value else { continue };
            if is_plain(nodes.table, expression) && !self.slots.contains_key(&local) {
                self.slots.insert(local, *variable);
                if let Some(variable) = self.variable(nodes, *variable, sources) {
                    self.slot_variables.insert(local, variable);
                }
            }
        }
    }

    /// The variable that a stack slot holds.
    pub fn slot(&self, local: LocalId) -> Option<VariableId> {
        self.slot_variables.get(&local).copied()
    }

    pub(super) fn variable(
        &mut self,
        nodes: &Nodes<'_, 'm>,
        id: MetadataId,
        sources: &mut Sources,
    ) -> Option<VariableId> {
        if let Some(known) = self.variable_ids.get(&id) {
            return Some(*known);
        }
        let node = nodes.table.node(id)?;
        let variable = Variable {
            name: nodes.text(node, "name")?.to_owned(),
            source_type: Some(nodes.type_of(node, "type", sources)),
            position: nodes.position(node, sources),
        };
        let new = VariableId(self.variables.len() as u32);
        self.variables.push(variable);
        self.variable_ids.insert(id, new);
        Some(new)
    }

    /// Takes the position of an instruction from its `!dbg`.
    pub fn set_position(
        &mut self,
        context: &ModuleContext<'m>,
        instruction: &syntax::Instruction,
        sources: &mut Sources,
    ) {
        let nodes = Nodes::new(context);
        let attachment = nodes.table.attachment(&instruction.attachments, "dbg");
        self.instruction_position = match attachment {
            Some(MetadataValue::Node(id)) => match self.positions.get(id) {
                Some(position) => *position,
                None => {
                    let node = nodes.table.node(*id);
                    let position =
                        node.map_or(Position::UNKNOWN, |node| nodes.position(node, sources));
                    self.positions.insert(*id, position);
                    position
                }
            },
            _ => Position::UNKNOWN,
        };
    }
}

fn is_declare(context: &ModuleContext, call: &syntax::Call) -> bool {
    match &call.callee {
        Value::Constant(syntax::Constant::Global(id)) => {
            context.module.name(*id) == Some("llvm.dbg.declare")
        }
        _ => false,
    }
}

pub(super) fn call_metadata(call: &syntax::Call) -> Vec<&MetadataValue> {
    let metadata = call.arguments.iter().filter_map(|argument| match &argument.value {
        Value::Metadata(value) => Some(&**value),
        _ => None,
    });
    metadata.collect()
}

/// Whether an expression is `!DIExpression()`.
pub(super) fn is_plain(table: &MetadataTable, expression: &MetadataValue) -> bool {
    match table.resolve(expression) {
        Some(MetadataNode::Specialized { fields, .. }) => fields.is_empty(),
        _ => false,
    }
}
