import type { FaceSurface } from '../../model/face.ts';
import type { EpochOptions } from '../epoch-options.ts';
import { fillSigma } from '../epochs/epoch-sigmas.ts';
import { rangeLever } from '../volume/range-lever.ts';
import { integrateWall } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall-surface.ts';
import { faceRimUncertainty } from './face-rim-uncertainty.ts';

/** Void of one survey from a section to the face, with the inputs of its ±. */
export interface VoidToFace {
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
    lever: (whole === null ? 0 : rangeLever(wall, whole, from, face.wholeTo)) + beyond,
    // The same shadows continue up to the face: what they hide adds up.
    filled:
      (whole === null ? 0 : fillSigma(wall, from, face.wholeTo, options)) +
      faceRimUncertainty(wall, face, options.fillSigma),
    cellVariance: whole?.cellVariance ?? 0,
    gap: gapLength * (whole?.areaSpread ?? 0),
  };
}
