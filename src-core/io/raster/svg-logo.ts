import { type Message, message } from '../../messages/message.ts';
import type { LogoFacts } from '../../model/logo.ts';
import { type XmlElement, xmlFault, xmlRoot } from '../bytes/xml-tree.ts';

/**
 * Elements that HTML, PDF and Word draw alike and that nothing but the file itself decides: no scripts, no pictures, no
 * texts, whose fonts are those of the machine, no filters, and nothing that moves.
 */
const DRAWN: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'metadata', 'style'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'],
]);
/** Namespaces that a prefix may not stand for: its elements would be drawn, or run, in spite of it. */
const LIVE = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml'];
/** Most elements that are drawn, those that are drawn again by reference counted each time. */
const MOST_DRAWN = 50_000;

/** Least and greatest edge of the viewBox: what is beyond was not drawn by a person. */
const [LEAST_UNITS, MOST_UNITS] = [1e-3, 1e6];

/** @returns the size of an SVG in its units, or what keeps it out of a report */
export function svgLogo(bytes: Uint8Array): Pick<LogoFacts, 'width' | 'height'> | Message {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return message('logo-svg-text');
  }
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) return unsafe('<!ENTITY>');
  if (/<\?xml-stylesheet/i.test(text)) return unsafe('<?xml-stylesheet?>');
  const malformed = xmlFault(text);
  if (malformed !== null) return message('logo-svg-xml', { line: malformed.line, what: malformed.what });
  const root = rootOf(text);
  if (root === null) return message('logo-svg-loop');
  if (root.tag !== 'svg' || root.attributes.xmlns !== LIVE[0]) return message('logo-svg-root');
  const elements = [...below(root)];
  const live = livePrefixes(elements);
  for (const element of elements) {
    const fault = refused(element, live);
    if (fault !== null) return fault;
  }
  if (!isBounded(root, elements)) return message('logo-svg-loop');
  const box = (root.attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width, height] = box;
  const isSize = (units: number): boolean => units >= LEAST_UNITS && units <= MOST_UNITS;
  if (box.length !== 4 || !box.every(Number.isFinite) || !isSize(width) || !isSize(height))
    return message('logo-svg-box');
  return { width, height };
}

/** null: its elements lie deeper in each other than a drawing's do, which the reader of XML does not follow. */
function rootOf(text: string): XmlElement | null {
  try {
    return xmlRoot(text, { prefixes: true, skip: [] });
  } catch {
    return null;
  }
}

function* below(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* below(child);
}

/** Prefixes that stand for elements which are drawn or run. */
function livePrefixes(elements: readonly XmlElement[]): ReadonlySet<string> {
  const named = elements.flatMap(({ attributes }) => Object.entries(attributes));
  return new Set(
    named
      .filter(([name, value]) => name.startsWith('xmlns:') && LIVE.includes(value.trim()))
      .map(([name]) => name.slice(6)),
  );
}

/** What of an element is not drawn alike by all, or reaches out of the file; null: nothing. */
function refused({ tag, attributes, text, line }: XmlElement, live: ReadonlySet<string>): Message | null {
  const [prefix, local] = tag.includes(':') ? tag.split(':') : ['', tag];
  if (prefix === '' ? !DRAWN.has(tag) : live.has(prefix))
    return local === 'text' || local === 'tspan'
      ? message('logo-svg-words', { line })
      : message('logo-svg-element', { element: `<${local}>`, line });
  for (const [name, value] of Object.entries(attributes)) {
    const isLink = /^(?:\w+:)?(?:href|src)$/.test(name);
    // What a prefix says of an element is a note of the program that drew it, but for links.
    const isDrawn = !name.includes(':');
    if (isLink ? !/^\s*#/.test(value) : isDrawn && reachesOut(value)) return unsafe(name, line);
    if (/^on|^xml:base$/i.test(name)) return unsafe(name, line);
    if (name === 'xmlns' && value !== LIVE[0]) return unsafe(name, line);
  }
  return tag === 'style' && (text.includes('@') || reachesOut(text)) ? unsafe('<style>', line) : null;
}

function unsafe(what: string, line = 1): Message {
  return message('logo-svg-unsafe', { part: what, line });
}

/** True if a value of an attribute or of a style sheet names anything outside of the file, or hides what it names. */
function reachesOut(value: string): boolean {
  return (
    /url\(\s*(?!\s*["']?\s*#)/i.test(value) ||
    /(?:image|image-set|src|attr|expression)\(|javascript:|data:|\\/i.test(value)
  );
}

/** True if no reference leads back to where it stands, and following all of them ends soon. */
function isBounded(root: XmlElement, elements: readonly XmlElement[]): boolean {
  const byId = new Map(elements.map((element) => [element.attributes.id, element]));
  const styles = styleReferences(elements);
  const costs = new Map<XmlElement, number>();
  const open = new Set<XmlElement>();
  const costOf = (element: XmlElement): number => {
    const known = costs.get(element);
    if (known !== undefined) return known;
    if (open.has(element)) return Number.POSITIVE_INFINITY;
    open.add(element);
    const { attributes, children } = element;
    const classes = (attributes.class ?? '').split(/\s+/);
    const ids = [
      ...Object.values(attributes).flatMap(references),
      ...[...classes, ANY].flatMap((name) => styles.get(name) ?? []),
    ];
    const next = [...children, ...ids.map((id) => byId.get(id)).filter((one) => one !== undefined)];
    const cost = next.reduce((sum, one) => sum + costOf(one), 1);
    open.delete(element);
    costs.set(element, cost);
    return cost;
  };
  return costOf(root) <= MOST_DRAWN;
}

/** Stands for a rule of a style sheet that holds for elements of no class. */
const ANY = '*';

/** What the rules of the style sheets refer to, by the class that they are for. */
function styleReferences(elements: readonly XmlElement[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { tag, text } of elements) {
    if (tag !== 'style') continue;
    for (const [, selector, body] of text.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const classes = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
      for (const name of classes.length === 0 ? [ANY] : classes)
        byName.set(name, [...(byName.get(name) ?? []), ...references(body)]);
    }
  }
  return byName;
}

/** Names of the elements that a value refers to: `#name`, `url(#name)`. */
function references(value: string): string[] {
  return [...value.matchAll(/(?:^\s*|url\(\s*["']?\s*)#([^\s"')]+)/g)].map(([, id]) => id);
}
