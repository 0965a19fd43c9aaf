"""What Python's own parser finds in the files that are listed on standard input: one JSON object a definition, like ctags'."""

import ast
import json
import sys


def signature(node):
    if isinstance(node, ast.ClassDef):
        return None
    given = node.args
    names = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    return "(" + ", ".join(one.arg for one in names if one) + ")"


for path in sys.stdin.read().splitlines():
    with open(path, "rb") as file:
        try:
            tree = ast.parse(file.read())
        except (SyntaxError, ValueError):
            continue
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            kind = "class" if isinstance(node, ast.ClassDef) else "function"
            tag = {"path": path, "name": node.name, "line": node.lineno, "kind": kind}
            print(json.dumps(tag | {"signature": signature(node)}))
