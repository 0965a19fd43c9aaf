; TypeScript beyond JavaScript.

(class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(public_field_definition name: (_) @name value: (arrow_function body: (statement_block) @body)) @definition.method
(public_field_definition name: (_) @name) @definition.field
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method

(function_signature name: (identifier) @name) @definition.function
(interface_declaration name: (type_identifier) @name body: (interface_body) @body) @definition.interface
(interface_body (property_signature name: (_) @name) @definition.field)
(type_alias_declaration name: (type_identifier) @name value: (object_type) @body) @definition.type
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_body name: (_) @name @definition.variant)
(enum_assignment name: (_) @name) @definition.variant
(internal_module name: (_) @name body: (statement_block) @body) @definition.module
(module name: (_) @name body: (statement_block) @body) @definition.module

; declare const x: T
(ambient_declaration
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(ambient_declaration
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

; Constants of a namespace.
(internal_module
  body: (statement_block
    (export_statement
      declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))))
