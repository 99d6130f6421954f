import { planeEigen } from '../../math/eigen3.ts';
import type { ScanPoints } from './scan-points.ts';

export interface NormalOptions {
  /** Half width of the window in columns; at 1024 columns one is 0.35 degrees. */
  readonly columnReach: number;
  /** Half height of the window in beams. */
  readonly beamReach: number;
  /** Largest range step of a neighbour, as a share of the point's own range; beyond it lies another surface. */
  readonly maxRangeStep: number;
}

export const NORMAL_DEFAULTS: NormalOptions = { columnReach: 4, beamReach: 1, maxRangeStep: 0.15 };

/**
 * Normals by principal component analysis over a window of the range image: the image gives the neighbours, so no
 * search is needed. A normal is (0, 0, 0) if fewer than two beams or five points lie on the surface.
 *
 * @param points all points of the scan
 * @param chosen indices into `points` to compute normals for
 * @param indexOfPixel scratch: Int32Array of one entry a pixel, -1 everywhere before and after the call
 * @param out 3 * chosen.length unit normals, pointing to the sensor
 */
export function rangeImageNormals(
  points: ScanPoints,
  beams: number,
  columns: number,
  chosen: Uint32Array,
  chosenCount: number,
  options: NormalOptions,
  indexOfPixel: Int32Array,
  out: Float32Array,
): void {
  const { xyz, pixel, count } = points;
  const eigen = new Float64Array(6);
  for (let i = 0; i < count; i++) indexOfPixel[pixel[i]] = i;
  for (let k = 0; k < chosenCount; k++) {
    const i = chosen[k];
    const px = xyz[3 * i];
    const py = xyz[3 * i + 1];
    const pz = xyz[3 * i + 2];
    const range2 = px * px + py * py + pz * pz;
    const reach2 = options.maxRangeStep ** 2 * range2;
    const beam = Math.floor(pixel[i] / columns);
    const column = pixel[i] - beam * columns;
    let n = 0;
    let otherBeams = 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    let xx = 0;
    let xy = 0;
    let xz = 0;
    let yy = 0;
    let yz = 0;
    let zz = 0;
    const lastBeam = Math.min(beams - 1, beam + options.beamReach);
    for (let b = Math.max(0, beam - options.beamReach); b <= lastBeam; b++) {
      for (let c = column - options.columnReach; c <= column + options.columnReach; c++) {
        const wrapped = c < 0 ? c + columns : c >= columns ? c - columns : c;
        const j = indexOfPixel[b * columns + wrapped];
        if (j < 0) continue;
        const dx = xyz[3 * j] - px;
        const dy = xyz[3 * j + 1] - py;
        const dz = xyz[3 * j + 2] - pz;
        if (dx * dx + dy * dy + dz * dz > reach2) continue;
        n++;
        if (b !== beam) otherBeams++;
        sx += dx;
        sy += dy;
        sz += dz;
        xx += dx * dx;
        xy += dx * dy;
        xz += dx * dz;
        yy += dy * dy;
        yz += dy * dz;
        zz += dz * dz;
      }
    }
    const at = 3 * k;
    out[at] = 0;
    out[at + 1] = 0;
    out[at + 2] = 0;
    if (n < 5 || otherBeams < 2) continue;
    const mx = sx / n;
    const my = sy / n;
    const mz = sz / n;
    planeEigen(
      xx / n - mx * mx,
      xy / n - mx * my,
      xz / n - mx * mz,
      yy / n - my * my,
      yz / n - my * mz,
      zz / n - mz * mz,
      eigen,
    );
    const towards = eigen[3] * px + eigen[4] * py + eigen[5] * pz > 0 ? -1 : 1;
    out[at] = towards * eigen[3];
    out[at + 1] = towards * eigen[4];
    out[at + 2] = towards * eigen[5];
  }
  for (let i = 0; i < count; i++) indexOfPixel[pixel[i]] = -1;
}

/** Normals of all points of a scan, as `rangeImageNormals` gives them. @returns 3 * points.count */
export function normalsOfAll(
  points: ScanPoints,
  beams: number,
  columns: number,
  options: NormalOptions,
): Float32Array {
  const { count } = points;
  const all = Uint32Array.from({ length: count }, (_, i) => i);
  const indexOfPixel = new Int32Array(beams * columns).fill(-1);
  const normals = new Float32Array(3 * count);
  rangeImageNormals(points, beams, columns, all, count, options, indexOfPixel, normals);
  return normals;
}
