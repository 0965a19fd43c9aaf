; Markdown: a heading names the section it begins.

(section . (atx_heading heading_content: (inline) @name)) @definition.section
(section . (setext_heading heading_content: (paragraph) @name)) @definition.section
