import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, invert, log } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { Standstill } from '../../src-core/odometry/match/standstill.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { poseOfColumn } from '../../src-simulate/cast-scan.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScan, type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';

const SEED = 311;

async function scansOf(
  preset: PresetName,
  count: number,
  own: Partial<SimulateOptions> = {},
): Promise<{ simulated: SimulatedScans; scans: SimulatedScan[] }> {
  const simulated = simulateScans({ ...presetOptions(preset, 20), ...own, seed: SEED }, SILENT_CONTEXT);
  const scans = await Promise.all(Array.from({ length: count }, (_, i) => simulated.read(i)));
  return { simulated, scans };
}

describe(`standstill by the range image (seed ${SEED})`, () => {
  const SCANS = 36;
  let simulated: SimulatedScans;
  let scans: SimulatedScan[];
  let detector: Standstill;

  beforeAll(async () => {
    ({ simulated, scans } = await scansOf('rough', SCANS));
    detector = new Standstill(simulated.sensor, ODOMETRY_DEFAULTS);
  });

  /** True motion of the sensor since the first scan, m and rad. */
  function movedAt(scan: number): { shift: number; turn: number } {
    const [first, now] = [0, scan].map((index) => poseOfColumn(simulated.drive, index, 512));
    const twist = log(compose(invert(first), now));
    return { turn: Math.hypot(...twist.slice(0, 3)), shift: Math.hypot(...twist.slice(3)) };
  }

  it('holds while the sensor stands, and no longer once it has moved by centimetres', () => {
    detector.begin(scans[0].scan);
    const reported = scans.slice(1).map(({ scan, index }) => ({ index, holds: detector.holds(scan) }));
    const still = reported.filter(({ index }) => movedAt(index).shift === 0);
    const moved = reported.filter(({ index }) => movedAt(index).shift > 0.008);
    expect(still.length).toBeGreaterThan(10);
    expect(moved.length).toBeGreaterThan(5);
    expect(still.filter(({ holds }) => !holds)).toEqual([]);
    expect(moved.filter(({ holds }) => holds)).toEqual([]);
  });

  it('holds whoever passes by: what moves in front of the walls is no motion of the sensor', () => {
    const passed: Scan = { ...scans[5].scan, rangeMm: scans[5].scan.rangeMm.slice() };
    for (let beam = 0; beam < passed.beams; beam++)
      for (let column = 300; column < 400; column++) passed.rangeMm[beam * passed.columns + column] = 1500;
    detector.begin(scans[0].scan);
    expect(detector.holds(passed)).toBe(true);
  });

  it('answers again what it answered of a scan, and anew of the same scan after another reference', () => {
    detector.begin(scans[0].scan);
    const [still, moved] = [scans[5].scan, scans[SCANS - 1].scan];
    for (const scan of [still, still, moved, moved, still]) expect(detector.holds(scan)).toBe(scan === still);
    detector.begin(moved);
    for (const scan of [still, still]) expect(detector.holds(scan)).toBe(false);
    expect(detector.holds(moved)).toBe(true);
  });

  it('does not hold where the returns do not tell: few, none, or of another place', () => {
    const random = seededRandom(SEED);
    const thinned = (share: number): Scan => {
      const { scan } = scans[5];
      return { ...scan, rangeMm: scan.rangeMm.map((mm) => (random.uniform() < share ? mm : 0)) };
    };
    detector.begin(scans[0].scan);
    expect(detector.holds(thinned(0.5))).toBe(true);
    expect(detector.holds(thinned(0.01))).toBe(false);
    expect(detector.holds(thinned(0))).toBe(false);
    detector.begin(thinned(0));
    expect(detector.holds(scans[5].scan)).toBe(false);
    expect(new Standstill(simulated.sensor, ODOMETRY_DEFAULTS).holds(scans[5].scan)).toBe(false);
    detector.begin({ ...scans[0].scan, rangeMm: scans[0].scan.rangeMm.map((mm) => 1.2 * mm) });
    expect(detector.holds(scans[5].scan)).toBe(false);
  });
});

describe(`odometry of a robot that stands (seed ${SEED})`, () => {
  it('has one pose for all scans of a standstill, at the start and in mid-drive', async () => {
    const stand = { kind: 'stand', chainage: 6, seconds: 1.5 } as const;
    const own = { speed: 2, stillStart: 1, manoeuvres: [stand] };
    const { simulated, scans } = await scansOf('rough', 64, own);
    const odometry = new Odometry(simulated.sensor);
    const poses = [];
    for (const scan of scans) poses.push(...(await odometry.next(scan)));
    const truth = scans.map(({ index }) => poseOfColumn(simulated.drive, index, 512).t);
    const stands = (i: number): boolean =>
      Math.hypot(...[0, 1, 2].map((k) => truth[i][k] - truth[i - 1][k])) < 1e-9;
    const standing = poses.filter((_, i) => i > 0 && stands(i));
    const places = new Set(
      standing.map(({ T_map_sensor }) => T_map_sensor.t.map((x) => +x.toFixed(9)).join()),
    );
    expect(standing.length).toBeGreaterThan(15);
    expect(places.size).toBe(2);
  });

  it('takes no smooth drive for a standstill, whose walls look the same from everywhere', async () => {
    const { simulated, scans } = await scansOf('smooth', 40, { speed: 2, stillStart: 0.5 });
    const odometry = new Odometry(simulated.sensor);
    const poses = [];
    for (const scan of scans) poses.push(...(await odometry.next(scan)));
    poses.push(...odometry.finish());
    const truth = (i: number): Float64Array => poseOfColumn(simulated.drive, i, 0).t;
    const path = Math.hypot(...[0, 1, 2].map((k) => truth(39)[k] - truth(0)[k]));
    expect(path).toBeGreaterThan(2);
    expect(Math.hypot(...poses[39].T_map_sensor.t) / path).toBeGreaterThan(0.97);
  });
});
