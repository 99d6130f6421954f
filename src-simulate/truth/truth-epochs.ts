import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Drive } from '../drive.ts';
import { excavatedLength } from '../options.ts';
import { COLUMN_ANGLES } from '../rock/rock-surface.ts';
import { faceTruth, trueVoidToFace } from './truth-face.ts';

/** Ground truth of two surveys of one working. Lengths m, volumes m^3. */
interface EpochsTruth {
  /** Chainage where the volumes start. */
  readonly from: number;
  /** Void of the later survey minus that of the earlier, both up to their faces. */
  readonly periodVolume: number;
  /**
   * Its share before the nearest point of the earlier face: volume gained by scaling minus volume lost by
   * convergence.
   */
  readonly overCommon: number;
  /** Mean chainage of the later face minus that of the earlier. */
  readonly advance: number;
}

/**
 * Computes the ground truth between two epochs of one working: drives with the same options except for face, wall
 * changes and the sensor's own.
 *
 * @param from chainage before both faces
 * @throws SocavonError usage if they are not epochs of one working, or an end is open
 */
export function epochsTruth(earlier: Drive, later: Drive, from: number): EpochsTruth {
  if (earlier.options.seed !== later.options.seed || earlier.options.length !== later.options.length)
    throw new SocavonError('usage', message('simulate-epochs'));
  const periodVolume = trueVoidToFace(later, from) - trueVoidToFace(earlier, from);
  const before = earlier.scene.face!.nearest - 1e-6;
  const beyond = trueVoidToFace(later, before) - trueVoidToFace(earlier, before);
  return {
    from,
    periodVolume,
    overCommon: periodVolume - beyond,
    advance: faceTruth(later).mean - faceTruth(earlier).mean,
  };
}

/** Outward displacement of the wall between two epochs at a chainage and an angle (rad from left towards up), m. */
export function trueDisplacement(earlier: Drive, later: Drive, s: number, theta: number): number {
  return later.scene.surface.radiusAt(s, theta) - earlier.scene.surface.radiusAt(s, theta);
}

/** Wall displacements as CSV rows of chainage, angle and outward displacement; no row where there is none. */
export function displacementCsv(earlier: Drive, later: Drive): string {
  const rows: string[] = [];
  const end = excavatedLength(earlier.options);
  for (let step = 0; step * 0.25 <= end; step++) {
    for (let column = 0; column < COLUMN_ANGLES.length; column += 10) {
      const outward = trueDisplacement(earlier, later, step * 0.25, COLUMN_ANGLES[column]);
      if (Math.abs(outward) >= 5e-5) rows.push(`${step * 0.25},${column / 2},${outward.toFixed(4)}`);
    }
  }
  return `chainage,angle_deg,outward_m\n${rows.join('\n')}${rows.length > 0 ? '\n' : ''}`;
}
