import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { ProgressEvent, StageContext } from '../src-core/model/context.ts';
import { CPU_SCAN_ENGINE } from '../src-core/odometry/cpu-scan-aligner.ts';
import { ODOMETRY_DEFAULTS } from '../src-core/odometry/odometry-options.ts';
import { align } from '../src-core/survey/align.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { withReadAhead } from '../src-main/jobs/schedule/read-ahead.ts';
import { StoredAlignment } from '../src-main/jobs/session/stored-alignment.ts';
import { Project } from '../src-main/project/project.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Look, memorySlope } from './support/memory-slope.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { importReplayed, SHIFT_SCANS } from './support/replayed-import.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface ShiftBenchOptions {
  readonly scans: number;
  readonly length: number;
  readonly minutes: number;
  readonly seed: number;
  readonly write?: boolean;
}

/** Scans between two looks at the memory. */
const EVERY = 200;
const MIB = 2 ** 20;

interface Stage {
  readonly name: string;
  readonly scans: number;
  readonly processorSeconds: number;
  readonly resident: readonly Look[];
  readonly heap: readonly Look[];
}

/** `npm run bench -- shift`: whether memory grows in a capture of a whole shift. */
export function registerShift(program: Command): void {
  benchCommand(
    program,
    'shift',
    'import and alignment of a shift of 8 hours by replay of a short capture: memory and its slope',
  )
    .option('--scans <n>', 'of the shift', parsePositive, SHIFT_SCANS)
    .option('--length <m>', 'of the drive that is replayed', parsePositive, 60)
    .option('--minutes <n>', 'end the alignment after so many, and say how far it came', parsePositive, 600)
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .action((options: ShiftBenchOptions) => present('shift', options, () => shiftBench(options)));
}

async function shiftBench({ scans, length, minutes, seed }: ShiftBenchOptions): Promise<BenchReport> {
  const load = loadavg()[0].toFixed(1);
  return inTemporaryFolder(async (into) => {
    const project = Project.open(join(into, 'shift.socavon'), { create: true });
    say(`importing ${scans} scans`);
    const imported = watch('import');
    const { session, own } = await importReplayed(project, { length, seed, scans }, imported.look);
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
        `A rough drive of ${length} m, seed ${seed}, ${own} scans of 16 beams, is decoded again and again and stored as one session with the clock going on: at each repeat the sensor is back at the portal. ${session.scanCount} of the ${SHIFT_SCANS} scans of 8 hours were imported and ${aligning.scans} aligned, both as the program does it, in one process; nothing is extrapolated. Load ${load} before.`,
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

/** Looks at the memory while a stage runs. */
function watch(name: string) {
  const before = process.cpuUsage();
  const resident: Look[] = [];
  const heap: Look[] = [];
  let scans = 0;
  const look = (done: number): void => {
    const passed = Math.floor(done / EVERY) > Math.floor(scans / EVERY);
    scans = done;
    if (!passed) return;
    const { rss, heapUsed } = process.memoryUsage();
    resident.push({ at: scans, mib: rss / MIB });
    heap.push({ at: scans, mib: heapUsed / MIB });
    if (resident.length % 10 === 0) say(`${name}: ${scans} scans, ${(rss / MIB).toFixed(0)} MiB`);
  };
  return {
    look,
    hear: (event: ProgressEvent): void => {
      if (event.kind === 'progress' && event.stage === 'align') look(event.done);
    },
    end(): Stage {
      const { user, system } = process.cpuUsage(before);
      return { name, scans, processorSeconds: (user + system) / 1e6, resident, heap };
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
    stages.map(({ name, scans, processorSeconds, resident, heap }) => [
      name,
      scans,
      ((1000 * processorSeconds) / scans).toFixed(1),
      resident.at(-1)?.mib.toFixed(0) ?? '-',
      resident.length === 0 ? '-' : Math.max(...resident.map(({ mib }) => mib)).toFixed(0),
      aThousand(resident),
      aThousand(heap),
    ]),
  );
}

function aThousand(looks: readonly Look[]): string {
  const slope = memorySlope(looks);
  return slope === null ? '-' : (1000 * slope).toFixed(2);
}
