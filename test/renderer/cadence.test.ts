import { expect, it } from 'vitest';
import {
  dueMeasure,
  type MeasuredExtent,
  SCANS_OF_GROWING,
} from '../../src-renderer/stores/measures/cadence.ts';

it('measures a growing map by some scans ever more seldom, and a whole one once by all', () => {
  const total = 2000;
  let last: MeasuredExtent | null = null;
  const looks: number[] = [];
  for (let placed = 0; placed <= total; placed += 7) {
    const due = dueMeasure(Math.min(placed, total - 1), total, last);
    if (due === 'nothing') continue;
    expect(due).toBe(SCANS_OF_GROWING);
    last = { placed, scans: Math.min(placed, SCANS_OF_GROWING) };
    looks.push(placed);
  }
  expect(looks[0]).toBeGreaterThanOrEqual(20);
  expect(looks.length).toBeLessThan(25);
  for (let i = 1; i < looks.length; i++) expect(looks[i]).toBeGreaterThanOrEqual(1.25 * looks[i - 1]);
  expect(dueMeasure(total, total, last)).toBeNull();
  expect(dueMeasure(total, total, { placed: total, scans: total })).toBe('nothing');
});

it('measures nothing of too few scans, and anew where scans were taken back', () => {
  expect(dueMeasure(19, 100, null)).toBe('nothing');
  expect(dueMeasure(10, 10, null)).toBe('nothing');
  expect(dueMeasure(90, 100, null)).toBe(SCANS_OF_GROWING);
});
