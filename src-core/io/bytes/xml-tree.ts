import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element with its children in the order of the file, because in some formats the order has a meaning. */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed. */
  readonly text: string;
  /** Line where it begins, from 1. */
  readonly line: number;
}

interface XmlOptions {
  /** Tags keep the prefix of their namespace. */
  readonly prefixes: boolean;
  /** Tags of elements whose contents are not needed. */
  readonly skip: readonly string[];
}

/** Node of the parser with `preserveOrder`: one key is the tag, ':@' contains the attributes. */
type RawNode = Record<string, RawNode[] | Record<string, string> | string> & {
  [META]?: { startIndex?: number };
};

const META = XMLParser.getMetaDataSymbol() as symbol as never;
const ATTRIBUTES = ':@';
const TEXT = '#text';
/** A tag of E57 that the parser refuses, as a word of JavaScript, and what it sees instead. */
const REFUSED = 'prototype';
const RENAMED = '_prototype';

/** What makes a text no well-formed XML, and the line; null: it is one. */
export function xmlFault(text: string): { readonly what: string; readonly line: number } | null {
  const verdict = XMLValidator.validate(text);
  return verdict === true ? null : { what: verdict.err.msg.replace(/\.$/, ''), line: verdict.err.line };
}

/** The root element of a well-formed XML; null if it has none. */
export function xmlRoot(text: string, { prefixes, skip }: XmlOptions): XmlElement | null {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: !prefixes,
    // Numeric character references too (&#241;), not only the five entities of XML.
    htmlEntities: true,
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    transformTagName: (tag) => (tag === REFUSED ? RENAMED : tag),
    stopNodes: skip.map((tag) => `..${tag}`),
    captureMetaData: true,
  });
  const roots = (parser.parse(text) as RawNode[]).filter((node) => tagOf(node) !== TEXT);
  return roots.length === 0 ? null : element(roots[0], lineFinder(text));
}

/** The first child of that tag; undefined if there is none. */
export function childElement(parent: XmlElement, tag: string): XmlElement | undefined {
  return parent.children.find((child) => child.tag === tag);
}

export function childElements(parent: XmlElement, tag: string): XmlElement[] {
  return parent.children.filter((child) => child.tag === tag);
}

function element(node: RawNode, lineAt: (index: number) => number): XmlElement {
  const key = tagOf(node);
  const inner = node[key] as RawNode[];
  return {
    tag: key === RENAMED ? REFUSED : key,
    attributes: (node[ATTRIBUTES] as Record<string, string> | undefined) ?? {},
    children: inner.filter((child) => tagOf(child) !== TEXT).map((child) => element(child, lineAt)),
    text: inner
      .filter((child) => tagOf(child) === TEXT)
      .map((child) => String(child[TEXT]))
      .join(' ')
      .trim(),
    line: lineAt(node[META]?.startIndex ?? 0),
  };
}

function tagOf(node: RawNode): string {
  return Object.keys(node).find((key) => key !== ATTRIBUTES) ?? TEXT;
}

/** Line number of a character, from 1. */
function lineFinder(text: string): (index: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (index) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= index) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
