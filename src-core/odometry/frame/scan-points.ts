import type { Scan } from '../../model/scan.ts';
import type { BeamGeometry } from './beam-geometry.ts';

/** Returns of one scan as points, each in the sensor frame at its own column's instant. */
export interface ScanPoints {
  count: number;
  /** 3 * count, metres. */
  readonly xyz: Float32Array;
  /** Pixel of the range image of each point: `beam * columns + column`. */
  readonly pixel: Uint32Array;
}

/** Range limits of the returns that become points. */
export interface RangeFilterOptions {
  /** Metres; nearer returns are the robot itself or in the sensor's blind zone. */
  readonly minRange: number;
  /** Metres; farther returns are sparse on the wall and at grazing incidence. */
  readonly maxRange: number;
}

export const RANGE_FILTER_DEFAULTS: RangeFilterOptions = { minRange: 0.8, maxRange: 60 };

/** Allocates a point buffer for every pixel of a sensor, reused between scans. */
export function scanPointsBuffer(geometry: BeamGeometry): ScanPoints {
  const pixels = geometry.beams * geometry.columns;
  return { count: 0, xyz: new Float32Array(3 * pixels), pixel: new Uint32Array(pixels) };
}

/**
 * Converts a range image to Cartesian points (thesis algorithm 2, with the manufacturer's beam offsets).
 *
 * @param out overwritten; from `scanPointsBuffer` of the same geometry
 */
export function scanToPoints(
  scan: Scan,
  geometry: BeamGeometry,
  filter: RangeFilterOptions,
  out: ScanPoints,
): ScanPoints {
  if (scan.xyz !== undefined) return ownPoints(scan.rangeMm, scan.xyz, filter, out);
  const { direction, offset } = geometry;
  const { rangeMm, columnValid, columns, beams, columnTurn } = scan;
  const minMm = filter.minRange * 1000;
  const maxMm = filter.maxRange * 1000;
  let count = 0;
  for (let beam = 0; beam < beams; beam++) {
    const row = beam * columns;
    for (let column = 0; column < columns; column++) {
      const pixel = row + column;
      const mm = rangeMm[pixel];
      if (mm < minMm || mm > maxMm || columnValid[column] === 0) continue;
      const r = mm * 0.001;
      const from = 3 * pixel;
      const to = 3 * count;
      out.xyz[to] = r * direction[from] + offset[from];
      out.xyz[to + 1] = r * direction[from + 1] + offset[from + 1];
      out.xyz[to + 2] = r * direction[from + 2] + offset[from + 2];
      out.pixel[count++] = pixel;
    }
  }
  out.count = count;
  if (columnTurn !== undefined) turnPoints(out, columnTurn, columns);
  return out;
}

/** The points of a timed cloud, which need no directions. */
function ownPoints(
  rangeMm: Uint32Array,
  xyz: Float32Array,
  { minRange, maxRange }: RangeFilterOptions,
  out: ScanPoints,
): ScanPoints {
  let count = 0;
  for (let pixel = 0; pixel < rangeMm.length; pixel++) {
    const mm = rangeMm[pixel];
    if (mm === 0 || mm < minRange * 1000 || mm > maxRange * 1000) continue;
    for (let axis = 0; axis < 3; axis++) out.xyz[3 * count + axis] = xyz[3 * pixel + axis];
    out.pixel[count++] = pixel;
  }
  out.count = count;
  return out;
}

/** Turns each point about the sensor's z axis to where its column was measured. */
function turnPoints({ xyz, pixel, count }: ScanPoints, columnTurn: Float32Array, columns: number): void {
  const cosine = Float64Array.from(columnTurn, Math.cos);
  const sine = Float64Array.from(columnTurn, Math.sin);
  for (let i = 0; i < count; i++) {
    const column = pixel[i] % columns;
    const [x, y] = [xyz[3 * i], xyz[3 * i + 1]];
    xyz[3 * i] = x * cosine[column] - y * sine[column];
    xyz[3 * i + 1] = x * sine[column] + y * cosine[column];
  }
}
