import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detoursOf } from './detours.ts';
import { twoWayFolders } from './folders.ts';
import { DECLARATIONS, DETOURS, HOUSE, INSIDE } from './house.ts';
import { AROUND, importsOf, PRODUCT, sourcesOf } from './imports.ts';
import { faultsAround, faultsOf, grantOf, roomOf } from './walls.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const sources = sourcesOf(ROOT, PRODUCT);
const around = sourcesOf(ROOT, AROUND);

describe('the house', () => {
  it('has no import that its matrix does not allow', () => {
    expect(sources.size).toBeGreaterThan(500);
    expect([...sources].flatMap(([from, text]) => faultsOf(from, text))).toEqual([]);
  });

  it('allows no import that nobody needs', () => {
    const used = new Set<string>();
    for (const [from, text] of sources) {
      for (const { to } of importsOf(from, text))
        if (to !== null)
          for (const door of [roomOf(to) ?? to.split('/')[0], to]) used.add(`${roomOf(from)} ${door}`);
    }
    const granted = Object.entries(HOUSE).flatMap(([room, { rooms }]) =>
      rooms.map((other) => `${room} ${other}`),
    );
    expect(granted.filter((pair) => !used.has(pair))).toEqual([]);
  });

  it('gives tests, benches and the build no inside of a room that is not granted to them', () => {
    expect(around.size).toBeGreaterThan(800);
    expect([...around].flatMap(([from, text]) => faultsAround(from, text))).toEqual([]);
  });

  it('grants no inside and no detour that nobody needs', () => {
    const needed = new Set<string>();
    for (const [from, text] of around)
      for (const { to } of importsOf(from, text)) {
        const grant = to === null ? null : grantOf(from, to);
        const user = grant?.to.find((one) => from === one || from.startsWith(`${one}/`));
        if (grant && user) needed.add(`${grant.of} to ${user}`);
      }
    const granted = INSIDE.flatMap(({ of, to }) => to.map((user) => `${of} to ${user}`));
    expect(granted.filter((one) => !needed.has(one))).toEqual([]);
    const idle = Object.entries(DETOURS).flatMap(([from, ways]) => {
      const taken = detoursOf(from, sources.get(from) ?? '', false).map(({ what }) => what);
      return ways.filter((way) => !taken.includes(way)).map((way) => `${from}: ${way}`);
    });
    expect(idle).toEqual([]);
  });

  it('has no files that are read past the matrix: links, declarations of types, other names of modules', () => {
    const entries = [...PRODUCT, ...AROUND].flatMap((tree) =>
      readdirSync(join(ROOT, tree), { recursive: true, withFileTypes: true }),
    );
    expect(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)).toEqual([]);
    const declarations = PRODUCT.flatMap((tree) =>
      readdirSync(join(ROOT, tree), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.d\.[cm]?ts$/.test(name))
        .map((name) => `${tree}/${name.replaceAll('\\', '/')}`),
    );
    expect(declarations.sort()).toEqual([...DECLARATIONS].sort());
    const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(imports).toBeUndefined();
    for (const name of readdirSync(ROOT).filter((file) => /^(tsconfig.*|electron\.vite.*)$/.test(file)))
      expect(readFileSync(join(ROOT, name), 'utf8'), name).not.toMatch(/"paths"|"baseUrl"|\balias\b/);
  });

  it('lets no two rooms import each other, directly or through others', () => {
    const doors = new Map(Object.entries(HOUSE).map(([room, { rooms }]) => [room, [...rooms]]));
    expect(circleIn(doors)).toBeNull();
  });

  it('has no files that import each other in a circle', () => {
    const graph = new Map<string, string[]>();
    for (const [from, text] of sources) {
      const own = importsOf(from, text).flatMap(({ to, how }) =>
        to?.startsWith('src-') && how === 'imports' ? [to] : [],
      );
      graph.set(from, own);
    }
    expect(circleIn(graph)).toBeNull();
  });

  it('has no two folders side by side that import each other', () => {
    expect(twoWayFolders(sources)).toEqual([]);
    const planted = (path: string, address: string) => [path, `import { x } from '${address}';`] as const;
    const result = twoWayFolders(
      new Map([
        planted('src-core/a/b/one.ts', '../c/d/two.ts'),
        planted('src-core/a/c/d/two.ts', '../../b/three.ts'),
        planted('src-core/a/b/three.ts', '../four.ts'),
        planted('src-core/a/four.ts', './b/one.ts'),
        planted('src-core/tunnel/axis/five.ts', '../six.ts'),
        planted('src-core/tunnel/six.ts', './axis/five.ts'),
      ]),
    );
    expect(result).toEqual([
      'src-core/a/b and src-core/a/c: src-core/a/c/d/two.ts > src-core/a/b/three.ts',
      'src-core/tunnel/. and src-core/tunnel/axis: src-core/tunnel/axis/five.ts > src-core/tunnel/six.ts',
    ]);
  });

  it('gives the window the measuring of a survey without files, odometry or report behind it', () => {
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const { to } of importsOf(path, sources.get(path)!)) if (to?.startsWith('src-')) visit(to);
    };
    visit('src-core/survey/measure.ts');
    const rooms = [...new Set([...seen].map(roomOf))].sort();
    expect(rooms).toEqual(
      [
        ...['graph', 'math', 'messages', 'model', 'question', 'survey'],
        ...['axis', 'design', 'sections', 'uncertainty', 'volume', 'wall'].map((room) => `tunnel/${room}`),
        ...['cells', 'objects', 'recess', 'voxels', 'water'].map((room) => `tunnel/wall/${room}`),
      ].map((room) => `src-core/${room}`),
    );
    expect(
      [...seen].filter(
        (path) => path.startsWith('src-core/survey/') && !path.startsWith('src-core/survey/measure'),
      ),
    ).toEqual([]);
  });

  // One forbidden import each, as somebody in a hurry would write it.
  it.each([
    ['src-core/odometry/a.ts', "import { x } from '../gpu/kernel.ts';"],
    ['src-core/odometry/a.ts', "import { x } from '../../src-simulate/drive.ts';"],
    ['src-core/io/capture/a.ts', "import { x } from '../../../src-simulate/drive.ts';"],
    ['src-core/io/cad/a.ts', "import { x } from '../../contract/shapes.ts';"],
    ['src-core/io/cloud/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['src-core/io/bytes/a.ts', "const fs = await import('node:fs');"],
    ['src-core/io/bytes/a.ts', 'const fs = await import(`node:fs`);'],
    ['src-core/math/a.ts', "import { x } from '../io/bytes/byte-stream.ts';"],
    ['src-core/model/a.ts', "import { x } from '../math/se3.ts';"],
    ['src-core/model/a.ts', "const url = new URL('../../src-main/project/project.ts', import.meta.url);"],
    ['src-core/tunnel/wall/a.ts', "import { x } from '../../odometry/along/inertial-filter.ts';"],
    ['src-core/tunnel/wall/a.ts', "import type { X } from '../../odometry/odometry.ts';"],
    ['src-core/tunnel/volume/a.ts', "export * from '../../report/volume-json.ts';"],
    ['src-core/tunnel/axis/a.ts', "import { x } from '../../graph/solver/small-blocks.ts';"],
    ['src-core/report/a.ts', "import { x } from '../odometry/along/inertial-filter.ts';"],
    ['src-core/report/a.ts', "import { x } from '../../src-lab/register/register.ts';"],
    ['src-lab/search/a.ts', "import { x } from '../../src-core/contract/shapes.ts';"],
    ['src-lab/methods/a.ts', "import { x } from '../../src-core/odometry/odometry.ts';"],
    ['src-core/odometry/a.ts', "import { x } from '../../src-lab/register/register.ts';"],
    ['src-lab/search/a.ts', "import { x } from '../methods/iterate.ts';"],
    ['src-core/odometry/match/a.ts', "import { x } from '../odometry.ts';"],
    ['src-core/closing/loops/a.ts', "import { x } from '../joins/join-walk.ts';"],
    ['src-core/map-levels/a.ts', "import { x } from '../tunnel/volume/volume.ts';"],
    ['src-core/tunnel/axis/a.ts', "import { x } from '../wall/wall-surface.ts';"],
    ['src-core/tunnel/wall/cells/a.ts', "import { x } from '../wall-surface.ts';"],
    ['src-core/tunnel/wall/water/a.ts', "import { x } from '../recess/recess-cells.ts';"],
    ['src-core/tunnel/design/a.ts', "import type { X } from '../uncertainty/component.ts';"],
    ['src-core/gpu/a.ts', "import { x } from '../tunnel/volume/volume.ts';"],
    ['src-core/math/a.ts', 'const host = (globalThis as unknown as { process: unknown }).process;'],
    ['src-core/math/a.ts', 'const name = pick(); await import(name);'],
    ['src-core/math/a.ts', "import { x } from '../fixtures/walked-drive.ts';"],
    ['src-simulate/a.ts', "import { x } from '../src-core/tunnel/volume/volume.ts';"],
    ['src-main/project/a.ts', "import { x } from '../hosts/cli/program.ts';"],
    ['src-main/project/a.ts', "import { x } from '../engine/engine-session.ts';"],
    ['src-main/engine/handlers/a.ts', "import { x } from '../../hosts/cli/program.ts';"],
    ['src-main/jobs/a.ts', "import { x } from '../engine/engine.ts';"],
    ['src-main/files/a.ts', "const thread = ownModule('jobs/job-thread');"],
    ['src-main/hosts/serve/a.ts', "import { x } from '../app/window.ts';"],
    ['src-main/hosts/serve/a.ts', "import { app } from 'electron';"],
    ['src-main/jobs/a.ts', "import App from '../../src-renderer/shell/App.vue';"],
    ['src-renderer/viewer/a.ts', "import { x } from '../stores/project.ts';"],
    ['src-renderer/viewer/a.ts', "import { defineStore } from 'pinia';"],
    ['src-renderer/viewer/a.ts', "import { Scene } from '@babylonjs/core';"],
    [
      'src-renderer/ui/A.vue',
      '<script setup lang="ts">\nimport A from \'../features/map/MapPanel.vue\';\n</script>',
    ],
    ['src-renderer/stores/a.ts', "import Database from 'better-sqlite3';"],
    ['src-renderer/stores/a.ts', "import { create } from 'webgpu';"],
    ['src-renderer/stores/a.ts', "import { x } from '../../src-main/project/project.ts';"],
    ['src-renderer/workers/a.ts', "import { x } from '../../src-core/odometry/odometry.ts';"],
    ['src-renderer/features/map/a.ts', "import { x } from '../../viewer/levels/node-tree.ts';"],
    ['src-renderer/features/sections/a.ts', "import { x } from '../../../src-core/report/parts/volume.ts';"],
    ['src-renderer/attic/a.ts', "import { x } from '../stores/project.ts';"],
  ])('refuses %s with %s', (from, text) => {
    expect(faultsOf(from, text)).toHaveLength(1);
  });
});

describe('the reading of imports', () => {
  it('finds every kind, and none in comments and texts', () => {
    const text = [
      "import a from './one.ts';",
      "import type { B } from './two.ts';",
      "export * from '../three.ts';",
      "import 'four';",
      "const five = await import('node:fs');",
      'const six = await import(`./six.ts`);',
      "// import seven from 'seven';",
      'const text = "import eight from \'eight\'";',
      "type Nine = import('./nine.ts').Nine;",
      "const ten = new URL('./ten.ts', import.meta.url);",
      "import eleven = require('eleven');",
      "const twelve = ownModule('jobs/twelve');",
      `const thirteen = await import(\`./\${six}.ts\`);`,
    ].join('\n');
    expect(importsOf('src-core/math/a.ts', text).map(({ to }) => to)).toEqual([
      ...['src-core/math/one.ts', 'src-core/math/two.ts', 'src-core/three.ts', 'four', 'node:fs'],
      ...['src-core/math/six.ts', 'src-core/math/nine.ts', 'src-core/math/ten.ts', 'eleven'],
      ...['src-main/jobs/twelve.ts', null],
    ]);
  });
});

/** A circle in a graph as the names along it; null: there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
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
