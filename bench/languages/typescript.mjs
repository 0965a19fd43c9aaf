// What TypeScript's compiler finds in the files that are listed on standard input: one JSON object a definition, like
// ctags'. The argument is the folder of the package `typescript`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)(process.argv[2]);
const { SyntaxKind } = ts;

const KINDS = new Map([
  [SyntaxKind.FunctionDeclaration, "function"],
  [SyntaxKind.MethodDeclaration, "method"],
  [SyntaxKind.MethodSignature, "method"],
  [SyntaxKind.Constructor, "method"],
  [SyntaxKind.GetAccessor, "getter"],
  [SyntaxKind.SetAccessor, "setter"],
  [SyntaxKind.ClassDeclaration, "class"],
  [SyntaxKind.InterfaceDeclaration, "interface"],
  [SyntaxKind.EnumDeclaration, "enum"],
  [SyntaxKind.TypeAliasDeclaration, "alias"],
]);

/** The function or class that a variable, a property or an assignment gives a name to. */
function named(node) {
  const value = node.initializer ?? (ts.isBinaryExpression(node) ? node.right : undefined);
  if (!value) return undefined;
  const isFunction = ts.isArrowFunction(value) || ts.isFunctionExpression(value);
  if (!isFunction && !ts.isClassExpression(value)) return undefined;
  const target = ts.isBinaryExpression(node) ? node.left : node.name;
  const name = target && ts.isPropertyAccessExpression(target) ? target.name : target;
  const plain = name && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name));
  return plain ? { name, kind: isFunction ? "function" : "class", value } : undefined;
}

const NAMERS = [ts.isVariableDeclaration, ts.isPropertyAssignment, ts.isPropertyDeclaration, ts.isBinaryExpression];

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const say = (name, at, kind, callable) => {
    const names = callable.parameters?.map((one) => one.name.getText(file));
    const line = file.getLineAndCharacterOfPosition(at).line + 1;
    const signature = names && `(${names.join(", ")})`;
    console.log(JSON.stringify({ path, name, line, kind, signature }));
  };
  const visit = (node) => {
    const kind = KINDS.get(node.kind);
    if (kind && ts.isConstructorDeclaration(node)) say("constructor", node.getStart(file), kind, node);
    else if (kind && node.name) say(node.name.text ?? node.name.getText(file), node.name.getStart(file), kind, node);
    const given = NAMERS.some((is) => is(node)) ? named(node) : undefined;
    if (given) say(given.name.text, given.name.getStart(file), given.kind, given.value);
    ts.forEachChild(node, visit);
  };
  visit(file);
}
