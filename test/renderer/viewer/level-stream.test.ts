import { expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/harness/chromium.ts';
import { openViewerPage } from './viewer-page.ts';

const NOT_HERE = CHROMIUM === null && process.env.CI !== 'true';
if (NOT_HERE) process.stderr.write('\n*** NOT RUN: loading of levels: there is no Chromium ***\n');

it.skipIf(NOT_HERE)(
  'loads what the view needs of a map, lets go of the rest, and keeps to its budget',
  async () => {
    const opened = await openViewerPage('webgl2');
    try {
      const seen = await opened.page.evaluate(async () => {
        const { viewer, camera, LevelStream } = window;
        const corner: [number, number, number] = [352_000, 9_001_000, 4200];
        const count = 400;
        // A floor of 256 m: four eighths of each cube, down to cubes of 8 m.
        const nodes: ConstructorParameters<typeof LevelStream>[1][number][] = [];
        const add = (id: string, at: [number, number, number], edge: number): void => {
          nodes.push({ id, corner: at, edge, spacing: edge / 128, count, hasChildren: edge > 8 });
          if (edge <= 8) return;
          for (const k of [0, 1, 2, 3])
            add(`${id}${k}`, [at[0] + (k & 1) * (edge / 2), at[1] + (k >> 1) * (edge / 2), at[2]], edge / 2);
        };
        add('', corner, 256);
        const places = new Map(nodes.map((node) => [node.id, node]));
        let calls = 0;
        let underWay = 0;
        let most = 0;
        let held: (() => void)[] | null = null;
        const load = async (id: string) => {
          calls++;
          most = Math.max(most, ++underWay);
          if (held !== null && id.length === 5) await new Promise<void>((go) => held!.push(go));
          await new Promise(requestAnimationFrame);
          underWay--;
          const { corner: origin, edge } = places.get(id)!;
          const xyz = Float32Array.from({ length: 3 * count }, (_, i) =>
            i % 3 === 2 ? 0 : edge * ((i * 0.618) % 1),
          );
          return { origin, xyz, reflectivity: null, scanIndex: null };
        };
        const failures: string[] = [];
        const budget = 30_000;
        let distance = 1;
        const stream = new LevelStream(
          viewer,
          nodes,
          load,
          ({ xyz }) => new Float32Array(xyz.length / 3).fill(distance),
          (error) => failures.push(String(error)),
          budget,
        );
        const turn = (distance: number, x: number): void => {
          viewer.view = {
            ...camera.VIEW_DEFAULTS,
            target: [corner[0] + x, corner[1] + 100, corner[2]],
            distance,
          };
          stream.look();
        };
        const look = async (distance: number, x: number) => {
          turn(distance, x);
          while (!stream.settled) await new Promise(requestAnimationFrame);
          const names = [...viewer.points.batches.keys()];
          const points = [...viewer.points.batches.values()].reduce((sum, batch) => sum + batch.count, 0);
          return { deepest: Math.max(...names.map((name) => name.length)), names: names.length, points };
        };
        const far = await look(3000, 128);
        const near = await look(12, 40);
        const there = new Set(viewer.points.batches.keys());
        const elsewhere = await look(12, 220);
        const shared = [...viewer.points.batches.keys()].filter((name) => there.has(name)).length;
        // Turned away while as many nodes are under way as may be: none of them is wanted when it comes.
        held = [];
        turn(12, 40);
        while (held.length < 4) await new Promise(requestAnimationFrame);
        turn(12, 220);
        await new Promise((rested) => setTimeout(rested, 600));
        const late = held;
        held = null;
        for (const go of late) go();
        const patience = performance.now() + 10_000;
        while (!stream.settled && performance.now() < patience) await new Promise(requestAnimationFrame);
        const turned = stream.settled;
        distance = 2;
        stream.refreshFacts();
        const refreshing = !stream.settled;
        while (turned && !stream.settled) await new Promise(requestAnimationFrame);
        const refreshed = [...viewer.points.batches.values()].every(
          ({ count: points, options }) =>
            options.distance?.length === points && options.distance.every((value) => value === 2),
        );
        stream.stop();
        return {
          turned,
          refreshing,
          refreshed,
          far,
          near,
          elsewhere,
          shared,
          asked: calls,
          most,
          failures,
          left: viewer.points.batches.size,
          total: nodes.length,
        };
      });
      expect(seen.failures).toEqual([]);
      expect(seen.turned).toBe(true);
      expect([seen.refreshing, seen.refreshed]).toEqual([true, true]);
      expect(seen.far.names).toBeLessThan(6);
      expect(seen.near.deepest).toBe('map/'.length + 5);
      expect(seen.near.points).toBeLessThanOrEqual(30_000);
      expect(seen.elsewhere.deepest).toBe('map/'.length + 5);
      expect(seen.shared).toBeLessThan(seen.elsewhere.names);
      expect(seen.asked).toBeLessThan(seen.total);
      expect(seen.most).toBeLessThanOrEqual(4);
      expect(seen.left).toBe(0);
    } finally {
      await opened.close();
    }
  },
);
