import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript-js';

export interface Import {
  /** Path from the repository root of the file that imports. */
  readonly from: string;
  /** Path from the root for our own files, the bare specifier for packages; null: no text says what it is. */
  readonly to: string | null;
  /** Whether it is started as a program or thread of its own rather than imported. */
  readonly starts: boolean;
  readonly line: number;
}

const TREES = ['src-core', 'src-simulate', 'src-main', 'src-renderer'];

/**
 * Every module that a source names, by TypeScript's own parser: static and type imports, re-exports, `import()` of
 * values and types, `require`, `import x = require()`, `new URL(..., import.meta.url)` and `ownModule(...)`, with string
 * and template literals alike. A specifier that is put together at run time has `to` null.
 *
 * @param from path of the source from the repository root; a `.vue` file is read by its scripts
 */
export function importsOf(from: string, text: string): Import[] {
  const code = from.endsWith('.vue') ? scriptsOf(text) : text;
  const source = ts.createSourceFile(from, code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const found: Import[] = [];
  const add = (
    node: ts.Node | undefined,
    at: ts.Node,
    resolve: (text: string) => string,
    starts = false,
  ): void => {
    if (node === undefined) return;
    const { line } = source.getLineAndCharacterOfPosition(at.getStart(source));
    const to = ts.isStringLiteralLike(node) ? resolve(node.text) : null;
    found.push({ from, to, starts, line: line + 1 });
  };
  const module = (specifier: string): string =>
    specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
  const file = (address: string): string =>
    /^[a-z]+:/.test(address) ? address : posix.join(posix.dirname(from), address);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier, node, module);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
      add(node.moduleReference.expression, node, module);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, node, module);
    else if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      if (expression.kind === ts.SyntaxKind.ImportKeyword) add(given[0], node, module);
      else if (ts.isIdentifier(expression) && expression.text === 'require') add(given[0], node, module);
      else if (ts.isIdentifier(expression) && expression.text === 'ownModule')
        add(given[0], node, (name) => `src-main/${name}.ts`, true);
    } else if (
      ts.isNewExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'URL'
    ) {
      const [address, base] = node.arguments ?? [];
      if (base?.getText(source) === 'import.meta.url') add(address, node, file, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether a source reaches the globals of its host past what the types of the core declare. */
export function reachesGlobals(text: string): boolean {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  let reaches = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && (node.text === 'globalThis' || node.text === 'eval')) reaches = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return reaches;
}

/** The texts of the product's sources by their path from the root. */
export function productSources(root: string): Map<string, string> {
  const sources = new Map<string, string>();
  for (const tree of TREES) {
    for (const name of readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })) {
      const path = `${tree}/${name.replaceAll('\\', '/')}`;
      if (/\.(ts|vue|js|mjs|cjs)$/.test(path) && !path.endsWith('.d.ts'))
        sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  }
  return sources;
}

/** The scripts of a component, at the lines where they stand. */
function scriptsOf(component: string): string {
  const kept = component.replace(
    /<script[^>]*>|<\/script>/g,
    (tag) => `\0${tag.startsWith('</') ? 'e' : 'b'}`,
  );
  return kept
    .split('\0')
    .map((part, i) => (part.startsWith('b') && i > 0 ? part.slice(1) : part.replace(/[^\n]/g, '')))
    .join('');
}
