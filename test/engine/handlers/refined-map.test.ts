import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CONTROLLED_SEED, controlledDrive } from '../../fixtures/controlled-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

const SCAN = 100;

/** Middle of the points, m. */
function middle({ origin, xyz }: { origin: readonly number[]; xyz: Float32Array }): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i < xyz.length; i++) sum[i % 3] += xyz[i];
  return sum.map((total, axis) => origin[axis] + (3 * total) / xyz.length);
}

it(`shows scans where the refined poses place them, and by the alignment where that is asked (seed ${CONTROLLED_SEED})`, async () => {
  const { project, control } = await controlledDrive();
  const folder = temporaryFolder();
  const [path, list] = [join(folder, 'drive.socavon'), join(folder, 'control.csv')];
  copyFileSync(project, path);
  copyFileSync(control, list);
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  const { call } = engine.client;
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
  const { sessions } = await call('project.open', { path });
  const sessionId = sessions[0].id;
  const before = await call('map.scan', { sessionId, scan: SCAN });

  await call('control.load', { sessionId, path: list });
  const { frame, T_grid_map } = await call('refine.run', { sessionId });
  expect(frame).toBe('mine-grid');
  expect(await call('map.scan', { sessionId, scan: SCAN, byAlignment: true })).toEqual(before);
  const after = await call('map.scan', { sessionId, scan: SCAN });
  const [x, y, z] = middle(before);
  const { R, t } = T_grid_map!;
  const placed = [0, 3, 6].map((row, axis) => R[row] * x + R[row + 1] * y + R[row + 2] * z + t[axis]);
  // The start of this drive lies 4 m from the origin of its mine grid.
  expect(Math.hypot(...t)).toBeGreaterThan(3);
  middle(after).forEach((value, axis) => {
    expect(Math.abs(value - placed[axis])).toBeLessThan(0.02);
  });

  await call('refine.drop', { sessionId });
  expect(await call('map.scan', { sessionId, scan: SCAN })).toEqual(before);
}, 240_000);
