import { describe, expect, it } from 'vitest';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { objectsOption } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { axisAlong, BAUL, BAUL_AREA, scanDrive, straight } from './solids.ts';

const SEED = 41;
const DUCT = { left: 1.1, height: 3.3, radius: 0.3 };
/** Direction of the duct as seen from the middle of the section, degrees from left towards up. */
const TOWARDS_DUCT = (Math.atan2(DUCT.height - BAUL.height / 2, DUCT.left) * 180) / Math.PI;

describe(`a duct with wide shadows beside it (seed ${SEED})`, () => {
  it.each<[string, (s: number, degrees: number) => boolean]>([
    ['on both sides for 0.4 m', (s, degrees) => Math.abs(s - 10.2) < 0.2 && Math.abs(degrees) < 28],
    ['on one side all along', (_, degrees) => degrees > 0 && degrees < 35],
  ])('%s: it is not the wall', (_, hidden) => {
    const wall = wallBehindDuct(hidden);
    for (const [from, to] of [
      [3, 17],
      [9.7, 10.7],
    ]) {
      const { volume, measuredShare } = volumeBetween(wall, from, to);
      const truth = BAUL_AREA * (to - from);
      expect(Math.abs(volume.value / truth - 1), `${from} to ${to}`).toBeLessThan(3e-3);
      expect(Math.abs(volume.value - truth)).toBeLessThan(volume.plusMinus);
      expect(measuredShare).toBeLessThan(0.97);
    }
  });
});

describe(`objects by choice (seed ${SEED})`, () => {
  it('left out the duct is void, kept it is wall', () => {
    const { xyz, origin } = scanDrive([{ duct: DUCT }], 12, 400_000, SEED);
    const [out, stored] = (['left-out', 'kept'] as const).map((objects) => {
      const accumulator = new ProfileAccumulator(
        axisAlong(straight(0, [0, 0, 0], 0), 0, 12, 0.5),
        objectsOption(objects),
      );
      accumulator.add(xyz, origin);
      return volumeBetween(accumulator.wall(), 3, 9).volume.value / (BAUL_AREA * 6);
    });
    expect(Math.abs(out - 1)).toBeLessThan(2e-3);
    expect(stored).toBeLessThan(0.99);
  });
});

/** @param hidden wall points to leave out, by chainage and by angle from the duct, degrees */
function wallBehindDuct(hidden: (s: number, degrees: number) => boolean): WallSurface {
  const { xyz, origin } = scanDrive([{ duct: DUCT }], 20, 900_000, SEED);
  const seen = new Float32Array(xyz.length);
  let n = 0;
  for (let i = 0; i < xyz.length; i += 3) {
    const [s, left, up] = [xyz[i], xyz[i + 1], xyz[i + 2]];
    const onDuct = Math.hypot(left - DUCT.left, up + BAUL.line - DUCT.height) < DUCT.radius + 0.1;
    const degrees = (Math.atan2(up + BAUL.line - BAUL.height / 2, left) * 180) / Math.PI - TOWARDS_DUCT;
    if (!onDuct && hidden(s, degrees)) continue;
    seen.set([s, left, up], n);
    n += 3;
  }
  const accumulator = new ProfileAccumulator(axisAlong(straight(0, [0, 0, 0], 0), 0, 20, 0.5));
  accumulator.add(seen, origin, n / 3);
  return accumulator.wall();
}
