; YAML: the keys of the outermost mapping and of the mappings in it.

(document
  (block_node
    (block_mapping
      (block_mapping_pair key: (_) @name ":" @head value: (block_node) @body) @definition.key)))
(document (block_node (block_mapping (block_mapping_pair key: (_) @name) @definition.key)))
(document
  (block_node
    (block_mapping
      (block_mapping_pair
        value: (block_node
          (block_mapping
            (block_mapping_pair key: (_) @name ":" @head value: (block_node) @body) @definition.key))))))
(document
  (block_node
    (block_mapping
      (block_mapping_pair
        value: (block_node (block_mapping (block_mapping_pair key: (_) @name) @definition.key))))))
