import { describe, expect, it } from 'vitest';
import { TypicalSection } from '../../src-core/tunnel/wall/cells/typical-section.ts';
import { MEASURED, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';

const [SLABS, BINS, SLAB] = [120, 72, 0.1];
const [WIDE, HIGH] = [2.4, 1.7];
const ellipse = (angle: number): number =>
  (WIDE * HIGH) / Math.hypot(HIGH * Math.cos(angle), WIDE * Math.sin(angle));

/** A drive of elliptic section about its middle, with a niche of 1 m in its left wall. */
function drive(): WallGrid {
  const radius = Float64Array.from({ length: SLABS * BINS }, (_, cell) => {
    const angle = (((cell % BINS) + 0.5) * 2 * Math.PI) / BINS - Math.PI;
    const isNiche = Math.floor(cell / BINS) >= 60 && cell / BINS < 70 && Math.abs(angle) < 0.3;
    return ellipse(angle) + (isNiche ? 0.8 : 0);
  });
  const cells = { state: new Uint8Array(SLABS * BINS).fill(MEASURED), points: new Uint32Array(SLABS * BINS) };
  return { slabs: SLABS, bins: BINS, radius, ...cells };
}

describe('the typical section of an elliptic drive', () => {
  const typical = new TypicalSection(drive(), new Float64Array(2 * SLABS), SLAB, 5);
  // Straight between the middles of two bins: r'' of the ellipse, at most 2.5 m, by the square of a bin over 8.
  const tolerance = (2.5 * ((2 * Math.PI) / BINS) ** 2) / 8;

  it('is the ellipse in every direction, between the middles of bins too, and a niche is beyond it', () => {
    for (let i = 0; i < 1000; i++) {
      const angle = -Math.PI + (2 * Math.PI * (i + 0.5)) / 1000;
      const r = ellipse(angle) + 0.25;
      const beyond = typical.beyond(65, r * Math.cos(angle), r * Math.sin(angle));
      expect(Math.abs(beyond - 0.25)).toBeLessThan(tolerance);
    }
    expect(Math.abs(typical.cellBeyond(65, BINS / 2) - 0.8)).toBeLessThan(tolerance);
    expect(Math.abs(typical.cellBeyond(30, BINS / 2))).toBeLessThan(tolerance);
  });

  it('is met by a ray where the wall is as far beyond it as is asked for', () => {
    for (let bin = 0; bin < BINS; bin += 5) {
      const angle = ((bin + 0.5) * 2 * Math.PI) / BINS - Math.PI;
      expect(Math.abs(typical.cellRadius(10, bin, -0.1) - (ellipse(angle) - 0.1))).toBeLessThan(tolerance);
    }
  });
});
