import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Drive } from '../drive.ts';
import type { Face } from '../rock/face.ts';
import { COLUMN_ANGLES, COLUMN_STEP, ROW_STEP } from '../rock/rock-surface.ts';
import { TruthIntegral } from './truth-integral.ts';

/** Width of the rings of the section that are integrated, m. */
const RING = 0.02;

/** True face of a drive, and the section just before it. */
interface FaceTruth {
  /** Mean chainage of the face over the section just before it, m. */
  readonly mean: number;
  readonly nearest: number;
  readonly farthest: number;
  /** Area of that section, m^2. */
  readonly area: number;
}

/**
 * Computes the true position of the face of a drive.
 *
 * @throws SocavonError usage if its end is open
 */
export function faceTruth(drive: Drive): FaceTruth {
  const face = faceOf(drive);
  const { surface } = drive.scene;
  let [area, sum] = [0, 0];
  let [nearest, farthest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const theta of COLUMN_ANGLES) {
    const radius = surface.radiusAt(face.nearest, theta);
    forEachRing(radius, (rho, width) => {
      const at = face.faceAt(rho * Math.cos(theta), rho * Math.sin(theta));
      area += rho * width;
      sum += rho * width * at;
      nearest = Math.min(nearest, at);
      farthest = Math.max(farthest, at);
    });
  }
  return { mean: sum / area, nearest, farthest, area: area * COLUMN_STEP };
}

/**
 * Volume of the void from a section up to the face, m^3: the truth integral up to the first point of the face, and
 * from there on the length of the void over each element of the section.
 *
 * @throws SocavonError usage if the end is open or the section lies behind the face
 */
export function trueVoidToFace(drive: Drive, from: number): number {
  const face = faceOf(drive);
  if (!(from < face.nearest))
    throw new SocavonError(
      'usage',
      message('simulate-face-before', { chainage: face.nearest.toFixed(2), from }),
    );
  const { line, surface } = drive.scene;
  const met = Math.max(from, Math.floor(face.nearest / ROW_STEP) * ROW_STEP);
  const before = from < met ? new TruthIntegral(line, surface, drive.section).volumes(from, met).void : 0;
  const rows = Math.ceil((face.farthest - met) / ROW_STEP);
  const bends = Array.from({ length: rows }, (_, k) => line.frameAt(met + (k + 0.5) * ROW_STEP));
  let beyond = 0;
  for (const theta of COLUMN_ANGLES) {
    const radii = Float64Array.from({ length: rows }, (_, k) =>
      surface.radiusAt(met + (k + 0.5) * ROW_STEP, theta),
    );
    forEachRing(Math.max(...radii), (rho, width) => {
      const [n, b] = [rho * Math.cos(theta), rho * Math.sin(theta)];
      const at = face.faceAt(n, b);
      for (let k = 0; k < rows; k++) {
        const s = met + k * ROW_STEP;
        const length = Math.min(at - s, ROW_STEP);
        if (length <= 0) break;
        if (rho >= radii[k]) continue;
        beyond += length * rho * width * (1 - bends[k].kN * n - bends[k].kB * b);
      }
    });
  }
  return before + beyond * COLUMN_STEP;
}

/** Calls `visit` with middle and width of the rings within a radius, m. */
function forEachRing(radius: number, visit: (rho: number, width: number) => void): void {
  const rings = Math.ceil(radius / RING);
  for (let i = 0; i < rings; i++) visit(((i + 0.5) / rings) * radius, radius / rings);
}

function faceOf({ scene }: Drive): Face {
  if (scene.face === null) throw new SocavonError('usage', message('simulate-no-face'));
  return scene.face;
}
