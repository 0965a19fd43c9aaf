; Dart. A named constructor is called by the name after the point; what is called like its class has the class's name.

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class_declaration (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration name: (identifier) @name body: (_)? @body) @definition.trait
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_entry name: (identifier) @name) @definition.variant
(extension_declaration name: (identifier) @name body: (_)? @body) @definition.impl
(extension_declaration class: (type . (type_identifier) @name) body: (_)? @body) @definition.impl
(extension_type_declaration name: (extension_type_name . (identifier) @name) body: (_)? @body) @definition.class
(extension_type_representation name: (identifier) @name) @definition.field
(type_alias . (type_identifier) @name) @definition.type
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type

(function_declaration signature: (function_signature name: (identifier) @name)) @definition.function
(getter_declaration signature: (getter_signature name: (identifier) @name)) @definition.function
(setter_declaration signature: (setter_signature name: (identifier) @name)) @definition.function
(external_function_declaration signature: (function_signature name: (identifier) @name)) @definition.function
(external_getter_declaration signature: (getter_signature name: (identifier) @name)) @definition.function
(external_setter_declaration signature: (setter_signature name: (identifier) @name)) @definition.function
(local_function_declaration (function_signature name: (identifier) @name) (function_body)? @body) @definition.function

(method_declaration
  signature: (method_signature
    [
      (function_signature name: (identifier) @name)
      (getter_signature name: (identifier) @name)
      (setter_signature name: (identifier) @name)
      (operator_signature operator: _ @name)
      (constructor_signature (identifier) @name . (formal_parameter_list))
      (factory_constructor_signature (identifier) @name . (formal_parameter_list))
    ])) @definition.method
(declaration
  [
    (function_signature name: (identifier) @name)
    (getter_signature name: (identifier) @name)
    (setter_signature name: (identifier) @name)
    (operator_signature operator: _ @name)
    (constructor_signature (identifier) @name . (formal_parameter_list))
    (constant_constructor_signature (identifier) @name . (formal_parameter_list))
    (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))
    (factory_constructor_signature (identifier) @name . (formal_parameter_list))
  ]) @definition.method

(top_level_variable_declaration
  "const" (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.constant
(top_level_variable_declaration
  (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.variable
(top_level_variable_declaration
  (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.variable
(declaration
  "const" (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.constant
(declaration (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.field
