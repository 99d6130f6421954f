import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEVER_CANCELLED, SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { findDynamicReturns } from '../../src-core/survey/find-dynamic-returns.ts';
import { mapPoints } from '../../src-core/survey/map-points.ts';
import { placedSurvey } from '../../src-main/jobs/session/placed-survey.ts';
import type { Project } from '../../src-main/project/project.ts';
import { walkedCopy } from '../fixtures/walked-drive.ts';

let project: Project;
let remove: () => void;
beforeAll(async () => {
  ({ project, remove } = await walkedCopy());
});
afterAll(() => remove());

const held = (): number => process.memoryUsage().arrayBuffers / 2 ** 20;
/** Memory for a few scans, MiB: a hundred of them are several times that. */
const A_FEW = 6;

describe('scans of a project, stage by stage', () => {
  it('are streamed as a map in the memory of a few, whenever garbage is collected', async () => {
    const [session] = project.sessions.all();
    const { trajectory } = placedSurvey(project, project.runs.of(session.id).at(-1)!, null);
    const poses = Array.from({ length: 4 }, () => trajectory.poses).flat();
    const store = project.scanStore(session);
    const before = held();
    let most = 0;
    let clouds = 0;
    for await (const { count } of mapPoints(store, { poses }, NEVER_CANCELLED)) {
      most = Math.max(most, held() - before);
      clouds += count > 0 ? 1 : 0;
    }
    expect(clouds).toBe(poses.length);
    expect(clouds).toBeGreaterThan(100);
    expect(most).toBeLessThan(A_FEW);
  });

  it('are searched for what moved in the memory of a few, and stay as they are', async () => {
    const [session] = project.sessions.all();
    const { trajectory } = placedSurvey(project, project.runs.of(session.id).at(-1)!, null);
    const store = project.scanStore(session);
    const before = held();
    let most = 0;
    const watching = {
      ...SILENT_CONTEXT,
      emit: (): void => {
        most = Math.max(most, held() - before);
      },
    };
    const dynamic = await findDynamicReturns(store, trajectory, watching);
    expect(dynamic.count).toBeGreaterThan(0);
    expect(most).toBeLessThan(A_FEW + 6);
    const one = await store.read(3);
    const again = await store.read(3);
    one.release?.();
    expect(one.scan.rangeMm.length).toBe(0);
    expect(again.scan.rangeMm.some((range) => range > 0)).toBe(true);
  });
});
