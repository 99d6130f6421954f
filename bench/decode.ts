import type { Command } from 'commander';
import { memorySink, memorySource } from '../src-core/io/bytes/byte-stream.ts';
import { crc64 } from '../src-core/io/bytes/crc64.ts';
import { openCapture } from '../src-core/io/capture/capture.ts';
import { nominalSensor } from '../src-core/io/capture/nominal-sensors.ts';
import { packetLayout } from '../src-core/io/capture/packet-layouts.ts';
import { PCAP_WRITER_DEFAULTS, PcapWriter } from '../src-core/io/capture/pcap-writer.ts';
import { seededRandom } from '../src-core/math/random.ts';
import type { NominalSensor } from '../src-core/model/nominal-sensor.ts';
import type { LidarProfile } from '../src-core/model/sensor.ts';
import { parseCount } from '../src-main/hosts/cli/option-parsers.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present } from './support/present.ts';

/** What is decoded: sensor, profile, and whether its packets carry a check sum. */
const CASES: readonly (readonly [NominalSensor, LidarProfile, boolean])[] = [
  ['os1-16', 'LEGACY', false],
  ['os1-64', 'LEGACY', false],
  ['os1-128', 'RNG15_RFL8_NIR8', true],
  ['os1-128', 'RNG19_RFL8_SIG16_NIR16', false],
  ['os1-128', 'RNG19_RFL8_SIG16_NIR16', true],
  ['os1-128', 'RNG19_RFL8_SIG16_NIR16_DUAL', true],
];
/** Largest packet of the link: fragments of a usual one, or none. */
const MTUS = [1500, 65_535];
const COLUMNS = 1024;
const PER_PACKET = 16;
const ROTATION_NS = 100_000_000;

interface DecodeBenchOptions {
  readonly rotations: number;
  readonly write?: boolean;
}

/** `npm run bench -- decode`: points a second and core that captures of the usual profiles are read with. */
export function registerDecode(program: Command): void {
  benchCommand(program, 'decode', 'points a second of processor time from a capture in memory to scans')
    .option('--rotations <n>', 'of each capture', parseCount, 60)
    .action((options: DecodeBenchOptions) => present('decode', options, () => decodeBench(options)));
}

async function decodeBench({ rotations }: DecodeBenchOptions): Promise<BenchReport> {
  const rows: string[][] = [];
  // The first reading compiles the decoders; it is measured again.
  await measured(...CASES[0], MTUS[0], rotations);
  for (const [name, profile, isChecked] of CASES)
    for (const mtu of MTUS) rows.push(await measured(name, profile, isChecked, mtu, rotations));
  return {
    title: 'Decoding packets',
    body: [
      `Captures of ${rotations} rotations of 1024 columns in memory, with a value in every channel; processor time of the whole reading: frames, fragments (MTU 1500), check sums, scans.`,
      markdownTable(['sensor', 'profile', 'check sum', 'MTU', 'million points/s', 'MB/s'], rows),
    ],
    boundsMet: true,
  };
}

async function measured(
  name: NominalSensor,
  profile: LidarProfile,
  isChecked: boolean,
  mtu: number,
  rotations: number,
): Promise<string[]> {
  const beams = Number(name.split('-')[1]);
  const file = await captureOf(beams, profile, isChecked, mtu, rotations);
  const sensor = nominalSensor(name, {
    profile,
    headerType: profile === 'LEGACY' ? 'none' : 'standard',
    columns: COLUMNS,
    hertz: 10,
  });
  const before = process.cpuUsage();
  const { items } = await openCapture([memorySource('bench.pcap', file)], sensor);
  let scans = 0;
  for await (const { kind } of items) if (kind === 'scan') scans++;
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const points = scans * beams * COLUMNS;
  return [
    name,
    profile,
    isChecked ? 'yes' : 'no',
    String(mtu),
    (points / seconds / 1e6).toFixed(1),
    (file.length / seconds / 1e6).toFixed(0),
  ];
}

/** A capture with random values in every channel. */
async function captureOf(
  beams: number,
  profile: LidarProfile,
  isChecked: boolean,
  mtu: number,
  rotations: number,
): Promise<Uint8Array> {
  const layout = packetLayout(profile, beams, PER_PACKET);
  const random = seededRandom(1);
  const packet = new Uint8Array(layout.packetBytes);
  for (let at = 0; at < packet.length; at++) packet[at] = random.below(256);
  const view = new DataView(packet.buffer);
  packet.fill(0, 0, layout.packetHeaderBytes);
  const sink = memorySink('bench.pcap');
  const writer = new PcapWriter(sink, { ...PCAP_WRITER_DEFAULTS, mtu });
  for (let frame = 0; frame < rotations; frame++)
    for (let first = 0; first < COLUMNS; first += PER_PACKET) {
      if (layout.headerType !== 'none') {
        view.setUint16(0, 1, true);
        view.setUint16(2, frame, true);
      }
      for (let i = 0; i < PER_PACKET; i++) {
        const at = layout.packetHeaderBytes + i * layout.columnBytes;
        const stamp = frame * ROTATION_NS + Math.floor(((first + i) * ROTATION_NS) / COLUMNS);
        view.setBigUint64(at, BigInt(stamp + 1_000_000_000), true);
        view.setUint16(at + 8, first + i, true);
        if (layout.headerType === 'none') view.setUint16(at + 10, frame, true);
        view.setUint32(at + layout.statusOffset, layout.headerType === 'none' ? 0xffffffff : 1, true);
      }
      if (isChecked) {
        const [low, high] = crc64(view, packet.length - 8);
        view.setUint32(packet.length - 8, low, true);
        view.setUint32(packet.length - 4, high, true);
      }
      const stamp = BigInt(frame * ROTATION_NS + (first * ROTATION_NS) / COLUMNS);
      await writer.write(stamp, 7502, 7502, packet);
    }
  await writer.close();
  return sink.bytes();
}
