import { describe, expect, it } from 'vitest';
import type { Points, Poses } from '../../src-core/contract/shapes.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import { extremesOf, stretchOf } from '../../src-renderer/features/alignment/column-extremes.ts';
import { LiveMap } from '../../src-renderer/stores/live-map.ts';
import { nudgedPoints, nudgeTransform } from '../../src-renderer/stores/nudge.ts';
import { PoseTrack } from '../../src-renderer/stores/pose-track.ts';

/** Poses of scans whose every number tells the scan. */
function posesOf(scans: readonly number[]): Poses {
  const each = (length: number) => scans.flatMap((scan) => Array.from({ length }, () => scan));
  return {
    scanIndex: Uint32Array.from(scans),
    T_map_sensor: Float64Array.from(each(12)),
    seconds: Float64Array.from(scans),
    rms: Float32Array.from(scans),
    inliers: Uint32Array.from(scans),
    matched: Uint32Array.from(scans),
    eigenvalues: Float64Array.from(each(6)),
    weakDirection: Float32Array.from(each(3)),
    weakSigma: Float32Array.from(scans),
    heldBy: Uint8Array.from(scans, (scan) => scan % 4),
    alongSigma: Float32Array.from(scans),
    isKeyframe: Uint8Array.from(scans),
  };
}

function cloud(count: number, origin: [number, number, number] = [0, 0, 0]): Points {
  return {
    origin,
    xyz: Float32Array.from({ length: 3 * count }, (_, i) => i / 8),
    reflectivity: Uint16Array.from({ length: count }, (_, i) => i),
    scanIndex: null,
  };
}

describe('poses as they arrive', () => {
  it('keeps them in order over many growths, finds a scan, and knows those that were left out', () => {
    const track = new PoseTrack();
    const scans = Array.from({ length: 5000 }, (_, i) => i).filter((scan) => scan % 7 !== 3);
    for (let from = 0; from < scans.length; from += 313) track.append(posesOf(scans.slice(from, from + 313)));
    expect([...track.scanIndex]).toEqual(scans);
    for (const scan of [0, 2, 4999]) {
      const place = track.placeOf(scan);
      expect(track.scanIndex[place]).toBe(scan);
      expect(track.T_map_sensor[12 * place + 11]).toBe(scan);
      expect(track.eigenvalues[6 * place + 5]).toBe(scan);
      expect([...track.weakDirection.subarray(3 * place, 3 * place + 3)]).toEqual([scan, scan, scan]);
    }
    expect([3, 10, 5000].map((scan) => track.placeOf(scan))).toEqual([-1, -1, -1]);
  });

  it('takes back a scan and those after it, and takes others in their place', () => {
    const track = new PoseTrack();
    track.append(posesOf([0, 1, 2, 4, 5]));
    track.cutFrom(3);
    expect([...track.scanIndex]).toEqual([0, 1, 2]);
    expect([track.T_map_sensor.length, track.eigenvalues.length, track.rms.length]).toEqual([36, 18, 3]);
    track.append(posesOf([3]));
    expect([...track.weakSigma]).toEqual([0, 1, 2, 3]);
    expect([...track.weakDirection.subarray(9)]).toEqual([3, 3, 3]);
    track.cutFrom(0);
    expect(track.count).toBe(0);
  });
});

describe('the growing map', () => {
  it('draws scans in batches about one origin, each point at its place and with its scan', () => {
    const map = new LiveMap();
    const changes = map.add([
      [0, cloud(2, [10, 0, 0])],
      [1, cloud(3, [12, -1, 5])],
      [50, cloud(1)],
    ]);
    expect([...changes.keys()].sort()).toEqual(['scans-0', 'scans-1']);
    const points = changes.get('scans-0')!;
    expect(points.origin).toEqual([10, 0, 0]);
    expect([...points.scanIndex!]).toEqual([0, 0, 1, 1, 1]);
    expect([...points.xyz.subarray(6, 9)]).toEqual([2, -1 + 1 / 8, 5 + 2 / 8]);
    expect([...points.reflectivity!]).toEqual([0, 1, 0, 1, 2]);
    expect(map.points).toBe(6);
  });

  it('takes scans back, and says which batches are empty now', () => {
    const map = new LiveMap();
    map.add([0, 49, 50, 120].map((scan) => [scan, cloud(2)] as const));
    const changes = map.cutFrom(49);
    expect(map.points).toBe(2);
    expect([...changes.get('scans-0')!.scanIndex!]).toEqual([0, 0]);
    expect([changes.get('scans-1'), changes.get('scans-2')]).toEqual([null, null]);
    expect([...map.all().keys()]).toEqual(['scans-0']);
  });

  it('puts a scan in the place of the same one before', () => {
    const map = new LiveMap();
    map.add([[7, cloud(5)]]);
    map.add([[7, cloud(3)]]);
    expect(map.points).toBe(3);
  });

  it('keeps as many as its viewer draws well, and one scan at least', () => {
    const map = new LiveMap();
    for (let i = 0; i < 40; i++) map.add([[i, cloud(100)]]);
    map.keepAtMost(1000);
    expect(map.points).toBe(1000);
    expect([...map.all().values()].flatMap((points) => [...new Set(points?.scanIndex)])).toEqual(
      Array.from({ length: 10 }, (_, k) => 4 * k),
    );
    map.keepAtMost(10);
    expect(map.points).toBe(100);
  });

  it('is drawn in as few batches however long the drive is, each scan once', () => {
    const map = new LiveMap(10_000);
    const drawn = new Map<string, readonly number[]>();
    const most: number[] = [];
    for (let i = 0; i < 20_000; i++) {
      for (const [id, points] of map.add([[i, cloud(20)]])) {
        if (points === null) drawn.delete(id);
        else drawn.set(id, [...new Set(points.scanIndex)]);
      }
      most.push(drawn.size);
    }
    // 500 scans of 20 points, 50 in a batch.
    expect(Math.max(...most)).toBeLessThanOrEqual(11);
    const distinct = [...map.all().values()].flatMap((points) => [...new Set(points!.scanIndex)]);
    const shown = [...drawn.values()].flat();
    expect(shown.sort((a, b) => a - b)).toEqual(distinct.sort((a, b) => a - b));
  });

  it('never holds more than a few million points, evenly over the drive', () => {
    const map = new LiveMap();
    const scan = cloud(20_000);
    for (let i = 0; i < 400; i++) map.add([[i, scan]]);
    expect(map.points).toBeLessThanOrEqual(3_000_000);
    expect(map.points).toBeGreaterThan(1_000_000);
    const distinct = [...map.all().values()].flatMap((points) => [...new Set(points!.scanIndex)]);
    distinct.sort((a, b) => a - b);
    expect(new Set(distinct.slice(1).map((value, i) => value - distinct[i])).size).toBe(1);
  });
});

describe('a nudge by hand', () => {
  const sensor = [100.5, -20, 3];

  it('leaves all in place where nothing is asked', () => {
    const { R, t } = nudgeTransform({ move: [0, 0, 0], turn: [0, 0, 0] }, sensor);
    expect(R).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    for (const value of t) expect(value).toBeCloseTo(0, 12);
  });

  it('turns about the sensor, which itself moves by what is asked', () => {
    const { R, t } = nudgeTransform({ move: [0.01, 0, -0.02], turn: [0, 0, 90] }, sensor);
    const T = { R: Float64Array.from(R), t: Float64Array.from(t) };
    const at = applyToPoint(T, 100.5, -20, 3);
    expect(at[0]).toBeCloseTo(100.51, 9);
    expect(at[1]).toBeCloseTo(-20, 9);
    expect(at[2]).toBeCloseTo(2.98, 9);
    // One metre ahead of the sensor along x comes to lie one metre along y.
    const ahead = applyToPoint(T, 101.5, -20, 3);
    expect(ahead[0]).toBeCloseTo(100.51, 9);
    expect(ahead[1]).toBeCloseTo(-19, 9);
  });

  it('moves points about their own origin at northings of millions', () => {
    const points = cloud(4, [300_000, 8_900_000, 4000]);
    const moved = nudgedPoints(
      points,
      nudgeTransform({ move: [0.5, 0, 0], turn: [0, 0, 0] }, [300_000, 8_900_000, 4000]),
    );
    for (let i = 0; i < 12; i++) expect(moved.xyz[i]).toBeCloseTo(points.xyz[i] + (i % 3 === 0 ? 0.5 : 0), 3);
  });
});

describe('a long curve on few pixels', () => {
  it('keeps every peak', () => {
    const y = Float64Array.from({ length: 72_000 }, (_, i) => (i === 51_234 ? 9 : 1));
    const x = Float64Array.from({ length: 72_000 }, (_, i) => i);
    const { low, high } = extremesOf(x, y, 0, 72_000, 300);
    expect(Math.max(...high)).toBe(9);
    expect(high[stretchOf(51_234, 0, 72_000, 300)]).toBe(9);
    expect(Math.min(...low)).toBe(1);
  });

  it('leaves stretches without a value empty, and passes over what is no number', () => {
    const { low } = extremesOf([0, 1, 9], [5, Number.NaN, 7], 0, 10, 5);
    expect([...low]).toEqual([5, Number.NaN, Number.NaN, Number.NaN, 7]);
  });

  it('gives each scan its own stretch where there are as many', () => {
    for (const count of [1, 3, 85, 320, 997])
      for (let scan = 0; scan < count; scan++) expect(stretchOf(scan, 0, count, count)).toBe(scan);
  });
});
