import type { FaceSurface } from '../../model/face.ts';
import type { EpochOptions } from '../epoch-options.ts';
import { fillSigma } from '../epochs/epoch-sigmas.ts';
import { rangeLever } from '../volume/range-lever.ts';
import { integrateWall } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall-surface.ts';
import { faceRimUncertainty } from './face-rim-uncertainty.ts';

/** The void of one survey from a section to the face, and what its ± needs. */
export interface VoidToFace {
  /** m^3. */
  readonly volume: number;
  /** Of wall and face, m^2. */
  readonly surface: number;
  /** How much it grows per metre that every range is too long, m^2: the face is met head-on. */
  readonly lever: number;
  /** What was not seen of the wall, m^3, one standard deviation. */
  readonly filled: number;
  /** Variance by the noise of the cells, m^6. */
  readonly cellVariance: number;
  /** Stretches without a closed section, m^3, one standard deviation. */
  readonly gap: number;
}

/**
 * Void of a drive up to its face: whole sections as far as there are, from there on closed by the surface of the face and
 * not by a flat cap.
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
    // The face is met head-on.
    lever: (whole === null ? 0 : rangeLever(wall, whole, from, face.wholeTo)) + beyond,
    // The same shadows go on up to the face: what they hide adds up.
    filled:
      (whole === null ? 0 : fillSigma(wall, from, face.wholeTo, options)) +
      faceRimUncertainty(wall, face, options.fillSigma),
    cellVariance: whole?.cellVariance ?? 0,
    gap: gapLength * (whole?.areaSpread ?? 0),
  };
}
