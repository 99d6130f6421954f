import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PlacedScan } from '../../../src-core/model/placed-scans.ts';
import { scansOf, sharedScans } from '../../../src-main/jobs/schedule/shared-scans.ts';

const SEED = 20261127;

describe(`scans in shared memory, seed ${SEED}`, () => {
  const random = seededRandom(SEED);
  const numbers = (count: number): Float64Array =>
    Float64Array.from({ length: count }, () => random.uniform() - 0.5);
  const scans = Array.from(
    { length: 50 },
    (_, i): PlacedScan => ({
      scanIndex: 3 * i + 2 ** 31,
      stampNs: 2n ** 63n + BigInt(i),
      T_map_sensor: { R: numbers(9), t: numbers(3) },
      T_first_last: { R: numbers(9), t: numbers(3) },
      gyroBias: random.uniform() < 0.5 ? null : [random.uniform(), 0, -0],
    }),
  );

  it('are the scans again, to the last bit, in order and by their place', () => {
    const shared = scansOf(structuredClone(sharedScans(scans)));
    expect([...shared]).toStrictEqual(scans);
    expect(shared.length).toBe(scans.length);
    for (let k = 0; k < 200; k++) {
      const i = Math.floor(random.uniform() * scans.length);
      expect(shared.at(i)).toStrictEqual(scans[i]);
    }
    for (const beyond of [-1, scans.length]) expect(shared.at(beyond)).toBeUndefined();
  });

  it('are not copied for another thread', () => {
    const shared = sharedScans(scans);
    const given = structuredClone(shared);
    shared.numbers[0] = 7;
    expect(given.numbers[0]).toBe(7);
  });

  it('of an empty trajectory are none', () => {
    expect([...scansOf(sharedScans([]))]).toEqual([]);
  });
});
