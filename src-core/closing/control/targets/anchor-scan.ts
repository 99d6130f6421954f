import { solveCholesky } from '../../../math/cholesky.ts';
import type { SightingScan, TargetPass, UnconstrainedMotion } from './target-pass.ts';

/** Scan whose frame a target is given in, and its pose uncertainty relative to its neighbours. */
export interface AnchorScan {
  readonly scan: SightingScan;
  /** Direction that the geometry does not constrain there; null: fully constrained. */
  readonly loose: UnconstrainedMotion | null;
}

/** Number of scans on either side of the nearest whose path is compared. */
const NEIGHBOURS = 6;
/** Least number of scans for a smooth path. */
const LEAST = 6;
/** Error of a parabola through thirteen positions, as a share of the error of one. */
const FIT_SHARE = 0.8;

/**
 * Selects the anchor scan: the one nearest to the target. Where the geometry does not constrain its position along
 * the drive, poses jump along it by centimetres from scan to scan, and a target given in a scan that jumped would
 * be off by the whole jump: there the neighbouring scan that is nearest to the smooth path of all of them is
 * selected.
 */
export function anchorScan({ scans }: TargetPass): AnchorScan {
  const nearest = scans.reduce((best, scan, i) => (scan.range < scans[best].range ? i : best), 0);
  const window = scans.slice(Math.max(nearest - NEIGHBOURS, 0), nearest + NEIGHBOURS + 1);
  const loose = window.find((scan) => scan.loose !== null)?.loose ?? null;
  if (loose === null) return { scan: scans[nearest], loose };
  const off = window.length >= LEAST ? offSmoothPath(window, loose.direction) : null;
  if (off === null) return { scan: scans[nearest], loose };
  const best = off.reduce((least, value, i) => (Math.abs(value) < Math.abs(off[least]) ? i : least), 0);
  const rms = Math.sqrt(off.reduce((sum, value) => sum + value * value, 0) / (off.length - 3));
  const placeSigma = FIT_SHARE * Math.max(rms, loose.placeSigma);
  return { scan: window[best], loose: { ...loose, placeSigma } };
}

/** Deviation of each scan along a direction from the parabola over time through all of them, m. */
function offSmoothPath(scans: readonly SightingScan[], direction: readonly number[]): number[] | null {
  const from = scans[0];
  const place = ({ sensor }: SightingScan): number =>
    direction.reduce((sum, value, k) => sum + value * (sensor[k] - from.sensor[k]), 0);
  const powers = ({ seconds }: SightingScan): number[] => {
    const t = seconds - from.seconds;
    return [1, t, t * t];
  };
  const H = new Float64Array(9);
  const b = new Float64Array(3);
  for (const scan of scans) {
    const row = powers(scan);
    for (let i = 0; i < 3; i++) {
      b[i] += row[i] * place(scan);
      for (let j = 0; j < 3; j++) H[3 * i + j] += row[i] * row[j];
    }
  }
  const x = solveCholesky(H, b, 3);
  if (x === null) return null;
  return scans.map((scan) => place(scan) - powers(scan).reduce((sum, value, i) => sum + value * x[i], 0));
}
