; CSS.

(rule_set (selectors) @name (block) @body) @definition.rule
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.rule
(declaration (property_name) @name (#starts-with? @name "--")) @definition.variable
