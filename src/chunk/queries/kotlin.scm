; Kotlin. A companion without a name is no scope: its members are called by the class's name.

(class_declaration
  (modifiers (class_modifier) @_enum)
  name: (identifier) @name
  (enum_class_body)? @body
  (#eq? @_enum "enum")) @definition.enum
(class_declaration "interface" name: (identifier) @name [(class_body) (enum_class_body)]? @body) @definition.interface
; A body on one line is taken for that of an enumeration.
(class_declaration name: (identifier) @name [(class_body) (enum_class_body)]? @body) @definition.class
; `@A annotation class Name` without a body, which the grammar takes for an expression.
(annotated_expression
  (infix_expression . (identifier) @_annotation . (identifier) @_class . (identifier) @name .)
  (#eq? @_annotation "annotation")
  (#eq? @_class "class")) @definition.class
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(enum_entry (identifier) @name (class_body)? @body) @definition.variant
(type_alias type: (identifier) @name) @definition.type

; fun Receiver.name()
(function_declaration
  [
    (user_type . (identifier) @scope)
    (nullable_type (user_type . (identifier) @scope))
    (parenthesized_type (nullable_type (user_type . (identifier) @scope)))
  ]
  . name: (identifier) @name
  (function_body)? @body) @definition.function
(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (function_value_parameters) @head) @definition.method

; Properties: of the file, of a class, of its primary constructor.
(source_file
  (property_declaration
    [(user_type . (identifier) @scope) (nullable_type (user_type . (identifier) @scope))]
    . (variable_declaration . (identifier) @name)
    [(getter) (setter)]? @body) @definition.variable)
(source_file
  (property_declaration "val" (variable_declaration . (identifier) @name) (getter)? @body) @definition.constant)
(source_file
  (property_declaration (variable_declaration . (identifier) @name) [(getter) (setter)]? @body) @definition.variable)
(class_body
  (property_declaration
    (modifiers (property_modifier) @_const)
    (variable_declaration . (identifier) @name)
    (#eq? @_const "const")) @definition.constant)
(class_body
  (property_declaration (variable_declaration . (identifier) @name) [(getter) (setter)]? @body) @definition.field)
(enum_class_body
  (property_declaration (variable_declaration . (identifier) @name) [(getter) (setter)]? @body) @definition.field)
(class_parameter ["val" "var"] . (identifier) @name) @definition.field
