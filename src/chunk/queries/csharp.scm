; C#. Bodies are found by their field.

(namespace_declaration name: (_) @name) @definition.module
(file_scoped_namespace_declaration name: (_) @name @head) @definition.module

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name body: (declaration_list)? @body) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.variant
(delegate_declaration name: (identifier) @name) @definition.type
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.field))

(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration
  name: (identifier) @name
  parameters: (parameter_list) @head
  (constructor_initializer)
 ) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(destructor_declaration name: (identifier) @name) @definition.method
(operator_declaration operator: _ @name) @definition.method
(conversion_operator_declaration type: (_) @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function

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
