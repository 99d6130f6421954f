import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript-js';
import { type Piece, partsOf } from './components.ts';

export interface Import {
  /** Path from the repository root of the file that imports. */
  readonly from: string;
  /** Path from the root for our own files, the bare specifier for packages; null: no text says what it is. */
  readonly to: string | null;
  /** Whether it is imported, started as a program or thread of its own, or a text that is its address. */
  readonly how: 'imports' | 'starts' | 'names';
  readonly line: number;
}

/** The trees of the product. */
export const PRODUCT = ['src-core', 'src-lab', 'src-simulate', 'src-main', 'src-renderer'];
/** The trees around it. */
export const AROUND = ['bench', 'build', 'test'];

/** A text that can only be the address of a source: it names one of our trees, or a script by a relative path. */
const SOURCE_ADDRESS =
  /^(\S*\/)?src-(core|lab|main|renderer|simulate)\/\S*$|^\.{0,2}\/\S*\.([cm]?[jt]s|vue)$/;

/** What was found in the sources that were read last, by their paths. */
const read = new Map<string, { readonly text: string; readonly imports: readonly Import[] }>();

/**
 * Every module that a source names, by TypeScript's own parser: static and type imports, re-exports, `import()` of
 * values and types, `require`, `import x = require()`, `declare module`, reference directives, `new URL(...,
 * import.meta.url)`, `ownModule(...)`, with string and template literals alike; in a component also what blocks, tags,
 * styles and the expressions of the template name; and any other text that is the address of a source, whoever loads it.
 * A specifier that is put together at run time has `to` null.
 *
 * @param from path of the source from the repository root
 */
export function importsOf(from: string, text: string): readonly Import[] {
  const known = read.get(from);
  if (known?.text === text) return known.imports;
  const { code, addresses } = partsOf(from, text);
  const imports: readonly Import[] = [
    ...code.flatMap((piece) => importsOfCode(from, piece)),
    ...addresses
      .filter(({ text: address }) => !/^(#|data:)/.test(address))
      .map(({ text: address, line }) => ({
        from,
        to: addressed(from, address),
        how: 'imports' as const,
        line,
      })),
  ];
  read.set(from, { text, imports });
  return imports;
}

function importsOfCode(from: string, { text, line: first }: Piece): Import[] {
  const source = parsed(from, text);
  const imports: Import[] = [];
  const taken = new Set<ts.Node>();
  const put = (to: string | null, at: number, how: Import['how']): void => {
    imports.push({ from, to, how, line: first + source.getLineAndCharacterOfPosition(at).line });
  };
  const add = (
    node: ts.Node | undefined,
    at: ts.Node,
    resolve: (text: string) => string,
    how: Import['how'] = 'imports',
  ): void => {
    if (node === undefined) return;
    taken.add(node);
    put(ts.isStringLiteralLike(node) ? resolve(node.text) : null, at.getStart(source), how);
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
    else if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) add(node.name, node, module);
    else if (ts.isCallExpression(node)) {
      const { expression, arguments: input } = node;
      if (expression.kind === ts.SyntaxKind.ImportKeyword) add(input[0], node, module);
      else if (ts.isIdentifier(expression) && expression.text === 'require') add(input[0], node, module);
      else if (ts.isIdentifier(expression) && expression.text === 'ownModule')
        add(input[0], node, (name) => `src-main/${name}.ts`, 'starts');
    } else if (
      ts.isNewExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'URL'
    ) {
      const [address, base] = node.arguments ?? [];
      if (base?.getText(source) === 'import.meta.url') add(address, node, file, 'starts');
    } else if (ts.isStringLiteralLike(node) && !taken.has(node) && SOURCE_ADDRESS.test(node.text)) {
      put(addressed(from, node.text), node.getStart(source), 'names');
    } else if (isPartOfTemplate(node) && SOURCE_ADDRESS.test(node.text))
      put(null, node.getStart(source), 'names');
    ts.forEachChild(node, visit);
  };
  for (const { fileName, pos } of source.referencedFiles) put(file(fileName), pos, 'imports');
  for (const { fileName, pos } of source.typeReferenceDirectives) put(fileName, pos, 'imports');
  for (const { path } of source.amdDependencies) put(module(path), 0, 'imports');
  visit(source);
  return imports;
}

function isPartOfTemplate(node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}

/** The path from the root of what a text names that a browser, a bundler or a program reads as an address. */
function addressed(from: string, address: string): string {
  const tree = /(?:^|\/)(src-(?:core|lab|main|renderer|simulate)\/.*)$/.exec(address);
  if (tree) return tree[1];
  if (address.startsWith('/')) return `src-renderer${address}`;
  if (/^([a-z]+:|[@~#])/.test(address)) return address;
  return posix.join(posix.dirname(from), address);
}

/** The scripts of a source as one text, in which each line is where it stands in the file. */
export function scriptsOf(path: string, text: string): string {
  let scripts = '';
  for (const { text: code, line } of partsOf(path, text).code)
    scripts += '\n'.repeat(Math.max(0, line - scripts.split('\n').length)) + code;
  return scripts;
}

/** A script by TypeScript's parser, its nodes with their parents; those of one file are parsed once. */
export function parsed(path: string, code: string): ts.SourceFile {
  if (path !== trees.path) trees = { path, byCode: new Map() };
  let tree = trees.byCode.get(code);
  if (tree === undefined) {
    tree = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    trees.byCode.set(code, tree);
  }
  return tree;
}

let trees = { path: '', byCode: new Map<string, ts.SourceFile>() };

/** The texts of the sources in some trees by their path from the root, without declarations of types alone. */
export function sourcesOf(root: string, trees: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const tree of trees) {
    for (const name of readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })) {
      const path = `${tree}/${name.replaceAll('\\', '/')}`;
      if (/\.(ts|mts|cts|tsx|vue|js|mjs|cjs|css|html)$/.test(path) && !path.endsWith('.d.ts'))
        sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  }
  return sources;
}
