import { openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { rotationOf } from '../../src-core/math/se3.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import {
  RANGE_FILTER_DEFAULTS,
  scanPointsBuffer,
  scanToPoints,
} from '../../src-core/odometry/frame/scan-points.ts';

/** Columns that share one true pose: one packet. */
const COLUMNS_PER_PACKET = 16;

/**
 * Map points of a simulated capture, each scan placed with the true pose of its packets.
 *
 * @param folder holds capture.pcap.gz, metadata.json, truth_tum_packets.txt.gz
 * @param visit gets the points of one scan, metres in the world, f32 about the origin (0, 0, 0)
 */
export async function placeDrive(
  folder: string,
  visit: (xyz: Float32Array, count: number) => void,
): Promise<void> {
  const metadata = join(folder, 'metadata.json');
  const sensor = parseSensorMetadata(readFileSync(metadata, 'utf8'), metadata);
  const capture = await openCapture([await fileSource(join(folder, 'capture.pcap.gz'))], sensor);
  const geometry = beamGeometry(capture.sensor);
  const points = scanPointsBuffer(geometry);
  const placed = new Float32Array(points.xyz.length);
  const poses = readPoses(join(folder, 'truth_tum_packets.txt.gz'));
  for await (const item of capture.items) {
    if (item.kind !== 'scan') continue;
    const { scan } = item;
    scanToPoints(scan, geometry, RANGE_FILTER_DEFAULTS, points);
    let count = 0;
    for (let i = 0; i < points.count; i++) {
      const column = points.pixel[i] % scan.columns;
      const first = column - (column % COLUMNS_PER_PACKET);
      const pose = poses.get(Math.round(Number(scan.stampNs[first]) / 1000));
      if (pose === undefined) continue;
      const { R, t } = pose;
      const x = points.xyz[3 * i];
      const y = points.xyz[3 * i + 1];
      const z = points.xyz[3 * i + 2];
      for (let k = 0; k < 3; k++)
        placed[3 * count + k] = R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + t[k];
      count++;
    }
    visit(placed, count);
  }
}

/** True poses by the sensor clock of the packet's first column, whole microseconds. */
function readPoses(path: string): Map<number, { R: Float64Array; t: number[] }> {
  const poses = new Map<number, { R: Float64Array; t: number[] }>();
  for (const line of gunzipSync(readFileSync(path)).toString().split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [stamp, x, y, z, qx, qy, qz, qw] = line.split(/\s+/).map(Number);
    poses.set(Math.round(stamp * 1e6), { R: rotationOf([qx, qy, qz, qw]), t: [x, y, z] });
  }
  return poses;
}

async function fileSource(path: string): Promise<ReadSource> {
  const blob = await openAsBlob(path);
  return {
    name: path,
    size: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  };
}
