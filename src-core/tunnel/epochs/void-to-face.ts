import type { FaceSurface } from '../../model/face.ts';
import { rangeLever } from '../uncertainty/range-lever.ts';
import { MEASURED } from '../wall/cells/wall-grid.ts';
import { integrateWall } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import type { EpochOptions } from './epoch-options.ts';
import { fillSigma } from './epoch-sigmas.ts';

/** Void of one survey from a section to the face, with the inputs of its ±. */
interface VoidToFace {
  /** m^3. */
  readonly volume: number;
  /** Surface of wall and face, m^2. */
  readonly surface: number;
  /** Sensitivity of the volume to a range bias, m^2: the rays meet the face head-on. */
  readonly lever: number;
  /** Standard uncertainty of the unobserved wall, m^3. */
  readonly filled: number;
  /** Variance due to the noise of the cells, m^6. */
  readonly cellVariance: number;
  /** Standard uncertainty of the stretches without a closed section, m^3. */
  readonly gap: number;
}

/**
 * Standard uncertainty of the wall between the last whole section and the face, m^3. Where it was not
 * observed, the outline before is extended: a patch extrapolated from one side counts as one twice as long
 * interpolated from two.
 *
 * @param fallback standard deviation of the wall where no patch of that size was measured anywhere, m
 */
export function faceRimUncertainty(
  wall: WallSurface,
  { wholeTo, mean }: FaceSurface,
  fallback: number,
): number {
  const { bins } = wall.grid;
  const first = Math.round(wholeTo / wall.options.slab) - wall.firstSlab;
  const length = mean - wholeTo;
  const slabs = Math.min(wall.grid.slabs - first, Math.round(length / wall.options.slab));
  if (slabs < 1) return 0;
  const unseen = unseenDirections(wall, first, slabs);
  let variance = 0;
  for (const { bin, count } of runsOf(unseen)) {
    const middle = Math.floor(bin + count / 2) % bins;
    const perimeter = ((2 * Math.PI) / bins) * count * radiusBefore(wall, first, middle);
    const width = Math.min(perimeter, 2 * length);
    const estimated = wall.relief.sigmaOf(width, first, middle);
    const off = Number.isNaN(estimated) ? fallback : estimated;
    const surface = perimeter * length;
    variance += (surface * off) ** 2 / Math.max(1, surface / width ** 2);
  }
  return Math.sqrt(variance);
}

/** 1 for the directions in which points measured less than half of some slabs. */
function unseenDirections({ grid }: WallSurface, first: number, slabs: number): Uint8Array {
  const { bins, state } = grid;
  return Uint8Array.from({ length: bins }, (_, j) => {
    let seen = 0;
    for (let k = first; k < first + slabs; k++) if (state[k * bins + j] === MEASURED) seen++;
    return 2 * seen < slabs ? 1 : 0;
  });
}

/** Runs of adjacent directions, round the whole turn. */
function runsOf(flags: Uint8Array): { bin: number; count: number }[] {
  const n = flags.length;
  const start = flags.indexOf(0);
  if (start < 0) return [{ bin: 0, count: n }];
  const runs: { bin: number; count: number }[] = [];
  for (let i = 1; i <= n; i++) {
    const at = (start + i) % n;
    if (flags[at] === 0) continue;
    if (flags[(at + n - 1) % n] === 0) runs.push({ bin: at, count: 0 });
    runs[runs.length - 1].count++;
  }
  return runs;
}

/** Radius of the last slab at or before another in which a direction is known, m. */
function radiusBefore({ grid }: WallSurface, slab: number, bin: number): number {
  for (let k = Math.min(slab, grid.slabs - 1); k >= 0; k--)
    if (grid.radius[k * grid.bins + bin] > 0) return grid.radius[k * grid.bins + bin];
  return 0;
}

/**
 * Void of a drive up to its face: whole sections as far as they go, from there on closed by the surface of
 * the face and not by a flat cap.
 *
 * @param from chainage within the wall; behind `face.wholeTo` it is that
 */
export function voidToFace(
  wall: WallSurface,
  face: FaceSurface,
  from: number,
  options: Pick<EpochOptions, 'fillSigma'>,
): VoidToFace {
  const whole = face.wholeTo > from + 1e-9 ? integrateWall(wall, from, face.wholeTo) : null;
  const side = whole === null ? 2 * Math.sqrt(Math.PI * face.area) : whole.surface / (face.wholeTo - from);
  const gapLength = whole === null ? 0 : whole.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const beyond = side * (face.mean - face.wholeTo) + face.area;
  return {
    volume: (whole?.volume ?? 0) + face.volumeBeyond,
    surface: (whole?.surface ?? 0) + beyond,
    // The rays meet the face head-on.
    lever: (whole === null ? 0 : rangeLever(wall, whole, from, face.wholeTo).bias) + beyond,
    // The same shadows continue up to the face: what they hide adds up.
    filled:
      (whole === null ? 0 : fillSigma(wall, from, face.wholeTo, options)) +
      faceRimUncertainty(wall, face, options.fillSigma),
    cellVariance: whole?.cellVariance ?? 0,
    gap: gapLength * (whole?.areaSpread ?? 0),
  };
}
