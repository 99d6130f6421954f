import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { parseTum } from '../../src-core/io/tables/tum.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, invert } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { ControlPoint } from '../../src-core/model/control.ts';
import type { PickFeature } from '../../src-core/model/picked-point.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { errorsOfPicks, fitScanPicks, pickedInScans } from '../../src-core/survey/picked-points.ts';
import { Project } from '../../src-main/project/project.ts';
import { CONTROLLED_SEED, controlledDrive } from '../fixtures/controlled-drive.ts';

const SEED = CONTROLLED_SEED;
const DISC = 0.3;

describe(`points picked in the map of scans of a simulated drive (seed ${SEED})`, () => {
  let project: Project;
  let points: ControlPoint[];
  let poses: ScanPose[];
  let truth: Rigid[];
  beforeAll(async () => {
    const drive = await controlledDrive();
    points = parseControlPointsCsv(readFileSync(drive.control, 'utf8'), 'control.csv');
    const tum = readFileSync(join(dirname(drive.capture), 'truth_tum.txt'), 'utf8');
    truth = parseTum(tum, 'truth_tum.txt').map(({ T_map_sensor }) => T_map_sensor);
    project = Project.open(drive.project, { readonly: true });
    poses = project.poses.of(project.runs.of(1).at(-1)!.id);
  }, 600_000);
  afterAll(() => project?.close());

  /** Where a surveyed point lies in the map of the first scan, clicked some centimetres beside. */
  function clicked({ easting, northing, elevation }: ControlPoint, off: readonly number[]) {
    const place = applyToPoint(invert(truth[0]), easting, northing, elevation);
    return [place[0] + off[0], place[1] + off[1], place[2] + off[2]] as const;
  }

  const sizeOf = (feature: PickFeature): number | null => (feature === 'disc' ? DISC : null);

  /** The fit, and its error against the true pose of the scan that it is an observation of, m. */
  async function fitOf(point: ControlPoint, feature: PickFeature, off: readonly number[]) {
    const pick = { name: point.name, place: clicked(point, off), feature, size: sizeOf(feature) };
    const picks = pickedInScans([pick], poses);
    const store = project.scanStore(project.sessions.get(1)!);
    const [{ fit, fault }] = await fitScanPicks(store, { poses }, picks, SILENT_CONTEXT);
    if (fit === null) throw fault;
    const { easting, northing, elevation } = point;
    const true_ = applyToPoint(invert(truth[picks[0].scan!]), easting, northing, elevation);
    return { fit, error: fit.place.map((value, k) => value - true_[k]) };
  }

  it('finds discs whose click is off by centimetres, within three of their sigmas', async () => {
    const random = seededRandom(SEED);
    for (const point of points) {
      const off = [0, 1, 2].map(() => 0.03 * random.normal());
      const { fit, error } = await fitOf(point, 'disc', off);
      expect(Math.hypot(...error)).toBeLessThan(3 * Math.sqrt(3) * fit.sigma);
      // A sensor of 2 cm of noise, and some thousand returns of the disc.
      expect(fit.sigma).toBeLessThan(0.006);
      expect(fit.points).toBeGreaterThan(300);
    }
  }, 120_000);

  it('lays a mark on the wall, and is off along it by the click alone', async () => {
    const [point] = points;
    const off = [0.02, 0.03, -0.02];
    const { fit, error } = await fitOf(point, 'paint', off);
    const here = await fitOf(point, 'point', off);
    expect(here.fit.sigma).toBe(0.02);
    // The plate hangs in a plane: the click is moved across it, and not along it.
    const moved = fit.place.map((value, k) => value - here.fit.place[k]);
    const normal = moved.map((value) => value / Math.hypot(...moved));
    const across = Math.abs(error.reduce((sum, value, k) => sum + value * normal[k], 0));
    expect(across).toBeLessThan(0.005);
    expect(Math.hypot(...error)).toBeLessThan(Math.hypot(...here.error));
  }, 120_000);

  it('is the same whatever refines the poses: picked again from the map at other poses', async () => {
    const [point] = points;
    const first = await fitOf(point, 'disc', [0.01, 0, 0]);
    const turned = poses.map((pose) => ({
      ...pose,
      T_map_sensor: { R: pose.T_map_sensor.R, t: pose.T_map_sensor.t.map((value, k) => value + 100 * k) },
    }));
    const place = clicked(point, [0.01, 0, 0]).map((value, k) => value + 100 * k);
    const [pick] = pickedInScans(
      [{ name: 'T1', place: [place[0], place[1], place[2]], feature: 'disc', size: DISC }],
      turned,
    );
    const store = project.scanStore(project.sessions.get(1)!);
    const [{ fit }] = await fitScanPicks(store, { poses }, [pick], SILENT_CONTEXT);
    for (const [k, value] of fit!.place.entries()) expect(value).toBeCloseTo(first.fit.place[k], 9);
  }, 120_000);

  it('says why a pick is none: nothing there, too far from all scans, a scan that is gone', async () => {
    const store = project.scanStore(project.sessions.get(1)!);
    const of = (place: readonly [number, number, number], feature: PickFeature) =>
      pickedInScans([{ name: 'P1', place, feature, size: feature === 'sphere' ? 0.2 : null }], poses);
    const inAir = [poses[40].T_map_sensor.t[0], poses[40].T_map_sensor.t[1], 0.6] as const;
    const [air] = await fitScanPicks(store, { poses }, of(inAir, 'sphere'), SILENT_CONTEXT);
    expect(air.fault!.message).toMatch(/^No sphere of its size is found within 0\.70 m .* P1/);
    const [corner] = await fitScanPicks(store, { poses }, of(clicked(points[0], [0, 0, 0]), 'corner'), {
      cancel: SILENT_CONTEXT.cancel,
    });
    expect(corner.fault!.message).toMatch(/^No corner of three planes/);
    expect(() => of([0, 0, 60], 'paint')).toThrow(/P1 is picked \d+\.\d m from the nearest scan/);
    const pick = { name: 'P1', place: [1, 0, 0], feature: 'paint', size: null, scan: 99_999 } as const;
    const [gone] = await fitScanPicks(store, { poses }, [pick], SILENT_CONTEXT);
    expect(gone.fault!.message).toMatch(/P1 was picked in scan 99.?999, which has no pose/);
  }, 120_000);

  it('has what remains by the picked control points alone, and none where they do not place the map', () => {
    const found = (point: ControlPoint, off = 0): Parameters<typeof errorsOfPicks>[0][number] => ({
      name: point.name,
      fit: { place: [point.easting, point.northing, point.elevation + off], sigma: 0.004 },
    });
    const check: ControlPoint[] = points.map((point, k) => ({
      ...point,
      role: k === 2 ? 'check' : 'control',
    }));
    const picks = points.map((point, k) => found(point, k === 2 ? 0.03 : 0));
    // Two control points and no gravity leave it open.
    expect(errorsOfPicks(picks, check)).toEqual([null, null, null]);
    const { easting, northing } = points[0];
    const extra = { ...points[0], name: 'T9', easting: easting + 5, northing: northing + 3 };
    const errors = errorsOfPicks([...picks, found(extra)], [...check, extra]);
    expect(errors[2]![2]).toBeCloseTo(0.03, 9);
    expect(Math.hypot(...errors[0]!)).toBeLessThan(1e-9);
  });
});
