import { seededRandom } from '../../src-core/math/random.ts';
import type { ProfileOptions } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { axisAlong, NOISE, straight } from './solids.ts';

/** Mean radius of the drive, m, and the amplitude of its waves. */
export const RADIUS = 2.2;
/** Length, m. */
const LENGTH = 10;
/** Points of so much of the length are seen from one place, m. */
const STEP = 0.25;
const LINE = straight(0, [0, 0, 0], 0);

/** Mesh on part of the wall: between chainages and angles, a share of the returns at a gap before the rock. */
interface MeshPatchTruth {
  readonly from: number;
  readonly to: number;
  readonly fromAngle: number;
  readonly toAngle: number;
  readonly gap: number;
  readonly share: number;
}

export interface MeshDrive {
  readonly mesh: MeshPatchTruth | null;
  /** Amplitude of the relief, m: waves of 0.4 to 2 m along the axis and round the section. */
  readonly relief: number;
  readonly seed: number;
  /** Points per square metre of wall. */
  readonly density?: number;
  /** Share of the returns that come from dust, evenly up to `DUST_DEPTH` before the rock; left out: none. */
  readonly dust?: number;
  /** Every point is seen from so far behind it, on the axis, m; left out: it is not known from where. */
  readonly seenFrom?: number;
}

/** m. */
export const DUST_DEPTH = 0.3;

/** A round drive with relief, partly behind mesh, sampled all over with range noise along the radius. */
export function meshDrive(
  { mesh, relief, seed, density = 5000, dust = 0, seenFrom }: MeshDrive,
  options: Partial<ProfileOptions> = {},
): WallSurface {
  const random = seededRandom(seed);
  const count = Math.round(density * 2 * Math.PI * RADIUS * LENGTH);
  const radiusAt = reliefOf(relief, random.uniform() * 7);
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const s = random.uniform() * LENGTH;
    const a = (2 * random.uniform() - 1) * Math.PI;
    const isBehind = mesh !== null && s > mesh.from && s < mesh.to && a > mesh.fromAngle && a < mesh.toAngle;
    const gap = isBehind && random.uniform() < mesh.share ? mesh.gap : 0;
    const [noise, luck, depth] = [random.normal(), dust && random.uniform(), dust && random.uniform()];
    const r = radiusAt(s, a) - (luck < dust ? DUST_DEPTH * depth : gap) + NOISE * noise;
    xyz.set([s, r * Math.cos(a), r * Math.sin(a)], 3 * i);
  }
  const accumulator = new ProfileAccumulator(axisAlong(LINE, 0, LENGTH, 0.5), options);
  if (seenFrom === undefined) accumulator.add(xyz, [0, 0, 0]);
  else
    for (let s = 0; s < LENGTH; s += STEP) {
      const seen: number[] = [];
      for (let i = 0; i < xyz.length; i += 3)
        if (xyz[i] >= s && xyz[i] < s + STEP) seen.push(xyz[i], xyz[i + 1], xyz[i + 2]);
      const sensor = [s + STEP / 2 - seenFrom, 0, 0];
      accumulator.add(Float32Array.from(seen), [0, 0, 0], seen.length / 3, null, sensor);
    }
  return accumulator.wall();
}

function reliefOf(relief: number, phase: number): (s: number, a: number) => number {
  const waves = [
    [0.5, 3.1, 2, 0],
    [0.3, 6.7, 5, 1.3],
    [0.2, 12.9, 9, 2.1],
    [0.2, 15.3, 14, 0.4],
  ];
  return (s, a) =>
    RADIUS +
    waves.reduce(
      (sum, [size, along, round, shift]) =>
        sum + relief * size * Math.sin(along * s + round * a + shift + phase),
      0,
    );
}
