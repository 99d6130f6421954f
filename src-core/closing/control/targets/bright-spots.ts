import { median } from '../../../math/statistics.ts';
import type { Scan } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import type { ScanPoints } from '../../../odometry/frame/scan-points.ts';

/** Connected bright pixels of one scan: `beam * columns + column`. */
export interface BrightSpot {
  readonly pixels: readonly number[];
}

/** Threshold of the manufacturer's calibrated scale: diffuse surfaces up to 100, retro-reflectors above. */
const CALIBRATED_RETRO = 100;
/** First firmware with the calibrated scale. */
const CALIBRATED_FROM = [2, 1];
/** Brightness of sheeting relative to most of the rock on older firmware's open scale; white paint is 3. */
const LEGACY_RATIO = 5;
/** Every nth return is sampled for the brightness of the rock. */
const SAMPLE = 7;
/** Neighbourhood in the image: largest column gap between pixels of one spot, because returns get lost. */
const COLUMN_REACH = 3;
/** ... and largest range step, m. */
const RANGE_STEP = 0.4;

/** Reflectivity threshold of this scan above which only retro-reflectors return. */
export function shineThreshold(scan: Scan, points: ScanPoints, sensor: SensorModel): number {
  if (isCalibrated(sensor)) return CALIBRATED_RETRO;
  const some: number[] = [];
  for (let i = 0; i < points.count; i += SAMPLE) some.push(scan.reflectivity[points.pixel[i]]);
  return some.length === 0 ? Number.POSITIVE_INFINITY : LEGACY_RATIO * Math.max(median(some), 1);
}

function isCalibrated({ profile, firmware }: SensorModel): boolean {
  if (profile !== 'LEGACY') return true;
  const [major = 0, minor = 0] = (/\d+(\.\d+)*/.exec(firmware)?.[0] ?? '').split('.').map(Number);
  return major > CALIBRATED_FROM[0] || (major === CALIBRATED_FROM[0] && minor >= CALIBRATED_FROM[1]);
}

/**
 * Finds connected spots of bright returns in the image made upright by the beams' own azimuths.
 *
 * @param points returns of the scan within the range limits
 */
export function brightSpots(
  scan: Scan,
  points: ScanPoints,
  sensor: SensorModel,
  threshold: number,
): BrightSpot[] {
  const { columns } = scan;
  const shift = Array.from(sensor.beamAzimuthDeg, (azimuth) => Math.round((azimuth * columns) / 360));
  const open = new Set<number>();
  for (let i = 0; i < points.count; i++) {
    const pixel = points.pixel[i];
    if (scan.reflectivity[pixel] > threshold) open.add(pixel);
  }
  const spots: BrightSpot[] = [];
  for (const seed of open) {
    open.delete(seed);
    const pixels = [seed];
    for (let next = 0; next < pixels.length; next++) {
      const beam = Math.floor(pixels[next] / columns);
      const column = pixels[next] - beam * columns + shift[beam];
      for (let b = Math.max(beam - 1, 0); b <= Math.min(beam + 1, scan.beams - 1); b++) {
        for (let c = column - COLUMN_REACH; c <= column + COLUMN_REACH; c++) {
          const neighbour = b * columns + ((((c - shift[b]) % columns) + columns) % columns);
          const step = Math.abs(scan.rangeMm[neighbour] - scan.rangeMm[pixels[next]]) / 1000;
          if (step < RANGE_STEP && open.delete(neighbour)) pixels.push(neighbour);
        }
      }
    }
    spots.push({ pixels });
  }
  return spots;
}
