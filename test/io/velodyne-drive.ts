import { memorySink, memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import type { SpinningFormat } from '../../src-core/io/capture/spinning/spinning-format.ts';
import { spinningSensor } from '../../src-core/io/capture/spinning/spinning-sensor.ts';
import { VLP_16 } from '../../src-core/io/capture/spinning/vlp-16.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { CaptureHealth, Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { scanPointsBuffer, scanToPoints } from '../../src-core/odometry/frame/scan-points.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { ROTATION_HZ } from '../../src-simulate/os1-16.ts';
import type { SpinningReturns } from '../../src-simulate/sensor/cast-firing.ts';
import type { SpinningName } from '../../src-simulate/sensor/spinning-sensors.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../src-simulate/write-capture.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';

let built: Drive | null = null;

/** A short drive without noise of the ranges. */
export function vlpDrive(scans: number): Drive {
  built ??= simulateDrive({ ...SHORT_DRIVE, rangeNoise: 0, dropout: 0 });
  return { ...built, scans };
}

/** The first rotations of a VLP-16, or of another spinning sensor, as its capture. */
export async function vlpCapture(
  scans: number,
  returns: SpinningReturns,
  sensor: SpinningName = 'vlp-16',
): Promise<Uint8Array> {
  const sinks = new Map<string, ReturnType<typeof memorySink>>();
  await writeCapture(
    vlpDrive(scans),
    { ...WRITE_CAPTURE_DEFAULTS, sensor, returns },
    async (name) => {
      const sink = memorySink(name);
      sinks.set(name, sink);
      return sink;
    },
    SILENT_CONTEXT,
  );
  return sinks.get('capture.pcap')!.bytes();
}

/** What was read of a capture. */
export interface ReadSpinning {
  readonly scans: Scan[];
  readonly health: CaptureHealth;
  readonly sensor: SensorModel;
}

/** All scans of a capture of a VLP-16, or of another spinning sensor. */
export async function vlpScans(bytes: Uint8Array, format: SpinningFormat = VLP_16): Promise<ReadSpinning> {
  const opened = await openCapture([memorySource('vlp.pcap', bytes)], spinningSensor(format));
  const scans: Scan[] = [];
  for await (const item of opened.items) if (item.kind === 'scan') scans.push(item.scan);
  return { scans, health: opened.health, sensor: opened.sensor };
}

/**
 * How far the points of a scan are from the rock that was cast, m, along its normal: from the true pose at the instant of
 * each point, along the direction that was read. Every 37th point.
 */
export function offRock(
  drive: Drive,
  { scans, sensor }: ReadSpinning,
  { firingSeconds }: SpinningFormat,
  index: number,
): { readonly off: readonly number[]; readonly count: number } {
  const geometry = beamGeometry(sensor);
  const scan = scans[index];
  const range = { minRange: 1, maxRange: 12 };
  const { xyz, pixel, count } = scanToPoints(scan, geometry, range, scanPointsBuffer(geometry));
  const off: number[] = [];
  for (let i = 0; i < count; i += 37) {
    const column = pixel[i] % scan.columns;
    const beam = Math.floor(pixel[i] / scan.columns);
    const stamp = scan.stampNs[column];
    const seconds = Number(stamp - hourOf(stamp, drive.clockStartNs)) * 1e-9 + firingSeconds[beam];
    const { R, t } = drive.trajectory.poseAt(seconds);
    const azimuth = 2 * Math.PI * ROTATION_HZ * seconds;
    const radius = sensor.beamOriginMm / 1000;
    const o = [
      radius * Math.sin(azimuth),
      radius * Math.cos(azimuth),
      (sensor.beamHeightMm?.[beam] ?? 0) / 1000,
    ];
    const d = [0, 1, 2].map((k) => xyz[3 * i + k] - o[k]);
    const length = Math.hypot(...d);
    const world = (v: readonly number[]) =>
      [0, 1, 2].map((k) => R[3 * k] * v[0] + R[3 * k + 1] * v[1] + R[3 * k + 2] * v[2]);
    const [ox, oy, oz] = world(o).map((value, k) => value + t[k]);
    const [dx, dy, dz] = world(d).map((value) => value / length);
    const { chainage } = drive.schedule.at(seconds);
    const cast = drive.caster.cast(ox, oy, oz, dx, dy, dz, chainage, 60);
    off.push(Math.abs(cast - length) * drive.caster.cosine);
  }
  return { off, count };
}

/** What the stamps count from, so that the drive begins at 0. */
function hourOf(stamp: bigint, start: bigint): bigint {
  const hour = 3_600_000_000_000n;
  return ((stamp - start) / hour) * hour + start;
}
