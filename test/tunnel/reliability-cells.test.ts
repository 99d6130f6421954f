import { describe, expect, it } from 'vitest';
import { ALONG_CONSTRAINTS } from '../../src-core/model/pose.ts';
import type { ReliabilityProfile } from '../../src-core/model/reliability.ts';
import {
  alongSigma,
  cellAt,
  constraintStretches,
  lengthSigma,
} from '../../src-core/tunnel/axis/reliability-lengths.ts';
import {
  ReliabilityCells,
  type ReliabilityStep,
} from '../../src-core/tunnel/axis/trajectory/reliability-cells.ts';

const EDGES = [0, 2, 4, 10];
const HOLDERS = ALONG_CONSTRAINTS.length;
const step = (from: number, to: number, more: Partial<ReliabilityStep> = {}): ReliabilityStep => ({
  ...{ from, to, leg: 0, heldBy: 0, weakShare: 0.2, variance: 0.01 },
  ...more,
});
const cellsOf = (...steps: readonly ReliabilityStep[]): ReliabilityCells => {
  const cells = new ReliabilityCells(Float64Array.from(EDGES));
  for (const one of steps) cells.addStep(one);
  return cells;
};

describe('the cells of a reliability strip', () => {
  it('have of each step its share of the variance, the worst holder, the least of the walls, and that it passed', () => {
    const strip = cellsOf(
      step(1, 5, { variance: 0.04, heldBy: 2, weakShare: 0.1 }),
      step(5, 10, { variance: 0.05, heldBy: 1, weakShare: 0.3 }),
    ).strip(false, 0, 'start');
    // A quarter, half and a quarter of the first; the second lies in the last cell.
    [0.01, 0.02, 0.01 + 0.05].forEach((variance, k) => {
      expect(strip.lengthVariance[k]).toBeCloseTo(variance, 12);
    });
    expect([...strip.heldBy]).toEqual([2, 2, 2]);
    expect([...strip.weakShare]).toEqual([0.1, 0.1, 0.1]);
    expect(strip.scans).toHaveLength(HOLDERS * 3);
    const scans = [0, 1, 2].map((k) => [...strip.scans.subarray(HOLDERS * k, HOLDERS * (k + 1))]);
    expect(scans).toEqual([
      [0, 0, 1, 0],
      [0, 0, 1, 0],
      [0, 1, 1, 0],
    ]);
  });

  it('count one that stands, at an edge in the cell that begins there, with all of its variance', () => {
    const strip = cellsOf(step(2, 2, { variance: 0.03, heldBy: 3 })).strip(false, 0, 'start');
    expect([...strip.lengthVariance]).toEqual([0, 0.03, 0]);
    expect([...strip.heldBy]).toEqual([0, 3, 0]);
  });

  it('count passes that cover half of a cell or more where there are any, together if they are tied', () => {
    const passes = [
      step(4, 7, { leg: 0, variance: 0.03 }),
      step(8, 9, { leg: 1, variance: 0.5 }),
      step(5, 10, { leg: 2, variance: 0.06 }),
    ];
    // Three of six metres are half; one is not.
    expect(cellsOf(...passes).strip(true, 0, 'control').lengthVariance[2]).toBeCloseTo(
      1 / (1 / 0.03 + 1 / 0.06),
      12,
    );
    expect(cellsOf(...passes).strip(false, 0, 'start').lengthVariance[2]).toBeCloseTo(0.03, 12);
    // Two scattered metres of one pass, and nothing else.
    const little = cellsOf(step(4, 5, { variance: 0.01 }), step(8, 9, { variance: 0.02 }));
    expect(little.strip(false, 0, 'start').lengthVariance[2]).toBeCloseTo(0.03, 12);
  });

  it('add the error of the scale for each metre, there and beyond', () => {
    const strip = cellsOf(step(0, 10, { variance: 0 })).strip(false, 0.001, 'start');
    expect([...strip.lengthVariance]).toEqual([0.002, 0.002, 0.006]);
    expect(strip.beyondVariance).toBe(0.001);
  });

  it('keep the largest place of the first pass that comes by', () => {
    const cells = cellsOf(step(0, 10), step(0, 10, { leg: 1 }));
    cells.visit(3, 0, [0.1, 0.5, 0.2]);
    cells.visit(3.9, 0, [0.3, 0.4, 0.1]);
    cells.visit(2, 1, [9, 9, 9]);
    cells.visit(10, 0, [0.7, 0.8, 0.9]);
    expect([...cells.strip(false, 0, 'start').position]).toEqual([0, 0, 0, 0.3, 0.5, 0.2, 0.7, 0.8, 0.9]);
  });
});

describe('the length between two chainages of a strip', () => {
  const strip: ReliabilityProfile = {
    edges: Float64Array.from(EDGES),
    heldBy: Uint8Array.of(0, 0, 2),
    scans: new Uint32Array(12),
    weakShare: new Float64Array(3),
    position: Float64Array.of(0.3, 0, 0, 0.5, 0, 0, 0.7, 0, 0),
    lengthVariance: Float64Array.of(0.0004, 0.0016, 0.006),
    beyondVariance: 0.0001,
    reference: 'start',
  };

  it('has the variances of its cells by the share of each, and the scale beyond both ends', () => {
    expect(lengthSigma(strip, 1, 7)).toBeCloseTo(Math.sqrt(0.0002 + 0.0016 + 0.003), 12);
    expect(lengthSigma(strip, -5, 12)).toBeCloseTo(Math.sqrt(0.008 + 7 * 0.0001), 12);
    expect(lengthSigma(strip, -5, -2)).toBeCloseTo(Math.sqrt(3 * 0.0001), 12);
  });

  it('has a stated share of itself besides, in squares', () => {
    expect(lengthSigma({ ...strip, lengthShare: 0.01 }, 1, 7)).toBeCloseTo(Math.sqrt(0.0048 + 0.06 ** 2), 12);
    const none = {
      ...strip,
      edges: new Float64Array(0),
      lengthVariance: new Float64Array(0),
      lengthShare: 0.01,
    };
    expect(lengthSigma(none, 1, 7)).toBeCloseTo(Math.sqrt(6 * 0.0001 + 0.06 ** 2), 12);
  });

  it('is no worse than the places of its ends, those of a strip of one cell too', () => {
    const placed = { ...strip, position: Float64Array.of(0.01, 0, 0, 0.02, 0, 0, 0.03, 0, 0) };
    expect(lengthSigma(placed, 1, 7)).toBeCloseTo(0.01 + 0.03, 12);
    const one = {
      ...placed,
      edges: Float64Array.of(0, 2),
      lengthVariance: Float64Array.of(1),
      heldBy: Uint8Array.of(0),
    };
    expect(lengthSigma(one, 0.5, 1.5)).toBeCloseTo(0.02, 12);
  });

  it('has a place at each chainage, beyond the ends that of the end and the scale', () => {
    expect([-3, 0, 1.9, 2, 3, 4, 9.9, 10, 14].map((chainage) => cellAt(strip, chainage))).toEqual([
      ...[0, 0, 0, 1, 1, 2, 2, 2, 2],
    ]);
    expect(alongSigma(strip, 3)).toBe(0.5);
    expect(alongSigma(strip, -4)).toBeCloseTo(Math.sqrt(0.3 ** 2 + 4 * 0.0001), 12);
    expect(alongSigma(strip, 16)).toBeCloseTo(Math.sqrt(0.7 ** 2 + 6 * 0.0001), 12);
    expect(alongSigma({ ...strip, edges: new Float64Array(0) }, 3)).toBe(0);
  });

  it('is told in stretches of one holder, of some cells together by the worst', () => {
    expect(constraintStretches(strip)).toEqual([
      { from: 0, to: 4, heldBy: 0 },
      { from: 4, to: 10, heldBy: 2 },
    ]);
    expect(constraintStretches({ ...strip, heldBy: Uint8Array.of(0, 2, 1) }, 2)).toEqual([
      { from: 0, to: 4, heldBy: 2 },
      { from: 4, to: 10, heldBy: 1 },
    ]);
  });
});
