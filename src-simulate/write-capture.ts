import type { WriteSink } from '../src-core/io/bytes/byte-stream.ts';
import { encodeLegacyImu, encodeLegacyPacket } from '../src-core/io/capture/legacy-encoder.ts';
import { IMU_PACKET_BYTES, packetLayout } from '../src-core/io/capture/packet-layouts.ts';
import { PCAP_WRITER_DEFAULTS, PcapWriter } from '../src-core/io/capture/pcap-writer.ts';
import { type StageContext, throwIfCancelled } from '../src-core/model/context.ts';
import { castScan } from './cast-scan.ts';
import type { Drive } from './drive.ts';
import {
  type CaptureLayout,
  COLUMNS_PER_FRAME,
  COLUMNS_PER_PACKET,
  LAYOUTS,
  PORT_IMU,
  PORT_LIDAR,
  ROTATION_HZ,
} from './os1-16.ts';
import type { SpinningReturns } from './sensor/cast-firing.ts';
import { type FrameFormat, frameFiles } from './sensor/frame-files.ts';
import { IMU_PORT, livoxPackets, lvx2File } from './sensor/livox-packets.ts';
import { ROSETTES, type RosetteName } from './sensor/rosette.ts';
import { sensorMetadata } from './sensor/sensor-metadata.ts';
import { SPINNING_SENSORS, type SpinningName } from './sensor/spinning-sensors.ts';
import { truthControlCsv } from './targets.ts';
import { displacementCsv, epochsTruth } from './truth/truth-epochs.ts';
import { driveTruth, type TruthRange, trueProfiles, truthAxisCsv, truthTum } from './truth.ts';

export interface WriteCaptureOptions {
  /** 'thesis64': 12608-byte packets with 16 of 64 slots used; 'legacy16': 3392-byte packets. */
  readonly layout: CaptureLayout;
  /** Sensor that measures the drive; those of other makers have neither metadata nor an IMU. */
  readonly sensor: 'os1-16' | SpinningName | RosetteName;
  /** How a sensor with a rosette is recorded: frames, a cloud each, in the folder `frames`, or as its maker does. */
  readonly frames: FrameFormat | 'packets' | 'lvx2';
  /** Returns that a sensor of another maker sends. */
  readonly returns: SpinningReturns;
  /** Also write each rotation as a raw donut file (its 64 packets one after another). */
  readonly donuts: boolean;
  /** Largest IP packet on the sensor's link, bytes; 9000 avoids fragmentation. */
  readonly mtu: number;
  /** Name of the preset, recorded in truth.json. */
  readonly preset: string | null;
  /** Ranges for the true volume, in addition to the surveyed one. */
  readonly ranges: readonly TruthRange[];
  /** An earlier survey of the same working; null: none. */
  readonly earlier: Drive | null;
  /** When the recording began by the clock of its computer, ns since 1970; it runs a little faster than the sensor's. */
  readonly startedNs: bigint;
}

export const WRITE_CAPTURE_DEFAULTS: WriteCaptureOptions = {
  layout: 'thesis64',
  sensor: 'os1-16',
  frames: 'pcd',
  returns: 'strongest',
  donuts: false,
  mtu: PCAP_WRITER_DEFAULTS.mtu,
  preset: null,
  ranges: [],
  earlier: null,
  startedNs: 1_715_673_600_000_000_000n,
};

/** Opens an output by its name relative to the folder of the capture, `/` between folders. */
type OpenSink = (name: string) => Promise<WriteSink>;

interface WrittenCapture {
  readonly scans: number;
  readonly lidarPackets: number;
  readonly imuPackets: number;
  /** Names of all files written. */
  readonly files: readonly string[];
}

/** How much the clock of the recording computer is faster than the sensor's. */
const HOST_DRIFT = 12e-6;
/** Delay from the measurement to the recorder's stamp, ns. */
const LIDAR_LATENCY_NS = 180_000n;
const IMU_LATENCY_NS = 90_000n;

/**
 * Casts the drive scan by scan and writes the sensor data (capture.pcap, metadata.json, on request
 * donuts/NNNNN.bin) and the ground truth (truth.json, truth_tum.txt, truth_axis.csv, truth_profiles.json;
 * control.csv, the surveyed targets, if there are any; truth_period.json and truth_moved.csv with an earlier
 * survey). At most one scan is in memory.
 *
 * @throws CancelledError; errors of opening or writing a sink. Sinks that are open then are aborted.
 */
export async function writeCapture(
  drive: Drive,
  options: WriteCaptureOptions,
  openSink: OpenSink,
  context: StageContext,
): Promise<WrittenCapture> {
  const files: string[] = [];
  const writeWhole = async (name: string, bytes: Uint8Array): Promise<void> => {
    const sink = await openSink(name);
    await abortOnFailure(sink, async () => {
      await sink.write(bytes);
      await sink.close();
    });
    files.push(name);
  };
  const text = new TextEncoder();
  if (options.sensor === 'os1-16')
    await writeWhole('metadata.json', text.encode(sensorMetadata(options.layout)));
  const truth = driveTruth(drive, options.preset, options.ranges);
  await writeWhole('truth.json', text.encode(`${JSON.stringify(truth, null, 1)}\n`));
  await writeWhole('truth_tum.txt', text.encode(truthTum(drive)));
  await writeWhole('truth_axis.csv', text.encode(truthAxisCsv(drive)));
  if (drive.targets.length > 0) await writeWhole('control.csv', text.encode(truthControlCsv(drive.targets)));
  await writeWhole('truth_profiles.json', text.encode(`${JSON.stringify(trueProfiles(drive))}\n`));

  if (options.earlier !== null) {
    const period = epochsTruth(options.earlier, drive, drive.surveyed.from);
    await writeWhole('truth_period.json', text.encode(`${JSON.stringify(period, null, 1)}\n`));
    await writeWhole('truth_moved.csv', text.encode(displacementCsv(options.earlier, drive)));
  }

  if (options.sensor === 'mid-40' || options.sensor === 'mid-360') {
    const rosette = ROSETTES[options.sensor];
    if (options.frames === 'lvx2') await writeWhole('capture.lvx2', lvx2File(livoxPackets(drive, rosette)));
    if (options.frames === 'pcd' || options.frames === 'kitti') {
      let scans = 0;
      for (const { name, bytes } of frameFiles(drive, rosette, options.frames)) {
        throwIfCancelled(context.cancel, 'work-simulate');
        await writeWhole(name, bytes);
        const done = Math.min(++scans, drive.scans);
        context.emit({ kind: 'progress', stage: 'simulate', done, total: drive.scans, unit: 'scans' });
      }
    }
    if (options.frames !== 'packets') return { scans: drive.scans, lidarPackets: 0, imuPackets: 0, files };
  }
  const sink = await openSink('capture.pcap');
  const counts = await abortOnFailure(sink, async () => {
    const pcap = new PcapWriter(sink, { ...PCAP_WRITER_DEFAULTS, mtu: options.mtu });
    const written =
      options.sensor === 'os1-16'
        ? await writePackets(drive, options, pcap, context, (index, donut) =>
            options.donuts
              ? writeWhole(`donuts/${String(index).padStart(5, '0')}.bin`, donut)
              : Promise.resolve(),
          )
        : await writeSpinning(drive, options.sensor, options, pcap, context);
    await pcap.close();
    return written;
  });
  files.push('capture.pcap');
  return { scans: drive.scans, ...counts, files };
}

async function writePackets(
  drive: Drive,
  { layout: layoutName, startedNs }: WriteCaptureOptions,
  pcap: PcapWriter,
  context: StageContext,
  keepDonut: (index: number, donut: Uint8Array) => Promise<void>,
): Promise<{ lidarPackets: number; imuPackets: number }> {
  const { slots, slotOfBeam } = LAYOUTS[layoutName];
  const layout = packetLayout('LEGACY', slots, COLUMNS_PER_PACKET);
  const packets = COLUMNS_PER_FRAME / COLUMNS_PER_PACKET;
  const donut = new Uint8Array(packets * layout.packetBytes);
  const imuPacket = new Uint8Array(IMU_PACKET_BYTES);
  let [lidarPackets, imuPackets] = [0, 0];
  const elapsedNs = (stampNs: bigint, seconds: number): bigint =>
    stampNs - drive.recording.shiftNs(seconds) - drive.clockStartNs;
  const sendImuUntil = async (untilNs: bigint): Promise<void> => {
    for (; imuPackets < drive.imu.length; imuPackets++) {
      const reading = drive.imu[imuPackets];
      const readNs = elapsedNs(reading.gyroStampNs, drive.imuSeconds[imuPackets]);
      if (readNs >= untilNs) break;
      encodeLegacyImu(reading, imuPacket);
      await pcap.write(hostNs(startedNs, readNs, IMU_LATENCY_NS), PORT_IMU, PORT_IMU, imuPacket);
    }
  };
  for (let index = 0; index < drive.scans; index++) {
    throwIfCancelled(context.cancel, 'work-simulate');
    if (!drive.recording.hasRotation(index)) continue;
    const scan = castScan(drive, index);
    for (let packet = 0; packet < packets; packet++) {
      const column = packet * COLUMNS_PER_PACKET;
      const at = packet * layout.packetBytes;
      encodeLegacyPacket(scan, column, layout, slotOfBeam, donut, at);
      const last = column + COLUMNS_PER_PACKET - 1;
      // A packet without stamps is lost.
      if (scan.columnValid[last] === 0) continue;
      const sentNs = elapsedNs(scan.stampNs[last], (index + last / COLUMNS_PER_FRAME) / ROTATION_HZ);
      await sendImuUntil(sentNs);
      const bytes = donut.subarray(at, at + layout.packetBytes);
      await pcap.write(hostNs(startedNs, sentNs, LIDAR_LATENCY_NS), PORT_LIDAR, PORT_LIDAR, bytes);
      lidarPackets++;
    }
    await keepDonut(index, donut);
    context.emit({ kind: 'progress', stage: 'simulate', done: index + 1, total: drive.scans, unit: 'scans' });
  }
  return { lidarPackets, imuPackets };
}

/** Packets of a sensor of another maker; the recorder's losses and holes are not simulated for it. */
async function writeSpinning(
  drive: Drive,
  name: SpinningName | RosetteName,
  { startedNs, returns }: WriteCaptureOptions,
  pcap: PcapWriter,
  context: StageContext,
): Promise<{ lidarPackets: number; imuPackets: number }> {
  let [lidarPackets, imuPackets] = [0, 0];
  let done = 0;
  const packets =
    name === 'mid-40' || name === 'mid-360'
      ? livoxPackets(drive, ROSETTES[name])
      : SPINNING_SENSORS[name](drive, returns);
  for (const { port, bytes, seconds, isLidar } of packets) {
    throwIfCancelled(context.cancel, 'work-simulate');
    const elapsedNs = BigInt(Math.round(seconds * 1e9));
    await pcap.write(hostNs(startedNs, elapsedNs, LIDAR_LATENCY_NS), port, port, bytes);
    if (isLidar) lidarPackets++;
    else if (port === IMU_PORT) imuPackets++;
    const scans = Math.floor(seconds * ROTATION_HZ);
    if (scans === done) continue;
    done = scans;
    context.emit({ kind: 'progress', stage: 'simulate', done, total: drive.scans, unit: 'scans' });
  }
  return { lidarPackets, imuPackets };
}

/** @param elapsedNs since the start of the drive by the sensor's clock */
function hostNs(startedNs: bigint, elapsedNs: bigint, latencyNs: bigint): bigint {
  return startedNs + latencyNs + BigInt(Math.round(Number(elapsedNs) * (1 + HOST_DRIFT)));
}

async function abortOnFailure<T>(sink: WriteSink, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
