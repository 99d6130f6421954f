import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { parseTum } from '../src-core/io/tables/tum.ts';
import { applyToPoint, invert } from '../src-core/math/se3.ts';
import { mean, quantile } from '../src-core/math/statistics.ts';
import type { ScanPose } from '../src-core/model/pose.ts';
import { Odometry } from '../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../src-core/odometry/odometry-options.ts';
import type { ScanStore } from '../src-core/survey/scan-store.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { Project } from '../src-main/project/project.ts';
import { PRESETS, type PresetName } from '../src-simulate/presets.ts';
import { PEERS_HERE, timedPeer, withScanFile } from './odometry/peers.ts';
import type { TimedAlignment } from './odometry/timed-alignment.ts';

import { appendRow, type Figure, figureOf, historyRow } from './support/history.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { type CliRun, runCli } from './support/run-cli.ts';
import { simulatedCapture } from './support/simulated-capture.ts';
import { type StageSample, StageTimes } from './support/stage-times.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface OdometryBenchOptions {
  readonly preset: PresetName;
  readonly length: number;
  readonly seed: number;
  readonly repeats: number;
  readonly write?: boolean;
}

/** Targets of the product on two cores: the rate of the sensor, and the memory of a small laptop. */
const SCANS_PER_SECOND = 10;
const PEAK_MIB = 1000 ** 3 / 2 ** 20;

/** `npm run bench -- odometry` */
export function registerOdometry(program: Command): void {
  benchCommand(program, 'odometry', 'time a scan by stage, scans a second, memory of a whole run')
    .addOption(
      new Option('--preset <name>', 'of the simulator').choices(Object.keys(PRESETS)).default('rough'),
    )
    .option('--length <m>', 'of the drive; 68 m are 600 scans', parsePositive, 68)
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .option('--repeats <n>', 'alignments with each number of threads, in turns', parsePositive, 3)
    .action((options: OdometryBenchOptions) => present('odometry', options, () => odometry(options)));
}

async function odometry({
  preset,
  length,
  seed,
  repeats,
  write,
}: OdometryBenchOptions): Promise<BenchReport> {
  const { folder: capture } = await simulatedCapture(preset, length, seed);
  return inTemporaryFolder(async (folder) => {
    const projectPath = join(folder, 'bench.socavon');
    say('socavon run');
    const run = await runCli([
      'run',
      join(capture, 'capture.pcap'),
      ...['--project', projectPath, '--out', folder],
    ]);
    if (run.status !== 0) throw new Error(`socavon run ended with ${run.status}: ${run.messages.join(' ')}`);
    const load = loadavg()[0];
    const project = Project.open(projectPath, { readonly: true });
    try {
      const [session] = project.sessions.all();
      const store = project.scanStore(session);
      const alignments = await withScanFile(store, async (scans) =>
        alignedInTurns(projectPath, scans, repeats),
      );
      if (write) await appendRow('odometry', historyRow(figuresOf(alignments), load));
      const truth = await trueEnd(join(capture, 'truth_tum.txt'));
      say('timing the stages');
      const { times, poses } = await timeStages(store);
      return {
        title: 'Alignment: time and memory',
        body: [
          `Preset ${preset}, ${length} m, seed ${seed}: ${poses.length} scans of ${session.sensor.beams} x ${session.sensor.columnsPerFrame}.`,
          `The scans of the project through the odometry, each run in a process of its own, in turns; median of ${repeats}, and the least and the greatest. With two threads the scans are read and prepared ahead in the second.${PEERS_HERE.length > 0 ? ' Other programs on the same scans, which they have in memory, in the same turns.' : ''} The error at the end is that of the last position in the frame of the first scan, of the path.`,
          alignmentTable(alignments, truth),
          endsText(alignments),
          'One thread, stages timed one by one on the scans of the project:',
          stageTable(times),
          'All stages but matching are timed apart from `Odometry.next` on the same data; matching is what remains of it, and de-skews the matched points up to three times more.',
          `The texture was matched in ${times.samples.filter(({ witness }) => witness > 0).length} scans, where the shape of the walls does not constrain the motion.`,
          workTable(poses),
          'The whole of `socavon run` in a process of its own:',
          runTable(run, poses.length),
        ],
        boundsMet: new Set(endsOf(alignments)).size === 1,
      };
    } finally {
      project.close();
    }
  });
}

const TIMED_ALIGNMENT = join(import.meta.dirname, 'odometry/timed-alignment.ts');
/** Processors that an alignment may use. */
const THREADS = [1, 2] as const;

/** Our name in the tables. */
const OWN = 'Socavón';

/** Runs of one program with some number of threads. */
interface Aligned {
  readonly name: string;
  readonly threads: number;
  readonly runs: TimedAlignment[];
}

/** @param scans file of `withScanFile` */
function alignedInTurns(project: string, scans: string, repeats: number): Aligned[] {
  const programs = [
    {
      name: OWN,
      time: (threads: number): TimedAlignment => {
        const args = [TIMED_ALIGNMENT, project, String(threads)];
        return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
      },
    },
    ...PEERS_HERE.map((peer) => ({
      name: peer.name,
      time: (threads: number) => timedPeer(peer, scans, threads),
    })),
  ];
  const all = programs.flatMap(({ name, time }) =>
    THREADS.map((threads) => ({ name, threads, time, runs: [] as TimedAlignment[] })),
  );
  for (let turn = 0; turn < repeats; turn++)
    for (const { name, threads, time, runs } of all) {
      say(`${name}, ${turn + 1} of ${repeats}, ${threads} thread${threads > 1 ? 's' : ''}`);
      runs.push(time(threads));
    }
  return all;
}

/** True path: position at its end in the frame of its beginning, m, and its length. */
async function trueEnd(path: string): Promise<{ readonly end: readonly number[]; readonly length: number }> {
  const poses = parseTum(await readFile(path, 'utf8'), path).map(({ T_map_sensor }) => T_map_sensor);
  const [first, last] = [poses[0], poses.at(-1)!];
  const [x, y, z] = last.t;
  const end = applyToPoint(invert(first), x, y, z);
  let length = 0;
  for (let i = 1; i < poses.length; i++)
    length += Math.hypot(...[0, 1, 2].map((k) => poses[i].t[k] - poses[i - 1].t[k]));
  return { end, length };
}

const ALIGNMENT_FIGURES: readonly (readonly [string, (of: TimedAlignment) => number])[] = [
  ['median ms a scan', ({ scanMs }) => scanMs],
  ['mean ms a scan', ({ meanMs }) => meanMs],
  ['processor ms a scan', ({ processorMs }) => processorMs],
  ['peak MiB', ({ peakMiB }) => peakMiB],
];

function figuresOf(alignments: readonly Aligned[]): Record<string, Figure> {
  const rows = alignments.flatMap(({ name: program, threads, runs }) =>
    ALIGNMENT_FIGURES.map(([name, of]) => [
      `${program === OWN ? '' : `${program}, `}${threads} threads, ${name}`,
      figureOf(runs.map(of)),
    ]),
  );
  return Object.fromEntries(rows);
}

function alignmentTable(
  alignments: readonly Aligned[],
  truth: { readonly end: readonly number[]; readonly length: number },
): string {
  return markdownTable(
    ['program', 'threads', ...ALIGNMENT_FIGURES.map(([name]) => name), 'error at the end, %'],
    alignments.map(({ name, threads, runs }) => [
      name,
      threads,
      ...ALIGNMENT_FIGURES.map(([, of]) => {
        const { median, least, most } = figureOf(runs.map(of));
        return `${median.toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`;
      }),
      ((100 * Math.hypot(...[0, 1, 2].map((k) => runs[0].end[k] - truth.end[k]))) / truth.length).toFixed(3),
    ]),
  );
}

/** Ends of our own runs. */
function endsOf(alignments: readonly Aligned[]): string[] {
  return alignments
    .filter(({ name }) => name === OWN)
    .flatMap(({ runs }) => runs.map(({ end }) => end.join(' ')));
}

function endsText(alignments: readonly Aligned[]): string {
  const isSame = new Set(endsOf(alignments)).size === 1;
  return `The last position is ${isSame ? 'the same to the last digit in all runs of ours' : 'NOT the same in all runs of ours'}.`;
}

/** Places every scan and times what is done to each. */
async function timeStages(store: ScanStore): Promise<{ times: StageTimes; poses: ScanPose[] }> {
  const odometry = new Odometry(store.sensor, ODOMETRY_DEFAULTS);
  const times = new StageTimes(store.sensor, ODOMETRY_DEFAULTS);
  const poses: ScanPose[] = [];
  for (let index = 0; index < store.count; index++) {
    const before = performance.now();
    const scan = await store.read(index);
    const read = performance.now();
    const placed = await odometry.next(scan);
    const after = performance.now();
    poses.push(...placed);
    // The first two are placed together, more than once.
    const usual = placed.length === 1;
    for (const pose of placed) {
      times.add(scan.index === pose.scanIndex ? scan : await store.read(pose.scanIndex), pose, {
        read: read - before,
        next: after - read,
        usual,
      });
    }
  }
  return { times, poses };
}

function stageTable({ samples }: StageTimes): string {
  const total = samples.map((s) => s.read + s.next);
  const rows: [string, number[]][] = [
    ['read from the project, unpack', samples.map((s) => s.read)],
    ['points, decimation, normals', samples.map((s) => s.points)],
    ['de-skewing (all points)', samples.map((s) => s.deskew)],
    ['planes into the submap (keyframes)', samples.map((s) => s.insert)],
    ['texture into the submap (keyframes)', samples.map((s) => s.texture)],
    ['texture along the drive', samples.map((s) => s.witness)],
    ['accelerometer, filter along the drive', samples.map((s) => s.inertial)],
    ['match and the rest', samples.map(matchOf)],
    ['all', total],
  ];
  const whole = mean(total);
  return markdownTable(
    ['stage', 'median ms', 'p95 ms', 'mean ms', 'share %'],
    rows.map(([stage, values]) => [
      stage,
      quantile(values, 0.5).toFixed(2),
      quantile(values, 0.95).toFixed(2),
      mean(values).toFixed(2),
      ((100 * mean(values)) / whole).toFixed(0),
    ]),
  );
}

/** What remains of a scan. */
function matchOf({ next, points, deskew, insert, texture, witness, inertial }: StageSample): number {
  return next - points - deskew - insert - texture - witness - inertial;
}

function workTable(poses: readonly ScanPose[]): string {
  const matched = poses.filter(({ quality }) => quality.iterations > 0).map(({ quality }) => quality);
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 1].map((fraction) => quantile(values, fraction).toFixed(0)),
  ];
  return markdownTable(
    ['work a scan', 'median', 'p95', 'most'],
    [
      row(
        'iterations',
        matched.map(({ iterations }) => iterations),
      ),
      row(
        'points matched',
        matched.map((quality) => quality.matched),
      ),
    ],
  );
}

function runTable({ seconds, alignMs, peakMiB }: CliRun, scans: number): string {
  const perSecond = alignMs === null ? Number.NaN : 1000 / alignMs;
  return markdownTable(
    ['whole run', 'found', 'wanted'],
    [
      ['scans a second of alignment', perSecond.toFixed(1), `at least ${SCANS_PER_SECOND}`],
      ['largest memory MiB', peakMiB.toFixed(0), `under ${PEAK_MIB.toFixed(0)}`],
      ['seconds, import to report', seconds.toFixed(1), ''],
      ['scans', scans, ''],
    ],
  );
}
