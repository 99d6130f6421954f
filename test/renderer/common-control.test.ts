import { describe, expect, it } from 'vitest';
import { commonControl, type SurveyControl } from '../../src-renderer/stores/common-control.ts';

type Triple = [number, number, number];

function control(
  points: Readonly<Record<string, Triple>>,
  residuals: readonly (readonly [name: string, error: Triple])[],
): SurveyControl {
  return {
    points: Object.entries(points).map(([name, [easting, northing, elevation]]) => ({
      name,
      easting,
      northing,
      elevation,
      sigma: 0.002,
      role: 'control',
    })),
    residuals: residuals.map(([name, error]) => ({
      name,
      role: 'control',
      scanIndex: 0,
      error,
      distance: Math.hypot(...error),
    })),
  };
}

const LIST: Record<string, Triple> = { T1: [345_000, 8_612_000, 4300], T2: [345_020, 8_612_001, 4301] };

describe('control points that two surveys saw', () => {
  it('are as far apart as their observations differ, the mean of several', () => {
    const march = control(LIST, [
      ['T1', [0.003, 0, 0]],
      ['T1', [0.005, 0, 0]],
      ['T2', [0, 0, 0.01]],
    ]);
    const april = control(LIST, [['T1', [0, 0.003, 0]]]);
    const [only, ...others] = commonControl(march, april);
    expect(others).toEqual([]);
    expect(only.name).toBe('T1');
    // Northings of seven digits leave nanometres.
    expect(only.apart).toBeCloseTo(0.005, 6);
  });

  it('show that the lists of the two give different coordinates', () => {
    const seen: [string, Triple][] = [['T1', [0, 0, 0]]];
    const moved = { ...LIST, T1: [345_000.25, 8_612_000, 4300] as Triple };
    expect(commonControl(control(LIST, seen), control(moved, seen))[0].apart).toBeCloseTo(0.25, 6);
  });
});
