; HTML: elements with an id, headings.

(element
  (start_tag
    (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name))) @head
  (#eq? @_id "id")) @definition.element
(element
  (start_tag (tag_name) @_tag)
  (text) @name
  (#any-of? @_tag "h1" "h2" "h3" "h4" "h5" "h6" "H1" "H2" "H3" "H4" "H5" "H6")) @definition.section
(element
  (start_tag (tag_name) @_tag)
  (element (text) @name)
  (#any-of? @_tag "h1" "h2" "h3" "h4" "h5" "h6" "H1" "H2" "H3" "H4" "H5" "H6")) @definition.section
