import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { Command } from 'commander';
import { memorySource } from '../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../src-core/io/capture/metadata.ts';
import { parseTum } from '../src-core/io/tables/tum.ts';
import { quaternionOf } from '../src-core/math/se3.ts';
import type { ImuSample, Scan } from '../src-core/model/scan.ts';
import { endingsOf, formatsOf } from '../src-core/model/survey-content.ts';
import type { VolumeJson } from '../src-core/report/volume-json.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { truthBetween } from '../src-simulate/truth.ts';
import { type CloudOptions, cloudMessages, rayPoints } from '../test/io/logs/cloud-messages.ts';
import { mcapOf, rosBagOf, writeDb3 } from '../test/io/logs/log-writers.ts';
import { packetMessages } from '../test/io/logs/ouster-drive.ts';
import { osfFile } from '../test/io/osf-writer.ts';
import { markdownTable, signed } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { runCli } from './support/run-cli.ts';
import { simulatedCapture } from './support/simulated-capture.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface FormsOptions {
  readonly length: number;
  readonly seed: number;
  /** Of the robot, m/s: a faster one makes fewer scans of the same drive. */
  readonly speed?: number;
  readonly write?: boolean;
}

/** Metres at either end of the trajectory that are observed from one side only. */
const MARGIN = 2;
/** The driver cuts its clouds each tenth of a second, wherever the sensor looks. */
const CLOUD_NS = 100_000_000n;

/** What all runs of one drive share. */
interface Survey {
  readonly folder: string;
  readonly axis: string;
  readonly originPose: string;
  readonly chainage: string;
}

/** What one run measured. */
interface Measured {
  /** All of `volume.json` but where it came from: the files have other names and hashes. */
  readonly figures: string;
  readonly volume: number;
  readonly plusMinus: number;
}

/** `npm run bench -- forms`: one drive in each form that a crew may bring. */
export function registerForms(program: Command): void {
  benchCommand(
    program,
    'forms',
    'volume of one drive from each kind of recording, and from each kind of cloud',
  )
    .option('--length <m>', 'of the drive', parsePositive, 40)
    .option('--seed <n>', 'of the drive', parseSeed, 1)
    .action((options: FormsOptions) => present('forms', options, () => formsBench(options)));
}

/**
 * Measures one simulated drive from every kind of recording that carries its packets or its points, and from its own map in
 * every format of points. Recordings of the same packets must give the same figures to the last digit; all others a volume whose
 * ± covers the truth.
 */
export async function formsBench({ length, seed, speed }: FormsOptions): Promise<BenchReport> {
  const { drive, folder: built } = await simulatedCapture('rough', length, seed, speed);
  const from = drive.surveyed.from + MARGIN;
  const to = drive.surveyed.to - MARGIN;
  const truth = truthBetween(drive, from, to).volumes.void;
  const [{ T_map_sensor }] = parseTum(await readFile(join(built, 'truth_tum.txt'), 'utf8'), 'truth_tum.txt');
  return inTemporaryFolder(async (folder) => {
    const survey: Survey = {
      folder,
      axis: join(built, 'truth_axis.csv'),
      originPose: [...T_map_sensor.t, ...quaternionOf(T_map_sensor.R)].join(' '),
      chainage: `${from}:${to}`,
    };
    const pcap = await measure(survey, 'pcap', [
      join(built, 'capture.pcap'),
      ...['--metadata', join(built, 'metadata.json'), '--map-voxel', '0'],
      ...['--map-formats', formatsOf('map').join(',')],
    ]);
    const packets: [string, Measured][] = [['pcap, metadata beside it', pcap]];
    const points: [string, Measured][] = [];
    for (const { name, path, isOfPackets } of await recordings(built, folder)) {
      (isOfPackets ? packets : points).push([name, await measure(survey, basename(path), [path])]);
    }
    const map = join(folder, 'out-pcap');
    for (const format of formatsOf('map')) {
      const file = join(map, `map${endingsOf('map', format)[0]}`);
      const options = ['--trajectory', join(map, 'trajectory.tum'), '--frame', 'grid', '--scanner', 'mobile'];
      points.push([`map as ${format}, with trajectory`, await measure(survey, format, [file, ...options])]);
    }
    const covers = ({ volume, plusMinus }: Measured): boolean => Math.abs(volume - truth) <= plusMinus;
    const row = ([name, measured]: [string, Measured]): (string | number)[] => [
      name,
      measured.volume.toFixed(3),
      measured.plusMinus.toFixed(2),
      signed(100 * (measured.volume / truth - 1), 3),
      covers(measured) ? 'yes' : 'NO',
      measured.figures === pcap.figures ? 'to the last digit' : signed(measured.volume - pcap.volume, 3),
    ];
    const all = [...packets, ...points];
    return {
      title: 'One drive in every form',
      body: [
        `A rough drive of ${length} m, seed ${seed}, between chainages ${from.toFixed(1)} and ${to.toFixed(1)} m: ${truth.toFixed(3)} m³. The same axis and, for the recordings, the same pose of the first scan. The clouds are the map of the first run with all of its points; what their ± rests on is that of a mobile mapper.`,
        markdownTable(
          ['form', 'volume m³', '± m³', 'error %', '± covers', 'beside the pcap, m³'],
          all.map(row),
        ),
        `The last column says whether every figure of \`volume.json\` is the same, not the volume alone. The recordings carry the packets of the pcap, or the scans that they make; \`PointCloud2\` carries the points of the driver, from which the sensor is fitted; without rings they are timed clouds, and without times each of its messages is of one instant, its motion not compensated.`,
      ],
      boundsMet:
        packets.every(([, { figures }]) => figures === pcap.figures) &&
        all.every(([, measured]) => covers(measured)),
    };
  });
}

/** Writes the drive as other recorders would. */
async function recordings(
  built: string,
  folder: string,
): Promise<{ name: string; path: string; isOfPackets: boolean }[]> {
  say('writing the recordings');
  const pcap = new Uint8Array(await readFile(join(built, 'capture.pcap')));
  const metadata = await readFile(join(built, 'metadata.json'), 'utf8');
  const cdr = await packetMessages(pcap, metadata, 'cdr');
  const ros1 = await packetMessages(pcap, metadata, 'ros1');
  const zstd = { name: 'zstd', bytes: (plain: Uint8Array) => new Uint8Array(zstdCompressSync(plain)) };
  const { scans, imu } = await scansOf(pcap, metadata);
  const sensor = parseSensorMetadata(metadata, 'metadata.json');
  const points = rayPoints(scans, sensor, []);
  const options: CloudOptions = {
    topic: '/ouster/points',
    everyNs: CLOUD_NS,
    encoding: 'cdr',
    time: { name: 't', kind: 'Uint32' },
    hasRing: true,
    ringOf: (beam) => beam,
  };
  const clouds = (lack: Partial<CloudOptions>) => mcapOf(cloudMessages(points, { ...options, ...lack }));
  const bag = join(folder, 'rosbag2');
  await mkdir(bag);
  writeDb3(join(bag, 'rosbag2_0.db3'), cdr);
  const files: [string, string, Uint8Array, boolean][] = [
    ['pcap.gz with the metadata beside it', 'drive.pcap.gz', gzipSync(pcap), true],
    ['MCAP of packets, zstd', 'packets.mcap', await mcapOf(cdr, { compress: zstd }), true],
    ['ROS 1 bag of packets', 'packets.bag', rosBagOf(ros1), true],
    ['OSF', 'drive.osf', osfFile([{ metadata, scans, imu }], { shifts: sensor.pixelShiftByRow }), false],
    ['MCAP of PointCloud2', 'points.mcap', await clouds({}), false],
    ['MCAP of PointCloud2 without rings', 'ringless.mcap', await clouds({ hasRing: false }), false],
    [
      'MCAP of PointCloud2 without rings or times',
      'bare.mcap',
      await clouds({ hasRing: false, time: null }),
      false,
    ],
  ];
  await writeFile(join(folder, 'drive.json'), metadata);
  for (const [, file, bytes] of files) await writeFile(join(folder, file), bytes);
  return [
    ...files.map(([name, file, , isOfPackets]) => ({ name, path: join(folder, file), isOfPackets })),
    { name: 'ROS 2 bag of packets, folder with a .db3', path: bag, isOfPackets: true },
  ];
}

/** The scans of a capture, and before each the readings that came since the one before it. */
async function scansOf(pcap: Uint8Array, metadata: string): Promise<{ scans: Scan[]; imu: ImuSample[][] }> {
  const model = parseSensorMetadata(metadata, 'metadata.json');
  const { items } = await openCapture([memorySource('capture.pcap', pcap)], model);
  const scans: Scan[] = [];
  const imu: ImuSample[][] = [];
  let readings: ImuSample[] = [];
  for await (const item of items) {
    if (item.kind === 'imu') readings.push(item.sample);
    else {
      scans.push(item.scan);
      imu.push(readings);
      readings = [];
    }
  }
  return { scans, imu };
}

/** Runs the program on one form, in a project and a folder of its own. @throws Error with what the program said */
async function measure(survey: Survey, name: string, input: readonly string[]): Promise<Measured> {
  say(`measuring ${name}`);
  const out = join(survey.folder, `out-${name}`);
  const isCloud = input.includes('--trajectory');
  const { status, messages } = await runCli([
    ...['run', ...input, '--project', join(out, 'p.socavon'), '--out', out, '--report', 'html'],
    ...['--axis', survey.axis, '--chainage', survey.chainage],
    ...(isCloud ? [] : ['--origin-pose', survey.originPose]),
  ]);
  if (status !== 0) throw new Error(`socavon run of ${name} ended with ${status}: ${messages.join(' ')}`);
  const { madeBy, ...figures } = JSON.parse(await readFile(join(out, 'volume.json'), 'utf8')) as VolumeJson;
  const { value, plusMinus } = figures.volume;
  return { figures: JSON.stringify(figures), volume: value, plusMinus };
}
