import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LabRecord } from '../../../src-core/contract/lab-requests.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

const POSE = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0.5, 0, 0] };
const HASH = '0'.repeat(64);

function record(id: string, at: string): LabRecord {
  return {
    id,
    at,
    source: { name: 'a.ply', sha256: HASH, count: 10 },
    target: { name: 'b.ply', sha256: HASH, count: 20 },
    setting: {
      method: 'icp-point',
      search: null,
      engine: 'cpu',
      global: false,
      T_start: null,
      distance: null,
      options: { downsample: 0.1 },
    },
    found: {
      T_target_source: POSE,
      T_start: POSE,
      iterations: 1,
      rms: 0.01,
      rmsPerIteration: [0.01],
      poses: [POSE],
      inliers: 9,
      matchedShare: 0.9,
      stopped: 'converged',
      eigenvalues: [1, 1, 1, 1, 1, 1],
      undetermined: [],
      milliseconds: { total: 3 },
      engine: 'cpu',
      sourcePoints: 10,
      targetPoints: 20,
      maxDistance: null,
      hasFewMatches: false,
    },
  };
}

describe('runs of the registration lab in a project', () => {
  it('are there again when it is opened again, in the order of their time, also one that was brought back', async () => {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    const { call } = engine.client;
    const path = join(folder, 'lab.socavon');
    await expect(call('lab.runs', {})).rejects.toMatchObject({ code: 'no-project' });
    await call('project.create', { path });
    const runs = ['a', 'b', 'c'].map((id, k) => record(id, `2026-01-0${k + 1}T00:00:00Z`));
    for (const run of runs) await call('lab.keep', run);
    const reference = { T_target_source: POSE, name: 'pose.txt', source: HASH, target: HASH };
    await call('lab.setReferences', { references: [reference] });
    await call('lab.drop', { id: 'b' });
    expect((await call('lab.runs', {})).runs.map(({ id }) => id)).toEqual(['a', 'c']);
    await call('lab.keep', runs[1]);
    await call('project.close', {});
    await call('project.open', { path });
    expect(await call('lab.runs', {})).toEqual({ runs, references: [reference], damaged: 0 });
  });
});
