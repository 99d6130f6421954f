import { relative } from 'node:path';
import ts from 'typescript-js';

/** One small change of a source file. */
export interface Mutant {
  /** Relative to the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Characters that are replaced. */
  readonly start: number;
  readonly end: number;
  /** Characters of the least expression around them, or of the member of an object that is left out. */
  readonly outer: readonly [from: number, to: number];
  readonly was: string;
  readonly becomes: string;
  readonly operator: Operator;
  /**
   * Places behind the `{` of all functions of the file, if the change is in none: in what is made when it is loaded. null:
   * it is in one, or the file has functions without `{`.
   */
  readonly functions: readonly number[] | null;
}

type Operator =
  | 'arithmetic'
  | 'boundary'
  | 'logic'
  | 'constant'
  | 'unit'
  | 'power'
  | 'root'
  | 'extreme'
  | 'arguments'
  | 'await'
  | 'member';

const { SyntaxKind: K } = ts;

const ARITHMETIC = new Map<ts.SyntaxKind, string>([
  [K.PlusToken, '-'],
  [K.MinusToken, '+'],
  [K.AsteriskToken, '/'],
  [K.SlashToken, '*'],
  [K.PercentToken, '*'],
  [K.PlusEqualsToken, '-='],
  [K.MinusEqualsToken, '+='],
  [K.AsteriskEqualsToken, '/='],
  [K.SlashEqualsToken, '*='],
]);
const BOUNDARY = new Map<ts.SyntaxKind, string>([
  [K.LessThanToken, '<='],
  [K.LessThanEqualsToken, '<'],
  [K.GreaterThanToken, '>='],
  [K.GreaterThanEqualsToken, '>'],
  [K.EqualsEqualsEqualsToken, '!=='],
  [K.ExclamationEqualsEqualsToken, '==='],
]);
const LOGIC = new Map<ts.SyntaxKind, string>([
  [K.AmpersandAmpersandToken, '||'],
  [K.BarBarToken, '&&'],
]);
/** Factors between units. */
const UNITS = new Set(['10', '100', '1000', '1e3', '1e6', '1e9', '60', '180', '3600']);

/**
 * The mutants of source files: arithmetic, comparisons, logic, constants, factors of units, dropped powers and roots,
 * least for greatest, neighbouring arguments of one type swapped, dropped `await`, dropped members of objects.
 *
 * @param paths absolute
 * @returns in order of file and place
 */
export function mutantsOf(paths: readonly string[], root: string): Mutant[] {
  const program = ts.createProgram([...paths], {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  return paths.flatMap((path) => mutantsOfFile(program.getSourceFile(path)!, relative(root, path), checker));
}

function mutantsOfFile(source: ts.SourceFile, file: string, checker: ts.TypeChecker): Mutant[] {
  const mutants: Mutant[] = [];
  const functions: number[] = [];
  let depth = 0;
  /** True if there is a function without `{`, which cannot be asked whether it was called. */
  let hasBare = false;
  const place = (operator: Operator, node: ts.Node, start: number, end: number, becomes: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    const whole = wholeChain(node);
    const outer = [whole.getStart(source), whole.end] as const;
    const was = source.text.slice(start, end);
    const isInFunction = depth > 0;
    const at = { file, line: line + 1, start, end, outer, was };
    mutants.push({ ...at, becomes, operator, functions: isInFunction ? null : functions });
  };
  /** @param part what is replaced of an expression */
  const add = (operator: Operator, node: ts.Node, becomes: string, part: ts.Node = node): void =>
    place(operator, node, part.getStart(source), part.end, becomes);
  const isText = (node: ts.Expression): boolean =>
    (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0;
  const typeOf = (node: ts.Node): string => checker.typeToString(checker.getTypeAtLocation(node));

  const binary = (node: ts.BinaryExpression): void => {
    const { kind } = node.operatorToken;
    const arithmetic = ARITHMETIC.get(kind);
    if (arithmetic !== undefined && !isText(node.left) && !isText(node.right))
      add('arithmetic', node, arithmetic, node.operatorToken);
    const boundary = BOUNDARY.get(kind);
    if (boundary !== undefined) add('boundary', node, boundary, node.operatorToken);
    const logic = LOGIC.get(kind);
    if (logic !== undefined) add('logic', node, logic, node.operatorToken);
    if (kind === K.AsteriskAsteriskToken) add('power', node, node.left.getText(source));
  };
  const literal = (node: ts.NumericLiteral): void => {
    const text = node.getText(source);
    const { parent } = node;
    // A place in a list or a property is no quantity.
    if (ts.isElementAccessExpression(parent) || ts.isPropertyAssignment(parent.parent ?? parent)) return;
    if (ts.isPropertyAssignment(parent) && parent.name === node) return;
    if (UNITS.has(text)) add('unit', node, '1');
    else if (Number(text) === 0) return;
    else add('constant', node, Number(text) === 1 ? '2' : `(2 * ${text})`);
  };
  const call = (node: ts.CallExpression): void => {
    const called = node.expression.getText(source);
    const args = node.arguments;
    const isSpread = args.some(ts.isSpreadElement);
    if (called === 'Math.sqrt') add('root', node, `(${args[0].getText(source)})`);
    if (called === 'Math.hypot' && !isSpread && args.length > 1)
      add('root', node, `(${args.map((arg) => arg.getText(source)).join(' + ')})`);
    if (called === 'Math.min') add('extreme', node, 'Math.max', node.expression);
    if (called === 'Math.max') add('extreme', node, 'Math.min', node.expression);
    if (called.startsWith('Math.') || isSpread) return;
    for (let i = 0; i + 1 < args.length; i++) {
      const [one, other] = [args[i], args[i + 1]];
      if (one.getText(source) === other.getText(source) || typeOf(one) !== typeOf(other)) continue;
      const [from, to] = [one.getStart(source), other.end];
      place('arguments', node, from, to, `${other.getText(source)}, ${one.getText(source)}`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) binary(node);
    else if (ts.isNumericLiteral(node)) literal(node);
    else if (ts.isCallExpression(node)) call(node);
    else if (ts.isAwaitExpression(node)) add('await', node, `(${node.expression.getText(source)})`);
    else if (ts.isPropertyAccessExpression(node) && node.getText(source) === 'Math.SQRT2')
      add('root', node, '1');
    else if (ts.isShorthandPropertyAssignment(node) && ts.isObjectLiteralExpression(node.parent))
      add('member', node, `${node.name.text}: undefined`);
    // What a class holds is made with its objects.
    const isFunction = ts.isFunctionLike(node) || ts.isPropertyDeclaration(node);
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body as ts.Node))
      functions.push((node.body as ts.Node).getStart(source) + 1);
    if (depth === 0 && ts.isArrowFunction(node) && !ts.isBlock(node.body)) hasBare = true;
    if (isFunction) depth++;
    ts.forEachChild(node, visit);
    if (isFunction) depth--;
  };
  visit(source);
  return hasBare ? mutants.map((mutant) => ({ ...mutant, functions: null })) : mutants;
}

/** The expression that a change may stand in for: of `a?.b(c).d` all, as its `?.` leaves out all that follows. */
function wholeChain(node: ts.Node): ts.Node {
  let whole = node;
  while (
    (whole.flags & ts.NodeFlags.OptionalChain) !== 0 &&
    (ts.isPropertyAccessExpression(whole.parent) ||
      ts.isElementAccessExpression(whole.parent) ||
      ts.isCallExpression(whole.parent) ||
      ts.isNonNullExpression(whole.parent)) &&
    whole.parent.expression === whole
  )
    whole = whole.parent;
  return whole;
}
