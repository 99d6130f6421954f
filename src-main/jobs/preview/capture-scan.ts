import type { CaptureScan, ScanImage } from '../../../src-core/contract/project-requests.ts';
import type { Points } from '../../../src-core/contract/shapes.ts';
import type { ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../../src-core/io/capture/capture.ts';
import { captureFrom } from '../../../src-core/io/capture/seek-capture.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { beamGeometry } from '../../../src-core/odometry/frame/beam-geometry.ts';
import {
  RANGE_FILTER_DEFAULTS,
  scanPointsBuffer,
  scanToPoints,
} from '../../../src-core/odometry/frame/scan-points.ts';
import { openCaptureSource } from '../../files/capture-source.ts';
import { resolveSensor, type SensorChoice } from '../../files/resolve-sensor.ts';

/** Number of scans of which the most complete is shown, because the recording may start within a rotation. */
const SCANS_LOOKED_AT = 4;

/**
 * The first whole scan after a share of a capture file, read by seeking; null where no whole one follows.
 *
 * @param at 0..1 of the file
 * @throws SocavonError of the reader and of `resolveSensor`; CancelledError
 */
export async function captureScanAt(
  path: string,
  at: number,
  choice: SensorChoice,
  context: StageContext,
): Promise<CaptureScan | null> {
  const { sensor } = await resolveSensor(path, choice, context);
  const file = await openCaptureSource(path, context.cancel);
  try {
    const source = await captureFrom(file, Math.floor(at * file.size));
    if (source === null) return null;
    if (at === 0) return await firstScanOf(source, sensor, context);
    return await scanAfterCut(source, sensor, context);
  } catch (error) {
    // The rest of the file is shorter than a rotation.
    if (error instanceof SocavonError && error.code.startsWith('capture-')) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * First complete scan of a capture, not de-skewed: the sensor motion is not known yet.
 *
 * @throws SocavonError of the reader if there is none
 */
export async function firstScanOf(
  source: ReadSource,
  sensor: SensorModel,
  context: StageContext,
): Promise<CaptureScan | null> {
  const opened = await openCapture([source], sensor, context);
  let fullest: Scan | null = null;
  let looked = 0;
  for await (const item of opened.items) {
    if (item.kind !== 'scan') continue;
    if (fullest === null || columnsOf(item.scan) > columnsOf(fullest)) fullest = item.scan;
    if (++looked === SCANS_LOOKED_AT) break;
  }
  return fullest && captureScan(fullest, opened.sensor);
}

/** Second scan of a part that begins anywhere, most likely within a rotation. */
async function scanAfterCut(
  source: ReadSource,
  sensor: SensorModel,
  context: StageContext,
): Promise<CaptureScan | null> {
  const opened = await openCapture([source], sensor, context);
  let looked = 0;
  for await (const item of opened.items)
    if (item.kind === 'scan' && ++looked === 2) return captureScan(item.scan, opened.sensor);
  return null;
}

function columnsOf({ columnValid }: Scan): number {
  return columnValid.reduce((sum, valid) => sum + valid, 0);
}

function captureScan(scan: Scan, sensor: SensorModel): CaptureScan {
  const first = scan.stampNs.find((stamp) => stamp > 0n) ?? 0n;
  return { points: pointsOf(scan, sensor), image: imageOf(scan, sensor), seconds: Number(first) / 1e9 };
}

function pointsOf(scan: Scan, sensor: SensorModel): Points {
  const geometry = beamGeometry(sensor);
  const { xyz, pixel, count } = scanToPoints(
    scan,
    geometry,
    RANGE_FILTER_DEFAULTS,
    scanPointsBuffer(geometry),
  );
  return {
    origin: [0, 0, 0],
    xyz: xyz.slice(0, 3 * count),
    reflectivity: Uint16Array.from({ length: count }, (_, i) => scan.reflectivity[pixel[i]]),
    scanIndex: null,
  };
}

/** Rows shifted by the sensor's stagger, so that a column of the image looks in one direction. */
function imageOf(scan: Scan, { pixelShiftByRow }: SensorModel): ScanImage {
  if (scan.xyz !== undefined) return directionImage(scan, scan.xyz);
  const { beams, columns } = scan;
  const upright = <Column extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
    from: Uint16Array | Uint32Array,
    to: Column,
  ): Column => {
    for (let beam = 0; beam < beams; beam++) {
      const shift = pixelShiftByRow[beam] ?? 0;
      for (let column = 0; column < columns; column++)
        to[beam * columns + ((((column + shift) % columns) + columns) % columns)] =
          from[beam * columns + column];
    }
    return to;
  };
  const pixels = beams * columns;
  return {
    beams,
    columns,
    rangeMm: upright(scan.rangeMm, new Uint32Array(pixels)),
    reflectivity: upright(scan.reflectivity, new Uint16Array(pixels)),
    signal: upright(scan.signal, new Uint16Array(pixels)),
  };
}

/** Size of an image of directions: a degree of elevation a row, half a degree of azimuth a column. */
const DIRECTIONS = { rows: 180, columns: 720 };

/** What a timed cloud would look like as an image: by the direction of its points, the nearest of those in one pixel. */
function directionImage({ rangeMm, reflectivity }: Scan, xyz: Float32Array): ScanImage {
  const { rows, columns } = DIRECTIONS;
  const image = {
    beams: rows,
    columns,
    rangeMm: new Uint32Array(rows * columns),
    reflectivity: new Uint16Array(rows * columns),
    signal: new Uint16Array(rows * columns),
  };
  for (let i = 0; i < rangeMm.length; i++) {
    if (rangeMm[i] === 0) continue;
    const [x, y, z] = [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]];
    const up = 0.5 - Math.atan2(z, Math.hypot(x, y)) / Math.PI;
    const right = 0.5 - Math.atan2(y, x) / (2 * Math.PI);
    const row = Math.min(rows - 1, Math.floor(rows * up));
    const at = row * columns + Math.min(columns - 1, Math.floor(columns * right));
    if (image.rangeMm[at] !== 0 && image.rangeMm[at] <= rangeMm[i]) continue;
    image.rangeMm[at] = rangeMm[i];
    image.reflectivity[at] = reflectivity[i];
  }
  return image;
}
