import { parse, type SFCDescriptor, type SFCTemplateBlock } from 'vue/compiler-sfc';

/** A text within a file that is read by itself, and the line of the file on which it begins. */
export interface Piece {
  readonly text: string;
  readonly line: number;
}

/** What may name a module in a file that is not a script as a whole. */
interface Parts {
  /** Scripts and the expressions of a template. */
  readonly code: readonly Piece[];
  /** Files that a tag, a block or a style names. */
  readonly addresses: readonly Piece[];
}

type TemplateNode = NonNullable<SFCTemplateBlock['ast']>['children'][number];

/** Attributes by which a tag loads a file. */
const LOADING = ['src', 'href', 'xlink:href', 'poster', 'srcset', 'data'];

/** The parts of a `.vue`, `.html` or `.css` file; any other is one piece of code. */
export function partsOf(path: string, text: string): Parts {
  if (path.endsWith('.vue')) return partsOfComponent(text);
  if (path.endsWith('.html')) return partsOfPage(text);
  if (path.endsWith('.css')) return { code: [], addresses: addressesOfStyle({ text, line: 1 }) };
  return { code: [{ text, line: 1 }], addresses: [] };
}

function partsOfComponent(text: string): Parts {
  const { descriptor } = parse(text, { sourceMap: false });
  const blocks = blocksOf(descriptor);
  const code = [descriptor.script, descriptor.scriptSetup].flatMap((block) =>
    block ? [{ text: block.content, line: block.loc.start.line }] : [],
  );
  const addresses = blocks.flatMap(({ src, loc }) => (src ? [{ text: src, line: loc.start.line }] : []));
  for (const { content, loc } of descriptor.styles)
    addresses.push(...addressesOfStyle({ text: content, line: loc.start.line }));
  for (const child of descriptor.template?.ast?.children ?? []) collect(child, code, addresses);
  return { code, addresses };
}

function blocksOf({ script, scriptSetup, template, styles, customBlocks }: SFCDescriptor) {
  return [script, scriptSetup, template, ...styles, ...customBlocks].filter((block) => block !== null);
}

/** Adds the expressions of a node of a template, and the files that its attributes name. */
function collect(node: TemplateNode, code: Piece[], addresses: Piece[]): void {
  const expression = (inner: {
    readonly loc: { readonly source: string; readonly start: { line: number } };
  }) => code.push({ text: `(${inner.loc.source})`, line: inner.loc.start.line });
  if ('content' in node && typeof node.content === 'object' && 'loc' in node.content)
    expression(node.content);
  if ('props' in node)
    for (const prop of node.props) {
      if ('exp' in prop && prop.exp) expression(prop.exp);
      else if ('value' in prop && prop.value && LOADING.includes(prop.name))
        addresses.push({ text: prop.value.content, line: prop.loc.start.line });
    }
  if ('children' in node)
    for (const child of node.children)
      if (typeof child === 'object') collect(child as TemplateNode, code, addresses);
}

function partsOfPage(page: string): Parts {
  const tags = [...page.matchAll(/<[a-z][^>]*?\b(?:src|href|data)\s*=\s*["']([^"']+)["']/gi)];
  const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/gi)];
  return {
    code: scripts.map(({ 1: text, index }) => ({ text, line: lineAt(page, index) })),
    addresses: tags.map(({ 1: text, index }) => ({ text, line: lineAt(page, index) })),
  };
}

/** What a style loads: `@import`, `@use`, `url()` and `composes ... from`. */
function addressesOfStyle({ text, line }: Piece): Piece[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const loads =
    /(?:@(?:import|use|forward|plugin|reference)\s+(?!url\()|\burl\(\s*|\bcomposes:[^;]*?\bfrom\s+)["']?([^"')\s;]+)/g;
  return [...bare.matchAll(loads)].map(({ 1: address, index }) => ({
    text: address,
    line: line - 1 + lineAt(bare, index),
  }));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
