import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTum } from '../../src-core/io/tables/tum.ts';
import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { VolumeJson } from '../../src-core/report/volume-json.ts';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../src-simulate/write-capture.ts';
import { say } from '../support/present.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { inTemporaryFolder } from '../support/temporary-folder.ts';
import { readSections } from './read-sections.ts';
import { endOf, type Stated, statedOf } from './score-drive.ts';
import type { WorldDrive, WorldName } from './seeds.ts';
import { roomOptions, worldOptions } from './world-options.ts';

/** How one drive of a world went: a line of the results. */
export interface WorldRow extends WorldDrive {
  readonly world: WorldName;
  /** Its place among the seeds of the world, from 1. */
  readonly number: number;
  /** Of the sources that simulate and survey. */
  readonly code: string;
  /** As surveyed from capture and metadata alone; null: refused or failed. */
  readonly stated: Stated | null;
  /** The same after a calibration by a known distance; null: not asked for, or it failed. */
  readonly known: Stated | null;
  /** Distance of the last pose from its truth, share of the path. */
  readonly end: number | null;
  /** Of `socavon run` without a known distance, s. */
  readonly seconds: number;
  /** What the commands that ended with another status than 0 said. */
  readonly failures: readonly string[];
}

export interface WorldTask {
  readonly world: WorldName;
  /** Of the drive among those of its world, from 1. */
  readonly number: number;
  readonly drive: WorldDrive;
}

interface SurveyWorldOptions {
  /** Also after a calibration by a known distance. */
  readonly distance: boolean;
  /** Folder that keeps the captures, and has those of before; null: they are deleted. */
  readonly keep: string | null;
  readonly code: string;
}

/** Standard deviation of a distance by tape, m: what `socavon calibrate` takes. */
const TAPE = 0.002;

/** Simulates a drive, surveys it by the real command line as a person would, and scores it against its truth. */
export async function surveyWorld(
  { world, number, drive: wanted }: WorldTask,
  { distance, keep, code }: SurveyWorldOptions,
): Promise<WorldRow> {
  return inTemporaryFolder(async (folder) => {
    const name = `${world}-${wanted.seed}`;
    const captures = keep === null ? folder : join(keep, name);
    const options = worldOptions(world, wanted);
    const failures: string[] = [];
    const reported = (what: string, run: CliRun): boolean => {
      if (run.status !== 0) failures.push(`${what} ended with ${run.status}: ${run.messages.join(' ')}`);
      return run.status === 0;
    };

    const simulated = await captureOf(options, join(captures, 'drive'), name);
    /** In a project, and with files, of that name. */
    const survey = (out: string): Promise<CliRun> =>
      runCli([
        'run',
        ...[join(captures, 'drive', 'capture.pcap'), '--project', join(folder, `${out}.socavon`)],
        ...['--out', join(folder, out), '--report', 'html', '--language', 'en'],
      ]);
    const stated = async (out: string): Promise<{ stated: Stated; end: number }> => {
      const text = (file: string): Promise<string> => readFile(join(folder, out, file), 'utf8');
      const actual = parseTum(await text('trajectory.tum'), 'trajectory.tum');
      const { end, path } = endOf(simulated, actual);
      const volume = JSON.parse(await text('volume.json')) as VolumeJson;
      const sections = readSections(await text('outlines.csv'));
      return { stated: statedOf(simulated, actual, volume, sections), end: end / path };
    };

    say(`${name}: socavon run`);
    const run = await survey('out');
    const alone = reported('run', run) ? await stated('out') : null;
    let known: Stated | null = null;
    if (distance && alone !== null) {
      const room = join(captures, 'room');
      await captureOf(roomOptions(world, wanted), room, `${name}, room`);
      const calibrated = await runCli([
        'calibrate',
        join(room, 'capture.pcap'),
        ...['--distance', `${tapedDistance(world, wanted)}`, '--distance-sigma', `${TAPE}`],
        ...['--project', join(folder, 'known.socavon'), '--language', 'en'],
      ]);
      // The project keeps it, and the drive's own scans add to it.
      if (reported('calibrate', calibrated)) {
        say(`${name}: socavon run with a known distance`);
        if (reported('run with a known distance', await survey('known')))
          known = (await stated('known')).stated;
      }
    }
    return {
      world,
      number,
      ...wanted,
      code,
      stated: alone?.stated ?? null,
      known,
      end: alone?.end ?? null,
      seconds: run.seconds,
      failures,
    };
  });
}

/** Distance of the two walls of the room as the tape read it, m. */
function tapedDistance(world: WorldName, drive: WorldDrive): number {
  const { section, seed } = roomOptions(world, drive);
  return section.width + TAPE * seededRandom(subSeed(seed, 'tape')).normal();
}

/** Writes the capture of a drive, unless the folder has one of the same options. */
async function captureOf(options: SimulateOptions, folder: string, name: string) {
  const drive = simulateDrive(options);
  const mark = join(folder, 'options.json');
  const built = JSON.stringify(options);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === built) return drive;
  say(`${name}: simulating ${drive.scans} scans`);
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  await writeCapture(
    drive,
    { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16' },
    (file) => openAtomicSink(join(part, file)),
    SILENT_CONTEXT,
  );
  await writeFile(join(part, 'options.json'), built);
  await rename(part, folder);
  return drive;
}
