import { posix } from 'node:path';
import ts from 'typescript-js';
import { parsed, scriptsOf } from './imports.ts';

/** What one source exports, and what it takes of its neighbours. */
interface Ties {
  /** Exported names with their lines. */
  readonly exports: ReadonlyMap<string, number>;
  /** Files whose exports it passes on whole. */
  readonly passesOn: readonly string[];
  /** Names that it takes of a file, as `path#name`; `path#*` takes all. */
  readonly takes: readonly string[];
}

/**
 * Exports that no other file imports, as `path:line name`. What only its own file uses needs no `export`; what a reader
 * finds exported, somebody uses.
 *
 * @param sources texts by their path from the root, tests and benches included
 */
export function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const ties = new Map([...sources].map(([path, text]) => [path, tiesOf(path, text)]));
  const taken = new Set([...ties.values()].flatMap(({ takes }) => takes));
  // A name that is taken of a file which passes another on may be of either.
  let before = -1;
  while (taken.size !== before) {
    before = taken.size;
    for (const [path, { passesOn, exports }] of ties) {
      if (passesOn.length === 0) continue;
      for (const name of namesTakenOf(path, taken))
        if (!exports.has(name)) for (const behind of passesOn) taken.add(`${behind}#${name}`);
    }
  }
  return [...ties].flatMap(([path, { exports }]) =>
    taken.has(`${path}#*`)
      ? []
      : [...exports].flatMap(([name, line]) =>
          taken.has(`${path}#${name}`) ? [] : [`${path}:${line} ${name}`],
        ),
  );
}

function namesTakenOf(path: string, taken: ReadonlySet<string>): string[] {
  return [...taken].flatMap((one) => (one.startsWith(`${path}#`) ? [one.slice(path.length + 1)] : []));
}

function tiesOf(path: string, text: string): Ties {
  const code = scriptsOf(path, text);
  const source = parsed(path, code);
  const exports = new Map<string, number>();
  const passesOn: string[] = [];
  const takes: string[] = [];
  const exported = (name: ts.Node, as = name.getText(source)): void => {
    exports.set(as, source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1);
  };
  const fileOf = (specifier: ts.Node | undefined): string | null =>
    specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.')
      ? posix.join(posix.dirname(path), specifier.text.replace(/\?.*$/, ''))
      : null;
  const take = (file: string | null, names: readonly string[]): void => {
    if (file !== null) takes.push(...names.map((name) => `${file}#${name}`));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) take(fileOf(node.moduleSpecifier), namesOfImport(node));
    else if (ts.isExportDeclaration(node)) {
      const file = fileOf(node.moduleSpecifier);
      if (node.exportClause === undefined) {
        if (file !== null) passesOn.push(file);
      } else if (ts.isNamespaceExport(node.exportClause)) {
        exported(node.exportClause.name);
        take(file, ['*']);
      } else
        for (const { name, propertyName } of node.exportClause.elements) {
          exported(name);
          take(file, [(propertyName ?? name).text]);
        }
    } else if (ts.isExportAssignment(node)) exported(node, 'default');
    else if (ts.isImportTypeNode(node)) {
      const file = ts.isLiteralTypeNode(node.argument) ? fileOf(node.argument.literal) : null;
      take(file, [node.qualifier ? firstOf(node.qualifier) : '*']);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(fileOf(node.arguments[0]), namesOfCall(node));
    else if (hasModifier(node, ts.SyntaxKind.ExportKeyword)) {
      if (hasModifier(node, ts.SyntaxKind.DefaultKeyword)) exported(node, 'default');
      else if (ts.isVariableStatement(node))
        for (const { name } of node.declarationList.declarations)
          for (const one of namesIn(name)) exported(one);
      else if ('name' in node && node.name !== undefined) exported(node.name as ts.Node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { exports, passesOn, takes };
}

function namesOfImport({ importClause }: ts.ImportDeclaration): string[] {
  const names = importClause?.name ? ['default'] : [];
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, '*'];
  return [...names, ...bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)];
}

/** What is taken of `await import()`, where it is said at once. */
function namesOfCall(call: ts.CallExpression): string[] {
  const awaited = ts.isAwaitExpression(call.parent) ? call.parent : null;
  let node: ts.Node = awaited ?? call;
  while (ts.isParenthesizedExpression(node.parent)) node = node.parent;
  const { parent } = node;
  if (awaited && ts.isPropertyAccessExpression(parent)) return [parent.name.text];
  if (awaited && ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
  return ['*'];
}

function namesIn(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}

function firstOf(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : firstOf(name.left);
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((one) => one.kind === kind) ?? false);
}
