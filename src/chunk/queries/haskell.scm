; Haskell. The equations of a function go on with its signature, if it has one.

(header module: (module) @name @head) @definition.module

(data_type
  name: [(name) @name (prefix_id (_) @name)]
  constructors: (_)? @body) @definition.type
(newtype name: (_) @name) @definition.type
(type_synonym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
; data a :+: b, newtype (f :.: g) a, type a ~> b
(data_type
  [(infix operator: (_) @name) (parens (infix operator: (_) @name))]
  constructors: (_)? @body) @definition.type
(newtype [(infix operator: (_) @name) (parens (infix operator: (_) @name))]) @definition.type
(type_synonym [(infix operator: (_) @name) (parens (infix operator: (_) @name))]) @definition.type
(type_family [(infix operator: (_) @name) (parens (infix operator: (_) @name))]) @definition.type
(data_family [(infix operator: (_) @name) (parens (infix operator: (_) @name))]) @definition.type
(instance_declarations (type_instance name: (_) @name) @definition.type)
(class name: (_) @name declarations: (class_declarations)? @body) @definition.trait
(instance
  patterns: (type_patterns
    . [
      (name) @name
      (parens type: (apply constructor: (name) @name))
      (parens type: (apply constructor: (apply constructor: (name) @name)))
    ])
  declarations: (instance_declarations)? @body) @definition.impl
(instance name: (_) @name declarations: (instance_declarations)? @body) @definition.impl

(data_constructor
  constructor: [
    (prefix name: (_) @name)
    (record name: (_) @name)
    (infix operator: (_) @name)
  ]) @definition.variant
(gadt_constructor name: (_) @name) @definition.variant
(newtype_constructor name: (_) @name) @definition.variant
(field name: (field_name (variable) @name)) @definition.field

(declarations (signature name: [(variable) @name (prefix_id (_) @name)]) @definition.function)
(declarations (signature names: (binding_list name: (_) @name)) @definition.function)
(declarations (function name: [(variable) @name (prefix_id (_) @name)] match: (_) @body) @definition.function)
(declarations (function (infix operator: (_) @name) match: (_) @body) @definition.function)
(declarations (bind name: (_) @name match: (_) @body) @definition.function)
(class_declarations
  [
    (signature name: [(variable) @name (prefix_id (_) @name)])
    (signature names: (binding_list name: (_) @name))
    (function name: [(variable) @name (prefix_id (_) @name)] match: (_) @body)
    (function (infix operator: (_) @name) match: (_) @body)
    (bind name: (_) @name match: (_) @body)
  ] @definition.method)
(instance_declarations
  [
    (function name: [(variable) @name (prefix_id (_) @name)] match: (_) @body)
    (function (infix operator: (_) @name) match: (_) @body)
    (bind name: (_) @name match: (_) @body)
  ] @definition.method)
(pattern_synonym (equation synonym: (_) @name)) @definition.constant
