import ts from 'typescript-js';
import { partsOf } from './components.ts';

/** What makes a source hard to read where it is used, each as a name or a call with its line. */
interface Smells {
  /** Variables, parameters, functions and declared fields of a name that docs/glossary.md forbids by itself. */
  readonly names: readonly string[];
  /** Calls of our own functions with several arguments whose last is a bare `true` or `false`. */
  readonly bare: readonly string[];
  /** Functions of seven positional parameters or more. */
  readonly long: readonly string[];
}

/** Names that say who wanted a value, and not what it is. */
const FORBIDDEN = new Set(['asked', 'told', 'kept', 'made', 'given', 'found']);
const MOST_PARAMETERS = 6;
/** Calls of the language and of libraries that end on a flag: views of bytes, Babylon's buffers and clearing. */
const FOREIGN = /^([gs]et(Big)?(Int|Uint|Float)\d+|setVerticesBuffer|SubMesh|clear)$/;

/**
 * Reads one source for what makes it hard to read.
 *
 * Keys of an object literal are no names of their own: a type declares them, or a text of the catalogue has them as its
 * placeholders.
 *
 * @param from its path from the repository root
 */
export function smellsOf(from: string, text: string): Smells {
  const smells = { names: [] as string[], bare: [] as string[], long: [] as string[] };
  for (const { text: code, line: first } of partsOf(from, text).code) {
    const source = ts.createSourceFile(`${from}.ts`, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    const at = (node: ts.Node): number =>
      first + source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    const visit = (node: ts.Node): void => {
      const name = declaredName(node);
      if (name !== null && FORBIDDEN.has(name)) smells.names.push(`${from}:${at(node)} ${name}`);
      const callee = flaggedCallee(node);
      if (callee !== null) smells.bare.push(`${from}:${at(node)} ${callee}`);
      if (isWritten(node) && node.parameters.length > MOST_PARAMETERS)
        smells.long.push(`${from}:${at(node)} ${node.name?.getText(source) ?? 'a function'}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return smells;
}

/** The name that a node declares for a value; null: it declares none. */
function declaredName(node: ts.Node): string | null {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node);
  if (!declares || node.name === undefined) return null;
  return ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)
    ? node.name.text.replace(/^#/, '')
    : null;
}

/** The name of what a node calls with several arguments of which the last is a bare flag; null: it does not. */
function flaggedCallee(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return null;
  const last = node.arguments?.at(-1);
  if (last === undefined || node.arguments!.length < 2) return null;
  if (last.kind !== ts.SyntaxKind.TrueKeyword && last.kind !== ts.SyntaxKind.FalseKeyword) return null;
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  return FOREIGN.test(name) ? null : name;
}

/** Whether a node is a function with a body of ours, which could take its parameters as one object. */
function isWritten(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}
