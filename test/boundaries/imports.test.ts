import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Every import of a source text: static, dynamic, re-export, side effect, type-only. */
function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  // A specifier has no blanks: texts in which one string ends with "from" and another begins are none.
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\brequire\s*\(\s*)(['"])([^'"\s]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2]);
}

interface Import {
  /** Path from the repository root of the file that imports. */
  from: string;
  /** Path from the root for our own files, the bare specifier for packages. */
  to: string;
}

/** What each wall forbids, in words and as a test; true = the import breaks the wall. */
const WALLS: { wall: string; broken: (i: Import) => boolean }[] = [
  {
    wall: 'src-core imports nothing of a host: no node:, electron, vue, babylon, no native module',
    broken: ({ from, to }) => inside(from, 'src-core') && !inside(to, 'src-core') && !CORE_PACKAGES.has(to),
  },
  {
    wall: 'src-renderer never imports src-main',
    broken: ({ from, to }) => inside(from, 'src-renderer') && inside(to, 'src-main'),
  },
  {
    wall: 'src-renderer imports of src-core only model, math, contract, question, tunnel, the stage that measures, and of report what draws and words a section',
    broken: ({ from, to }) =>
      inside(from, 'src-renderer') &&
      inside(to, 'src-core') &&
      !within(to, ['model', 'math', 'contract', 'question', 'tunnel', ...OF_SURVEY, ...OF_REPORT]),
  },
  {
    wall: 'only src-renderer/host knows in which host the window is',
    broken: ({ from, to }) =>
      inside(from, 'src-renderer') &&
      !inside(from, 'src-renderer/host') &&
      (to === 'src-core/contract/bridge.ts' || to === 'src-core/contract/wire.ts'),
  },
  {
    wall: 'src-renderer uses no electron, no node: and no whole Babylon, only its single files',
    broken: ({ from, to }) =>
      inside(from, 'src-renderer') && (to.startsWith('node:') || to === '@babylonjs/core'),
  },
  {
    wall: 'contract and question import only model, math and themselves',
    broken: ({ from, to }) =>
      ['contract', 'question'].some((room) => inside(from, `src-core/${room}`)) &&
      inside(to, 'src-core') &&
      !within(to, ['model', 'math', 'contract', 'question']),
  },
  {
    wall: 'only src-main/app and src-main/preload import electron',
    broken: ({ from, to }) =>
      (to === 'electron' || to.startsWith('electron/')) &&
      !inside(from, 'src-main/app') &&
      !inside(from, 'src-main/preload') &&
      !inside(from, 'test/electron-host'),
  },
  {
    wall: 'src-main never imports src-renderer',
    broken: ({ from, to }) => inside(from, 'src-main') && inside(to, 'src-renderer'),
  },
  {
    wall: 'the product never imports test or bench',
    broken: ({ from, to }) => from.startsWith('src-') && (inside(to, 'test') || inside(to, 'bench')),
  },
  {
    wall: 'model stands at the bottom: it imports only itself',
    broken: ({ from, to }) => inside(from, 'src-core/model') && !inside(to, 'src-core/model'),
  },
  {
    wall: 'math imports only model and itself',
    broken: ({ from, to }) => inside(from, 'src-core/math') && !within(to, ['model', 'math']),
  },
  {
    wall: 'the flow goes one way: io, scan, registration, mapping, tunnel, report import no later stage',
    broken: ({ from, to }) => flowsBack(from, to),
  },
  {
    wall: 'survey is the only room of the core that sees all stages; no stage imports it',
    broken: ({ from, to }) =>
      inside(to, 'src-core/survey') && STAGES.some((s) => inside(from, `src-core/${s}`)),
  },
];

/** The stage of the survey that the window's worker takes itself. */
const OF_SURVEY = ['survey/measure.ts'];
/** What the window draws and says with the very code of the report. */
const OF_REPORT = ['report/figures', 'report/format.ts', 'report/section-shape.ts'];
/** Small pure packages that the core may use: no host, no DOM. */
const CORE_PACKAGES = new Set([
  'fast-png',
  'fast-xml-parser',
  'fflate',
  'zod',
  'manifold-3d',
  'webgpu-utils',
  '@tarikjabiri/dxf',
]);
const STAGES = ['io', 'scan', 'registration', 'mapping', 'tunnel', 'report'];

function flowsBack(from: string, to: string): boolean {
  const source = STAGES.findIndex((stage) => inside(from, `src-core/${stage}`));
  const target = STAGES.findIndex((stage) => inside(to, `src-core/${stage}`));
  return source >= 0 && target > source;
}

function within(path: string, rooms: string[]): boolean {
  return rooms.some((room) => inside(path, `src-core/${room}`));
}

function inside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function sourcesUnder(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(join(ROOT, folder), { recursive: true }) as string[];
  } catch {
    return []; // a room that a later issue fills
  }
  return names.filter((name) => /\.(ts|vue|js|mjs)$/.test(name)).map((name) => `${folder}/${name}`);
}

function allImports(): Import[] {
  return ['src-core', 'src-main', 'src-renderer', 'bench', 'test'].flatMap(sourcesUnder).flatMap((from) =>
    importsOf(readFileSync(join(ROOT, from), 'utf8')).map((specifier) => ({
      from,
      to: specifier.startsWith('.')
        ? relative(ROOT, resolve(ROOT, dirname(from), specifier)).replaceAll('\\', '/')
        : specifier,
    })),
  );
}

describe('walls between the rooms', () => {
  const imports = allImports();

  it('sees the imports of the house', () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  for (const { wall, broken } of WALLS) {
    it(wall, () => {
      expect(imports.filter(broken)).toEqual([]);
    });
  }

  it('has no import in a circle inside the core', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of imports) {
      if (inside(from, 'src-core') && inside(to, 'src-core'))
        graph.set(from, [...(graph.get(from) ?? []), to]);
    }
    expect(circleIn(graph)).toBeNull();
  });
});

describe('the wall test itself', () => {
  it('finds every kind of import', () => {
    const source = [
      "import a from 'one';",
      "import type { B } from './two.ts';",
      "export * from '../three.ts';",
      "import 'four';",
      "const five = await import('node:fs');",
      "// import six from 'six';",
      'import {\n  seven,\n} from "seven";',
    ].join('\n');
    expect(importsOf(source)).toEqual(['one', './two.ts', '../three.ts', 'four', 'node:fs', 'seven']);
  });

  it.each([
    ['src-core/math/a.ts', 'node:fs'],
    ['src-core/io/a.ts', 'electron'],
    ['src-core/io/a.ts', 'src-main/hosts/cli/main.ts'],
    ['src-renderer/a.ts', 'src-main/project/open.ts'],
    ['src-renderer/a.ts', 'src-core/registration/icp.ts'],
    ['src-renderer/a.ts', 'src-core/report/html-report.ts'],
    ['src-renderer/panels/a.ts', 'src-core/contract/wire.ts'],
    ['src-renderer/a.ts', '@babylonjs/core'],
    ['src-renderer/a.ts', 'node:fs'],
    ['src-core/question/a.ts', 'src-core/odometry/odometry.ts'],
    ['src-main/cli/a.ts', 'electron'],
    ['src-core/model/a.ts', 'src-core/math/se3.ts'],
    ['src-core/registration/a.ts', 'src-core/mapping/b.ts'],
    ['src-core/tunnel/a.ts', 'src-core/survey/b.ts'],
    ['src-core/io/a.ts', 'test/fixtures/b.ts'],
  ])('refuses %s -> %s', (from, to) => {
    expect(WALLS.filter(({ broken }) => broken({ from, to })).length).toBeGreaterThan(0);
  });
});

/** A circle in the graph as a list of files, or null. */
function circleIn(graph: Map<string, string[]>): string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const circle = visit(node);
    if (circle) return circle;
  }
  return null;
}
