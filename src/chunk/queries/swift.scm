; Swift. An extension is a scope, like Rust's impl. Bodies of functions are found by their field.

(class_declaration
  declaration_kind: "struct"
  name: (type_identifier) @name
  body: (class_body) @body) @definition.struct
(class_declaration name: (type_identifier) @name body: (enum_class_body) @body) @definition.enum
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @name
  body: (_) @body) @definition.impl
(class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(protocol_declaration name: (type_identifier) @name body: (protocol_body) @body) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.variant
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property)? @body) @definition.method
(macro_declaration (simple_identifier) @name definition: (macro_definition)? @body) @definition.macro
(operator_declaration (custom_operator) @name) @definition.function

; Properties: of the file, of a type.
(source_file
  (property_declaration
    (value_binding_pattern mutability: "let")
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(source_file
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    [(computed_property) (willset_didset_block)]? @body) @definition.variable)
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    [(computed_property) (willset_didset_block)]? @body) @definition.field)
(enum_class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    [(computed_property) (willset_didset_block)]? @body) @definition.field)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field
