; C#.

(namespace_declaration name: (_) @name body: (declaration_list) @body) @definition.module
(file_scoped_namespace_declaration name: (_) @name @head) @definition.module

(class_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.class
(record_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.struct
(interface_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_member_declaration_list) @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.variant
(delegate_declaration name: (identifier) @name) @definition.type
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.field))

(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(constructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @head
  (constructor_initializer)
  body: (_)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(destructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(operator_declaration operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration type: (_) @name body: (_)? @body) @definition.method
(local_function_statement name: (identifier) @name body: (_)? @body) @definition.function

; `{ get; set; }` belongs to the signature, code does not.
(property_declaration
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.field
(property_declaration name: (identifier) @name value: (arrow_expression_clause) @body) @definition.field
(property_declaration name: (identifier) @name) @definition.field
(indexer_declaration "this" @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.field
(indexer_declaration "this" @name value: (arrow_expression_clause) @body) @definition.field
(indexer_declaration "this" @name) @definition.field
(event_declaration name: (identifier) @name accessors: (accessor_list)? @body) @definition.field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration
  (modifier) @_const
  (variable_declaration (variable_declarator name: (identifier) @name))
  (#eq? @_const "const")) @definition.constant
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
