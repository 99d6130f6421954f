import { escapeHtml } from '../texts/format.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** SVG element as text; numbers are millimetres on paper, rounded to 0.01. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? mm(value) : escapeHtml(value)}"`)
    .join('');
  return content === '' ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`;
}

/** SVG drawing of the given size in mm, which prints at that size: its scale is true at 100 %. */
export function drawing(width: number, height: number, title: string, content: readonly string[]): string {
  return element(
    'svg',
    {
      viewBox: `0 0 ${mm(width)} ${mm(height)}`,
      width: `${mm(width)}mm`,
      height: `${mm(height)}mm`,
      role: 'img',
      'aria-label': title,
    },
    content.join(''),
  );
}

export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string {
  return element('line', { x1, y1, x2, y2, ...attributes });
}

export function label(x: number, y: number, text: string, size: number, attributes: Attributes): string {
  return element('text', { x, y, 'font-size': size, ...attributes }, escapeHtml(text));
}

/** Data of an open path through points (x, y pairs, mm). Non-finite points interrupt the line. */
export function openPath(points: ArrayLike<number>): string {
  const parts: string[] = [];
  let pen = 'M';
  for (let i = 0; i < points.length; i += 2) {
    if (!Number.isFinite(points[i] + points[i + 1])) {
      pen = 'M';
      continue;
    }
    parts.push(`${pen}${mm(points[i])} ${mm(points[i + 1])}`);
    pen = 'L';
  }
  return parts.join('');
}

/** Data of a path through points (x, y pairs, mm) and back to the first. Non-finite points interrupt the line. */
export function closedPath(points: ArrayLike<number>): string {
  const open = openPath(points);
  return open && `${open}Z`;
}

/** Formats millimetres with at most two decimals. */
export function mm(value: number): string {
  return String(Math.round(100 * value) / 100);
}
