import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { parseTum } from '../../src-core/io/tables/tum.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, invert, multiply3 } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { fitScanPicks, pickedInScans } from '../../src-core/survey/picked-points.ts';
import { Project } from '../../src-main/project/project.ts';
import { CONTROLLED_SEED, controlledDrive } from '../fixtures/controlled-drive.ts';

const SEED = CONTROLLED_SEED;

describe(`points picked in the map of a simulated drive (seed ${SEED})`, () => {
  it('measures', async () => {
    const { project: path, capture, control } = await controlledDrive();
    const points = parseControlPointsCsv(readFileSync(control, 'utf8'), 'control.csv');
    const project = Project.open(path, { readonly: true });
    const [session] = project.sessions.all();
    const poses = project.poses.of(project.runs.of(session.id).at(-1)!.id);
    const tum = parseTum(readFileSync(join(dirname(capture), 'truth_tum.txt'), 'utf8'), 'x');
    console.log(tum.length, poses.length, tum[0], poses[0].stampNs);
    const store = project.scanStore(session);
    const truthOf = (pose: ScanPose): Rigid => tum[pose.scanIndex].T_map_sensor;
    const T0 = invert(truthOf(poses[0]));
    for (const feature of ['disc', 'paint', 'point'] as const)
      for (const point of points) {
        const place = applyToPoint(T0, point.easting, point.northing, point.elevation);
        const [pick] = pickedInScans([{ name: point.name, place: [place[0]+0.03,place[1]-0.02,place[2]+0.03], feature, size: feature === 'disc' ? 0.3 : null }], poses);
        const t = performance.now();
        const [{ fit, fault }] = await fitScanPicks(store, { poses }, [pick], SILENT_CONTEXT);
        const pose = poses.find(({ scanIndex }) => scanIndex === pick.scan)!;
        const truth = applyToPoint(invert(truthOf(pose)), point.easting, point.northing, point.elevation);
        console.log(feature, point.name, pick.scan, (performance.now() - t).toFixed(0), fault?.message, fit && fit.place.map((v, k) => (1000 * (v - truth[k])).toFixed(1)).join(' '), fit && (1000 * fit.sigma).toFixed(1), fit?.points, fit?.rms);
      }
    project.close();
  }, 300000);
});
