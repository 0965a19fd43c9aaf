; Scala 2 and 3. An object is a class of one. Bodies are found by their field.

(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(package_object name: (_) @name) @definition.module
(package_clause name: (package_identifier) @name body: (template_body) @body) @definition.module
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name body: (enum_body) @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.variant
(full_enum_case name: (_) @name) @definition.variant
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name body: [(with_template_body) (template_body)] @body) @definition.impl
(given_definition
  !name
  return_type: [(generic_type) (type_identifier)] @name
  body: [(with_template_body) (template_body)] @body) @definition.impl
(given_definition name: (_) @name) @definition.constant
(given_definition
  !name
  return_type: [(generic_type) (type_identifier)] @name) @definition.constant

(extension_definition
  parameters: (parameters
    (parameter type: [(type_identifier) @scope (generic_type type: (type_identifier) @scope)]))
  (function_definition name: (_) @name) @definition.function)
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function

; Values of the file, of an object, of a class.
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(object_definition body: (template_body (val_definition pattern: (identifier) @name) @definition.constant))
(package_object body: (template_body (val_definition pattern: (identifier) @name) @definition.constant))
(template_body
  [
    (val_definition pattern: (identifier) @name)
    (var_definition pattern: (identifier) @name)
    (val_declaration name: (identifier) @name)
    (var_declaration name: (identifier) @name)
  ] @definition.field)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.field)
(class_definition
  "case"
  class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.field))
(class_parameter ["val" "var"] name: (identifier) @name) @definition.field
