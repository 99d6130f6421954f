import type { Scan } from './scan.ts';

/** Points of one frame of a sensor that draws no range image. */
export interface TimedPoints {
  readonly count: number;
  /** 3 * count, m, sensor frame at the instant of each point. */
  readonly xyz: Float32Array;
  readonly reflectivity: Uint16Array;
  /** Sensor clock of each point, s after `stampNs`; null: all are of that instant, or the motion is compensated. */
  readonly seconds: Float64Array | null;
  /** Sensor clock, ns since its zero; more than 0. */
  readonly stampNs: bigint;
}

/** Slices of time of a frame: of a tenth of a second, each is a ten-thousandth. */
export const TIME_SLICES = 1024;
/** Steps of stored coordinates in a metre: a tenth of a millimetre, finer than any sensor resolves. */
export const STEPS_PER_METRE = 10_000;

/** Rows that a scan of this many points needs. */
export function rowsOfPoints(points: number): number {
  return Math.max(1, Math.ceil(points / TIME_SLICES));
}

/**
 * The scan of a timed cloud: its points in the order of their times, as many in each slice of time, which is a column and
 * has the mean time of its points. No point is dropped; coordinates are rounded to a tenth of a millimetre.
 *
 * @param rows of the image, at least `rowsOfPoints(count)`
 */
export function timedCloudScan(points: TimedPoints, frameId: number, rows: number): Scan {
  const { count, xyz, reflectivity, seconds, stampNs } = points;
  if (count > rows * TIME_SLICES) throw new RangeError(`${count} points in ${rows} rows of a timed cloud`);
  const pixels = rows * TIME_SLICES;
  const scan = {
    frameId,
    beams: rows,
    columns: TIME_SLICES,
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
    stampNs: new BigUint64Array(TIME_SLICES),
    columnValid: new Uint8Array(TIME_SLICES).fill(1),
    xyz: new Float32Array(3 * pixels),
  };
  const order = inTime(count, seconds);
  let before = 0;
  for (let column = 0, from = 0; column < TIME_SLICES; column++) {
    const to = Math.ceil(((column + 1) * count) / TIME_SLICES);
    let sum = 0;
    for (let k = from; k < to; k++) {
      const i = order[k];
      const pixel = (k - from) * TIME_SLICES + column;
      for (let axis = 0; axis < 3; axis++)
        scan.xyz[3 * pixel + axis] = Math.round(xyz[3 * i + axis] * STEPS_PER_METRE) / STEPS_PER_METRE;
      scan.rangeMm[pixel] = rangeMmAt(scan.xyz, pixel);
      scan.reflectivity[pixel] = reflectivity[i];
      sum += seconds === null ? 0 : seconds[i];
    }
    // A slice without points, of a frame of few, has the time of the one before.
    if (to > from) before = sum / (to - from);
    else if (column === 0 && count > 0) before = seconds === null ? 0 : seconds[order[0]];
    const ns = stampNs + BigInt(Math.round(before * 1e9));
    scan.stampNs[column] = ns > 0n ? ns : 1n;
    from = to;
  }
  return scan;
}

/** Distance of a point from the sensor, mm, at least 1: 0 means that there is none. */
export function rangeMmAt(xyz: Float32Array, pixel: number): number {
  const [x, y, z] = [xyz[3 * pixel], xyz[3 * pixel + 1], xyz[3 * pixel + 2]];
  return Math.max(1, Math.round(1000 * Math.sqrt(x * x + y * y + z * z)));
}

function inTime(count: number, seconds: Float64Array | null): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  if (seconds === null) return order;
  let sorted = true;
  for (let i = 1; i < count && sorted; i++) sorted = seconds[i] >= seconds[i - 1];
  return sorted ? order : order.sort((a, b) => seconds[a] - seconds[b]);
}
