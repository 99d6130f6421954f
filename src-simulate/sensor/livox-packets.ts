import { STANDARD_GRAVITY } from '../../src-core/model/gravity.ts';
import type { Drive } from '../drive.ts';
import type { SimulatedPacket } from './cast-firing.ts';
import { castRosette, type Rosette } from './rosette.ts';

const POINTS = 96;
const HEADER_BYTES = 36;
const POINT_BYTES = 14;
const PORT_POINTS = 56301;
/** Destination of the readings of the inertial unit. */
export const IMU_PORT = 56401;
const NS = 1e9;

/**
 * Packets of a drive as a Livox Mid-360 sends them ("Livox LiDAR Communication Protocol - Mid360", v1.4.11): 96 points in
 * millimetres (type 1), and readings of the inertial unit in the axes of the points. Points without return are zeros.
 */
export function* livoxPackets(drive: Drive, rosette: Rosette): Generator<SimulatedPacket, void, void> {
  let counter = 0;
  let reading = 0;
  for (let frame = 0; frame < drive.scans; frame++) {
    const { count, xyz, reflectivity, seconds } = castRosette(drive, rosette, frame);
    for (let first = 0; first < count; first += POINTS) {
      const points = Math.min(POINTS, count - first);
      const bytes = new Uint8Array(HEADER_BYTES + POINT_BYTES * points);
      const view = new DataView(bytes.buffer);
      const span = points / rosette.pointsPerSecond;
      putHeader(view, {
        points,
        span,
        counter: counter++ & 0xffff,
        frame,
        type: 1,
        seconds: seconds[first],
        drive,
      });
      for (let i = 0; i < points; i++) {
        const at = HEADER_BYTES + POINT_BYTES * i;
        for (let k = 0; k < 3; k++)
          view.setInt32(at + 4 * k, Math.round(1000 * xyz[3 * (first + i) + k]), true);
        view.setUint8(at + 12, Math.min(255, reflectivity[first + i] >> 1));
      }
      const sent = seconds[first] + span;
      for (; reading < drive.imu.length && drive.imuSeconds[reading] < sent; reading++)
        yield {
          port: IMU_PORT,
          bytes: imuPacket(drive, reading),
          seconds: drive.imuSeconds[reading],
          isLidar: false,
        };
      yield { port: PORT_POINTS, bytes, seconds: sent, isLidar: true };
    }
  }
}

interface Header {
  readonly points: number;
  /** s. */
  readonly span: number;
  readonly counter: number;
  readonly frame: number;
  readonly type: number;
  readonly seconds: number;
  readonly drive: Drive;
}

function putHeader(view: DataView, { points, span, counter, frame, type, seconds, drive }: Header): void {
  view.setUint16(1, view.byteLength, true);
  view.setUint16(3, Math.round(span * 1e7), true);
  view.setUint16(5, points, true);
  view.setUint16(7, counter, true);
  view.setUint8(9, frame & 0xff);
  view.setUint8(10, type);
  view.setBigUint64(28, drive.clockStartNs + BigInt(Math.round(seconds * NS)), true);
}

function imuPacket(drive: Drive, reading: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 24);
  const view = new DataView(bytes.buffer);
  const seconds = drive.imuSeconds[reading];
  putHeader(view, { points: 1, span: 0, counter: 0, frame: 0, type: 0, seconds, drive });
  const { gyro, accel } = drive.imu[reading];
  for (let k = 0; k < 3; k++) {
    view.setFloat32(HEADER_BYTES + 4 * k, gyro[k], true);
    view.setFloat32(HEADER_BYTES + 12 + 4 * k, accel[k] / STANDARD_GRAVITY, true);
  }
  return bytes;
}

const LIDAR_ID = 0xc0a8_0178;
const FRAME_SECONDS = 0.05;
const MID_360_TYPE = 9;

/** The same points as a recording of Livox Viewer 2 ("LVX2 Specifications", v1.0): without the inertial unit. */
export function lvx2File(packets: Iterable<SimulatedPacket>): Uint8Array {
  const frames: Uint8Array<ArrayBuffer>[][] = [];
  let [begun, start] = [Number.NEGATIVE_INFINITY, 0n];
  for (const { bytes, isLidar } of packets) {
    if (!isLidar) continue;
    const view = new DataView(bytes.buffer);
    const stamp = view.getBigUint64(28, true);
    if (frames.length === 0) start = stamp;
    const seconds = Number(stamp - start) / NS;
    if (seconds - begun >= FRAME_SECONDS) {
      frames.push([]);
      begun = seconds;
    }
    frames[frames.length - 1].push(packageOf(bytes, view));
  }
  const head = new Uint8Array(24 + 5 + 63);
  const headView = new DataView(head.buffer);
  head.set(new TextEncoder().encode('livox_tech'));
  head[16] = 2;
  headView.setUint32(20, 0xac0ea767, true);
  headView.setUint32(24, 1000 * FRAME_SECONDS, true);
  head[28] = 1;
  headView.setUint32(29 + 32, LIDAR_ID, true);
  head[29 + 37] = MID_360_TYPE;
  const parts = [head];
  let offset = head.length;
  for (const [index, packages] of frames.entries()) {
    const size = 24 + packages.reduce((sum, one) => sum + one.length, 0);
    const frame = new Uint8Array(24);
    const view = new DataView(frame.buffer);
    view.setBigUint64(0, BigInt(offset), true);
    view.setBigUint64(8, BigInt(offset + size), true);
    view.setBigUint64(16, BigInt(index), true);
    parts.push(frame, ...packages);
    offset += size;
  }
  const file = new Uint8Array(offset);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function packageOf(packet: Uint8Array, view: DataView): Uint8Array<ArrayBuffer> {
  const points = packet.subarray(HEADER_BYTES);
  const bytes = new Uint8Array(27 + points.length);
  const out = new DataView(bytes.buffer);
  out.setUint32(1, LIDAR_ID, true);
  out.setUint8(5, MID_360_TYPE);
  out.setBigUint64(7, view.getBigUint64(28, true), true);
  out.setUint16(15, view.getUint16(7, true), true);
  out.setUint8(17, view.getUint8(10));
  out.setUint32(18, points.length, true);
  out.setUint8(22, view.getUint8(9));
  bytes.set(points, 27);
  return bytes;
}
