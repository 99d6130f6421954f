import { describe, expect, it } from 'vitest';
import { type PartTime, WholeTime } from '../../src-renderer/ui/whole-time.ts';

interface Stage {
  readonly stage: string;
  readonly seconds: number;
  readonly units: number;
}

/** Runs stages of constant speed and notes what was shown at each report. */
function shownDuring(expected: readonly PartTime[], stages: readonly Stage[]) {
  const clock = new WholeTime(expected, 0);
  const shown: { readonly at: number; readonly left: number | null; readonly fraction: number | null }[] = [];
  let at = 0;
  for (const { stage, seconds, units } of stages)
    for (let done = 1; done <= units; done++) {
      at += (1000 * seconds) / units;
      clock.report({ stage, done, total: units }, at);
      shown.push({ at: at / 1000, left: clock.secondsLeft(at), fraction: clock.fraction(at) });
    }
  return { shown, seconds: at / 1000, parts: clock.parts(at) };
}

const THREE: readonly Stage[] = [
  { stage: 'map', seconds: 12, units: 60 },
  { stage: 'measure', seconds: 30, units: 300 },
  { stage: 'export', seconds: 6, units: 6 },
];
const LAST_RUN: readonly PartTime[] = [
  { part: 'map 1', seconds: 12 },
  { part: 'measure 1', seconds: 30 },
  { part: 'export 1', seconds: 6 },
];

describe('the time left of a whole job', () => {
  it('is that of all its parts from the first report on, and falls as time passes', () => {
    const { shown, seconds } = shownDuring(LAST_RUN, THREE);
    for (const { at, left } of shown) expect(Math.abs(left! - (seconds - at))).toBeLessThan(0.05 * seconds);
    shown.slice(1).forEach(({ left }, i) => {
      expect(left!).toBeLessThanOrEqual(shown[i].left! + 1e-9);
    });
    const fractions = shown.map(({ fraction }) => fraction!);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    // The shown time follows with some delay.
    expect(fractions.at(-1)!).toBeGreaterThan(0.98);
  });

  it('takes a slower machine or a longer drive into account before the later parts begin', () => {
    const slow = THREE.map((stage) => ({ ...stage, seconds: 3 * stage.seconds }));
    const { shown, seconds } = shownDuring(LAST_RUN, slow);
    const inFirst = shown.find(({ at }) => at > 20)!;
    expect(Math.abs(inFirst.left! - (seconds - inFirst.at))).toBeLessThan(0.15 * seconds);
    for (const { fraction } of shown) expect(fraction!).toBeLessThanOrEqual(1);
  });

  it('does not wait for parts that the cache spares', () => {
    const { shown } = shownDuring(LAST_RUN, THREE.slice(2));
    expect(shown.at(-1)!.left!).toBeLessThan(0.5);
  });

  it('is that of the part that runs where nothing of earlier runs is known, and null without an end', () => {
    const { shown } = shownDuring([], [{ stage: 'register', seconds: 10, units: 100 }]);
    expect(shown[49].left).toBeCloseTo(5, 1);
    const clock = new WholeTime([], 0);
    clock.report({ stage: 'read', done: 5, total: null }, 1000);
    expect(clock.secondsLeft(1000)).toBeNull();
    expect(clock.fraction(1000)).toBeNull();
  });

  it('counts what an earlier run has done to the share, and not to the speed', () => {
    const clock = new WholeTime([], 0);
    // Half of 320 scans were aligned before; now it is one in a tenth of a second.
    for (let done = 161; done <= 240; done++)
      clock.report({ stage: 'align', done, total: 320 }, 100 * (done - 160));
    expect(clock.secondsLeft(8000)).toBeCloseTo(8, 1);
    expect(clock.fraction(8000)).toBeCloseTo(0.75, 6);
  });

  it('tells passes of one stage apart, and what each took, for the next run', () => {
    const twice = [
      { stage: 'measure', seconds: 4, units: 40 },
      { stage: 'measure', seconds: 1, units: 5 },
    ];
    const { parts } = shownDuring([], twice);
    expect(parts.map(({ part }) => part)).toEqual(['measure 1', 'measure 2']);
    // A part begins with its first report, which is one unit late.
    expect(parts[0].seconds).toBeCloseTo(4.2, 6);
    expect(parts[1].seconds).toBeCloseTo(0.8, 6);
  });
});
