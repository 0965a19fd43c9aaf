; C++ beyond C, whose query follows. Bodies are found by their field. Each way to name a function stands plain, behind
; one `*` or `&`, and out of line.

; TEST(Group, Name) {…}
(function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier) @_test
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @scope)
      . (parameter_declaration type: (type_identifier) @name) .))
  (#starts-with? @_test "TEST" "TYPED_TEST")) @definition.function

; Constructors: the signature ends before the initializers.
(function_definition
  declarator: (function_declarator declarator: (identifier) @name) @head
  (field_initializer_list)) @definition.method
(function_definition
  declarator: (function_declarator
    declarator: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [
        (identifier) @name
        (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: (identifier) @name)
      ])) @head
  (field_initializer_list)) @definition.method

; Out of line.
(function_definition
  declarator: [
    (function_declarator
      declarator: (qualified_identifier
        scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
        name: [(identifier) (destructor_name) (operator_name)] @name))
    (_
      (function_declarator
        declarator: (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: [(identifier) (operator_name)] @name)))
  ]) @definition.method
(function_definition
  declarator: [
    (function_declarator
      declarator: (qualified_identifier
        scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
        name: (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: [(identifier) (destructor_name) (operator_name)] @name)))
    (_
      (function_declarator
        declarator: (qualified_identifier
          scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
          name: (qualified_identifier
            scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
            name: [(identifier) (operator_name)] @name))))
  ]) @definition.method

(function_definition
  declarator: (qualified_identifier
    scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
    name: (operator_cast) @name)) @definition.method

(function_definition
  declarator: [
    (function_declarator
      declarator: [
        (identifier) @name
        (field_identifier) @name
        (destructor_name) @name
        (operator_name) @name
        (template_function name: (identifier) @name)
      ])
    (_ (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (operator_cast) @name
  ]) @definition.function

; Declared in a class or a header.
(declaration
  declarator: [
    (function_declarator declarator: [(identifier) (destructor_name) (operator_name)] @name)
    (_ (function_declarator declarator: [(identifier) (operator_name)] @name))
    (operator_cast) @name
  ]) @definition.function
(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @definition.method
(field_declaration
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (reference_declarator (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  ]) @definition.field
(declaration
  declarator: (init_declarator
    declarator: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: (identifier) @name))) @definition.variable

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier
      scope: (namespace_identifier) @scope
      name: [(type_identifier) @name (template_type name: (type_identifier) @name)])
  ]
  body: (field_declaration_list) @body) @definition.class
(struct_specifier
  name: [
    (template_type name: (type_identifier) @name)
    (qualified_identifier
      scope: (namespace_identifier) @scope
      name: [(type_identifier) @name (template_type name: (type_identifier) @name)])
  ]
  body: (field_declaration_list) @body) @definition.struct

; class MACRO Name : Base {…} and MACRO namespace name {…}, which the grammar takes for functions.
(function_definition
  type: (class_specifier !body)
  (ERROR . (identifier) @name)
  body: (compound_statement) @body) @definition.class
(function_definition
  type: (class_specifier !body)
  declarator: (identifier) @name
  body: (compound_statement) @body) @definition.class
(function_definition
  declarator: (identifier) @_namespace
  (ERROR . (identifier) @name)
  body: (compound_statement) @body
  (#eq? @_namespace "namespace")) @definition.module

(namespace_definition name: (_) @name body: (declaration_list) @body) @definition.module
(namespace_alias_definition name: (namespace_identifier) @name) @definition.module
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
