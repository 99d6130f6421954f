import type { Axis } from '../../src-core/model/axis.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { driveWithRecesses } from '../../test/tunnel/simple-recess.ts';
import {
  axisAlong,
  BAUL_AREA,
  bend,
  onBaul,
  onCircle,
  type Sampled,
  sampleDrive,
  straight,
} from '../../test/tunnel/solids.ts';

const SEED = 41;
const POINTS = 800_000;
const LENGTH = 12;
/** Measured between these chainages. */
const [FROM, TO] = [1, 11];

/** A solid whose volume is known in closed form, as it was measured from noisy points all over it. */
interface MeasuredSolid {
  readonly name: string;
  readonly truth: number;
  /** Between the profiles, m. */
  readonly every: number;
  readonly volume: Volume;
  /** What average end areas must be too large by, m^3; null: nothing to speak of. */
  readonly endAreaBias: number | null;
}

/** Widening per metre of the taper. */
const TAPER = 0.05;
const scaleAt = (s: number): number => 0.7 + TAPER * s;
const NICHE = { side: 'left', from: 4.03, to: 6.07, depth: 1.5, height: 2.2 } as const;

/** The solids, one after the other. */
export function* exactSolids(): Generator<MeasuredSolid> {
  const whole = TO - FROM;
  const along = straight();
  const ramp = straight(1 / 8);
  const curve = bend(25);
  const taper = (BAUL_AREA * (scaleAt(TO) ** 3 - scaleAt(FROM) ** 3)) / (3 * TAPER);
  const round = wallOf(axisAlong(along, 0, LENGTH, 0.5), sampled(along, onCircle(2)));
  yield solid('cylinder, 2 m radius', round, Math.PI * 4 * whole);
  yield solid('baúl, straight', wallOf(axisAlong(along, 0, LENGTH, 0.5), sampled(along)), BAUL_AREA * whole);
  const turning = wallOf(axisAlong(curve, 0, LENGTH, 0.5), sampled(curve));
  yield solid('baúl on a radius of 25 m', turning, BAUL_AREA * whole);
  yield solid(
    'baúl on a grade of 1:8',
    wallOf(axisAlong(ramp, 0, LENGTH, 0.5), sampled(ramp)),
    BAUL_AREA * whole,
  );
  const widening = wallOf(axisAlong(along, 0, LENGTH, 0.5), sampled(along, onBaul, scaleAt));
  yield solid('baúl, tapered', widening, taper);
  // Quadratic areas: the trapezoid over one long interval errs by A'' L^3 / 12.
  const bias = (2 * TAPER ** 2 * BAUL_AREA * whole ** 3) / 12;
  yield solid('baúl, tapered, one interval', widening, taper, 2 * whole, bias);
  const recess = (NICHE.to - NICHE.from) * NICHE.depth * NICHE.height;
  yield solid('baúl with a niche', driveWithRecesses([NICHE], LENGTH, SEED), BAUL_AREA * whole + recess, 0.1);
}

function sampled(
  line: ReturnType<typeof straight>,
  outline: Parameters<typeof sampleDrive>[1] = onBaul,
  scale?: (s: number) => number,
): Sampled {
  return sampleDrive(line, outline, [0, LENGTH], POINTS, SEED, scale);
}

function wallOf(axis: Axis, { xyz, origin }: Sampled): WallSurface {
  const accumulator = new ProfileAccumulator(axis);
  accumulator.add(xyz, origin);
  return accumulator.wall();
}

function solid(
  name: string,
  wall: WallSurface,
  truth: number,
  every = 0.5,
  endAreaBias: number | null = null,
): MeasuredSolid {
  return { name, truth, every, volume: volumeBetween(wall, FROM, TO, { every }), endAreaBias };
}
