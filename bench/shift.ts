import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { openCapture } from '../src-core/io/capture/capture.ts';
import type { OpenedCapture } from '../src-core/io/capture/opened-capture.ts';
import { type ProgressEvent, SILENT_CONTEXT, type StageContext } from '../src-core/model/context.ts';
import type { CaptureHealth, CaptureItem } from '../src-core/model/scan.ts';
import { CPU_SCAN_ENGINE } from '../src-core/odometry/cpu-scan-aligner.ts';
import { ODOMETRY_DEFAULTS } from '../src-core/odometry/odometry-options.ts';
import { align } from '../src-core/survey/align.ts';
import { openCaptureSource } from '../src-main/files/capture-source.ts';
import { resolveSensor } from '../src-main/files/resolve-sensor.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { withReadAhead } from '../src-main/jobs/read-ahead.ts';
import { StoredAlignment } from '../src-main/jobs/stored-alignment.ts';
import { importCaptures } from '../src-main/project/import-captures.ts';
import { Project } from '../src-main/project/project.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { simulatedCapture } from './support/simulated-capture.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface ShiftBenchOptions {
  readonly scans: number;
  readonly length: number;
  readonly minutes: number;
  readonly seed: number;
  readonly write?: boolean;
}

/** Scans of a shift of eight hours, at ten rotations a second. */
const SHIFT = 8 * 3600 * 10;
/** Scans between two looks at the memory. */
const EVERY = 200;
const MIB = 2 ** 20;
const FIRST_STAMP_STEP_NS = 100_000_000n;

interface Look {
  readonly scans: number;
  readonly residentMiB: number;
  readonly heapMiB: number;
}

interface Stage {
  readonly name: string;
  readonly scans: number;
  readonly processorSeconds: number;
  readonly looks: readonly Look[];
}

/** `npm run bench -- shift`: whether memory grows in a capture of a whole shift. */
export function registerShift(program: Command): void {
  benchCommand(
    program,
    'shift',
    'import and alignment of a shift of 8 hours by replay of a short capture: memory and its slope',
  )
    .option('--scans <n>', 'of the shift', parsePositive, SHIFT)
    .option('--length <m>', 'of the drive that is replayed', parsePositive, 60)
    .option('--minutes <n>', 'end the alignment after so many, and say how far it came', parsePositive, 600)
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .action((options: ShiftBenchOptions) => present('shift', options, () => shiftBench(options)));
}

async function shiftBench({ scans, length, minutes, seed }: ShiftBenchOptions): Promise<BenchReport> {
  const { drive, folder } = await simulatedCapture('rough', length, seed);
  const load = loadavg()[0].toFixed(1);
  return inTemporaryFolder(async (into) => {
    const project = Project.open(join(into, 'shift.socavon'), { create: true });
    const path = join(folder, 'capture.pcap');
    const { sensor, metadata } = await resolveSensor(path, {});
    const source = await openCaptureSource(path);
    const name = 'shift.pcap';
    const captures = [{ name, sizeBytes: 0, sha256: '0'.repeat(64), modifiedAt: new Date(0).toISOString() }];
    const first = await openCapture([source], sensor);
    const replayed = replay(first, () => openCapture([source], sensor), drive.scans, scans);

    say(`importing ${scans} scans`);
    const imported = watch('import');
    const items = imported.counting(replayed.items);
    const session = await importCaptures(
      project,
      { captures, metadata },
      { ...replayed, items },
      SILENT_CONTEXT,
    );
    await source.close();
    const importing = imported.end();

    say(`aligning ${session.scanCount} scans`);
    const stored = new StoredAlignment(project, session, CPU_SCAN_ENGINE.identity, ODOMETRY_DEFAULTS);
    const until = performance.now() + minutes * 60_000;
    const aligned = watch('align');
    const context: StageContext = {
      cancel: {
        get cancelled() {
          return performance.now() > until;
        },
      },
      emit: aligned.hear,
    };
    const task = {
      options: ODOMETRY_DEFAULTS,
      edits: [],
      engine: CPU_SCAN_ENGINE,
      resume: null,
      store: stored,
    };
    await withReadAhead(project, session, task, (ahead) => align(ahead, task, context)).catch(ifEnded);
    const aligning = aligned.end();
    project.close();
    return {
      title: 'A shift of eight hours',
      body: [
        `A rough drive of ${length} m, seed ${seed}, ${drive.scans} scans of 16 beams, is decoded again and again and stored as one session with the clock going on: at each repeat the sensor is back at the portal. ${session.scanCount} of the ${SHIFT} scans of 8 hours were imported and ${aligning.scans} aligned, both as the program does it, in one process; nothing is extrapolated. Load ${load} before.`,
        table([importing, aligning]),
        'The slope is of a straight line through the looks at the memory after the first third, by least squares.',
      ],
      boundsMet: true,
    };
  });
}

function ifEnded(error: unknown): void {
  if ((error as { code?: string }).code !== 'cancelled') throw error;
}

/** A capture that is read again from its start until there are so many scans, with clocks and counters that go on. */
function replay(
  first: OpenedCapture,
  again: () => Promise<OpenedCapture>,
  own: number,
  scans: number,
): OpenedCapture {
  // Complete when the items are: what is read last has the counters of a whole capture.
  const health: CaptureHealth = { ...first.health };
  async function* items(): AsyncGenerator<CaptureItem> {
    let done = 0;
    for (let turn = 0; done < scans; turn++) {
      const opened = turn === 0 ? first : await again();
      const later = BigInt(turn * own) * FIRST_STAMP_STEP_NS;
      for await (const item of opened.items) {
        if (item.kind === 'imu') {
          yield { kind: 'imu', sample: { ...item.sample, stampNs: item.sample.stampNs + later } };
          continue;
        }
        const { scan } = item;
        const stampNs = scan.stampNs.map((stamp) => (stamp === 0n ? 0n : stamp + later));
        yield { kind: 'scan', scan: { ...scan, stampNs, frameId: (scan.frameId + turn * own) & 0xffff } };
        if (++done === scans) break;
      }
      Object.assign(health, opened.health, { scans: done });
    }
  }
  return { sensor: first.sensor, health, times: first.times, items: items() };
}

/** Looks at the memory while a stage runs. */
function watch(name: string) {
  const before = process.cpuUsage();
  const looks: Look[] = [];
  let scans = 0;
  const look = (done: number): void => {
    const passed = Math.floor(done / EVERY) > Math.floor(scans / EVERY);
    scans = done;
    if (!passed) return;
    const { rss, heapUsed } = process.memoryUsage();
    looks.push({ scans, residentMiB: rss / MIB, heapMiB: heapUsed / MIB });
    if (looks.length % 10 === 0) say(`${name}: ${scans} scans, ${(rss / MIB).toFixed(0)} MiB`);
  };
  return {
    async *counting(items: AsyncIterable<CaptureItem>): AsyncGenerator<CaptureItem> {
      let done = 0;
      for await (const item of items) {
        yield item;
        if (item.kind === 'scan') look(++done);
      }
    },
    hear: (event: ProgressEvent): void => {
      if (event.kind === 'progress' && event.stage === 'align') look(event.done);
    },
    end(): Stage {
      const { user, system } = process.cpuUsage(before);
      return { name, scans, processorSeconds: (user + system) / 1e6, looks };
    },
  };
}

function table(stages: readonly Stage[]): string {
  return markdownTable(
    [
      'stage',
      'scans',
      'processor ms a scan',
      'resident at the end, MiB',
      'most, MiB',
      'MiB a 1000 scans',
      'of the heap',
    ],
    stages.map(({ name, scans, processorSeconds, looks }) => [
      name,
      scans,
      ((1000 * processorSeconds) / scans).toFixed(1),
      looks.at(-1)?.residentMiB.toFixed(0) ?? '-',
      looks.length === 0 ? '-' : Math.max(...looks.map(({ residentMiB }) => residentMiB)).toFixed(0),
      slope(looks, ({ residentMiB }) => residentMiB),
      slope(looks, ({ heapMiB }) => heapMiB),
    ]),
  );
}

/** MiB a 1000 scans by least squares, without the first third, in which the program warms up. */
function slope(looks: readonly Look[], of: (look: Look) => number): string {
  const late = looks.slice(Math.floor(looks.length / 3));
  if (late.length < 3) return '-';
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const x = mean(late.map(({ scans }) => scans));
  const y = mean(late.map(of));
  const xx = mean(late.map(({ scans }) => (scans - x) ** 2));
  const xy = mean(late.map((look) => (look.scans - x) * (of(look) - y)));
  return ((1000 * xy) / xx).toFixed(2);
}
