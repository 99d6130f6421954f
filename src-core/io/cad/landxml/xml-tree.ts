import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { drawingText } from '../drawing-text.ts';

/** An element with its children in the order of the file, because a path is drawn in that order. */
export interface XmlElement {
  /** Without its namespace. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed. */
  readonly text: string;
  /** Line where it begins, from 1. */
  readonly line: number;
}

/** Node of the parser with `preserveOrder`: one key is the tag, ':@' contains the attributes. */
type RawNode = Record<string, RawNode[] | Record<string, string> | string> & {
  [META]?: { startIndex?: number };
};

const META = XMLParser.getMetaDataSymbol() as symbol as never;
const ATTRIBUTES = ':@';
const TEXT = '#text';

/**
 * Parses an XML and returns its root element.
 *
 * @param name of the file, for messages
 * @throws SocavonError drawing-truncated if an element is not closed, drawing-format if it is not XML
 */
export function xmlTree(bytes: Uint8Array, name: string): XmlElement {
  const text =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? new TextDecoder('utf-16le').decode(bytes)
      : drawingText(bytes).replace(/^\uFEFF/, '');
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw notWellFormed(verdict.err, text, name);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    // Numeric character references too (&#241;), not only the five entities of XML.
    htmlEntities: true,
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    // For a whole site these are most of the file, and none of it is needed.
    stopNodes: ['..Surfaces', '..PipeNetworks', '..Parcels'],
    captureMetaData: true,
  });
  const lineAt = lineFinder(text);
  const roots = (parser.parse(text) as RawNode[]).filter((node) => tagOf(node) !== TEXT);
  if (roots.length === 0) throw new SocavonError('drawing-format', message('xml-empty', { name }));
  return element(roots[0], lineAt);
}

/** The first child of that tag; undefined if there is none. */
export function childElement(parent: XmlElement, tag: string): XmlElement | undefined {
  return parent.children.find((child) => child.tag === tag);
}

export function childElements(parent: XmlElement, tag: string): XmlElement[] {
  return parent.children.filter((child) => child.tag === tag);
}

function element(node: RawNode, lineAt: (index: number) => number): XmlElement {
  const tag = tagOf(node);
  const inner = node[tag] as RawNode[];
  return {
    tag,
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

function notWellFormed(err: { msg: string; line: number }, text: string, name: string): SocavonError {
  if (!text.trimStart().startsWith('<'))
    return new SocavonError('drawing-format', message('xml-none', { name }));
  const end = text.trimEnd();
  const last = end.slice(end.lastIndexOf('<'));
  const root = /<([A-Za-z_][\w:.-]*)[\s>]/.exec(text.replace(/<[?!][^>]*>/g, ''))?.[1];
  if (root !== undefined && last !== `</${root}>`)
    return new SocavonError(
      'drawing-truncated',
      message('xml-cut', { name, line: end.split('\n').length, root }),
    );
  return new SocavonError(
    'drawing-format',
    message('drawing-line', { name, line: err.line, what: err.msg.replace(/\.$/, '') }),
  );
}
