import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { compose, exp, identity } from '../../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../../src-core/model/context.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { mapPoints } from '../../../src-core/survey/map-points.ts';
import { placeTrajectory } from '../../../src-core/survey/place-trajectory.ts';
import { mapStore } from '../../../src-main/project/calibrations.ts';
import { Project } from '../../../src-main/project/project.ts';
import { type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

/** In a Peruvian mine grid. */
const T_GRID_FIRST = compose(
  { ...identity(), t: Float64Array.of(352_118.237, 8_601_447.916, 4213.08) },
  exp([0.05, -0.1, 2.2, 0, 0, 0]),
);
const FROM = 7;
const COUNT = 5;

describe('the points of a map, scan by scan', () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });

  /** As the command line measures them. */
  async function measured(T_grid_first: Rigid): Promise<Points[]> {
    const project = Project.open(done.project, { readonly: true });
    const [session] = project.sessions.all();
    const poses = project.poses.of(project.runs.of(session.id)[0].id);
    const whole = placeTrajectory({ poses }, T_grid_first);
    const clouds: Points[] = [];
    for await (const { origin, xyz, reflectivity, scanIndex, beam, force } of mapPoints(
      mapStore(project, session),
      { poses: whole.poses.slice(FROM, FROM + COUNT) },
      NEVER_CANCELLED,
    ))
      clouds.push({
        origin: [...origin],
        xyz: xyz.slice(),
        reflectivity: reflectivity!.slice(),
        scanIndex: scanIndex!.slice(),
        beam: beam!.slice(),
        force: [...force!],
      });
    project.close();
    return clouds;
  }

  async function opened() {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const path = join(temporaryFolder(), 'drive.socavon');
    copyFileSync(done.project, path);
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    const { sessions } = await engine.client.call('project.open', { path });
    return { call: engine.client.call, sessionId: sessions[0].id, total: sessions[0].scanCount };
  }

  it.each([
    ['of the map', null],
    ['of the mine grid', { R: [...T_GRID_FIRST.R], t: [...T_GRID_FIRST.t] }],
  ])(
    'are those that the command line measures, to the last bit, in the frame %s',
    async (_, T_grid_first) => {
      const { call, sessionId } = await opened();
      const expected = await measured(T_grid_first === null ? identity() : T_GRID_FIRST);
      const result = await call('map.scans', { sessionId, from: FROM, count: COUNT, T_grid_first });
      expect(result).toEqual(expected);
      expect(result[0].xyz.length).toBeGreaterThan(3 * 1000);
      expect(await call('map.scan', { sessionId, scan: FROM + 2, T_grid_first })).toEqual(expected[2]);
    },
  );

  it('end with the session', async () => {
    const { call, sessionId, total } = await opened();
    const last = await call('map.scans', { sessionId, from: total - 2, count: 64 });
    expect(last.map(({ scanIndex }) => scanIndex![0])).toEqual([total - 2, total - 1]);
    await expect(call('map.scan', { sessionId, scan: total })).rejects.toMatchObject({ code: 'not-aligned' });
    await expect(call('map.scans', { sessionId: 99, from: 0, count: 1 })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it('closing the project waits for those that are being read', async () => {
    const { call, sessionId } = await opened();
    const reading = call('map.scans', { sessionId, from: 0, count: 20 });
    await call('project.close', {});
    expect(await reading).toHaveLength(20);
    await expect(call('map.scans', { sessionId, from: 0, count: 1 })).rejects.toMatchObject({
      code: 'no-project',
    });
  });
});
