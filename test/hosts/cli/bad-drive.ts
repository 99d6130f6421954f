import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { openAtomicSink } from '../../../src-main/files/atomic-sink.ts';
import { simulateDrive } from '../../../src-simulate/drive.ts';
import { SIMULATE_DEFAULTS, type SimulateOptions } from '../../../src-simulate/options.ts';
import { truthBetween } from '../../../src-simulate/truth.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../../src-simulate/write-capture.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { type Ending, runCli } from './run-cli.ts';

/** Chainage of the simulated drive where the robot starts: chainage 0 of its survey. */
const START = 4;

/** How a drive is bad. */
interface BadDrive {
  readonly options?: Partial<SimulateOptions>;
  /** Changes the metadata beside the capture. */
  readonly metadata?: (metadata: { beam_altitude_angles: number[] }) => void;
  /** Options of `socavon run`. */
  readonly run?: readonly string[];
}

export interface BadSurvey {
  readonly ending: Ending;
  /** Folder of the results. */
  readonly out: string;
  readonly volume: () => VolumeJson;
  /** True void per metre of a range of the survey, m^3. */
  readonly truth: (volume: VolumeJson) => number;
}

/** Surveys a drive of 30 m, of which the robot drives 18, by `socavon simulate` and `socavon run`. */
export async function surveyBadDrive(
  { options, metadata, run = [] }: BadDrive,
  seed: number,
): Promise<BadSurvey> {
  const folder = temporaryFolder();
  const drive = simulateDrive({
    ...SIMULATE_DEFAULTS,
    length: 30,
    alignment: [{ length: 30, radius: null, grade: 0.02 }],
    start: START,
    standoff: 8,
    speed: 4,
    // What is seen while it stands is seen again when it drives.
    stillStart: 0.5,
    stillEnd: 0.3,
    seed,
    ...options,
  });
  const written = { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16' as const };
  await writeCapture(drive, written, (name) => openAtomicSink(join(folder, name)), SILENT_CONTEXT);
  if (metadata !== undefined) {
    const path = join(folder, 'metadata.json');
    const stated = JSON.parse(readFileSync(path, 'utf8'));
    metadata(stated.beam_intrinsics ?? stated);
    writeFileSync(path, JSON.stringify(stated));
  }
  const out = join(folder, 'out');
  const files = ['--project', join(folder, 'drive.socavon'), '--out', out, '--map-voxel', '0.3'];
  const ending = await runCli('run', join(folder, 'capture.pcap'), ...files, ...run);
  return {
    ending,
    out,
    volume: () => JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8')),
    truth: ({ chainageFrom: from, chainageTo: to }) =>
      truthBetween(drive, START + from, START + to).volumes.void / (to - from),
  };
}
