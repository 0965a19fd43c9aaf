; Zig. Types are the values of constants.

(function_declaration name: (identifier) @name body: (block)? @body) @definition.function
(test_declaration [(string) (identifier)] @name (block) @body) @definition.function

(variable_declaration . (identifier) @name (struct_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (union_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (opaque_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @definition.enum

(enum_declaration (container_field name: (identifier) @name) @definition.variant)
(error_set_declaration (identifier) @name @definition.variant)
(struct_declaration (container_field name: (identifier) @name) @definition.field)
(union_declaration (container_field name: (identifier) @name) @definition.field)

; Of the file or of a type, not of a function.
(source_file
  (variable_declaration "const" . (identifier) @name (struct_initializer (initializer_list) @body)) @definition.constant)
(source_file (variable_declaration "const" . (identifier) @name) @definition.constant)
(source_file (variable_declaration "var" . (identifier) @name) @definition.variable)
(struct_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
(struct_declaration (variable_declaration "var" . (identifier) @name) @definition.variable)
(union_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
(enum_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
(opaque_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
