import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src-core/model/tunnel.ts';
import {
  edgesPath,
  nearestVertex,
  ringPath,
  sectionScale,
} from '../../src-renderer/features/sections/section-paths.ts';

const scale = sectionScale({ left: [-3, 3], up: [-2, 3] });
/** A square of 4 m, counter-clockwise with left to the left, of which one corner was not seen. */
const OUTLINE = Float64Array.of(2, -2, 2, 2, -2, 2, -2, -2);
const SQUARE = { outline: OUTLINE, measured: Uint8Array.of(1, 1, 1, 0) } as unknown as Profile;

describe('the drawing of a section', () => {
  it('has left to the left and up to the top, in centimetres', () => {
    expect([scale.width, scale.height]).toEqual([600, 500]);
    expect([scale.x(3), scale.x(-3), scale.y(3), scale.y(-2)]).toEqual([0, 600, 0, 500]);
    expect(ringPath(scale, OUTLINE).match(/[\d.]+ [\d.]+/g)).toEqual([
      '100 500',
      '100 100',
      '500 100',
      '500 500',
    ]);
  });

  it('parts the edges that were measured at both ends from all others', () => {
    const pieces = (wanted: 0 | 1) => edgesPath(scale, SQUARE, wanted).split('M').filter(Boolean).length;
    expect([pieces(1), pieces(0)]).toEqual([2, 2]);
    expect(edgesPath(scale, SQUARE, 1)).not.toContain('500 500');
  });

  it('finds the place of the outline that is under the pointer', () => {
    expect(nearestVertex(scale, OUTLINE, { x: 480, y: 130 })).toBe(2);
    expect(nearestVertex(scale, OUTLINE, { x: 0, y: 600 })).toBe(0);
  });
});
