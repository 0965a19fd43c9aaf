; PHP. Most files name one namespace for all that follows; it is listed and qualifies nothing.

(namespace_definition name: (namespace_name) @name body: (compound_statement)? @body) @definition.module

(class_declaration name: (name) @name body: (declaration_list) @body) @definition.class
(interface_declaration name: (name) @name body: (declaration_list) @body) @definition.interface
(trait_declaration name: (name) @name body: (declaration_list) @body) @definition.trait
(enum_declaration name: (name) @name body: (enum_declaration_list) @body) @definition.enum
(enum_case name: (name) @name) @definition.variant

(method_declaration name: (name) @name body: (compound_statement)? @body) @definition.method
(function_definition name: (name) @name body: (compound_statement) @body) @definition.function
(property_declaration
  (property_element
    name: (variable_name (name) @name)
    default_value: (array_creation_expression) @body)) @definition.field
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(const_declaration (const_element . (name) @name (array_creation_expression) @body)) @definition.constant
(const_declaration (const_element . (name) @name)) @definition.constant

; define('NAME', …)
(expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument [(string) (encapsed_string)] @name)))
  (#eq? @_define "define")) @definition.constant

; $f = function () {…}
(expression_statement
  (assignment_expression
    left: (variable_name (name) @name)
    right: (anonymous_function body: (compound_statement) @body))) @definition.function
(expression_statement
  (assignment_expression
    left: (variable_name (name) @name)
    right: (arrow_function))) @definition.function
