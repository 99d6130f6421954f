import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exp } from '../../../src-core/math/se3.ts';
import { Project } from '../../../src-main/project/project.ts';
import { joinError } from '../../closing/joins/two-sessions.ts';
import { SESSIONS_SEED, twoSessionProject } from '../../fixtures/two-session-project.ts';
import { engineOn } from './aligning.ts';

const SEED = SESSIONS_SEED;

describe(`joining sessions, asked of the engine (seed ${SEED})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  let fixture: Awaited<ReturnType<typeof twoSessionProject>>;
  beforeAll(async () => {
    fixture = await twoSessionProject(folder, SEED);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('joins, keeps it, and says when poses that it rests on have changed', async () => {
    const { path, first, second } = fixture;
    const { call, engine } = await engineOn(path);
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual({ join: null, isCurrent: false });

    const heard = new Set<string>();
    const request = { first: 1, second: 2, start: { kind: 'near', chainage: 9 } } as const;
    const result = await call('sessions.join', request, { onProgress: ({ unit }) => heard.add(unit) });
    expect(heard).toEqual(new Set(['scans', 'places']));
    for (const [k, scan] of result.poses.scanIndex.entries()) {
      const T = result.poses.T_map1_sensor;
      const pose = { R: T.slice(12 * k, 12 * k + 9), t: T.slice(12 * k + 9, 12 * k + 12) };
      expect(joinError(first, second, scan, pose).metres).toBeLessThan(0.03);
    }
    expect(result.firstPoses).toBeNull();
    expect(result.anchors.covariance).toHaveLength(36 * result.anchors.scanIndex.length);
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual({ join: result, isCurrent: true });

    await expect(call('sessions.join', { ...request, second: 1 })).rejects.toMatchObject({ code: 'usage' });
    await expect(call('sessions.join', { ...request, second: 3 })).rejects.toMatchObject({
      code: 'not-aligned',
    });

    await call('project.close', {});
    const project = Project.open(path);
    const [run] = project.runs.of(1);
    const last = project.poses.of(run.id).at(-1)!;
    project.poses.removeFrom(run.id, last.scanIndex);
    project.poses.append(run.id, { ...last, T_map_sensor: exp([0, 0, 0.1, 1, 2, 3]) });
    project.close();
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    await call('project.open', { path });
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual({ join: result, isCurrent: false });
  });
});
