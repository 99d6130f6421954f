/** A node of a V8 CPU profile (`--cpu-prof`). */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** A V8 CPU profile of one thread. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

/** A function and what it calls, of all places that it is called from in the same way. */
interface Frame {
  readonly name: string;
  microseconds: number;
  readonly callees: Map<string, Frame>;
}

const WIDTH = 1200;
const ROW = 15;
/** Most callees one below the other. */
const DEEPEST = 16;
/** Narrowest box, pixels. */
const NARROWEST = 0.6;
/** Width of a letter, pixels. */
const LETTER = 6.2;
/** No work: the thread waited. */
const IDLE = new Set(['(idle)', '(program)']);

/**
 * Flame graph of the threads of a process as SVG: time from left to right by size, callers above callees, threads one
 * below the other, each as wide as its share of the busiest.
 */
export function flameGraph(
  threads: readonly { readonly title: string; readonly profile: CpuProfile }[],
): string {
  const roots = threads
    .map(({ title, profile }) => ({ title, root: callTree(profile) }))
    .sort((a, b) => b.root.microseconds - a.root.microseconds);
  const scale = WIDTH / Math.max(...roots.map(({ root }) => root.microseconds));
  const boxes: string[] = [];
  let top = 0;
  for (const { title, root } of roots) {
    const seconds = (root.microseconds / 1e6).toFixed(1);
    boxes.push(
      `<text x="2" y="${top + 13}" font-weight="bold">${escaped(title)}, ${seconds} s at work</text>`,
    );
    top += ROW + 4;
    top = draw(root, 0, top, scale, boxes) + ROW;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" font-family="monospace" font-size="10">
<title>Flame graph: time of each function and of those it calls, by thread</title>
<rect width="${WIDTH}" height="${top}" fill="white"/>
${boxes.join('\n')}
</svg>
`;
}

function callTree({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map<number, number>();
  samples.forEach((id, k) => {
    own.set(id, (own.get(id) ?? 0) + timeDeltas[k]);
  });
  const root: Frame = { name: '', microseconds: 0, callees: new Map() };
  const gather = (node: ProfileNode, path: readonly Frame[]): void => {
    const time = IDLE.has(node.callFrame.functionName) ? 0 : (own.get(node.id) ?? 0);
    for (const frame of path) frame.microseconds += time;
    for (const child of node.children ?? []) {
      const callee = byId.get(child)!;
      const name = nameOf(callee);
      // A function that calls itself is one box, and what Node does inside belongs to who asked for it.
      const isInside = callee.callFrame.url.startsWith('node:') && path.length > 1;
      if (isInside || path.length > DEEPEST || path.some((frame) => frame.name === name)) {
        gather(callee, path);
        continue;
      }
      const into = path[path.length - 1].callees;
      const frame = into.get(name) ?? { name, microseconds: 0, callees: new Map() };
      into.set(name, frame);
      gather(callee, [...path, frame]);
    }
  };
  gather(nodes[0], [root]);
  return root;
}

function nameOf({ callFrame: { functionName, url } }: ProfileNode): string {
  const file = url.split('/').at(-1)!.replace(/\.ts$/, '');
  const name = functionName || '(anonymous)';
  return file === '' ? name : `${name} ${file}`;
}

/** @returns the lowest edge that was drawn */
function draw(frame: Frame, left: number, top: number, scale: number, boxes: string[]): number {
  let bottom = top;
  let x = left;
  for (const callee of [...frame.callees.values()].sort((a, b) => b.microseconds - a.microseconds)) {
    const width = callee.microseconds * scale;
    if (width < NARROWEST) break;
    const milliseconds = (callee.microseconds / 1000).toFixed(0);
    const label = callee.name.slice(0, Math.max(0, Math.floor((width - 4) / LETTER)));
    boxes.push(
      `<g><title>${escaped(callee.name)}: ${milliseconds} ms</title><rect x="${x.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colourOf(callee.name)}"/>${
        label.length > 2 ? `<text x="${(x + 2).toFixed(1)}" y="${top + 11}">${escaped(label)}</text>` : ''
      }</g>`,
    );
    bottom = Math.max(bottom, draw(callee, x, top + ROW, scale, boxes), top + ROW);
    x += width;
  }
  return bottom;
}

/** Of its file, so that what belongs together looks alike. */
function colourOf(name: string): string {
  const file = name.split(' ').at(-1)!;
  let hash = 0;
  for (const letter of file) hash = (31 * hash + letter.charCodeAt(0)) >>> 0;
  return `hsl(${20 + (hash % 40)} ${55 + (hash % 30)}% ${68 + (hash % 14)}%)`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
