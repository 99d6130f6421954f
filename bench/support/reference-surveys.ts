import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from './run-cli.ts';
import { sharedData } from './shared-data.ts';

const FOLDER = fileURLToPath(new URL('../reference/', import.meta.url));

/** What is surveyed, and which files of it are compared whole, beside `volume.json`. */
interface ReferenceSurvey {
  /** For the table. */
  readonly what: string;
  readonly whole: readonly string[];
  /** Arguments of `run` after the project and the folder of its files; makes in the folder what they name. */
  readonly argumentsIn: (folder: string) => Promise<readonly string[]>;
}

const OF_SCANS = ['trajectory.tum', 'map.las'];

/** Surveys that are compared byte by byte with those of an earlier program. */
const SURVEYS = {
  niche: {
    what: '`simulate --preset niche --length 40`',
    whole: OF_SCANS,
    argumentsIn: async (folder) => [
      await simulated(join(folder, 'niche-capture'), '--preset', 'niche', '--length', '40'),
    ],
  },
  drift: {
    what: 'the rough drive of the data folder',
    whole: OF_SCANS,
    argumentsIn: async () => [join(sharedData('drift'), 'capture.pcap.gz')],
  },
  questioned: {
    what: '`simulate --length 36 --targets 10 --hole 14:1.5` with the true axis, a design, control points and other options of a measurement',
    whole: [...OF_SCANS, 'profiles.csv', 'outlines.csv'],
    argumentsIn: questioned,
  },
  cloud: {
    what: 'the map of that drive as the cloud of another program, with the true axis',
    whole: ['map.las', 'profiles.csv', 'outlines.csv'],
    argumentsIn: async (folder) => {
      const out = join(folder, 'for-cloud');
      // Aligned already, where that drive was surveyed in this folder.
      const project = ['--project', join(folder, 'questioned.socavon')];
      await succeed(['run', ...(await questioned(folder)), ...project, '--out', out, '--map-formats', 'laz']);
      const axis = ['--axis', join(folder, 'questioned-capture', 'truth_axis.csv'), '--axis-unit', 'm'];
      const cloud = [
        '--scanner',
        'mobile',
        '--frame',
        'grid',
        '--cloud-unit',
        'm',
        '--point-accuracy',
        '0.01',
      ];
      return [join(out, 'map.laz'), ...cloud, ...axis, '--interval', '1', '--chainage', '8:24'];
    },
  },
} as const satisfies Record<string, ReferenceSurvey>;
export type ReferenceDrive = keyof typeof SURVEYS;
export const REFERENCE_DRIVES = Object.keys(SURVEYS) as readonly ReferenceDrive[];

/** What a survey is of, for a table. */
export function referenceOf(drive: ReferenceDrive): string {
  return SURVEYS[drive].what;
}

/** A drive with most of what a person may ask of a measurement. */
async function questioned(folder: string): Promise<readonly string[]> {
  const into = join(folder, 'questioned-capture');
  const drive = ['--length', '36', '--speed', '2', '--seed', '34', '--targets', '10', '--hole', '14:1.5'];
  const capture = await simulated(into, ...drive);
  const design = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 };
  const path = join(into, 'design.json');
  await writeFile(path, JSON.stringify(design));
  return [
    ...[capture, '--control', join(into, 'control.csv')],
    ...['--axis', join(into, 'truth_axis.csv'), '--axis-unit', 'm', '--chainage-kind', 'slope'],
    ...['--design', path, '--shotcrete', '0.05', '--tolerance', '0.15:0.05', '--pay-line', '0.1'],
    ...['--chainage', '6:26', '--interval', '0.5', '--sections', 'vertical', '--outline', 'radial'],
    ...['--range-bias', '0.003', '--rounds', '8,11,14', '--density', '2.7', '--swell', '0.4'],
  ];
}

/** Parameters that `volume.json` states of a survey since the reference was made; at their defaults they change nothing. */
const LATER_PARAMETERS: readonly string[] = [];

/** What a survey is known by: hashes of its files, and `volume.json` without what may change. */
interface SurveyRecord {
  readonly hashes: Readonly<Record<string, string>>;
  readonly volume: unknown;
}

/**
 * Surveys a reference drive with the command line and reads what it wrote.
 *
 * @param folder where capture, project and files go
 * @param threads that the program may use; undefined: as many as it would
 * @throws Error where the data folder is needed and absent, or a command fails
 */
export async function surveyReference(
  drive: ReferenceDrive,
  folder: string,
  threads?: number,
): Promise<SurveyRecord> {
  const out = join(folder, drive);
  const { whole, argumentsIn }: ReferenceSurvey = SURVEYS[drive];
  const files = ['--project', join(folder, `${drive}.socavon`), '--out', out];
  const env = threads === undefined ? {} : { SOCAVON_THREADS: String(threads) };
  await succeed(['run', ...(await argumentsIn(folder)), ...files], env);
  const hashes = await Promise.all(
    whole.map(async (name) => [name, sha256(await readFile(join(out, name)))] as const),
  );
  return {
    hashes: Object.fromEntries(hashes),
    volume: withoutTexts(JSON.parse(await readFile(join(out, 'volume.json'), 'utf8'))),
  };
}

/** The stored survey of a drive. */
export async function keptReference(drive: ReferenceDrive): Promise<SurveyRecord> {
  return JSON.parse(await readFile(join(FOLDER, `${drive}.json`), 'utf8'));
}

/** Keeps surveys as the reference of later programs. */
export async function keepReference(drive: ReferenceDrive, survey: SurveyRecord): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${drive}.json`), `${JSON.stringify(survey, null, 1)}\n`);
}

/** Paths of values at which two surveys differ; empty: they are the same. */
export function differences(a: unknown, b: unknown, path = ''): string[] {
  if (Object.is(a, b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return [path];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const order = Object.keys(a).join() === Object.keys(b).join() ? [] : [`${path} (order of keys)`];
  const paths = keys.flatMap((key) =>
    differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}/${key}`),
  );
  return paths.length > 0 ? paths : order;
}

/** The capture of a simulated drive in a folder, which is made where it is not there. */
async function simulated(into: string, ...args: string[]): Promise<string> {
  const capture = join(into, 'capture.pcap');
  if (!existsSync(capture)) await succeed(['simulate', ...args, '--out', into]);
  return capture;
}

async function succeed(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { status, messages } = await runCli(args, env);
  if (status !== 0) throw new Error(`socavon ${args[0]} failed: ${messages.join(' ')}`);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `volume.json` without the version, without the sentences of its warnings and without parameters that came later. */
function withoutTexts(volume: {
  readonly warnings: readonly { readonly code: string }[];
  readonly madeBy: {
    readonly steps: readonly {
      readonly stage: string;
      readonly inputHash: string;
      readonly options: object;
    }[];
  };
}): unknown {
  const { madeBy } = volume;
  const steps = madeBy.steps.map(({ options, ...step }) => ({
    ...step,
    options: Object.fromEntries(Object.entries(options).filter(([key]) => !LATER_PARAMETERS.includes(key))),
  }));
  return {
    ...volume,
    warnings: volume.warnings.map(({ code }) => code),
    madeBy: { ...madeBy, version: null, steps },
  };
}
