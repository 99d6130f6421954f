const VOID_ELEMENTS = new Set(['meta', 'br']);

/** What is wrong with the markup: tags that do not nest, stray signs, attributes without quotes, doubled ids. */
export function markupFaults(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  const body = html.replace(/^<!DOCTYPE html>/, '').replace(/<style>[\s\S]*?<\/style>/, '');
  const pattern = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][a-zA-Z0-9-]*="[^"<]*")*)\s*(\/?)>/g;
  let at = 0;
  for (const match of body.matchAll(pattern)) {
    const [tag, closing, name, attributes, selfClosing] = match;
    faults.push(...textFaults(body.slice(at, match.index)));
    at = match.index + tag.length;
    for (const [, value] of attributes.matchAll(/="([^"]*)"/g)) faults.push(...textFaults(value));
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && ids.has(id)) faults.push(`id ${id} twice`);
    if (id !== undefined) ids.add(id);
    if (selfClosing || VOID_ELEMENTS.has(name)) continue;
    if (!closing) open.push(name);
    else if (open.at(-1) === name) open.pop();
    else faults.push(`</${name}> where <${open.at(-1) ?? 'nothing'}> is open`);
  }
  faults.push(...textFaults(body.slice(at)));
  return open.length > 0 ? [...faults, `left open: ${open.join(', ')}`] : faults;
}

function textFaults(text: string): string[] {
  return [...text.matchAll(/[<>]|&(?!#\d+;)/g)].map(
    (match) => `stray ${match[0]} in "${text.slice(Math.max(0, match.index - 20), match.index + 20)}"`,
  );
}

/** The text between the tags, references resolved. */
export function textOf(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\u202f/g, ' ')
    .replace(/\s+/g, ' ');
}
