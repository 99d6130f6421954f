import { expect } from 'vitest';
import type { Scan } from '../../../src-core/model/scan.ts';
import { withoutFreeStanding } from '../../../src-core/odometry/frame/free-standing.ts';
import { castScan } from '../../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../../src-simulate/options.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { type PresetName, presetOptions } from '../../../src-simulate/presets.ts';
import { describe, it, tiered } from '../../support/tier.ts';

const SEED = 233;
const SENSOR = simulatedSensor('legacy16');

const drive = (preset: PresetName, own: Partial<SimulateOptions> = {}) =>
  simulateDrive({ ...presetOptions(preset, 40), ...own, seed: SEED });

/** Where a person walks: metres ahead of the sensor and to its left. */
const PLACES = [
  [2.5, 0],
  [4, 0.4],
  [6, -0.6],
  [8, 0],
] as const;
const EMPTY = ['rough', 'smooth', 'curved', 'niche'] as const;

const alone = drive('rough');
const castAlone = new Map<number, Scan>();
/** A scan of the rough drive without anybody, cast once. */
function sceneAlone(index: number): Scan {
  const scan = castAlone.get(index) ?? castScan(alone, index);
  castAlone.set(index, scan);
  return scan;
}

function taken(scan: Scan): Set<number> {
  const rest = withoutFreeStanding(scan, SENSOR);
  const pixels = new Set<number>();
  scan.rangeMm.forEach((range, pixel) => {
    if (range !== rest.rangeMm[pixel]) pixels.add(pixel);
  });
  return pixels;
}

/** The scan with its columns turned round by so many: the same scene, the sensor turned. */
function turned(scan: Scan, columns: number): Scan {
  const rangeMm = scan.rangeMm.map((_, pixel) => {
    const [beam, column] = [Math.floor(pixel / scan.columns), pixel % scan.columns];
    return scan.rangeMm[beam * scan.columns + ((column + columns) % scan.columns)];
  });
  return { ...scan, rangeMm };
}

describe(`who stands free in the drive (seed ${SEED})`, () => {
  it.each(tiered(PLACES, [PLACES[1], PLACES[3]]))(
    'is taken out of the matching %d m ahead, %d m to the left, and little else',
    (ahead, left) => {
      const accompanied = drive('rough', { walker: { ahead, left, vest: true } });
      for (const index of [20, 60, 120]) {
        const [before, with_] = [sceneAlone(index), castScan(accompanied, index)];
        const person = new Set<number>();
        with_.rangeMm.forEach((range, pixel) => {
          const beyond = before.rangeMm[pixel];
          if (range > 0 && (beyond === 0 || beyond - range > 300)) person.add(pixel);
        });
        expect(person.size).toBeGreaterThan(20);
        const result = taken(with_);
        expect([...person].filter((pixel) => result.has(pixel)).length / person.size).toBeGreaterThan(0.85);
        expect([...result].filter((pixel) => !person.has(pixel)).length).toBeLessThan(0.15 * person.size + 5);
      }
    },
  );

  it.each(tiered(EMPTY, ['smooth', 'niche']))('is nobody in an empty %s drive', (preset) => {
    const empty = drive(preset);
    for (const index of [0, 40, 90, 140, 190]) {
      const scan = castScan(empty, index);
      expect(withoutFreeStanding(scan, SENSOR)).toBe(scan);
    }
  });

  it('is found wherever the sensor is turned to, across the first column too', () => {
    const scan = castScan(drive('rough', { walker: { ahead: 4, left: 0, vest: false } }), 60);
    const whole = taken(scan).size;
    expect(whole).toBeGreaterThan(50);
    for (const columns of [1, 100, 505, 511, 512, 513, 900, 1023])
      expect(taken(turned(scan, columns)).size).toBe(whole);
  });

  it('does not change the scan that is kept', () => {
    const scan = castScan(drive('rough', { walker: { ahead: 4, left: 0, vest: false } }), 60);
    const before = scan.rangeMm.slice();
    expect(withoutFreeStanding(scan, SENSOR)).not.toBe(scan);
    expect(scan.rangeMm).toEqual(before);
  });

  it('is not the rock: a pillar as high as the drive, a wide vehicle and a stone stay', () => {
    const { beams, columnsPerFrame: columns } = SENSOR;
    const scene = (distance: number, halfColumns: number, rows: readonly number[]): Scan => {
      const scan = castScan(drive('smooth'), 60);
      const rangeMm = new Uint32Array(beams * columns).fill(20_000);
      for (const row of rows)
        rangeMm.fill(1000 * distance, row * columns + 300 - halfColumns, row * columns + 300 + halfColumns);
      return { ...scan, rangeMm };
    };
    const all = Array.from({ length: beams }, (_, row) => row);
    expect(taken(scene(4, 10, all.slice(4, 12))).size).toBeGreaterThan(0);
    // 16 beams over 32 degrees: 4.5 m at 8 m.
    expect(taken(scene(8, 5, all)).size).toBe(0);
    // 2 m wide at 4 m.
    expect(taken(scene(4, 41, all.slice(4, 14))).size).toBe(0);
    // Two beams at 4 m: 0.15 m high.
    expect(taken(scene(4, 6, [12, 13])).size).toBe(0);
    expect(taken(scene(15, 4, all.slice(4, 12))).size).toBe(0);
  });

  it('is nobody in a scan without returns', () => {
    const scan = castScan(drive('rough'), 5);
    const none = { ...scan, rangeMm: new Uint32Array(scan.rangeMm.length) };
    expect(withoutFreeStanding(none, SENSOR)).toBe(none);
  });
});
