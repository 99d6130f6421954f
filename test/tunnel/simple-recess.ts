import { seededRandom } from '../../src-core/math/random.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { axisAlong, BAUL, NOISE, onBaul, put, type Sampled, sampleDrive, straight } from './solids.ts';

/** Points per square metre of wall. */
const DENSITY = 2000;

/** A box of void beside a straight baúl, from the floor up. */
export interface MadeRecess {
  readonly side: 'left' | 'right';
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  /** At most that of the wall. */
  readonly height: number;
  /** Without a back: what is beyond was not seen. */
  readonly open?: boolean;
}

/** The wall of a straight drive with recesses, from noisy points all over it. */
export function driveWithRecesses(
  recesses: readonly MadeRecess[],
  length: number,
  seed: number,
): WallSurface {
  const line = straight();
  const inOpening = (s: number, left: number, up: number): boolean =>
    recesses.some(
      ({ side, from, to, height }) =>
        s > from &&
        s < to &&
        (side === 'left' ? left : -left) > BAUL.width / 2 - 0.01 &&
        up < height - BAUL.line,
    );
  const drive = sampleDrive(
    line,
    onBaul,
    [0, length],
    Math.round(6.3 * DENSITY * length),
    seed,
    undefined,
    (...place) => !inOpening(...place),
  );
  const accumulator = new ProfileAccumulator(axisAlong(line, 0, length, 0.5));
  accumulator.add(drive.xyz, drive.origin);
  recesses.forEach((recess, i) => {
    const walls = sampleRecess(recess, seed + 1 + i);
    accumulator.add(walls.xyz, walls.origin);
  });
  return accumulator.wall();
}

/** Noisy points of a recess: back, roof, floor, jambs. @param density points per square metre */
export function sampleRecess(
  { side, from, to, depth, height, open = false }: MadeRecess,
  seed: number,
  density = DENSITY,
): Sampled {
  const random = seededRandom(seed);
  const wall = BAUL.width / 2;
  const width = to - from;
  const faces = [open ? 0 : width * height, width * depth, width * depth, depth * height, depth * height];
  const line = straight();
  const total = faces.reduce((sum, area) => sum + area, 0);
  const count = Math.round(density * total);
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    let face = 0;
    for (let t = random.uniform() * total; t > faces[face]; face++) t -= faces[face];
    const [a, b, noise] = [random.uniform(), random.uniform(), NOISE * random.normal()];
    const across = wall + a * depth;
    const place = [
      [from + a * width, wall + depth + noise, b * height],
      [from + b * width, across, height + noise],
      [from + b * width, across, noise],
      [from + noise, across, b * height],
      [to + noise, across, b * height],
    ][face];
    put(line, place[0], (side === 'left' ? 1 : -1) * place[1], place[2] - BAUL.line, [0, 0, 0], xyz, i);
  }
  return { xyz, origin: [0, 0, 0] };
}
