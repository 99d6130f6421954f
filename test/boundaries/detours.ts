import ts from 'typescript-js';
import { partsOf } from './components.ts';
import { parsed } from './imports.ts';

/** What reaches a module or a host without an import that could be read. */
interface Detour {
  readonly what: string;
  readonly line: number;
}

/** Names by which Node, a browser or a bundler loads code. */
const LOADERS = [
  ...[
    'createRequire',
    'getBuiltinModule',
    'mainModule',
    'dlopen',
    '_load',
    'registerHooks',
    'runInThisContext',
  ],
  ...['importScripts', 'addModule', 'serviceWorker', 'eval', 'Function', 'constructor'],
];
/** Names of what holds all globals. */
const GLOBALS = ['globalThis'];
/** Of `node:module`, what loads nothing. */
const HARMLESS = ['enableCompileCache'];

/**
 * The ways round the walls that a source takes, each with its name: loaders of Node and of browsers, code made of text,
 * `import.meta` but for `new URL('...', import.meta.url)`, workers of an address that nobody can read, directives, and
 * checks of types that are switched off.
 *
 * @param isHostFree whether it must do without the globals of any host too
 */
export function detoursOf(path: string, text: string, isHostFree: boolean): Detour[] {
  const detours: Detour[] = [];
  for (const { text: code, line: first } of partsOf(path, text).code) {
    const source = parsed(path, code);
    const put = (what: string, at: number): void => {
      detours.push({ what, line: first + source.getLineAndCharacterOfPosition(at).line });
    };
    for (const { fileName, pos } of source.libReferenceDirectives) put(`reference lib ${fileName}`, pos);
    for (const { index, 0: comment } of code.matchAll(/@ts-(?:ignore|expect-error|nocheck)\b/g))
      put(comment, index);
    const visit = (node: ts.Node): void => {
      const what = detourAt(node, source, isHostFree);
      if (what !== null) put(what, node.getStart(source));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return detours;
}

function detourAt(node: ts.Node, source: ts.SourceFile, isHostFree: boolean): string | null {
  if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) return metaAt(node);
  const name = nameAt(node);
  if (name !== null) {
    if (LOADERS.includes(name) || (isHostFree && GLOBALS.includes(name))) return name;
    if (name === 'require' && ts.isIdentifier(node) && !isCallOf(node)) return name;
  }
  if (ts.isImportDeclaration(node) && isText(node.moduleSpecifier, 'node:module')) return ofNodeModule(node);
  if (ts.isPropertyAccessExpression(node) && /^process\.(_linkedB|b)inding$/.test(node.getText(source)))
    return node.getText(source);
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments;
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword && isText(first, 'node:module'))
      return 'node:module';
    const called = node.expression.getText(source).replace(/^.*\./s, '');
    if (/^set(Timeout|Interval)$/.test(called) && first && isTextual(first)) return `${called} of a text`;
    if (called === 'createElement' && isText(first, 'script')) return 'createElement of a script';
  }
  if (ts.isNewExpression(node)) {
    const called = node.expression.getText(source).replace(/^.*\./s, '');
    const [first, base] = node.arguments ?? [];
    if (/^(Shared)?Worker$/.test(called) && !isReadAddress(first, source)) return `new ${called}`;
    // A relative address is one of our files; what it is relative to must be read too.
    if (called === 'URL' && base && isRelative(first) && base.getText(source) !== 'import.meta.url')
      return 'new URL with a base';
  }
  if (isHostFree && isAmbient(node)) return 'declare';
  if (ts.isModuleDeclaration(node) && node.flags & ts.NodeFlags.GlobalAugmentation) return 'declare global';
  return null;
}

/** `import.meta` by the property that is taken; null: the address of the file as the base of a text. */
function metaAt(node: ts.MetaProperty): string | null {
  const { parent } = node;
  if (!ts.isPropertyAccessExpression(parent)) return 'import.meta';
  const user = parent.parent;
  const isBase =
    parent.name.text === 'url' &&
    ts.isNewExpression(user) &&
    user.arguments?.[1] === parent &&
    ts.isStringLiteralLike(user.arguments[0]);
  return isBase ? null : `import.meta.${parent.name.text}`;
}

/** A name as it is written, bare, behind a dot, or as a text in brackets or elsewhere. */
function nameAt(node: ts.Node): string | null {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : null;
}

function isCallOf(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression === node;
}

function ofNodeModule({ importClause }: ts.ImportDeclaration): string | null {
  const bindings = importClause?.namedBindings;
  if (importClause?.name || !bindings || !ts.isNamedImports(bindings)) return 'node:module';
  const names = bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
  // `createRequire` is found by its name.
  return names.every((name) => HARMLESS.includes(name) || LOADERS.includes(name)) ? null : 'node:module';
}

function isReadAddress(node: ts.Expression | undefined, source: ts.SourceFile): boolean {
  const text = node?.getText(source) ?? '';
  return /^ownModule\('[^']+'\)$|^new URL\(\s*'[^']+',\s*import\.meta\.url,?\s*\)$/.test(text);
}

function isRelative(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isStringLiteralLike(node)) return /^\.{1,2}\//.test(node.text);
  return ts.isTemplateExpression(node) && (node.head.text === '' || /^\.{1,2}\//.test(node.head.text));
}

/** A declaration without a body, by which a global of the host would have a type. */
function isAmbient(node: ts.Node): boolean {
  return (
    (ts.isVariableStatement(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) &&
    (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false)
  );
}

function isText(node: ts.Node | undefined, text: string): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && node.text === text;
}

function isTextual(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}
