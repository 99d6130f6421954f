import { describe, expect, it } from 'vitest';
import { newCaptureHealth } from '../../../src-core/io/capture/capture-health.ts';
import { CloudClock } from '../../../src-core/io/capture/clouds/cloud-clock.ts';
import { type SeenTimes, timeScale } from '../../../src-core/io/capture/frames/point-times.ts';
import { seededRandom } from '../../../src-core/math/random.ts';

const SEED = 32;

describe(`the unit of times by the stamps of the messages (seed ${SEED})`, () => {
  const units = [
    ['s', 1],
    ['ms', 1e3],
    ['us', 1e6],
    ['ns', 1e9],
  ] as const;

  it.each(units)('%s, whatever the rate, the window, lost messages and the clock', (unit, perSecond) => {
    const random = seededRandom(SEED);
    const between = (least: number, most: number): number => least + (most - least) * random.uniform();
    for (let round = 0; round < 400; round++) {
      const rate = [5, 10, 20, 50][Math.floor(random.uniform() * 4)];
      const share = between(0.2, 1);
      const isAbsolute = random.uniform() < 0.5;
      const uptime = between(10, 1e6);
      const offset = between(-1, 0) / rate;
      const seen: SeenTimes[] = [];
      for (let i = 0; i < 12; i++) {
        if (i > 0 && random.uniform() < 0.2) continue;
        const stamp = 1.7e9 + i / rate + between(-0.1, 0.1) / rate;
        const first = isAbsolute ? uptime + i / rate : offset;
        seen.push({ stamp, first: first * perSecond, last: (first + share / rate) * perSecond });
      }
      const scale = timeScale(seen);
      expect(scale, `round ${round}`).toMatchObject({ unit, seconds: 1 / perSecond, isAbsolute });
    }
  });

  it('shares of a rotation, at any rate', () => {
    for (const rate of [5, 10, 20]) {
      const seen = Array.from({ length: 8 }, (_, i) => ({ stamp: 5 + i / rate, first: 0, last: 0.999 }));
      expect(timeScale(seen)).toMatchObject({ unit: 'share', isAbsolute: false });
    }
  });

  it.each([
    ['seconds', 1, 's'],
    ['microseconds', 1e6, 'us'],
    ['nanoseconds', 1e9, 'ns'],
  ])('of a single message: %s', (_, perSecond, unit) => {
    expect(timeScale([{ stamp: 0, first: 0, last: 0.0999 * perSecond }])).toMatchObject({ unit });
  });

  it('one time for all points is none', () => {
    expect(timeScale([{ stamp: 1, first: 3, last: 3 }])).toBe('none');
  });
});

describe('the clock of clouds', () => {
  const SECOND = 1e9;

  /** Stamps that are given for those of messages of a tenth of a second, s. */
  function stampsOf(stamps: readonly number[], hosts: readonly number[]) {
    const health = newCaptureHealth();
    const clock = new CloudClock(0.1, health);
    const input = stamps.map((stamp, i) => {
      const own = clock.next(BigInt(Math.round(stamp * SECOND)), [0, 0.099], hosts[i]);
      return own === null ? null : Number(own) / SECOND;
    });
    clock.report();
    return { given: input, health, warnings: health.warnings.map(({ message }) => message) };
  }

  it('goes on where the stamps jump back, and says so', () => {
    const { given: input, warnings } = stampsOf([100, 100.1, 95, 95.1], [1, 1.1, 1.2, 1.3]);
    for (const [i, at] of [100, 100.1, 100.2, 100.3].entries()) expect(input[i]).toBeCloseTo(at, 6);
    expect(warnings).toEqual([expect.stringMatching(/^The clock of the point clouds went back by 5\.2 s/)]);
  });

  it('tells a pause of 0.4 s and keeps it', () => {
    const { given: input, warnings } = stampsOf([100, 100.1, 100.6, 100.7], [1, 1.1, 1.6, 1.7]);
    expect(input).toEqual([100, 100.1, 100.6, 100.7]);
    expect(warnings).toEqual([expect.stringMatching(/^The recording has 1 pause .* 0\.4 s together/)]);
  });

  it('leaves out a cloud that is late, and counts it', () => {
    const { given: input, health, warnings } = stampsOf([100, 100.2, 100.1, 100.3], [1, 1.2, 1.21, 1.3]);
    expect(input).toEqual([100, 100.2, null, 100.3]);
    expect(health.reorderedPackets).toBe(1);
    expect(warnings).toEqual([]);
  });
});
