import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from './run-cli.ts';
import { sharedData } from './shared-data.ts';

const FOLDER = fileURLToPath(new URL('../reference/', import.meta.url));

/** The drives whose surveys are compared byte by byte with those of an earlier program. */
export const REFERENCE_DRIVES = ['niche', 'drift'] as const;
type ReferenceDrive = (typeof REFERENCE_DRIVES)[number];

/** Files of a survey that are compared whole. */
const WHOLE = ['trajectory.tum', 'map.las'] as const;

/** Parameters that `volume.json` states of a survey since the reference was made; at their defaults they change nothing. */
const LATER_PARAMETERS: readonly string[] = [];

/** What a survey is known by: hashes of its files, and `volume.json` without what may change. */
interface SurveyRecord {
  readonly hashes: Readonly<Record<(typeof WHOLE)[number], string>>;
  readonly volume: unknown;
}

/**
 * Surveys a reference drive with the command line and reads what it wrote.
 *
 * @param folder where capture, project and files go
 * @throws Error where the data folder is needed and absent, or a command fails
 */
export async function surveyReference(drive: ReferenceDrive, folder: string): Promise<SurveyRecord> {
  const out = join(folder, drive);
  const capture = await captureOf(drive, folder);
  await succeed(['run', capture, '--project', join(folder, `${drive}.socavon`), '--out', out]);
  const hashes = await Promise.all(
    WHOLE.map(async (name) => [name, sha256(await readFile(join(out, name)))]),
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
  const found = keys.flatMap((key) =>
    differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}/${key}`),
  );
  return found.length > 0 ? found : order;
}

async function captureOf(drive: ReferenceDrive, folder: string): Promise<string> {
  if (drive === 'drift') return join(sharedData('drift'), 'capture.pcap.gz');
  const made = join(folder, 'niche-capture');
  await succeed(['simulate', '--preset', 'niche', '--length', '40', '--out', made]);
  return join(made, 'capture.pcap');
}

async function succeed(args: readonly string[]): Promise<void> {
  const { status, messages } = await runCli(args);
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
