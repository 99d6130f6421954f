import { describe, expect, it } from 'vitest';
import { legendScale } from '../../../src-renderer/viewer/legend.ts';
import { secondsByScan } from '../../../src-renderer/viewer/scan-times.ts';

describe('the legend of the colours', () => {
  it('of the distance to the design has the design in its middle', () => {
    expect(legendScale('distance', [-0.25, 0.25], true)).toEqual({
      unit: 'm',
      digits: 2,
      marks: [-0.25, 0, 0.25],
    });
  });

  it('of the time counts seconds, then minutes, and scans where the clock does not tell', () => {
    expect(legendScale('time', [0, 14.8], true)).toMatchObject({ unit: 's', marks: [0, 14.8] });
    expect(legendScale('time', [0, 1830], true)).toMatchObject({ unit: 'min', marks: [0, 30.5] });
    expect(legendScale('time', [0, 148], false)).toMatchObject({ unit: 'scans', digits: 0, marks: [0, 148] });
  });

  it('has no numbers where the ends of the ramp mean nothing', () => {
    expect(legendScale('scan', [0, 1], true)).toBeNull();
    expect(legendScale('plain', [0, 1], true)).toBeNull();
  });
});

describe('when the scans were taken', () => {
  it('is told by scan, with nothing for a scan that was left out', () => {
    const seconds = secondsByScan(Uint32Array.of(0, 1, 3), Float64Array.of(0, 0.1, 0.3));
    expect([...seconds!]).toEqual([0, 0.1, Number.NaN, 0.3]);
  });

  it.each([
    ['ran backwards', [0, 0.1, 0.05]],
    ['was set from its start to the date', [0, 0.1, 1_790_000_000]],
    ['is no number', [0, Number.NaN, 0.2]],
  ])('is not told where the clock %s', (_, seconds) => {
    expect(secondsByScan(Uint32Array.of(0, 1, 2), Float64Array.from(seconds))).toBeNull();
  });

  it('is told over a pause of an hour, and not of no scans', () => {
    expect(secondsByScan(Uint32Array.of(0, 1), Float64Array.of(0, 3600))).not.toBeNull();
    expect(secondsByScan(new Uint32Array(0), new Float64Array(0))).toBeNull();
  });
});
