import { memorySource, type ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { newCaptureHealth } from '../../src-core/io/capture/capture-health.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { readDatagrams } from '../../src-core/io/capture/pcap/datagrams.ts';
import { giveBack } from '../../src-core/model/give-back.ts';
import type { CaptureHealth, ImuSample, Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { ethernet, ipv4, pcap, type UdpOptions, udp } from './frame-builders.ts';
import { metadataOf } from './packet-builders.ts';

interface Read {
  port: number;
  payload: Uint8Array;
  hostSeconds: number;
}

/** Gives long reads only `step` bytes at a time, so that records fall across every boundary. */
export function inSteps(whole: ReadSource, step: number): ReadSource {
  return { ...whole, read: (at, length) => whole.read(at, length > 8 ? step : length) };
}

/** All datagrams of a file in memory, copied out. */
export async function datagramsOf(
  bytes: Uint8Array,
  name = 'test.pcap',
): Promise<{ all: Read[]; health: CaptureHealth }> {
  const health = newCaptureHealth();
  const all: Read[] = [];
  for await (const { port, payload, hostSeconds } of readDatagrams(memorySource(name, bytes), health)) {
    all.push({ port, payload: payload.slice(), hostSeconds });
  }
  return { all, health };
}

/** A pcap file of datagrams on Ethernet. */
export function pcapOf(payloads: Uint8Array[], options: UdpOptions = {}): Uint8Array {
  return pcap(payloads.map((payload) => ethernet(ipv4(udp(payload, options)))));
}

export interface Imported {
  scans: Scan[];
  imu: ImuSample[];
  kinds: ('scan' | 'imu')[];
  health: CaptureHealth;
  sensor: SensorModel;
}

/** Takes a scan as the import does, which gives its arrays back: a reader that looks at them once more fails. */
export function taken(scan: Scan): Scan {
  const own = structuredClone(scan);
  giveBack(scan.rangeMm, scan.reflectivity, scan.signal, scan.nearIr, scan.xyz);
  giveBack(scan.second?.rangeMm, scan.second?.reflectivity, scan.second?.signal);
  return own;
}

/** Imports files in memory to the end. */
export async function importAll(
  files: (Uint8Array | ReadSource)[],
  metadata: string | SensorModel = metadataOf(16),
): Promise<Imported> {
  const model = typeof metadata === 'string' ? parseSensorMetadata(metadata, 'metadata.json') : metadata;
  const sources = files.map((file, i) =>
    file instanceof Uint8Array ? memorySource(`file${i}.pcap`, file) : file,
  );
  const { items, health, sensor } = await openCapture(sources, model);
  const scans: Scan[] = [];
  const imu: ImuSample[] = [];
  const kinds: ('scan' | 'imu')[] = [];
  for await (const item of items) {
    kinds.push(item.kind);
    if (item.kind === 'scan') scans.push(taken(item.scan));
    else imu.push(item.sample);
  }
  return { scans, imu, kinds, health, sensor };
}
